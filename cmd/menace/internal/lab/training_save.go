package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"menace/cmd/menace/internal/words"
	"menace/data"
)

// At its end a run waits about this long for another process that holds the database: each attempt waits
// some seconds, and between two of them there is a pause.
const (
	patience = time.Minute
	pause    = time.Second
)

// Save stores the agents that learn, even when the context has ended.
func (t *Training) Save(ctx context.Context) error {
	return t.Together(func() error { return t.save(ctx) })
}

func (t *Training) save(ctx context.Context) error {
	err := t.store(context.WithoutCancel(ctx), t.learners()...)
	if err == nil {
		t.stored = t.Agent.Career.Tally.Games()
	}
	return err
}

// trySave saves unless another process holds the database, for which it does not wait.
func (t *Training) trySave(ctx context.Context) error {
	err := t.lab.Hurried(context.WithoutCancel(ctx), func() error { return t.save(ctx) })
	if errors.Is(err, data.ErrBusy) {
		return nil
	}
	return err
}

// finish saves the end of a run. While another process holds the database it waits, until the context ends. If
// the context has ended before, it waits all the same.
func (t *Training) finish(ctx context.Context) error {
	err := t.Save(ctx)
	if !errors.Is(err, data.ErrBusy) {
		return t.unsaved(err)
	}
	if t.Waiting != nil {
		t.Waiting(patience)
	}
	if ctx.Err() != nil {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for errors.Is(err, data.ErrBusy) && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(pause):
			err = t.Save(ctx)
		}
	}
	return t.unsaved(err)
}

// unsaved adds to an error how many games are lost by it.
func (t *Training) unsaved(err error) error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if games := t.Agent.Career.Tally.Games() - t.stored; err != nil && games > 0 {
		return fmt.Errorf("%w; the last %s are not saved", err, words.Plural(games, "game"))
	}
	return err
}
