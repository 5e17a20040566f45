package live

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
	"menace/arena/match"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Class is a class that plays against one machine: its teacher, its pupils, its settings and its score. It is stored.
// People come in with a token, and are known by a secret key from then on. Goroutines may share it.
type Class struct {
	Resumed bool // the class was already stored

	registry *Registry
	id       int64
	changing sync.Mutex // held while the class is being changed and stored
	state    atomic.Pointer[ClassState]
	owner    atomic.Pointer[Owner] // owner of the machine
	storing  atomic.Bool           // unfinished games will be stored soon
	release  func()                // lets other processes open the class

	joining, givingUp limiter

	mutex sync.Mutex  // guards games; never held while waiting
	games []data.Game // finished games against the machine, oldest first; append-only
}

// OpenClass returns the stored class that plays against a machine, or a new one. page is the address of the teacher's
// page; if another process has the class open, the error gives the address there. A registry has at most one class.
func (r *Registry) OpenClass(ctx context.Context, machine, page string) (*Class, error) {
	owner, err := r.Owner(ctx, machine)
	if err != nil {
		return nil, err
	}
	c := &Class{
		registry: r,
		joining:  limiter{burst: 8, every: 3 * time.Second},
		givingUp: limiter{burst: 3, every: 20 * time.Second},
	}
	c.owner.Store(owner)
	release, claimed := r.lab.Claim(ctx, machine)
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
	c.release, r.class = release, c
	return c, nil
}

// load loads the stored class, or begins one if there is none.
func (c *Class) load(ctx context.Context) error {
	state := newState()
	c.state.Store(state)
	stored, err := c.registry.lab.Class(ctx, c.Owner().id)
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
	c.games, err = c.registry.lab.ClassGames(ctx, c.id, c.Owner().id)
	for _, g := range c.games {
		if _, unknown := state.Pupil(g.Pupil); unknown != nil {
			return fmt.Errorf("the class is damaged: %w", unknown)
		}
	}
	return err
}

// StoredClasses returns the number of pupils in each stored class, by the name of its machine.
func (r *Registry) StoredClasses(ctx context.Context) (map[string]int, error) {
	all := map[string]int{}
	names, err := r.lab.Names(ctx)
	for _, name := range names {
		owner, err := r.Owner(ctx, name)
		if errors.Is(err, data.ErrNotFound) { // deleted after Names was called
			continue
		}
		if err != nil {
			return nil, err
		}
		c := &Class{registry: r}
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

func (c *Class) Owner() *Owner { return c.owner.Load() }

func (c *Class) State() *ClassState { return c.state.Load() }

// Games returns the finished games of pupils against the machine, oldest first.
func (c *Class) Games() []data.Game {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clip(c.games)
}

// count adds a finished game to the score, unless another machine has taken over.
func (c *Class) count(o *Owner, g data.Game) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	g.Played = time.Now()
	if c.Owner() == o {
		c.games = append(c.games, g)
	}
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

// change changes, stores and publishes the class, with the current unfinished games. If do fails, nothing changes.
func (c *Class) change(ctx context.Context, do func(*ClassState) error) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	return c.store(ctx, do)
}

// store does the work of change while changing is held.
func (c *Class) store(ctx context.Context, do func(*ClassState) error) error {
	next := c.copyState()
	if err := do(next); err != nil {
		return err
	}
	for i := range next.Pupils {
		p := &next.Pupils[i]
		if m, ok := c.Owner().matches.Load(p.ID); ok && !p.Removed {
			p.Unfinished = m.(*Match).unfinished()
		}
	}
	stored := &data.Class{ID: c.id, Agent: c.Owner().id, State: next.encode()}
	err := c.registry.lab.SaveClass(ctx, stored)
	if err == nil {
		c.state.Store(next)
	}
	if c.id == 0 { // otherwise it is read at the same time
		c.id = stored.ID
	}
	return err
}

// storeGames stores the unfinished games. If that fails, they are stored with the next change.
func (c *Class) storeGames(ctx context.Context) {
	c.storing.Store(false)
	c.change(ctx, func(*ClassState) error { return nil })
}

// changed has a pupil's game stored in the background, so that no move waits for the database.
func (m *Match) changed() {
	if c := m.class(); c != nil && !c.storing.Swap(true) {
		go c.storeGames(c.registry.ctx)
	}
}

// class returns the class that a match belongs to, or nil.
func (m *Match) class() *Class {
	if c := m.owner.registry.class; c != nil && m.player != Host && c.Owner() == m.owner {
		return c
	}
	return nil
}

// unfinished returns the game if it is not over.
func (m *Match) unfinished() (u Unfinished) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if g := m.now.Game; g != nil && !g.Over() {
		u = Unfinished{g.Seed(), symmetry.FormatMoves(g.Moves())}
	}
	return u
}

// resume returns the stored game with which a pupil goes on after a restart, or nil.
func (m *Match) resume(machine *menace.Machine) *match.Game {
	c := m.class()
	if c == nil || m.now.Game != nil {
		return nil
	}
	p, err := c.State().Pupil(m.player)
	if err != nil || p.Unfinished == (Unfinished{}) || slices.ContainsFunc(c.Games(), func(g data.Game) bool {
		return g.Pupil == p.ID && g.Seed == p.Unfinished.Seed
	}) {
		return nil
	}
	moves, err := symmetry.ParseMoves(p.Unfinished.Moves)
	g, failed := match.Resume(machine, p.Unfinished.Seed, moves)
	if err != nil || failed != nil || g.Over() {
		return nil
	}
	return g
}

// tooFast reports whether a pupil gives up too often, and leaves a message if so. Otherwise it counts this time.
func (m *Match) tooFast() bool {
	c := m.class()
	if c == nil {
		return false
	}
	wait := c.givingUp.wait(fmt.Sprint(m.player), time.Now())
	if wait > 0 {
		m.now.Message = fmt.Sprintf("You have begun many games in a short time. Finish this one, or wait %s.",
			seconds(wait))
	}
	return wait > 0
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
