package experiment

import (
	"cmp"
	"context"
	"iter"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// A worker saves what it has finished after this long, or when it has this many.
const (
	batchAge  = 50 * time.Millisecond
	batchSize = 1000
)

// Run trains the replicates that tasks names, with several workers at once, and hands them to save in
// batches, in any order, one batch at a time. The worker that trained a batch saves it, so each worker
// keeps one core busy and no more. A worker holds at most one batch in memory.
//
// It stops at the first error of tasks or save, and when the context ends, and returns that error.
// Finished replicates are saved even then, unless save itself failed: it is not called again, and its
// error takes precedence.
func (d *Design) Run(ctx context.Context, workers int, tasks iter.Seq2[Task, error], save func([]Replicate) error) error {
	teachers, err := d.teachers()
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(tasks)
	defer stop()
	shared := &office{next: next, save: save}
	group, ctx := errgroup.WithContext(ctx)
	for range workers {
		w := &worker{design: d, teachers: teachers, office: shared, saved: time.Now()}
		group.Go(func() error { return w.work(ctx) })
	}
	err = group.Wait()
	return cmp.Or(shared.failed, err)
}

// office is what the workers share.
type office struct {
	asking sync.Mutex
	next   func() (Task, error, bool)

	saving sync.Mutex
	save   func([]Replicate) error
	failed error // the first of save
}

// task returns the next task, or false when there are no more.
func (o *office) task() (Task, error, bool) {
	o.asking.Lock()
	defer o.asking.Unlock()
	return o.next()
}

// put saves a batch, unless saving has failed before.
func (o *office) put(list []Replicate) error {
	o.saving.Lock()
	defer o.saving.Unlock()
	if o.failed == nil {
		o.failed = o.save(list)
	}
	return o.failed
}

// worker trains replicates one after another, and saves them.
type worker struct {
	design   *Design
	teachers []*teacher // by cell
	machines pair       // which it trains
	office   *office
	finished []Replicate // and not yet saved
	saved    time.Time   // when it last saved
}

// work trains what there is to train.
func (w *worker) work(ctx context.Context) error {
	for {
		task, err, more := w.office.task()
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

// pause saves a batch that is due, and returns the error of a context that has ended.
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
	err := w.office.put(w.finished)
	clear(w.finished) // their curves are not needed any more
	w.finished, w.saved = w.finished[:0], time.Now()
	return err
}
