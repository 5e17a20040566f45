package classroom

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace/arena"
)

// Trial is a blind control: half of the pupils play against a twin of the machine, which has the same rules but never
// learns. Nobody knows which half has which machine until the teacher reveals it.
type Trial struct {
	Twin     int64 // ID of the twin
	TwinIsA  bool  // the twin is called A, and the machine of the class B; random
	Revealed bool
}

// halves are the names of the two machines of a trial.
var halves = [2]string{"A", "B"}

// half returns the half that a pupil belongs to, 0 or 1, alternating in order of joining.
func half(pupil int) int { return (pupil + 1) % len(halves) }

// hasTwin reports whether one half of a trial plays against the twin.
func (t *Trial) hasTwin(half int) bool { return t != nil && t.TwinIsA == (half == 0) }

// blind reports whether a trial is in progress, so that nobody may know yet which machine learns.
func (t *Trial) blind() bool { return t != nil && !t.Revealed }

// Blind reports whether a trial is in progress that has not been revealed.
func (s *Standing) Blind() bool { return s.Trial.blind() }

// machineFor returns the machine that a pupil plays against in a state of the class.
func (c *Class) machineFor(s *State, pupil int) *live.Machine {
	if s.Trial.hasTwin(half(pupil)) {
		return c.classes.live.ByID(s.Trial.Twin)
	}
	return c.Machine()
}

// MachineOf returns the machine that a pupil plays against now.
func (c *Class) MachineOf(pupil int) *live.Machine { return c.machineFor(c.State(), pupil) }

// twin returns the twin of a trial, or nil.
func (c *Class) twin() *live.Machine {
	if t := c.State().Trial; t != nil {
		return c.classes.live.ByID(t.Twin)
	}
	return nil
}

// playsAgainst reports whether any pupils play against a machine now.
func (c *Class) playsAgainst(m *live.Machine) bool { return m == c.Machine() || m == c.twin() }

// notify notifies everybody who looks at a page of the class.
func (c *Class) notify() {
	c.Machine().Notify()
	if twin := c.twin(); twin != nil {
		twin.Notify()
	}
}

// BeginTrial starts the class again like [Class.Reset], with an untrained machine and its twin.
func (c *Class) BeginTrial(ctx context.Context, twinIsA bool) (kept string, err error) {
	db := c.classes.db
	now, err := c.Machine().Snapshot(ctx)
	if err != nil {
		return "", err
	}
	name, err := agents.FreeName(ctx, db, now.Name+"-twin")
	if err != nil {
		return "", err
	}
	rules := now.Machine.Rules()
	rules.Win, rules.Draw, rules.Loss = 0, 0, 0
	twin, err := data.NewAgent(name, rules, arena.OrNewSeed(arena.NoSeed))
	if err == nil {
		err = db.Save(ctx, twin)
	}
	if err != nil {
		return "", err
	}
	former := c.twin()
	kept, err = c.restart(ctx, false, &Trial{Twin: twin.ID(), TwinIsA: twinIsA})
	if err != nil {
		return "", errors.Join(err, c.classes.live.Delete(ctx, name))
	}
	machine := c.twin()
	machine.SetGuests(&guests{c, machine})
	if former != nil {
		former.Notify()
	}
	return kept, nil
}

// Reveal shows everybody which machine of a trial learns.
func (c *Class) Reveal(ctx context.Context) error {
	return c.change(ctx, func(s *State) error {
		if s.Trial != nil {
			s.Trial = &Trial{s.Trial.Twin, s.Trial.TwinIsA, true}
		}
		return nil
	})
}

// EndTrial lets all pupils play against the machine that learns. The twin stays among the machines.
func (c *Class) EndTrial(ctx context.Context) error {
	twin := c.twin()
	if twin == nil {
		return nil
	}
	err := c.change(ctx, func(s *State) error {
		for i := range s.Pupils {
			if p := &s.Pupils[i]; s.Trial.hasTwin(half(p.ID)) {
				p.Unfinished = live.Unfinished{}
			}
		}
		s.Trial = nil
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range c.State().Pupils {
		twin.Leave(p.ID)
	}
	c.mutex.Lock()
	c.twinGames = nil
	c.mutex.Unlock()
	twin.Notify()
	return nil
}

// checkTwin ends a trial whose twin was deleted.
func (c *Class) checkTwin(ctx context.Context) error {
	twin := c.twin()
	if twin == nil {
		return nil
	}
	if _, err := twin.Snapshot(ctx); errors.Is(err, data.ErrNotFound) {
		return c.EndTrial(ctx)
	}
	return nil
}

// Half is the view of one machine of a trial.
type Half struct {
	Name    string // A or B
	Players int
	Score   arena.Tally // for the machine
	Trend   *Trend      // nil before the 20th game
	Marks   []string    // results of the latest games, from the view of the class, oldest first: won, drawn or lost

	Revealed bool
	Learns   bool
	Finding  template.HTML // the strength of the machine, once it is revealed
}

// shownMarks is the number of games that a half shows one by one. trendGames is the number of first games, and of last
// games, that it adds up, if there are at least twice as many.
const (
	shownMarks = 40
	trendGames = 10
)

// halfOf describes the games of one half.
func halfOf(games []data.PlayedGame) (h Half) {
	for i, g := range games {
		h.Score = h.Score.Plus(g.Tally())
		if i >= len(games)-shownMarks {
			h.Marks = append(h.Marks, map[string]string{"win": "lost", "draw": "drawn", "loss": "won"}[g.Result])
		}
	}
	if len(games) >= 2*trendGames {
		h.Trend = &Trend{wonByClass(games[:trendGames]), wonByClass(games[len(games)-trendGames:])}
	}
	return h
}

// Trend is the number of the first and of the last ten games that the class won.
type Trend struct{ First, Last int }

func wonByClass(games []data.PlayedGame) (n int) {
	for _, g := range games {
		if g.Result == "loss" {
			n++
		}
	}
	return n
}

// halvesOf describes both machines of a trial.
func (s *classPages) halvesOf(ctx context.Context, c *Class, state *State, l *language.Language) ([]Half, error) {
	var both []Half
	for i, name := range halves {
		machine := c.machineFor(state, i+1)
		h := halfOf(c.gamesAgainst(machine))
		h.Name, h.Learns, h.Revealed = name, !state.Trial.hasTwin(i), state.Trial.Revealed
		for _, p := range state.Pupils {
			if !p.Removed && half(p.ID) == i {
				h.Players++
			}
		}
		if h.Revealed {
			page, err := s.machines.AgentPage(ctx, pages.Viewer{Machine: machine, Language: l})
			if err != nil {
				return nil, err
			}
			h.Finding = page.Finding.Heading(page.In)
		}
		both = append(both, h)
	}
	return both, nil
}

// trialPage is the content of the projector's page during a trial.
type trialPage struct {
	inLanguage
	Title  string // name of the class
	Class  *Standing
	Halves []Half
}

// Updates implements [pages.Updated].
func (*trialPage) Updates() map[string]any { return nil }

// trialParts are the parts of the projector's page that are updated during a trial.
var trialParts = []string{"trial-question", "trial-halves", "class-screen-foot", "class-screen-code"}

func (s *classPages) trialPage(ctx context.Context, c *Class, l *language.Language) (*trialPage, error) {
	state := c.State()
	if state.Trial == nil {
		return nil, site.ErrNoPage
	}
	both, err := s.halvesOf(ctx, c, state, l)
	return &trialPage{inLanguage{l}, c.Name(), c.Standing(false), both}, err
}

// askAboutTrial asks before a trial begins.
func (s *classPages) askAboutTrial(w http.ResponseWriter, r *http.Request, c *Class) error {
	return s.Show(w, http.StatusOK, "class_trial_begin.html", struct {
		inLanguage
		Address string
	}{inLanguage{c.Language()}, c.address()})
}

// changeTrial begins, reveals or ends a trial.
func (s *classPages) changeTrial(w http.ResponseWriter, r *http.Request, c *Class) (err error) {
	switch do := r.PathValue("do"); do {
	case "begin":
		_, err = c.BeginTrial(r.Context(), arena.OrNewSeed(arena.NoSeed)%2 == 0)
	case "reveal":
		err = c.Reveal(r.Context())
	case "end":
		err = c.EndTrial(r.Context())
	default:
		err = fmt.Errorf("action %q %w", do, data.ErrNotFound)
	}
	if err != nil {
		return err
	}
	c.notify()
	return s.Redirect(w, r, "%s", c.address())
}

// isTwin reports whether a machine is the twin in a trial of some class.
func isTwin(classes []Listed, machine int64) bool {
	return slices.ContainsFunc(classes, func(l Listed) bool { return l.twin == machine })
}
