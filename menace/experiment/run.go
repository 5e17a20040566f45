package experiment

import (
	"cmp"
	"context"
	"iter"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// A worker saves its finished replicates when they are older than batchAge or number batchSize.
const (
	batchAge  = 50 * time.Millisecond
	batchSize = 1000
)

// Run trains the replicates listed in tasks with several workers and passes them to save in batches, in any order, one
// batch at a time. The worker that trained a batch saves it, so each worker keeps exactly one core busy. A worker holds
// at most one batch in memory.
//
// It stops at the first error of tasks or save, or when the context is done, and returns that error. Replicates that
// are finished by then are saved, unless save itself failed: then it is not called again, and its error takes
// precedence.
func (d *Design) Run(ctx context.Context, workers int, tasks iter.Seq2[Task, error],
	save func([]Replicate) error) error {
	teachers, err := d.teachers()
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(tasks)
	defer stop()
	shared := &coordinator{next: next, save: save}
	group, ctx := errgroup.WithContext(ctx)
	for range workers {
		w := &worker{design: d, teachers: teachers, coordinator: shared, saved: time.Now()}
		group.Go(func() error { return w.work(ctx) })
	}
	err = group.Wait()
	return cmp.Or(shared.failed, err)
}

// coordinator hands tasks to the workers and saves their results.
type coordinator struct {
	tasks sync.Mutex // guards next
	next  func() (Task, error, bool)

	saving sync.Mutex // guards save and failed
	save   func([]Replicate) error
	failed error // first error of save
}

// task returns the next task, or false if there are no more.
func (c *coordinator) task() (Task, error, bool) {
	c.tasks.Lock()
	defer c.tasks.Unlock()
	return c.next()
}

// worker trains replicates one after another, and saves them.
type worker struct {
	design   *Design
	teachers []*teacher // by cell
	machines machinePair
	*coordinator
	finished []Replicate // not yet saved
	saved    time.Time   // time of the last save
}

func (w *worker) work(ctx context.Context) error {
	for {
		task, err, more := w.task()
		var r Replicate
		if err == nil && more {
			r, err = w.design.train(task, &w.machines, w.teachers[task.Cell-1], func() error { return w.pause(ctx) })
		}
		if err != nil || !more {
			return cmp.Or(w.flush(), err)
		}
		w.finished = append(w.finished, r)
	}
}

// pause saves the batch if it is due, and returns the context's error if the context is done.
func (w *worker) pause(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(w.finished) == 0 || len(w.finished) < batchSize && time.Since(w.saved) < batchAge {
		return nil
	}
	return w.flush()
}

// flush saves the finished replicates, unless an earlier save failed.
func (w *worker) flush() error {
	if len(w.finished) == 0 {
		return nil
	}
	w.saving.Lock()
	defer w.saving.Unlock()
	if w.failed == nil {
		w.failed = w.save(w.finished)
	}
	clear(w.finished) // lets their curves be freed
	w.finished, w.saved = w.finished[:0], time.Now()
	return w.failed
}
