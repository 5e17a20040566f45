package live

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"menace/arena"
	"menace/arena/match"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// OpenClass returns the stored class that plays against a machine, or a new one if there is none or fresh is set. A
// registry has at most one class.
func (r *Registry) OpenClass(ctx context.Context, machine string, fresh bool) (*Class, error) {
	owner, err := r.Owner(ctx, machine)
	if err != nil {
		return nil, err
	}
	stored, err := r.lab.Class(ctx, owner.id)
	c := &Class{
		registry: r, Resumed: !fresh && err == nil, wake: make(chan struct{}, 1), moved: map[int]bool{},
		joining:  limiter{burst: 8, every: 3 * time.Second},
		givingUp: limiter{burst: 3, every: 20 * time.Second},
	}
	state := &classState{TeacherToken: rand.Text(), PupilToken: newToken(), TeacherKey: rand.Text()}
	switch {
	case c.Resumed:
		if err := json.Unmarshal([]byte(stored.State), state); err != nil {
			return nil, fmt.Errorf("the class of %s cannot be read: %w; --new begins another", machine, err)
		}
	case err != nil && !errors.Is(err, data.ErrNotFound):
		return nil, err
	default:
		stored = &data.Class{Agent: owner.id, State: state.encode()}
		if err := r.lab.SaveClass(ctx, stored); err != nil {
			return nil, err
		}
	}
	c.id, c.unfinished = stored.ID, stored.Playing
	c.now.Store(state)
	if c.games, err = r.lab.ClassGames(ctx, c.id, owner.id); err != nil {
		return nil, err
	}
	c.owner.Store(owner)
	r.class = c
	r.running.Go(c.storeGames)
	return c, nil
}

// Games returns the finished games of pupils against the machine, oldest first.
func (c *Class) Games() []data.Game {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.Clip(c.games)
}

// scores counts the games of each pupil from the machine's side.
func (c *Class) scores() map[int]arena.Tally {
	scores := map[int]arena.Tally{}
	for _, g := range c.Games() {
		scores[g.Pupil] = scores[g.Pupil].Plus(g.Tally())
	}
	return scores
}

// count adds a finished game to the score, unless another machine has taken over.
func (c *Class) count(o *Owner, g data.Game) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if g.Played = time.Now(); c.Owner() == o {
		c.games = append(c.games, g)
	}
}

// encode returns the state as JSON.
func (s *classState) encode() string {
	text, _ := json.Marshal(s)
	return string(text)
}

// change changes, stores and publishes the class. All changes but that of the machine go through it. If do fails,
// nothing changes.
func (c *Class) change(ctx context.Context, do func(*classState) error) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	next := c.copyState()
	err := do(next)
	if err == nil {
		err = c.registry.lab.SaveClass(ctx, &data.Class{ID: c.id, Agent: c.Owner().id, State: next.encode()})
	}
	if err == nil {
		c.now.Store(next)
	}
	return err
}

// copyState returns a copy of the state, to be changed.
func (c *Class) copyState() *classState {
	next := *c.now.Load()
	next.Pupils = slices.Clone(next.Pupils)
	return &next
}

// storeGames stores unfinished games soon after they change, until the registry closes. So no move waits for the
// database.
func (c *Class) storeGames() {
	for {
		select {
		case <-c.registry.Done():
			return
		case <-c.wake:
			c.flush(c.registry.ctx)
		}
	}
}

// flush stores all unfinished games that have changed. After an error they are stored with the next change.
func (c *Class) flush(ctx context.Context) {
	c.saving.Lock()
	defer c.saving.Unlock()
	c.mutex.Lock()
	moved := c.moved
	c.moved = map[int]bool{}
	c.mutex.Unlock()
	playing := map[int]data.Playing{}
	for pupil := range moved {
		playing[pupil] = data.Playing{}
		if m, ok := c.Owner().matches.Load(Pupil{ID: pupil}.Player()); ok {
			playing[pupil] = m.(*Match).playing()
		}
	}
	if len(playing) == 0 {
		return
	}
	if c.registry.lab.SaveClass(ctx, &data.Class{ID: c.id, Playing: playing}) != nil {
		c.mutex.Lock()
		maps.Copy(c.moved, moved)
		c.mutex.Unlock()
	}
}

// playing returns the unfinished game, as it is stored.
func (m *Match) playing() data.Playing {
	m.mu.Lock()
	defer m.mu.Unlock()
	if g := m.now.Game; g != nil && !g.Over() {
		return data.Playing{Seed: g.Seed(), Moves: symmetry.FormatMoves(g.Moves())}
	}
	return data.Playing{}
}

// changed notes that a pupil's game has changed.
func (m *Match) changed() {
	if c := m.class(); c != nil {
		c.note(m.pupil)
	}
}

// note has the game of a pupil stored soon.
func (c *Class) note(pupil int) {
	c.mutex.Lock()
	c.moved[pupil] = true
	c.mutex.Unlock()
	select {
	case c.wake <- struct{}{}:
	default: // a signal is already pending
	}
}

// class returns the class that a match belongs to, or nil.
func (m *Match) class() *Class {
	if c := m.owner.registry.class; c != nil && m.pupil > 0 && c.Owner() == m.owner {
		return c
	}
	return nil
}

// resume returns the stored game of a pupil, once, or nil.
func (m *Match) resume(machine *menace.Machine) *match.Game {
	c := m.class()
	if c == nil {
		return nil
	}
	c.mutex.Lock()
	stored, ok := c.unfinished[m.pupil]
	delete(c.unfinished, m.pupil)
	c.mutex.Unlock()
	moves, err := symmetry.ParseMoves(stored.Moves)
	if !ok || err != nil {
		return nil
	}
	g, err := match.Resume(machine, stored.Seed, moves)
	if err != nil || g.Over() {
		return nil
	}
	return g
}

// helpless reports whether hints and taking back are switched off for the player, and leaves a message if so.
func (m *Match) helpless() bool {
	c := m.class()
	if c == nil || !c.Settings().NoHelp {
		return false
	}
	m.now.Message = "Your teacher has switched off hints and taking moves back."
	return true
}

// tooFast reports whether a pupil has given up many games lately, and leaves a message if so. Otherwise it counts one.
func (m *Match) tooFast() bool {
	c := m.class()
	if c == nil {
		return false
	}
	wait := c.givingUp.wait(m.player, time.Now())
	if wait > 0 {
		m.now.Message = fmt.Sprintf("You have given up many games, and the machine learns wrong things from that. "+
			"Play this one on, or wait %s.", seconds(wait))
	}
	return wait > 0
}
