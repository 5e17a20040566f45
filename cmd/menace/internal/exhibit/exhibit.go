// Package exhibit shows a machine to the visitors of a museum, unattended for months on a touch screen. It has the
// command exhibit and one page without links to others. It builds on package machines.
//
// An [Exhibit] contains what the screen shows: the game of the present visitor or, until somebody touches the screen, a
// game that the machine plays by itself. [Exhibit.Tick] advances it with time, begins seasons, and copies the database
// once a day.
package exhibit

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
)

// Settings are the settings of an exhibit.
type Settings struct {
	Machine   string
	Idle      time.Duration // time without a touch until the exhibit is ready for the next visitor
	Languages []string      // tags; the first is the default
	Season    string        // when a fresh machine begins: see [checkSeason]
	Backups   string        // folder for daily copies of the database, or "" for one beside it
}

// Exhibit is a machine on exhibition. Goroutines may share it.
type Exhibit struct {
	Settings
	live.Subscribers // open pages

	db   *data.DB
	live *live.Machines
	note func(format string, args ...any)

	mu       sync.Mutex // guards the fields below
	machine  *live.Machine
	language *language.Language
	touched  time.Time // by the present visitor
	resting  bool      // there is no visitor
	shown    *match.Game
	opponent arena.Player // in the game shown
	pause    int          // ticks until the next game is shown
	visitors int64        // games of this season that visitors have finished
	past     []season     // seasons that are over
	copied   string       // day of the last copy of the database
	faults   map[string]bool
}

// New returns an exhibit at rest. It creates the machine if there is none.
func New(ctx context.Context, db *data.DB, machines *live.Machines, s Settings, note func(string, ...any)) (
	*Exhibit, error) {
	e := &Exhibit{Settings: s, db: db, live: machines, note: note, faults: map[string]bool{}}
	if err := e.open(ctx); err != nil {
		return nil, err
	}
	e.rest()
	return e, nil
}

// open finds the machine of the season, or begins one if a season has just ended.
func (e *Exhibit) open(ctx context.Context) (err error) {
	if e.past, err = readSeasons(ctx, e.db, e.Machine); err != nil {
		return err
	}
	a, err := e.db.Load(ctx, e.Machine)
	if errors.Is(err, data.ErrNotFound) {
		a, err = e.fresh(ctx)
	}
	if err != nil {
		return err
	}
	games, err := e.db.Games(ctx, a)
	if err != nil {
		return err
	}
	e.visitors = int64(len(games))
	e.machine, err = e.live.ByName(ctx, e.Machine)
	return err
}

// fresh stores an untrained machine with the rules of the last season.
func (e *Exhibit) fresh(ctx context.Context) (*data.Agent, error) {
	rules := agents.RulesForClass(menace.Michie())
	if n := len(e.past); n > 0 {
		last, err := e.db.Load(ctx, e.past[n-1].name)
		if err != nil {
			return nil, err
		}
		rules = last.Machine.Rules()
	}
	return agents.Make(ctx, e.db, e.Machine, rules, arena.NoSeed)
}

// rest ends what a visitor has begun, and resets the game, the score and the language.
func (e *Exhibit) rest() {
	e.machine.Leave(live.Host)
	e.resting, e.shown, e.pause = true, nil, 0
	e.language, _ = language.Find(e.Languages[0])
}

// Tick advances the exhibit to a time. Call it about once a second.
func (e *Exhibit) Tick(ctx context.Context, now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.resting && now.Sub(e.touched) >= e.Idle {
		e.rest()
	}
	if e.resting {
		e.report(e.turn(ctx, now))
		e.report(e.play(ctx))
		e.Notify()
	}
	e.report(e.backUp(ctx, now))
}

// report prints each error once a run, because nobody is there to read it repeatedly.
func (e *Exhibit) report(err error) {
	if err != nil && !e.faults[err.Error()] {
		e.faults[err.Error()] = true
		e.note("%v", err)
	}
}

// play makes the next move of the game shown when there is no visitor. The machine does not learn from it.
func (e *Exhibit) play(ctx context.Context) error {
	const between = 4 // ticks for which a finished game stays visible
	if e.pause--; e.pause > 0 {
		return nil
	}
	if e.shown == nil || e.shown.Over() {
		now, err := e.machine.Snapshot(ctx)
		if err != nil {
			return err
		}
		schedule, err := arena.ParseSchedule(now.Machine.Graph(), shownOpponent)
		if err != nil {
			return err
		}
		e.shown, e.opponent = match.Seeded(now.Machine, rand.Int64()), schedule[0].Opponent
		return nil
	}
	g := e.shown.Clone() // pages may be drawing the former state of the game
	if g.MachineMoves() {
		g.Move()
	} else {
		g.Ask(e.opponent)
	}
	if e.shown = g; g.Over() {
		e.pause = between
	}
	return nil
}

// shownOpponent plays against the machine when there is no visitor.
const shownOpponent = "random"

// Touch wakes the exhibit, or keeps it from resting.
func (e *Exhibit) Touch(ctx context.Context, now time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.touched = now
	if e.resting {
		e.report(e.turn(ctx, now))
		e.resting, e.shown = false, nil
	}
	e.Notify()
}

// endSeason ends the season if it is over, and begins the next one.
func (e *Exhibit) endSeason(ctx context.Context, now time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.turn(ctx, now)
}

// Speak changes the language until the exhibit rests.
func (e *Exhibit) Speak(tag string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l, ok := language.Find(tag); ok && slices.Contains(e.Languages, tag) {
		e.language = l
	}
	e.Notify()
}
