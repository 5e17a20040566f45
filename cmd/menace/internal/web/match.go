package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/symmetry"
)

// viewer is the person behind a request, and what they look at.
type viewer struct {
	role  classroom.Role
	key   string          // identifies them in the class
	pupil classroom.Pupil // the zero value for the host
	play  bool            // they may play

	owner    *live.Owner // owner of the machine
	projects bool        // the page shows the game in which somebody moved last, if any, instead of their own
	from     string      // the square of the pawn picked up, or ""
	position string      // position of the requested box, or ""
}

// viewed returns a handler of requests about the machine that the address names, or else the class's.
func (s *Server) viewed(do func(http.ResponseWriter, *http.Request, viewer) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) (err error) {
		v, query := s.visitor(r), r.URL.Query()
		v.from, v.position = query.Get("from"), strings.TrimSpace(query.Get("position"))
		if name := r.PathValue("name"); name != "" {
			v.owner, err = s.registry.Owner(r.Context(), name)
		} else {
			v.owner = s.class.Owner()
		}
		if err != nil {
			return err
		}
		return do(w, r, v)
	}
}

// matchPage is the content of a page with a board.
type matchPage struct {
	Title  string // name of the machine
	Home   string // address of the page; those of the actions begin with it
	Pupil  classroom.Pupil
	Paused bool
	Play   view.Play
	Class  *classroom.Standing // the class that plays against the machine, or nil; pupils do not see it

	now *live.Snapshot
}

func (s *Server) matchPage(ctx context.Context, v viewer) (*matchPage, error) {
	now, err := v.owner.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	m := v.owner.Recent()
	if m == nil || !v.projects {
		m = new(v.owner.Match(v.pupil.ID).View(ctx))
	}
	shown := *m
	shown.Busy = shown.Busy || !v.play || v.projects
	page := &matchPage{
		Title: now.Name, Home: "/agents/" + url.PathEscape(now.Name), Pupil: v.pupil, Paused: !v.play,
		Play: view.PlayOf(shown, sentences.Called(now.Machine.Rules()), v.from), now: now,
	}
	if v.pupil.ID != live.Host {
		page.Home = "/play"
	} else if s.plays(v.owner) {
		page.Class = s.class.Standing()
	}
	page.Play.Busy = page.Play.Busy || page.Bankrupt()
	if m.Passing {
		page.Play.Score = "Game " + words.Count(now.Tally.Games()+1) + ": " + page.Play.Score
	}
	return page, nil
}

func (page *matchPage) Bankrupt() bool { return page.now.Machine.Bankrupt() }

// boxes returns none, because only [agentPage] updates its boxes.
func (page *matchPage) boxes() map[string]any { return nil }

// act performs the action of a button next to the board, by the last part of the address.
func (s *Server) act(w http.ResponseWriter, r *http.Request, v viewer) (err error) {
	name := path.Base(r.URL.Path)
	do := actions[name]
	if do == nil || name == "step" && v.pupil.ID != live.Host {
		return site.ErrNowhere
	}
	r.ParseForm() // a malformed form counts as empty
	err = do(r.Context(), v.owner.Match(v.pupil.ID), r.PostForm, v)
	opposite := []field{{Name: "opposite", Value: site.Entered(r.PostForm, "opposite")}}
	switch {
	case site.ShowError(err, opposite):
		return s.showAgent(w, r, v, func(page *agentPage) { page.Opposite = opposite[0] })
	case err != nil && !errors.As(err, new(*lab.BankruptError)): // the match itself shows a bankruptcy
		return err
	case v.pupil.ID > 0:
		return s.Redirect(w, r, "/play")
	}
	return s.Redirect(w, r, "/agents/%s", url.PathEscape(r.PathValue("name")))
}

// actions maps the names of buttons to actions in a match. An action gets the form that contains the button.
var actions = map[string]func(context.Context, *live.Match, url.Values, viewer) error{
	"move": func(ctx context.Context, m *live.Match, form url.Values, _ viewer) error {
		move, err := symmetry.ParseMove(form.Get("move"))
		if err != nil {
			return mistake.Wrap(err)
		}
		return m.Play(ctx, move)
	},
	"new":    newGame,
	"undo":   func(ctx context.Context, m *live.Match, _ url.Values, _ viewer) error { return m.TakeBack(ctx) },
	"hint":   func(ctx context.Context, m *live.Match, _ url.Values, _ viewer) error { return m.AskHint(ctx) },
	"resign": func(ctx context.Context, m *live.Match, _ url.Values, _ viewer) error { return m.Resign(ctx) },
	"step":   func(ctx context.Context, m *live.Match, _ url.Values, _ viewer) error { return m.Step(ctx) },
}

// newGame begins another game against the opponent in the form. Pupils always play themselves, and the machine learns.
func newGame(ctx context.Context, m *live.Match, form url.Values, v viewer) error {
	if v.pupil.ID != live.Host {
		return m.New(ctx, "", true)
	}
	opposite := site.Entered(form, "opposite")
	if strings.EqualFold(opposite, sentences.You) {
		opposite = ""
	}
	err := m.New(ctx, opposite, form.Get("learn") != "")
	if err == nil || opposite == "" || failed(err) || errors.As(err, new(*lab.BankruptError)) {
		return err
	}
	return &option.Error{Name: "opposite", Err: err}
}
