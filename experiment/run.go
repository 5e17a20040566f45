package experiment

import (
	"context"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"

	"menace/arena"
)

// A batch of finished replicates is handed on when it is this old or this long.
const (
	batchAge  = 300 * time.Millisecond
	batchSize = 1000
)

// Run trains the replicates that tasks names, with a number of workers at once, and hands them to save
// in batches, from the calling goroutine and in any order. No more than two batches are in memory
// at a time. It stops at the first error of tasks or save, and when the context ends, whose error it
// then returns; replicates that are finished are saved even then.
func (d *Design) Run(ctx context.Context, workers int, tasks iter.Seq2[Task, error], save func([]Replicate) error) error {
	opponents, err := d.opponents()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	queue := make(chan Task)
	finished := make(chan Replicate, batchSize)
	group.Go(func() error {
		defer close(queue)
		return feed(ctx, tasks, queue)
	})
	for range workers {
		group.Go(func() error { return d.work(ctx, opponents, queue, finished) })
	}
	over := make(chan error, 1)
	go func() {
		over <- group.Wait()
		close(finished)
	}()
	if err := collect(finished, save); err != nil {
		stop()
		for range finished { // lets the workers end
		}
		return err
	}
	return <-over
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

// work trains what is in the queue.
func (d *Design) work(ctx context.Context, opponents map[string]arena.Opponent, queue <-chan Task, finished chan<- Replicate) error {
	for task := range queue {
		r, err := d.train(ctx, task, opponents[d.Cells[task.Cell-1].Opponent])
		if err != nil {
			return err
		}
		finished <- r
	}
	return nil
}

// collect saves what is finished in batches.
func collect(finished <-chan Replicate, save func([]Replicate) error) error {
	tick := time.NewTicker(batchAge)
	defer tick.Stop()
	var batch []Replicate
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := save(batch)
		batch = batch[:0]
		return err
	}
	for {
		full := false
		select {
		case r, open := <-finished:
			if !open {
				return flush()
			}
			batch = append(batch, r)
			full = len(batch) == batchSize
		case <-tick.C:
			full = true
		}
		if full {
			if err := flush(); err != nil {
				return err
			}
		}
	}
}
