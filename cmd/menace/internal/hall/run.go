package hall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// Drive says how to train a machine.
type Drive struct {
	Opponent  string // as [lab.TrainOptions]
	BothLearn bool   // likewise
	Games     int64
	Pace      Pace
}

// Pace is how fast a machine trains.
type Pace struct {
	Name, Says string
	move       time.Duration // for each move, which is shown on the board; 0 plays whole games
	games      int64         // a second; 0 as fast as it goes
}

// Paces are those that there are, the fastest first.
var Paces = []Pace{
	{Name: "fast", Says: "fastest"},
	{Name: "games", Says: "200 games/s", games: 200},
	{Name: "moves", Says: "5 moves/s", move: 200 * time.Millisecond},
	{Name: "slow", Says: "1 move/s", move: time.Second},
}

// PaceOf returns the pace of a name, or the first if that is "".
func PaceOf(name string) (Pace, error) {
	var names []string
	for _, p := range Paces {
		if p.Name == name || name == "" {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Pace{}, fmt.Errorf("unknown pace %q; there are %s", name, strings.Join(names, ", "))
}

// Run is a training in the background. It never waits for anybody who looks on.
type Run struct {
	Drive
	stop     context.CancelFunc
	training *lab.Training
	made     time.Time             // the machine that trains
	live     atomic.Pointer[State] // the latest of a run that plays whole games
	over     bool                  // as said, guarded by the table
	said     string
}

// watched reports whether the moves of a run are shown on the board.
func (r *Run) watched() bool { return r.Pace.move > 0 }

// frequency is how often the state of a run is shown: more than four times a second.
const frequency = 160 * time.Millisecond

// AtOnce is how many machines may train at a time: more would only slow each other down.
var AtOnce = max(4, runtime.NumCPU())

// The errors of a training that cannot begin now.
var (
	ErrTraining = errors.New("MENACE is training already: stop that first")
	ErrFull     = fmt.Errorf("%d machines are training, which is as many as can at a time: stop one of them first", AtOnce)
)

// Train starts a run of training in the background, which outlives whoever asked for it.
func (t *Table) Train(name string, d Drive) error {
	t.host.Lock()
	defer t.host.Unlock()
	if t.going() != nil {
		return ErrTraining
	}
	if t.hall.trainings.Add(1) > int64(AtOnce) {
		t.hall.trainings.Add(-1)
		return ErrFull
	}
	ctx, stop := context.WithCancel(t.hall.context)
	r := &Run{Drive: d, stop: stop}
	begin := t.whole
	if r.watched() {
		begin = t.watch
	}
	t.saving.Lock()
	work, err := begin(ctx, name, r)
	if err == nil {
		t.training, r.made = r.training, r.training.Agent.Created
	}
	t.saving.Unlock()
	if err != nil {
		t.hall.trainings.Add(-1)
		stop()
		return err
	}
	t.start(r)
	t.hall.running.Go(func() {
		began := time.Now()
		played, err := work()
		t.hall.trainings.Add(-1)
		t.release(r.training)
		t.change(func() { t.finish(r, r.summary(played, time.Since(began), err)) })
		stop()
	})
	t.ring(Host)
	return nil
}

// start makes a run the last of the table. It is called by the host.
func (t *Table) start(r *Run) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.run = r; t.seats[Host] != nil {
		t.seats[Host].Said = ""
	}
}

// finish says how a run has ended.
func (t *Table) finish(r *Run, said string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	r.over, r.said = true, said
}

// Stop ends a run of training: what was played is saved.
func (t *Table) Stop() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.run != nil {
		t.run.stop()
	}
}

// summary says how a run ended.
func (r *Run) summary(played int64, took time.Duration, err error) string {
	switch {
	case err != nil:
		return words.Sentence(err.Error()) + "."
	case played < r.Games:
		return fmt.Sprintf("Stopped after %s of %s against %s; they are saved.", words.Plural(played, "game"), words.Count(r.Games), r.Opponent)
	}
	in := fmt.Sprintf("in %.1f s", took.Seconds())
	if took < 100*time.Millisecond {
		in = "in less than 0.1 s"
	}
	return fmt.Sprintf("Trained %s against %s %s.", words.Plural(played, "game"), r.Opponent, in)
}

// whole prepares a run that plays whole games.
func (t *Table) whole(ctx context.Context, name string, r *Run) (func() (int64, error), error) {
	l := t.hall.lab
	training, err := l.NewTraining(ctx, lab.TrainOptions{
		Agent: name, Games: r.Games, Opponent: r.Opponent, BothLearn: r.BothLearn, Seed: lab.NoSeed,
	})
	if err != nil {
		return nil, err
	}
	if training.Created {
		return nil, fmt.Errorf("agent %q was deleted", name)
	}
	if training.Bankrupt() {
		return nil, &lab.BankruptError{Agent: name, Rules: training.Agent.Machine.Rules()}
	}
	curve, err := l.Curve(ctx, training.Agent)
	if err != nil {
		return nil, err
	}
	r.training = training
	pace := r.Pace.games
	training.Stride = min(pace, cmp.Or(pace/20, 1))
	r.live.Store(snapshot(training, curve, 0))
	return func() (int64, error) {
		began, shown := time.Now(), time.Time{}
		if pace > 0 {
			training.Rest = func(played int64) {
				rest(ctx, time.Until(began.Add(time.Duration(played)*time.Second/time.Duration(pace))))
			}
		}
		err := training.Run(ctx, r.Games, func(played int64) {
			curve = extend(curve, training.Agent.Career.Curve)
			if time.Since(shown) >= frequency {
				shown = time.Now()
				r.live.Store(snapshot(training, curve, played))
				t.ring(Host)
			}
		})
		return training.Session.Games, err
	}, nil
}

// snapshot copies the state of a training. The copy of the curve shares the points, which do not change.
func snapshot(t *lab.Training, curve []arena.Point, played int64) *State {
	s := &State{Machine: *t.Agent.Machine, Tally: t.Agent.Career.Tally, Curve: curve[:len(curve):len(curve)], Played: played}
	if !t.Bankrupt() {
		game, end := t.Ahead()
		s.ahead = &Seat{Game: game, End: &end, Other: t.Playing(), Passing: true, teaches: true}
	}
	return s
}

// extend adds to a curve the points that come after it.
func extend(curve, more []arena.Point) []arena.Point {
	for _, p := range more {
		if n := len(curve); n == 0 || p.Games > curve[n-1].Games {
			curve = append(curve, p)
		}
	}
	return curve
}

// rest waits, unless the context ends before.
func rest(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// going returns the run of training that goes on, or nil.
func (t *Table) going() *Run {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.run == nil || t.run.over {
		return nil
	}
	return t.run
}

// Busy reports whether nobody can play here since the machine is training. It is called while somebody looks at the seat.
func (s *Seat) Busy() bool { return s.who == Host && s.table.going() != nil }

// Progress is how far a training is.
type Progress struct {
	Running       bool
	Played, Games int64
	Says          string
}

// Progress describes the training of the machine. It is called while the host looks.
func (s *Seat) Progress() (p Progress) {
	s.table.mutex.Lock()
	defer s.table.mutex.Unlock()
	r := s.table.run
	if r == nil {
		return p
	}
	p = Progress{Running: !r.over, Games: r.Games, Says: r.said}
	if l := r.live.Load(); p.Running && l != nil {
		p.Played = l.Played
		p.Says = fmt.Sprintf("%s of %s against %s", words.Count(p.Played), words.Plural(p.Games, "game"), r.Opponent)
	} else if p.Running {
		p.Says = fmt.Sprintf("%s against %s, move by move", words.Plural(p.Games, "game"), r.Opponent)
	}
	return p
}
