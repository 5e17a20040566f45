package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/arena"
)

// Run is a training run: an agent, its opponent, and the session that records it. Until it ends, the run holds the
// agent's machine and that of an opponent that learns, and nothing else stores them.
type Run struct {
	Agent   *data.Agent
	Rival   *data.Agent // the opponent, if it learns too
	Session *data.Session
	Created bool // the agent was created for the run

	options  TrainOptions
	db       *data.DB
	store    saver
	machines []*Machine // in the order of their IDs

	// Guarded by the mutexes of the machines, like the agents and the session.
	training  *arena.Training
	frames    *frames // for pages, or nil
	stored    int64   // games of Agent that are stored
	endReason error   // why the run has ended, or nil
}

// saver stores agents.
type saver interface {
	Save(context.Context, ...*data.Agent) error
}

// Observer follows a run that plays whole games.
type Observer interface {
	// Played is called after each block of games, with the number played so far.
	Played(games int64)

	// Waiting is called if the run has ended but must wait for another process before it can save, for at most this
	// long.
	Waiting(patience time.Duration)
}

// Unobserved is an [Observer] that does nothing.
type Unobserved struct{}

func (Unobserved) Played(int64)          {}
func (Unobserved) Waiting(time.Duration) {}

const (
	firstSave = time.Second / 10
	saveEvery = time.Second
	blockSize = 1 << 14 // games played under one lock

	// A run that has ended tries to save for about a minute. Each attempt takes a few seconds.
	patience = time.Minute
	pause    = time.Second
)

// hold calls do with the machines locked. If the run is over, it returns the reason instead.
func (r *Run) hold(do func() error) error {
	defer lockAll(r.machines)()
	if r.endReason != nil {
		return r.endReason
	}
	return do()
}

// Do plays the games of the run as fast as possible. It stops early if a learner goes bankrupt or the context ends. It
// saves at the beginning, after a tenth of a second, then every second, and at the end; while another process holds the
// database, it continues to play and saves later.
func (r *Run) Do(ctx context.Context, by Observer) error { return r.playGames(ctx, Pace{}, by) }

// playGames does the work of Do at a pace.
func (r *Run) playGames(ctx context.Context, pace Pace, by Observer) error {
	defer r.release()
	if err := r.Save(ctx); err != nil {
		return err
	}
	began, played := time.Now(), int64(0)
	next := began.Add(firstSave)
	for n := int64(1); n > 0 && played < r.options.Games && ctx.Err() == nil; {
		err := r.hold(func() (err error) {
			n = r.play(ctx, played, min(r.options.Games-played, pace.block()))
			played += n
			by.Played(played)
			if time.Now().After(next) {
				err = r.save(data.WithoutWaiting(ctx))
				next = time.Now().Add(saveEvery)
			}
			return err
		})
		if err != nil && !errors.Is(err, data.ErrBusy) {
			return r.unsaved(err)
		}
		pace.rest(ctx, began, played)
	}
	return r.saveLast(ctx, by)
}

// release ends the run, so that other runs can train the machines.
func (r *Run) release() { r.hold(func() error { return r.end(errors.New("the training is over")) }) }

// end ends the run for a reason, which it returns. The caller has locked the machines.
func (r *Run) end(why error) error {
	r.endReason = why
	for _, machine := range r.machines {
		machine.holder.Store(nil)
	}
	return why
}

// change applies changes to one of the machines and saves the run. If it fails, the machine is unchanged.
func (r *Run) change(ctx context.Context, machine *Machine, all []*change) error {
	a := r.Agent
	if r.Rival != nil && machine.id == r.Rival.ID() {
		a = r.Rival
	}
	err := a.Try(func() error {
		if !applyTo(a, all) {
			return nil
		}
		return r.save(ctx)
	})
	if errors.Is(err, data.ErrConflict) {
		r.end(err)
	}
	return err
}

// Save stores the agents that learn, even if the context has ended.
func (r *Run) Save(ctx context.Context) error { return r.hold(func() error { return r.save(ctx) }) }

// save is Save for a caller that has locked the machines.
func (r *Run) save(ctx context.Context) error {
	if r.options.NoLearn {
		return errors.New("a run in which no machine learns is not stored, only watched")
	}
	last := r.machines[len(r.machines)-1]
	if last.id == 0 { // hides the machine until it is registered
		last.machines.registering.Lock()
		defer last.machines.registering.Unlock()
	}
	if err := r.store.Save(context.WithoutCancel(ctx), r.learners()...); err != nil {
		return err
	}
	r.stored = r.Agent.Career.Tally.Games()
	if last.id == 0 {
		last.id = r.Agent.ID()
		last.machines.byID.Store(last.id, last)
	}
	return nil
}

// saveLast saves a run that has ended. While another process holds the database, it tries again until the context ends,
// but for at most a minute. It ignores the end of a context that ended during the games.
func (r *Run) saveLast(ctx context.Context, by Observer) error {
	err := r.Save(ctx)
	if errors.Is(err, data.ErrBusy) {
		by.Waiting(patience)
	}
	if ctx.Err() != nil {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for errors.Is(err, data.ErrBusy) && rest(ctx, pause) {
		err = r.Save(ctx)
	}
	return r.unsaved(err)
}

// unsaved adds the number of unsaved games to an error.
func (r *Run) unsaved(err error) error {
	defer lockAll(r.machines)()
	if games := r.Agent.Career.Tally.Games() - r.stored; err != nil && games > 0 {
		return fmt.Errorf("%w; the last %s are not saved", err, words.Plural(games, "game"))
	}
	return err
}

// BankruptAgents returns the learners that can do nothing but resign.
func (r *Run) BankruptAgents() []*data.Agent {
	return slices.DeleteFunc(r.learners(), func(a *data.Agent) bool { return !a.Machine.Bankrupt() })
}
