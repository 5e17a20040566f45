// Package classroom lets classes play against machines: a teacher, and pupils who join with a code. Each class plays
// against one machine. The package governs the matches of package live, which knows nothing about pupils.
//
// Begin with [Classes], which holds all classes of a database. The teacher is recognized by the teacher's key, and a
// pupil by that pupil's key. Both are in cookies and never in an address, because addresses are projected, copied and
// sent to others.
package classroom

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
	"menace/menace/arena"
)

// Class is an open class: its pupils, its settings and its score. The database stores it. Goroutines may share it.
type Class struct {
	classes  *Classes
	changing sync.Mutex // held while the class is being changed and stored
	stored   data.Class // only Open, Agent, Code and Revision change, while changing is held
	state    atomic.Pointer[State]
	machine  atomic.Pointer[live.Machine]
	storing  atomic.Bool // a goroutine is about to store the unfinished games
	closed   atomic.Bool // nobody can play any more
	release  func()      // lets other processes open the class

	ctx  context.Context // ends storing in the background
	stop context.CancelFunc

	seen sync.Map // maps IDs of pupils to their *presence

	mutex sync.Mutex        // guards games; no function of another package is called while it is held
	games []data.PlayedGame // finished games against the machine, oldest first; append-only

	twinGames []data.PlayedGame // the same, against the twin of a trial
}

// ID returns the ID of the class in the database, which never reuses IDs.
func (c *Class) ID() int64 { return c.stored.ID }

func (c *Class) Name() string { return c.stored.Name }

// Code returns the code that pupils join with.
func (c *Class) Code() string { return c.State().Code }

// Machine returns the machine that the class plays against now.
func (c *Class) Machine() *live.Machine { return c.machine.Load() }

func (c *Class) State() *State { return c.state.Load() }

// Language returns the language of the class.
func (c *Class) Language() *language.Language {
	return c.State().language()
}

// Closed reports whether the class was closed.
func (c *Class) Closed() bool { return c.closed.Load() }

var errClosed = refuse(language.NewMessage("this class is closed"))

// close stores everything that the pupils have played, and ends their matches. If that fails, the class stays open.
func (c *Class) close(ctx context.Context) error {
	c.closed.Store(true)
	machine := c.Machine()
	err := machine.Store(ctx)
	if twin := c.twin(); twin != nil {
		err = errors.Join(err, twin.Store(ctx))
	}
	if err == nil {
		c.changing.Lock()
		c.stored.Open = false
		if err = c.store(ctx, func(*State) error { return nil }); err != nil {
			c.stored.Open = true
		}
		c.changing.Unlock()
	}
	if err != nil && !errors.Is(err, data.ErrNotFound) { // its machine may have been deleted
		c.closed.Store(false)
		return err
	}
	c.stop()
	for _, p := range c.State().Pupils {
		c.MachineOf(p.ID).Leave(p.ID)
	}
	c.release()
	c.notify()
	return nil
}

// end stores the class at the end of the program.
func (c *Class) end() {
	c.stop()
	c.storeGames(context.Background())
	c.release()
}

// Games returns the finished games of pupils against the machine, oldest first.
func (c *Class) Games() []data.PlayedGame {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clip(c.games)
}

// gamesAgainst returns the finished games of pupils against the machine of the class or the twin, oldest first.
func (c *Class) gamesAgainst(m *live.Machine) []data.PlayedGame {
	if m == c.Machine() {
		return c.Games()
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clip(c.twinGames)
}

// copyState returns a copy of the state for changing.
func (c *Class) copyState() *State {
	next := *c.State()
	next.Pupils = slices.Clone(next.Pupils)
	return &next
}

// change applies do to a copy of the state, adds the current unfinished games, stores the copy, and publishes it. If do
// or storing fails, the state is unchanged.
func (c *Class) change(ctx context.Context, do func(*State) error) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	if c.Closed() {
		return errClosed
	}
	return c.store(ctx, do)
}

// store is change for a caller that holds the mutex changing.
func (c *Class) store(ctx context.Context, do func(*State) error) error {
	next := c.copyState()
	if err := do(next); err != nil {
		return err
	}
	for i := range next.Pupils {
		p := &next.Pupils[i]
		if u, ok := c.machineFor(next, p.ID).Unfinished(p.ID); ok && !p.Removed {
			p.Unfinished = u
		}
	}
	stored := c.stored
	stored.Code, stored.State = next.Code, next.encode()
	err := c.classes.db.SaveClass(ctx, &stored)
	if err == nil {
		c.stored.Code, c.stored.Revision = stored.Code, stored.Revision
		c.state.Store(next)
	}
	return err
}

// storeGames stores the unfinished games. It ignores errors, because the next change stores them too.
func (c *Class) storeGames(ctx context.Context) {
	c.changing.Lock()
	defer c.changing.Unlock()
	// Not earlier, so that at most one goroutine waits for the mutex, and a pupil who joins waits for at most one.
	c.storing.Store(false)
	if !c.Closed() {
		c.store(ctx, func(*State) error { return nil })
	}
}

// Standing is the score of a class. Without nicknames it can be projected: while nicknames are hidden, pupils have the
// names of animals.
type Standing struct {
	Settings
	Name    string
	Code    string // the code, with a gap
	Address string // of the teacher's page of the class

	Pupils  []Pupil     // sorted by name
	Removed []Pupil     // sorted by name
	Total   arena.Tally // all games, from the view of the machine, including those of removed pupils
	Last    Result      // of the latest game

	Trial   *Trial
	Guessed int  // number of wrong codes in ten minutes, or 0 if few enough to be slips
	Private bool // the page is not projected, so it also shows nicknames
}

// Result is a pupil's name and the pupil's result: won, drew or lost.
type Result struct{ Name, Did string }

// Standing returns the score. If private is set, it has the nicknames of all pupils.
func (c *Class) Standing(private bool) *Standing {
	games := c.allGames()
	scores, now := scores(games), c.State() // the state is read later, so it contains the pupils of all these games
	s := &Standing{
		Settings: now.Settings, Name: c.Name(), Code: formatCode(now.Code), Address: c.address(), Private: private,
		Trial: now.Trial, Guessed: c.classes.Guessed(),
	}
	all := slices.Clone(now.Pupils)
	for i := range all {
		p := &all[i]
		p.KeyHash, p.PlaceCode, p.Score, p.Animal = "", "", scores[p.ID], now.animal(p.ID)
		p.Away = !p.Removed && c.isAway(p.ID)
		if now.Paper {
			p.Score = paperTally(p.Paper)
		} else if now.Trial != nil {
			p.Half = halves[half(p.ID)]
		}
		s.Total = s.Total.Plus(p.Score)
		if !s.ShowNames && !private {
			p.Name = p.Animal
		}
	}
	if n := len(games); n > 0 {
		did := map[string]string{"win": "lost", "draw": "drew", "loss": "won"}
		s.Last = Result{all[games[n-1].Pupil-1].Name, did[games[n-1].Result]}
	}
	slices.SortFunc(all, func(a, b Pupil) int {
		return cmp.Or(strings.Compare(sortKey(a.Name), sortKey(b.Name)), a.ID-b.ID)
	})
	for _, p := range all {
		if p.Removed {
			s.Removed = append(s.Removed, p)
		} else {
			s.Pupils = append(s.Pupils, p)
		}
	}
	return s
}

// allGames returns the finished games of pupils against both machines, in the order in which they ended.
func (c *Class) allGames() []data.PlayedGame {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.twinGames) == 0 {
		return slices.Clip(c.games)
	}
	all := slices.Concat(c.games, c.twinGames)
	slices.SortStableFunc(all, func(a, b data.PlayedGame) int { return a.Played.Compare(b.Played) })
	return all
}

// scores counts the games of each pupil, from the view of the machine.
func scores(games []data.PlayedGame) map[int]arena.Tally {
	scores := map[int]arena.Tally{}
	for _, g := range games {
		scores[g.Pupil] = scores[g.Pupil].Plus(g.Tally())
	}
	return scores
}
