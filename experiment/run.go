package experiment

import (
	"cmp"
	"context"
	"iter"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"menace/arena"
)

// A worker saves what it has finished once it is this long since it last saved, or this many.
const (
	batchAge  = 300 * time.Millisecond
	batchSize = 1000
)

// Run trains the replicates that tasks names, with a number of workers at once, and hands them to save in
// batches, in any order, one batch at a time. It is the worker that trained them that saves them, so that
// each worker keeps one core busy, and no more than that. A worker has at most one batch in memory. Run
// stops at the first error of tasks or save, and when the context ends, whose error it then
// returns; replicates that are finished are saved even then.
func (d *Design) Run(ctx context.Context, workers int, tasks iter.Seq2[Task, error], save func([]Replicate) error) error {
	opponents, err := d.opponents()
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	queue := make(chan Task)
	group.Go(func() error {
		defer close(queue)
		return feed(ctx, tasks, queue)
	})
	var saving sync.Mutex
	oneAtATime := func(list []Replicate) error {
		saving.Lock()
		defer saving.Unlock()
		return save(list)
	}
	for range workers {
		group.Go(func() error { return d.work(ctx, opponents, queue, oneAtATime) })
	}
	return group.Wait()
}

// feed puts the tasks into the queue.
func feed(ctx context.Context, tasks iter.Seq2[Task, error], queue chan<- Task) error {
	for task, err := range tasks {
		if err != nil {
			return err
		}
		select {
		case queue <- task:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work trains what is in the queue, and saves it.
func (d *Design) work(ctx context.Context, opponents map[string]arena.Opponent, queue <-chan Task, save func([]Replicate) error) error {
	finished := batch{save: save, saved: time.Now()}
	for task := range queue {
		r, err := d.train(ctx, task, opponents[d.Cells[task.Cell-1].Opponent])
		if err != nil {
			return cmp.Or(finished.flush(), err)
		}
		if err := finished.add(r); err != nil {
			return err
		}
	}
	return finished.flush()
}

// batch is what a worker has finished and not yet saved.
type batch struct {
	save  func([]Replicate) error
	list  []Replicate
	saved time.Time // when it last saved
}

func (b *batch) add(r Replicate) error {
	b.list = append(b.list, r)
	if len(b.list) < batchSize && time.Since(b.saved) < batchAge {
		return nil
	}
	return b.flush()
}

func (b *batch) flush() error {
	if len(b.list) == 0 {
		return nil
	}
	err := b.save(b.list)
	clear(b.list) // their curves are not needed any more
	b.list, b.saved = b.list[:0], time.Now()
	return err
}
