package web

import (
	"context"
	"net/http"
	"net/url"

	"menace/arena"
	"menace/board"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/stream"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// screen is the content of the page for a projector. It shows no nicknames.
type screen struct {
	Title, Home string
	Play        view.Play // a game that cannot be played here
	Story       string    // what happened in it
	Score       arena.Tally
	Drawable    bool
	Line        view.Line
	Class       *classPage    // or nil
	Cabinet     *view.Cabinet // all boxes instead, or nil
}

// projectorParts are the parts of the page that are updated.
var projectorParts = []string{"screen-board", "screen-say", "screen-box", "screen-score", "screen-line", "screen-foot"}

// projector shows a machine on a page for a projector: a game, the box opened in it, the score and how it came about,
// or all boxes.
func (s *Server) projector(w http.ResponseWriter, r *http.Request) error {
	v, owner, err := s.viewer(r)
	if err != nil {
		return err
	}
	page, err := s.screen(r.Context(), owner, v)
	if err != nil {
		return err
	}
	if r.FormValue("boxes") != "" {
		all, err := s.ownerPage(r.Context(), owner, v)
		if err != nil {
			return err
		}
		page.Cabinet = &all.Cabinet
	}
	return s.show(w, http.StatusOK, "projector.html", page)
}

// drawScreen renders the parts of that page that are updated.
func (s *Server) drawScreen(ctx context.Context, owner *live.Owner, v viewer) (*stream.Frame, error) {
	page, err := s.screen(ctx, owner, v)
	if err != nil {
		return nil, err
	}
	return s.drawParts(projectorParts, page)
}

// screen returns the content of the page: the game in which somebody moved last, or else the viewer's.
func (s *Server) screen(ctx context.Context, owner *live.Owner, v viewer) (*screen, error) {
	now, err := owner.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	a, err := s.lab.Agent(ctx, now.Name)
	if err != nil {
		return nil, err
	}
	var games []data.Game
	sessions, err := s.lab.Sessions(ctx, a)
	switch {
	case err != nil:
	case s.plays(owner):
		games = s.class.Games()
	default:
		games, err = s.lab.Games(ctx, a)
	}
	if err != nil {
		return nil, err
	}
	m := owner.Recent()
	if m == nil {
		view := owner.Match(v.player).View(ctx)
		m = &view
	}
	machine := words.Called(now.Machine.Rules())
	page := &screen{
		Title: now.Name, Home: "/agents/" + url.PathEscape(now.Name), Play: view.PlayOf(*m, machine, board.None),
		Drawable: now.Machine.Graph().Drawable(), Line: view.LineOf(games, sessions),
		Class: s.classPage(owner),
	}
	for _, g := range games {
		page.Score = page.Score.Plus(g.Tally())
	}
	who := "The player"
	switch {
	case m.Watches || m.Passing:
		who = m.Other
	case page.Class != nil:
		who = "The class"
	}
	page.Story = view.Story(*m, machine, who)
	page.Play.Disable()
	return page, nil
}
