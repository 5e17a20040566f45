package gametree

import (
	"context"
	"time"

	"menace/minimax"
)

// deadline is a context that also ends at a time on a clock.
type deadline struct {
	context.Context
	now func() time.Time
	end time.Time
}

// Err implements context.Context.
func (d deadline) Err() error {
	if err := d.Context.Err(); err != nil || d.now().Before(d.end) {
		return err
	}
	return context.DeadlineExceeded
}

// Within returns a context that ends after a time on a clock. It is for searches, which ask it whether it has ended; nobody
// waits for it.
func Within(ctx context.Context, now func() time.Time, limit time.Duration) context.Context {
	return deadline{ctx, now, now().Add(limit)}
}

// Rehearse searches for a moment, a tenth of a time at most: the first search would otherwise pay for a processor that
// wakes up and for memory that is touched for the first time.
func Rehearse(ctx context.Context, p Problem, o minimax.Options, now func() time.Time, limit time.Duration) {
	const rehearsal = 20 * time.Millisecond
	p.Search(Within(ctx, now, min(rehearsal, limit/10)), o)
}
