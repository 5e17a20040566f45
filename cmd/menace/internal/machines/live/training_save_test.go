package live

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"menace/data"
	"menace/data/datatest"
	"menace/menace"
)

// saveFunc is a [saver].
type saveFunc func(context.Context, ...*data.Agent) error

func (f saveFunc) Save(ctx context.Context, all ...*data.Agent) error { return f(ctx, all...) }

// testObserver calls played after each block of games, and counts how often the run waits.
type testObserver struct {
	played func(games int64)
	waits  int
}

func (o *testObserver) Played(games int64)    { o.played(games) }
func (o *testObserver) Waiting(time.Duration) { o.waits++ }

// TestBusyAtTheEnd checks that a run that has ended waits for the process that holds the database, and that, if it
// waits too long or is interrupted, it reports how many games are lost.
func TestBusyAtTheEnd(t *testing.T) {
	busy := fmt.Errorf("menace.db is %w", data.ErrBusy)
	full := errors.New("no space left")
	for name, c := range map[string]struct {
		free  time.Duration // time at which the other process ends
		then  error
		ended time.Duration // time at which the context ends; 0 for never
		want  string        // the error
		took  time.Duration
	}{
		"at once": {0, nil, 0, "", 0},
		"soon":    {10 * time.Second, nil, 0, "", 10 * time.Second},
		"never":   {time.Hour, nil, 0, "menace.db is busy; the last 100 games are not saved", time.Minute},
		"interrupted": {time.Hour, nil, 3500 * time.Millisecond,
			"menace.db is busy; the last 100 games are not saved", 3500 * time.Millisecond},
		"interrupted before": {10 * time.Second, nil, -1, "", 10 * time.Second},
		"then full": {10 * time.Second, full, 0, "no space left; the last 100 games are not saved",
			10 * time.Second},
		"full at once": {0, full, 0, "no space left; the last 100 games are not saved", 0},
	} {
		run := NewMachines(datatest.Open(t, "")).newRun(t, TrainOptions{Agent: "a", Games: 100, Seed: 1, Rules: menace.Michie()})
		synctest.Test(t, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			start, saves := time.Now(), 0
			run.store = saveFunc(func(context.Context, ...*data.Agent) error {
				saves++
				switch {
				case saves == 1: // the save at the beginning
					return nil
				case time.Since(start) < c.free:
					return busy
				}
				return c.then
			})
			if c.ended > 0 {
				time.AfterFunc(c.ended, end)
			}
			by := &testObserver{played: func(int64) {
				if c.ended < 0 {
					end()
				}
			}}
			err := run.Do(ctx, by)
			if took := time.Since(start); err == nil && c.want != "" || err != nil && err.Error() != c.want ||
				took != c.took {
				t.Errorf("%s: got %v after %v, want %q after %v", name, err, took, c.want, c.took)
			}
			if want := min(int(c.free), 1); by.waits != want {
				t.Errorf("%s: it announced %d times that it waits", name, by.waits)
			}
		})
	}
}

// TestBusyAtTheStart checks that a run that cannot save at its start fails without waiting.
func TestBusyAtTheStart(t *testing.T) {
	run := NewMachines(datatest.Open(t, "")).newRun(t, TrainOptions{Agent: "a", Games: 100, Seed: 1, Rules: menace.Michie()})
	run.store = saveFunc(func(context.Context, ...*data.Agent) error { return data.ErrBusy })
	if err := run.Do(t.Context(), Unobserved{}); !errors.Is(err, data.ErrBusy) ||
		strings.Contains(err.Error(), "saved") {
		t.Errorf("got %v", err)
	}
}
