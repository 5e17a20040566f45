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
// each worker keeps one core busy, and no more than that. A worker has at most one batch in memory.
//
// It stops at the first error of tasks or save, and when the context ends, and returns that error.
// Replicates that are finished are saved even then, unless it was save that failed, whose error goes
// before the others; it is not called again.
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
	s := &saver{save: save}
	for range workers {
		w := &worker{design: d, opponents: opponents, saver: s, saved: time.Now()}
		group.Go(func() error { return w.work(ctx, queue) })
	}
	err = group.Wait()
	return cmp.Or(s.failed, err)
}

// saver lets one worker save at a time, and none any more after an error.
type saver struct {
	mu     sync.Mutex
	save   func([]Replicate) error
	failed error
}

func (s *saver) put(list []Replicate) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		s.failed = s.save(list)
	}
	return s.failed
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

// worker trains replicates one after another, and saves them.
type worker struct {
	design    *Design
	opponents map[string]arena.Opponent
	saver     *saver
	finished  []Replicate // and not yet saved
	saved     time.Time   // when it last saved
}

// work trains what is in the queue.
func (w *worker) work(ctx context.Context, queue <-chan Task) error {
	for task := range queue {
		r, err := w.design.train(task, w.opponents, func() error { return w.pause(ctx) })
		if err != nil {
			return cmp.Or(w.flush(), err)
		}
		w.finished = append(w.finished, r)
	}
	return w.flush()
}

// pause saves what has been finished for long enough, and returns the error of a context that has ended.
func (w *worker) pause(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(w.finished) == 0 || len(w.finished) < batchSize && time.Since(w.saved) < batchAge {
		return nil
	}
	return w.flush()
}

// flush saves what is finished.
func (w *worker) flush() error {
	if len(w.finished) == 0 {
		return nil
	}
	err := w.saver.put(w.finished)
	clear(w.finished) // their curves are not needed any more
	w.finished, w.saved = w.finished[:0], time.Now()
	return err
}
