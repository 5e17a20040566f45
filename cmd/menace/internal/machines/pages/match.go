package pages

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/menace/option"
	"menace/symmetry"
)

// Viewer is the person behind a request, and what they look at. If Player is 0, it is the host.
type Viewer struct {
	Machine *live.Machine
	Player  int             // ID of the player whose match the page shows
	Paused  bool            // they cannot play now
	Off     map[string]bool // names of disabled buttons
	Hidden  bool            // they see neither boxes nor what the machine learns

	Language *language.Language // of the page

	Home  string // address of the page, which begins the addresses of its actions; "" for the page of the machine
	Boxes string // address of the page of all boxes, or "" if the page itself shows them
	Games int64  // number of games suggested by the form for training, or 0 for the usual one

	projects bool   // the page shows the game with the latest move, if any, instead of their own
	from     string // the square of the pawn picked up, or ""
	position string // position of the requested box, or ""
	box      int    // number of the requested box, or 0
}

// NewViewer returns a viewer of a machine, who looks at what the query requests, in the language of the machine or else
// of the browser.
func NewViewer(r *http.Request, machine *live.Machine) Viewer {
	query := r.URL.Query()
	box, _ := strconv.Atoi(query.Get("box"))
	return Viewer{
		Machine: machine, Language: cmp.Or(machine.Language(), site.LanguageOf(r)), from: query.Get("from"),
		position: strings.TrimSpace(query.Get("position")), box: box,
	}
}

// forMachine returns a handler of requests about the machine that the address names.
func (m *Machines) forMachine(do func(http.ResponseWriter, *http.Request, Viewer) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		machine, err := m.live.ByName(r.Context(), r.PathValue("name"))
		if err != nil {
			return err
		}
		return do(w, r, NewViewer(r, machine))
	}
}

// PickUp returns the viewer with the pawn on a square picked up.
func (v Viewer) PickUp(square string) Viewer {
	v.from = square
	return v
}

// In returns the sentences in the viewer's language.
func (v Viewer) In() sentences.In { return sentences.In{Language: v.Language} }

// MatchPage is the content of a page with a board.
type MatchPage struct {
	Title string          // name of the machine
	Home  string          // address of the page, which begins the addresses of its actions
	Boxes string          // address of the page of all boxes, or "" if this page shows them
	Guest bool            // the viewer is not the host
	Off   map[string]bool // names of disabled buttons
	Play  view.Play

	Hidden bool // the viewer sees neither boxes nor what the machine learns

	In sentences.In

	now *live.Snapshot
}

// Language implements [site.Translated].
func (page *MatchPage) Language() *language.Language { return page.In.Language }

// MatchPage returns the content of a page with the viewer's match.
func (m *Machines) MatchPage(ctx context.Context, v Viewer) (*MatchPage, error) {
	now, err := v.Machine.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	match := v.Machine.Recent()
	if match == nil || !v.projects {
		match = new(v.Machine.Match(v.Player).View(ctx))
	}
	shown := *match
	shown.Busy = shown.Busy || v.Paused || v.projects
	page := &MatchPage{
		Title: now.Name, Home: cmp.Or(v.Home, site.Join("/agents", now.Name)), Boxes: v.Boxes,
		Guest: v.Player != live.Host, Off: v.Off, Hidden: v.Hidden, In: v.In(), now: now,
		Play: view.PlayOf(v.In(), shown, sentences.MachineName(now.Machine.Rules()), v.from),
	}
	page.Play.Busy = page.Play.Busy || page.Bankrupt()
	if v.Hidden {
		page.Play = page.Play.WithoutBoxes(page.In)
	}
	if match.Passing {
		page.Play.Score = page.In.Text("Game {number}: {ending}", "number", now.Tally.Games()+1,
			"ending", page.Play.Score)
	}
	return page, nil
}

func (page *MatchPage) Bankrupt() bool { return page.now.Machine.Bankrupt() }

// Updates implements [Updated]. Only an [AgentPage] updates its boxes.
func (page *MatchPage) Updates() map[string]any { return nil }

// act performs the action of a button next to the board, named by the last part of the address.
func (m *Machines) act(w http.ResponseWriter, r *http.Request, v Viewer) error {
	r.ParseForm() // a malformed form counts as empty
	err := m.Act(r.Context(), v, path.Base(r.URL.Path), r.PostForm)
	opposite := []field{{Name: "opposite", Value: site.Entered(r.PostForm, "opposite")}}
	switch {
	case site.ShowError(err, opposite):
		return m.showAgent(w, r, v, func(page *AgentPage) { page.Opposite = opposite[0] })
	case err != nil:
		return err
	}
	return m.Redirect(w, r, "%s", site.Join("/agents", r.PathValue("name")))
}

// Act performs the action of the named button next to the board. The form contains the button.
func (m *Machines) Act(ctx context.Context, v Viewer, name string, form url.Values) error {
	do := actions[name]
	if do == nil || name == "step" && v.Player != live.Host {
		return site.ErrNoPage
	}
	err := do(ctx, v.Machine.Match(v.Player), form, v)
	if errors.As(err, new(*agents.BankruptError)) { // the match itself shows a bankruptcy
		return nil
	}
	return err
}

// actions maps the names of buttons to actions in a match. The argument of an action is the form that contains the
// button.
var actions = map[string]func(context.Context, *live.Match, url.Values, Viewer) error{
	"move": func(ctx context.Context, m *live.Match, form url.Values, _ Viewer) error {
		move, err := symmetry.ParseMove(form.Get("move"))
		if err != nil {
			return mistake.Wrap(err)
		}
		return m.Play(ctx, move)
	},
	"new":    newGame,
	"undo":   func(ctx context.Context, m *live.Match, _ url.Values, _ Viewer) error { return m.TakeBack(ctx) },
	"hint":   func(ctx context.Context, m *live.Match, _ url.Values, _ Viewer) error { return m.AskHint(ctx) },
	"resign": func(ctx context.Context, m *live.Match, _ url.Values, _ Viewer) error { return m.Resign(ctx) },
	"step":   func(ctx context.Context, m *live.Match, _ url.Values, _ Viewer) error { return m.Step(ctx) },
}

// newGame begins another game against the opponent in the form. Guests always play themselves, against a machine that
// learns.
func newGame(ctx context.Context, m *live.Match, form url.Values, v Viewer) error {
	if v.Player != live.Host {
		return m.New(ctx, "", true)
	}
	opposite := site.Entered(form, "opposite")
	if strings.EqualFold(opposite, sentences.You) {
		opposite = ""
	}
	err := m.New(ctx, opposite, form.Get("learn") != "")
	if err == nil || opposite == "" || isDatabaseError(err) || errors.As(err, new(*agents.BankruptError)) {
		return err
	}
	return &option.Error{Name: "opposite", Err: err}
}
