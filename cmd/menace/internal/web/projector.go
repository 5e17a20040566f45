package web

import (
	"context"
	"net/http"

	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
	"menace/data"
)

// screen is the content of the page for a projector, with a game that cannot be played here. It shows no nicknames.
type screen struct {
	*matchPage
	Story    string // what happened in the game
	Drawable bool
	Line     view.Line
	Class    *classPage // or nil
}

// projectorParts are the parts of the page that are updated.
var projectorParts = []string{"screen-board", "screen-say", "screen-box", "screen-score", "screen-line", "screen-foot"}

// projector shows a machine on a page for a projector: a game, the box opened in it, the score and how it came about,
// or all boxes.
func (s *Server) projector(w http.ResponseWriter, r *http.Request) error {
	if r.FormValue("boxes") != "" {
		return s.boxes("projector_boxes.html")(w, r)
	}
	v, owner, err := s.viewer(r)
	if err != nil {
		return err
	}
	page, err := s.screen(r.Context(), owner, v)
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "projector.html", page)
}

// drawScreen renders the parts of that page that are updated.
func (s *Server) drawScreen(ctx context.Context, owner *live.Owner, v viewer) (*frame, error) {
	page, err := s.screen(ctx, owner, v)
	if err != nil {
		return nil, err
	}
	return s.drawParts(projectorParts, page)
}

// screen returns the content of the page: the game in which somebody moved last, or else the viewer's.
func (s *Server) screen(ctx context.Context, owner *live.Owner, v viewer) (*screen, error) {
	v.projects = true
	shown, err := s.matchPage(ctx, owner, v)
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
	if s.plays(owner) {
		games = s.class.Games()
	} else if games, err = s.lab.Games(ctx, a); err != nil {
		return nil, err
	}
	page := &screen{
		matchPage: shown, Drawable: shown.now.Machine.Graph().Drawable(), Line: view.LineOf(games, sessions),
		Class: s.classPage(owner),
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
