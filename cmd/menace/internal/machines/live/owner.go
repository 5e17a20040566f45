// Package live manages machines in use: people play against them, they train in the background, and others watch. Each
// machine has one owner, which makes and stores all changes to it.
//
// The package prints nothing and knows no HTTP; both the terminal and the page use it.
//
// Each match has a mutex, and so has each machine. Code that holds a match's mutex may call the policy or lock the
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

// Owner owns a machine in use: all changes to the machine go through it. Goroutines may share it.
type Owner struct {
	registry *Registry
	id       int64 // ID of the machine, or 0 until it is stored for the first time

	mu     sync.Mutex                    // guards the machine; held for one block of games, or one attempt to save
	holder atomic.Pointer[Run]           // the run that holds the machine, or nil; changes only while mu is held
	latest atomic.Pointer[backgroundRun] // the latest run in the background, or nil

	queue   sync.Mutex // guards waiting
	waiting []*change

	lastMove, lastEnd atomic.Pointer[MatchView] // the latest move and the latest end of a game, or nil

	policy      atomic.Pointer[Policy] // of guests' matches, or nil
	matches     sync.Map               // maps players to matches
	subscribers sync.Map               // maps channels to players
}

// ID returns the ID of the machine. The database never reuses IDs.
func (o *Owner) ID() int64 { return o.id }

// lock locks the machine, and any machine that its training run also holds.
func (o *Owner) lock() (run *Run, unlock func()) {
	for {
		run, owners := o.holder.Load(), []*Owner{o}
		if run != nil {
			owners = run.owners
		}
		unlock := lockAll(owners)
		if o.holder.Load() == run {
			return run, unlock
		}
		unlock()
	}
}

// lockAll locks machines, which must be in the order of their IDs.
func lockAll(owners []*Owner) (unlock func()) {
	for _, o := range owners {
		o.mu.Lock()
	}
	return func() {
		for _, o := range owners {
			o.mu.Unlock()
		}
	}
}

// change is a pending change to a machine. All changes that are pending at the same time are stored together.
type change struct {
	do   func(*data.Agent) error // must leave the agent unchanged if it fails
	done bool
	err  error
}

// update changes the machine and stores it, between two blocks of games if the machine is training. If another process
// has stored the machine in the meantime, update loads it and tries again. Only update retries a change.
func (o *Owner) update(ctx context.Context, do func(*data.Agent) error) (err error) {
	const attempts = 5
	for range attempts {
		c := &change{do: do}
		o.queue.Lock()
		o.waiting = append(o.waiting, c)
		o.queue.Unlock()
		if err = o.apply(ctx, c); !errors.Is(err, data.ErrConflict) {
			break
		}
	}
	return err
}

// apply makes and stores all pending changes, unless another goroutine has already made this one.
func (o *Owner) apply(ctx context.Context, own *change) (err error) {
	run, unlock := o.lock()
	defer unlock()
	if own.done {
		return own.err
	}
	o.queue.Lock()
	all := o.waiting
	o.waiting = nil
	o.queue.Unlock()
	var a *data.Agent
	if run != nil {
		err = run.change(ctx, o, all)
	} else if a, err = o.load(ctx); err == nil && applyTo(a, all) {
		err = o.registry.db.Save(ctx, a)
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

func (o *Owner) load(ctx context.Context) (*data.Agent, error) {
	return o.registry.db.LoadID(ctx, o.id)
}

// running returns the training run in the background, or nil if it has ended.
func (o *Owner) running() *backgroundRun {
	if r := o.latest.Load(); r != nil && r.summary.Load() == nil {
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
	Machine menace.Machine
	Tally   arena.Tally
	Curve   []arena.Point
}

// Snapshot returns the latest state that training has published, or else the stored one.
func (o *Owner) Snapshot(ctx context.Context) (*Snapshot, error) {
	if r := o.running(); r != nil {
		if now := r.snapshot.Load(); now != nil {
			return now, nil
		}
	}
	a, err := o.load(ctx)
	if err != nil {
		return nil, err
	}
	curve, err := o.registry.db.Curve(ctx, a)
	return &Snapshot{a.Name, *a.Machine, a.Career.Tally, curve}, err
}

// Match returns the match of a player, creating it if necessary.
func (o *Owner) Match(player int) *Match {
	if m, ok := o.matches.Load(player); ok {
		return m.(*Match)
	}
	created := &Match{owner: o, player: player, seed: arena.NoSeed}
	created.now.Learn = true
	if p := created.policy(); p != nil {
		created.now.Score, created.unfinished = p.Resume(player)
	}
	m, _ := o.matches.LoadOrStore(player, created)
	return m.(*Match)
}

// Unfinished returns the data needed to continue the game of a player. ok reports whether the player has a match.
func (o *Owner) Unfinished(player int) (u Unfinished, ok bool) {
	found, ok := o.matches.Load(player)
	if !ok {
		return u, false
	}
	m := found.(*Match)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch g := m.now.Game; {
	case g == nil:
		u = m.unfinished
	case !g.Over():
		u = Unfinished{g.Seed(), symmetry.FormatMoves(g.Moves())}
	}
	return u, true
}

// Leave ends the match of a player and discards an unfinished game.
func (o *Owner) Leave(player int) { o.matches.Delete(player) }

// Store stores the finished games that could not be stored when they ended, and returns the first error.
func (o *Owner) Store(ctx context.Context) (err error) {
	for _, m := range o.allMatches() {
		m.mu.Lock()
		err = cmp.Or(err, m.store(ctx))
		m.mu.Unlock()
	}
	return err
}

func (o *Owner) allMatches() (all []*Match) {
	o.matches.Range(func(_, m any) bool {
		all = append(all, m.(*Match))
		return true
	})
	return all
}

// Subscribe returns a channel that receives a signal after each change that concerns a player. All concern the host.
func (o *Owner) Subscribe(player int) (changed <-chan struct{}, cancel func()) {
	c := make(chan struct{}, 1)
	o.subscribers.Store(c, player)
	return c, func() { o.subscribers.Delete(c) }
}

func (o *Owner) Notify() { o.notify(everybody) }

const everybody = -1 // stands for all players

// notify notifies the subscribers of a player and of the host.
func (o *Owner) notify(player int) {
	o.subscribers.Range(func(c, of any) bool {
		if player == everybody || of == player || of == Host {
			select {
			case c.(chan struct{}) <- struct{}{}:
			default: // a signal is already pending
			}
		}
		return true
	})
}

const (
	endShown  = 4 * time.Second  // how long Recent prefers a finished game to games that go on
	moveShown = 10 * time.Second // how long Recent returns a game while the machine trains
)

// publish makes [Owner.Recent] return the match, if somebody has moved in it.
func (m *Match) publish() {
	g := m.now.Game
	if g == nil || m.untouched() {
		return
	}
	r := m.now
	r.Game, r.Hint, r.Message, r.at = g.Clone(), nil, nil, time.Now()
	m.owner.lastMove.Store(&r)
	if g.Over() {
		m.owner.lastEnd.Store(&r)
	}
}

// Recent returns the match in which somebody moved last, or nil. For a moment it prefers a game that has just ended.
func (o *Owner) Recent() *MatchView {
	r := o.lastMove.Load()
	if e := o.lastEnd.Load(); e != nil && time.Since(e.at) < endShown {
		r = e
	}
	if r == nil || o.running() != nil && time.Since(r.at) >= moveShown {
		return nil
	}
	return r
}

// Registry finds the owners of machines. Goroutines may share it.
type Registry struct {
	db     *data.DB
	owners sync.Map // maps IDs of machines to owners

	registering sync.Mutex // held while a new machine is stored and its owner added to owners

	ctx        context.Context // ends training in the background
	stop       context.CancelFunc
	background sync.WaitGroup // training in the background
	runs       atomic.Int64   // number of runs in the background
}

func NewRegistry(db *data.DB) *Registry {
	r := &Registry{db: db}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

// Owner returns the owner of the machine with a name. Owners are found by the machine's ID in the database, so a
// machine that is renamed keeps its owner, and a new machine with the name of a deleted one gets a new owner.
func (r *Registry) Owner(ctx context.Context, name string) (*Owner, error) {
	id, err := r.db.ID(ctx, name)
	if err != nil {
		return nil, err
	}
	return r.ByID(id), nil
}

// ByID returns the owner of the machine with an ID, which must be stored.
func (r *Registry) ByID(id int64) *Owner {
	r.registering.Lock()
	defer r.registering.Unlock()
	o, _ := r.owners.LoadOrStore(id, &Owner{registry: r, id: id})
	return o.(*Owner)
}

// Delete deletes a machine like [agents.Delete], even a damaged one, and stops its training.
func (r *Registry) Delete(ctx context.Context, name string) error {
	id, err := r.db.ID(ctx, name)
	if err != nil {
		return err
	}
	if err := agents.Delete(ctx, r.db, name); err != nil {
		return err
	}
	if o, ok := r.owners.LoadAndDelete(id); ok {
		o.(*Owner).Stop()
		o.(*Owner).Notify()
	}
	return nil
}

// Close stops all training in the background, and stores all finished games.
func (r *Registry) Close() {
	r.stop()
	r.background.Wait()
	r.owners.Range(func(_, o any) bool {
		o.(*Owner).Store(context.Background()) // the players have already seen the errors
		return true
	})
}
