// Package classroom lets a class play against one machine: a teacher, and pupils who come in with a code. A class is a
// policy around the matches of package live, which knows no pupils.
package classroom

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/machines/live"
	"menace/data"
)

// Class is a class that plays against one machine: its teacher, its pupils, its settings and its score. The database
// stores it. People join with a token; from then on, a secret key in their browser identifies them. Goroutines may
// share a class.
type Class struct {
	Resumed bool // the class was stored by an earlier process

	db       *data.DB
	registry *live.Registry
	id       int64
	changing sync.Mutex // held while the class is being changed and stored
	state    atomic.Pointer[ClassState]
	owner    atomic.Pointer[live.Owner] // owner of the machine
	storing  atomic.Bool                // a goroutine is about to store the unfinished games
	release  func()                     // lets other processes open the class

	ctx  context.Context // ends storing in the background
	stop context.CancelFunc

	joining, givingUp *limiter

	mutex sync.Mutex  // guards games; no function of another package is called while it is held
	games []data.Game // finished games against the machine, oldest first; append-only
}

// OpenClass returns the stored class that plays against a machine, or a new one. page is the address of the teacher's
// page; if another process has the class open, the error gives the address there.
func OpenClass(ctx context.Context, db *data.DB, r *live.Registry, machine, page string) (*Class, error) {
	owner, err := r.Owner(ctx, machine)
	if err != nil {
		return nil, err
	}
	c := &Class{
		db:       db,
		registry: r,
		joining:  newLimiter(3*time.Second, 8),
		givingUp: newLimiter(20*time.Second, 3),
	}
	c.owner.Store(owner)
	release, claimed := db.Claim(ctx, machine)
	err = c.load(ctx)
	switch {
	case errors.Is(claimed, data.ErrBusy):
		at := ""
		if other := c.State().Page; other != "" {
			at = ", at " + other
		}
		return nil, fmt.Errorf("the class against %s is already open in another process%s", machine, at)
	case claimed != nil:
		return nil, claimed
	case err == nil:
		err = c.change(ctx, func(s *ClassState) error { s.Page = page; return nil })
	}
	if err != nil {
		release()
		return nil, err
	}
	c.release = release
	c.ctx, c.stop = context.WithCancel(context.Background())
	owner.Govern(&policy{c, owner})
	return c, nil
}

// Close stores the class and lets other processes open it. It must be called after [live.Registry.Close], which
// finishes games.
func (c *Class) Close() {
	c.stop()
	c.storeGames(context.Background())
	c.release()
}

// load loads the stored class, or begins one if there is none.
func (c *Class) load(ctx context.Context) error {
	state := newState()
	c.state.Store(state)
	stored, err := c.db.Class(ctx, c.Owner().ID())
	if errors.Is(err, data.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	c.id, c.Resumed = stored.ID, true
	if err := json.Unmarshal([]byte(stored.State), state); err != nil {
		return fmt.Errorf("the class cannot be read: %w", err)
	}
	c.games, err = c.db.ClassGames(ctx, c.id, c.Owner().ID())
	for _, g := range c.games {
		if _, unknown := state.Pupil(g.Pupil); unknown != nil {
			return fmt.Errorf("the class is damaged: %w", unknown)
		}
	}
	return err
}

// StoredClasses returns the number of pupils in each stored class, by the name of its machine.
func StoredClasses(ctx context.Context, db *data.DB, r *live.Registry) (map[string]int, error) {
	all := map[string]int{}
	names, err := db.Names(ctx)
	for _, name := range names {
		owner, err := r.Owner(ctx, name)
		if errors.Is(err, data.ErrNotFound) { // deleted after Names was called
			continue
		}
		if err != nil {
			return nil, err
		}
		c := &Class{db: db, registry: r}
		c.owner.Store(owner)
		if err := c.load(ctx); err != nil {
			return nil, err
		}
		if c.Resumed {
			all[name] = len(c.Standing().Pupils)
		}
	}
	return all, err
}

// newState returns the state of a class that nobody has joined.
func newState() *ClassState {
	return &ClassState{TeacherToken: rand.Text(), PupilToken: newToken(), TeacherKey: rand.Text()}
}

// Renew deletes the class, and begins another one against the same machine. It must be called before anybody plays.
func (c *Class) Renew(ctx context.Context) error {
	c.id, c.Resumed, c.games = 0, false, nil
	return c.change(ctx, func(s *ClassState) error {
		page := s.Page
		*s = *newState()
		s.Page = page
		return nil
	})
}

// Owner returns the owner of the machine that the class plays against now.
func (c *Class) Owner() *live.Owner { return c.owner.Load() }

func (c *Class) State() *ClassState { return c.state.Load() }

// Games returns the finished games of pupils against the machine, oldest first.
func (c *Class) Games() []data.Game {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clip(c.games)
}

func (s *ClassState) encode() string {
	text, _ := json.Marshal(s)
	return string(text)
}

// copyState returns a copy of the state that may be changed.
func (c *Class) copyState() *ClassState {
	next := *c.State()
	next.Pupils = slices.Clone(next.Pupils)
	return &next
}

// change applies do to a copy of the state, adds the current unfinished games, stores the copy, and publishes it. If do
// or storing fails, the state stays as it was.
func (c *Class) change(ctx context.Context, do func(*ClassState) error) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	return c.store(ctx, do)
}

// store does the work of change. The caller holds the mutex changing.
func (c *Class) store(ctx context.Context, do func(*ClassState) error) error {
	next := c.copyState()
	if err := do(next); err != nil {
		return err
	}
	for i := range next.Pupils {
		p := &next.Pupils[i]
		if u, ok := c.Owner().Unfinished(p.ID); ok && !p.Removed {
			p.Unfinished = u
		}
	}
	stored := &data.Class{ID: c.id, Agent: c.Owner().ID(), State: next.encode()}
	err := c.db.SaveClass(ctx, stored)
	if err == nil {
		c.state.Store(next)
	}
	if c.id == 0 { // set once, since other goroutines read it without a mutex
		c.id = stored.ID
	}
	return err
}

// storeGames stores the unfinished games. An error is ignored, because the next change stores them too.
func (c *Class) storeGames(ctx context.Context) {
	c.storing.Store(false)
	c.change(ctx, func(*ClassState) error { return nil })
}

// Standing is the score of a class, safe to project: pupils are named after animals unless nicknames are shown.
type Standing struct {
	Settings
	Pupils  []Pupil     // by name
	Removed []Pupil     // by name
	Total   arena.Tally // counts all games for the machine, including those of removed pupils
	Last    Result      // of the latest game
}

// Result is a pupil's name and what the pupil did: won, drew or lost.
type Result struct{ Name, Did string }

func (c *Class) Standing() *Standing {
	games := c.Games()
	scores, now := scores(games), c.State() // the state is read later, so it has the pupils of all these games
	s := &Standing{Settings: now.Settings}
	all := slices.Clone(now.Pupils)
	for i := range all {
		p := &all[i]
		p.Key, p.PlaceToken, p.Score = "", "", scores[p.ID]
		s.Total = s.Total.Plus(p.Score)
		if !s.ShowNames {
			p.Name = p.Animal()
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

// scores counts the games of each pupil, for the machine.
func scores(games []data.Game) map[int]arena.Tally {
	scores := map[int]arena.Tally{}
	for _, g := range games {
		scores[g.Pupil] = scores[g.Pupil].Plus(g.Tally())
	}
	return scores
}
