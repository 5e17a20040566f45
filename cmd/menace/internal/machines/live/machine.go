// Package live manages machines in use: people play against them, they train in the background, and others watch. Begin
// with [NewMachines]. A process has one [Machine] for each stored machine, and all changes go through it; otherwise a
// training run and a person's game would overwrite each other's beads.
//
// The package prints nothing and does not know HTTP, because the terminal and the page both use it.
//
// Each match has a mutex, and so has each machine. Code that holds a match's mutex may call [Guests] or lock the
// machine, but never the other way round. No mutex is held for longer than one attempt to save. A move locks no
// machine, because each game plays on a copy.
package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Machine is a stored machine in use. It makes and stores all changes. Goroutines may share it.
type Machine struct {
	machines *Machines
	id       int64 // ID of the machine, or 0 until it is stored for the first time

	mu     sync.Mutex                    // guards the machine; held during one block of games, or one attempt to save
	holder atomic.Pointer[Run]           // the run that holds the machine, or nil; changes only while mu is held
	latest atomic.Pointer[backgroundRun] // the latest run in the background, or nil

	queue   sync.Mutex // guards waiting
	waiting []*change

	lastMove, lastEnd atomic.Pointer[MatchView] // the latest move and the latest end of a game, or nil

	guests  atomic.Pointer[Guests] // rules for guests' matches, or nil
	matches sync.Map               // maps players to matches

	Subscribers
}

// ID returns the ID of the machine. The database never reuses IDs.
func (m *Machine) ID() int64 { return m.id }

// lock locks the machine, and any machine that its training run also holds.
func (m *Machine) lock() (run *Run, unlock func()) {
	for {
		run, machines := m.holder.Load(), []*Machine{m}
		if run != nil {
			machines = run.machines
		}
		unlock := lockAll(machines)
		if m.holder.Load() == run {
			return run, unlock
		}
		unlock()
	}
}

// lockAll locks machines, which must be in the order of their IDs.
func lockAll(machines []*Machine) (unlock func()) {
	for _, machine := range machines {
		machine.mu.Lock()
	}
	return func() {
		for _, machine := range machines {
			machine.mu.Unlock()
		}
	}
}

// change is a pending change to a machine. All changes that are pending at the same time are stored together.
type change struct {
	do   func(*data.Agent) error // must leave the agent unchanged if it fails
	done bool
	err  error
}

// update changes the machine and stores it; if the machine is training, between two blocks of games. If another process
// has stored the machine in the meantime, update loads it and tries again. Only update retries a change.
func (m *Machine) update(ctx context.Context, do func(*data.Agent) error) (err error) {
	const attempts = 5
	for range attempts {
		c := &change{do: do}
		m.queue.Lock()
		m.waiting = append(m.waiting, c)
		m.queue.Unlock()
		if err = m.apply(ctx, c); !errors.Is(err, data.ErrConflict) {
			break
		}
	}
	return err
}

// apply makes and stores all pending changes, unless another goroutine has already made this one.
func (m *Machine) apply(ctx context.Context, own *change) (err error) {
	run, unlock := m.lock()
	defer unlock()
	if own.done {
		return own.err
	}
	m.queue.Lock()
	all := m.waiting
	m.waiting = nil
	m.queue.Unlock()
	var a *data.Agent
	if run != nil {
		err = run.change(ctx, m, all)
	} else if a, err = m.load(ctx); err == nil && applyTo(a, all) {
		err = m.machines.db.Save(ctx, a)
	}
	for _, c := range all {
		c.done, c.err = true, cmp.Or(err, c.err)
	}
	return own.err
}

// applyTo makes changes to an agent, and reports whether any succeeded.
func applyTo(a *data.Agent, all []*change) (changed bool) {
	for _, c := range all {
		c.err = c.do(a)
		changed = changed || c.err == nil
	}
	return changed
}

func (m *Machine) load(ctx context.Context) (*data.Agent, error) {
	return m.machines.db.LoadID(ctx, m.id)
}

// running returns the training run in the background, or nil if there is none or it has ended.
func (m *Machine) running() *backgroundRun {
	if r := m.latest.Load(); r != nil && r.summary.Load() == nil {
		return r
	}
	return nil
}

// checkPlayable returns an error, such as a [agents.BankruptError], if an agent cannot play another game.
func checkPlayable(a *data.Agent) error {
	if a.Machine.Bankrupt() {
		return &agents.BankruptError{Agent: a.Name, Rules: a.Machine.Rules()}
	}
	return checkGamesLeft(a, 1)
}

// checkGamesLeft returns an error if this many more games would exceed the limit for an agent.
func checkGamesLeft(a *data.Agent, games int64) error {
	played := a.Career.Tally.Games()
	if left := menace.MaxGames - played; games > left {
		return fmt.Errorf("machine %q has played %d games; of the %d that a machine can play, %d are left",
			a.Name, played, int64(menace.MaxGames), left)
	}
	return nil
}

// Snapshot is an immutable copy of a machine.
type Snapshot struct {
	Name    string
	Machine *menace.Machine
	Tally   arena.Tally
	Curve   []arena.Point

	ChangedOutside bool // see [data.Agent.ChangedOutside]
}

// Snapshot returns the latest state published by training, or else the stored state.
func (m *Machine) Snapshot(ctx context.Context) (*Snapshot, error) {
	if r := m.running(); r != nil {
		if now := r.snapshot.Load(); now != nil {
			return now, nil
		}
	}
	a, err := m.load(ctx)
	if err != nil {
		return nil, err
	}
	curve, err := m.machines.db.Curve(ctx, a)
	return &Snapshot{a.Name, a.Machine.Copy(), a.Career.Tally, curve, a.ChangedOutside()}, err
}

// Match returns the match of a player, creating it if necessary.
func (m *Machine) Match(player int) *Match {
	if found, ok := m.matches.Load(player); ok {
		return found.(*Match)
	}
	created := &Match{machine: m, player: player, seed: arena.NoSeed}
	created.now.Learn = true
	if p := created.guests(); p != nil {
		created.now.Score, created.unfinished = p.Resume(player)
	}
	match, _ := m.matches.LoadOrStore(player, created)
	return match.(*Match)
}

// Unfinished returns the data needed to continue the game of a player. ok reports whether the player has a match.
func (m *Machine) Unfinished(player int) (u Unfinished, ok bool) {
	found, ok := m.matches.Load(player)
	if !ok {
		return u, false
	}
	match := found.(*Match)
	match.mu.Lock()
	defer match.mu.Unlock()
	switch g := match.now.Game; {
	case g == nil:
		u = match.unfinished
	case !g.Over():
		u = Unfinished{g.Seed(), symmetry.FormatMoves(g.Moves())}
	}
	return u, true
}

// Leave ends the match of a player and discards an unfinished game.
func (m *Machine) Leave(player int) { m.matches.Delete(player) }

// Store stores the finished games that could not be stored when they ended, and returns the first error.
func (m *Machine) Store(ctx context.Context) (err error) {
	for _, match := range m.allMatches() {
		match.mu.Lock()
		err = cmp.Or(err, match.store(ctx))
		match.mu.Unlock()
	}
	return err
}

func (m *Machine) allMatches() (all []*Match) {
	m.matches.Range(func(_, match any) bool {
		all = append(all, match.(*Match))
		return true
	})
	return all
}

const (
	endShown  = 4 * time.Second  // how long Recent prefers a finished game to games in progress
	moveShown = 10 * time.Second // how long Recent returns a game while the machine trains
)

// publish makes [Machine.Recent] return the match, if it has a move.
func (m *Match) publish() {
	g := m.now.Game
	if g == nil || m.untouched() {
		return
	}
	r := m.now
	r.Game, r.Hint, r.Message, r.at = g.Clone(), nil, nil, time.Now()
	m.machine.lastMove.Store(&r)
	if g.Over() {
		m.machine.lastEnd.Store(&r)
	}
}

// Recent returns the match with the latest move, or nil. For a moment it prefers a game that has just ended.
func (m *Machine) Recent() *MatchView {
	r := m.lastMove.Load()
	if e := m.lastEnd.Load(); e != nil && time.Since(e.at) < endShown {
		r = e
	}
	if r == nil || m.running() != nil && time.Since(r.at) >= moveShown {
		return nil
	}
	return r
}

// Machines finds the machines in use of one database. Goroutines may share it.
type Machines struct {
	db   *data.DB
	byID sync.Map // maps IDs to machines

	registering sync.Mutex // held while a new machine is stored and added to byID

	ctx        context.Context // ends training in the background
	stop       context.CancelFunc
	background sync.WaitGroup // training in the background
	runs       atomic.Int64   // number of runs in the background
}

func NewMachines(db *data.DB) *Machines {
	r := &Machines{db: db}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

// ByName returns the machine with a name. It is found by its ID in the database: a renamed machine keeps its Machine,
// and a new machine with the name of a deleted one gets another.
func (r *Machines) ByName(ctx context.Context, name string) (*Machine, error) {
	id, err := r.db.ID(ctx, name)
	if err != nil {
		return nil, err
	}
	return r.ByID(id), nil
}

// ByID returns the machine with an ID, which must be stored.
func (r *Machines) ByID(id int64) *Machine {
	r.registering.Lock()
	defer r.registering.Unlock()
	m, _ := r.byID.LoadOrStore(id, &Machine{machines: r, id: id})
	return m.(*Machine)
}

// Delete deletes a machine like [agents.Delete], even a damaged one, and stops its training.
func (r *Machines) Delete(ctx context.Context, name string) error {
	id, err := r.db.ID(ctx, name)
	if err != nil {
		return err
	}
	if err := agents.Delete(ctx, r.db, name); err != nil {
		return err
	}
	if m, ok := r.byID.LoadAndDelete(id); ok {
		m.(*Machine).Stop()
		m.(*Machine).Notify()
	}
	return nil
}

// Close stops all training in the background, and stores all finished games.
func (r *Machines) Close() {
	r.stop()
	r.background.Wait()
	r.byID.Range(func(_, m any) bool {
		m.(*Machine).Store(context.Background()) // the players have already seen any errors
		return true
	})
}
