package web

import (
	"context"

	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
	"menace/data"
)

// screen is the content of the page for a projector: a game that cannot be played there, the box opened in it, the
// score and its history. It shows no nicknames.
type screen struct {
	*matchPage
	Story    string // what happened in the game
	Drawable bool
	Line     view.Line
	Class    *live.Standing // or nil
}

// screen returns the content of the page: the game in which somebody moved last, or else the viewer's game.
func (s *Server) screen(ctx context.Context, v viewer) (*screen, error) {
	v.projects = true
	shown, err := s.matchPage(ctx, v)
	if err != nil {
		return nil, err
	}
	a, err := s.lab.Agent(ctx, shown.Title)
	if err != nil {
		return nil, err
	}
	sessions, err := s.lab.Sessions(ctx, a)
	if err != nil {
		return nil, err
	}
	var games []data.Game
	if s.plays(v.owner) {
		games = s.class.Games()
	} else if games, err = s.lab.Games(ctx, a); err != nil {
		return nil, err
	}
	page := &screen{
		matchPage: shown, Drawable: shown.now.Machine.Graph().Drawable(), Line: view.LineOf(games, sessions),
		Class: s.standing(v.owner),
	}
	who := "The player"
	switch m := shown.Play; {
	case m.Watches || m.Passing:
		who = m.Other
	case page.Class != nil:
		who = "The class"
	}
	page.Story = view.Story(shown.Play.MatchView, shown.Play.Machine, who)
	return page, nil
}
