package live

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/match"
)

// MaxRuns is the number of machines that may train at the same time.
var MaxRuns = maxRuns()

func maxRuns() int {
	if inBrowser {
		return 1 // more would slow down the page
	}
	return max(4, runtime.NumCPU())
}

// Errors of a training run that cannot start now.
var (
	ErrTraining error = language.NewMessage("the machine is already training: stop it first")
	ErrFull     error = language.NewMessage("only {n} machines can train at a time: stop another first", "n", MaxRuns)
)

// backgroundRun is a training run in the background, with the state that others can see.
type backgroundRun struct {
	run     *Run
	machine *Machine // the machine that trains
	pace    Pace
	stop    context.CancelFunc

	// Guarded by the mutexes of the run's machines.
	curve     []arena.Point // of the machine since its first game
	published time.Time

	snapshot atomic.Pointer[Snapshot] // latest published state of the machine; nil if the run plays move by move
	shown    atomic.Pointer[GameView] // a game of the run, or nil
	played   atomic.Int64
	summary  atomic.Pointer[sentences.Sentence] // nil until the run ends
}

// Train starts a training run in the background, which continues after the context ends.
func (m *Machine) Train(ctx context.Context, t TrainOptions, p Pace) error {
	if m.running() != nil {
		return ErrTraining
	}
	r, err := m.prepareRun(ctx, t)
	if err != nil {
		return err
	}
	b := &backgroundRun{run: r, machine: m, pace: p}
	runs := m.machines.runs.Add(1)
	err = r.hold(func() (err error) {
		r.store = b
		if p.move == 0 {
			r.frames = newFrames(r.Agent.Career.Tally.Games(), t.Games)
		}
		if runs > int64(MaxRuns) {
			return ErrFull
		}
		if err = checkPlayable(r.Agent); err != nil {
			return err
		}
		if p.move > 0 {
			return r.db.CheckWritable(ctx)
		}
		if b.curve, err = r.db.Curve(ctx, r.Agent); err == nil {
			b.publish()
		}
		return err
	})
	if err != nil {
		m.machines.runs.Add(-1)
		r.release()
		return err
	}
	m.start(b)
	return nil
}

// start starts a run that has been prepared.
func (m *Machine) start(b *backgroundRun) {
	ctx, stop := context.WithCancel(m.machines.ctx)
	b.stop = stop
	m.latest.Store(b)
	host := m.Match(Host)
	host.mu.Lock()
	host.now.Message = nil
	host.mu.Unlock()
	m.machines.background.Go(func() {
		began := time.Now()
		var err error
		if b.pace.move > 0 {
			err = b.playMoves(ctx)
		} else {
			err = b.run.playGames(ctx, b.pace, b)
		}
		m.machines.runs.Add(-1)
		if b.pace.move > 0 {
			host.adopt(b)
		}
		b.summary.Store(new(b.summarize(time.Since(began), err)))
		m.notify(Host)
		stop()
	})
	m.notify(Host)
}

// Played implements [Observer]. It publishes the run to the host at intervals.
func (b *backgroundRun) Played(games int64) {
	interval := 160 * time.Millisecond
	if inBrowser {
		interval = time.Second // drawing the page stops the training
	}
	b.played.Store(games)
	if time.Since(b.published) >= interval {
		b.publish()
		b.machine.notify(Host)
	}
}

// Waiting implements [Observer].
func (*backgroundRun) Waiting(time.Duration) {}

// publish publishes the current state of the machine, and the next game of the run.
func (b *backgroundRun) publish() {
	r := b.run
	b.published = time.Now()
	b.curve = extendCurve(b.curve, r.Agent.Career.Curve)
	b.snapshot.Store(&Snapshot{r.Agent.Name, r.Agent.Machine.Copy(), r.Agent.Career.Tally, slices.Clip(b.curve),
		r.Agent.ChangedOutside()})
	if !r.training.Bankrupt() {
		g, e := r.preview()
		b.shown.Store(&GameView{Game: g, Ended: e, Other: r.nextOpponent(), Passing: true, Teaches: true})
	}
}

// Save implements [saver]. It copies the new points of the curve first, because saving clears them.
func (b *backgroundRun) Save(ctx context.Context, agents ...*data.Agent) error {
	b.curve = extendCurve(b.curve, b.run.Agent.Career.Curve)
	return b.run.db.Save(ctx, agents...)
}

// extendCurve appends the points that lie after the end of a curve.
func extendCurve(curve, more []arena.Point) []arena.Point {
	for _, p := range more {
		if n := len(curve); n == 0 || p.Games > curve[n-1].Games {
			curve = append(curve, p)
		}
	}
	return curve
}

// playMoves plays games move by move, and publishes each position.
func (b *backgroundRun) playMoves(ctx context.Context) error {
	r := b.run
	defer r.release()
	for b.played.Load() < r.options.Games && ctx.Err() == nil {
		other := r.nextOpponent()
		show := func(g *match.Game, ended *Ended) {
			b.shown.Store(&GameView{Game: g.Clone(), Ended: ended, Other: other, Watches: true, Teaches: true})
			b.machine.notify(Host)
			rest(ctx, b.pace.move)
		}
		var game *match.Game
		ended, err := r.watch(ctx, func(g *match.Game) error {
			game = g
			show(g, nil)
			if g.Over() {
				return nil
			}
			return ctx.Err()
		})
		switch {
		case errors.Is(err, context.Canceled):
			b.shown.Store(nil)
			return nil
		case ended == nil:
			return err
		}
		b.played.Add(1)
		show(game, ended)
	}
	return nil
}

// Stop stops the training run in the background. The games that it has played are stored.
func (m *Machine) Stop() {
	if b := m.latest.Load(); b != nil {
		b.stop()
	}
}

// summarize describes how the run ended.
func (b *backgroundRun) summarize(took time.Duration, err error) sentences.Sentence {
	if err != nil {
		return sentences.Failed(err)
	}
	played, games, seconds := b.played.Load(), b.run.options.Games, max(took.Seconds(), 0.1)
	return func(in sentences.In) string {
		places := []any{"n", played, "games", games, "against", in.Against(b.run.options.Opponent),
			"seconds", in.Fixed(seconds, 1)}
		switch {
		case played < games:
			return in.Text("Stopped after {n} games of {games} {against}; they are saved.", places...)
		case took < 100*time.Millisecond:
			return in.Text("Trained {n} games {against} in less than {seconds} s.", places...)
		}
		return in.Text("Trained {n} games {against} in {seconds} s.", places...)
	}
}

// Progress is the state of a training run in the background.
type Progress struct {
	Running       bool
	Played, Games int64
	Text          sentences.Sentence // or nil
}

// Progress returns the state of the current training run, or the summary of the last.
func (m *Machine) Progress() Progress {
	b := m.latest.Load()
	if b == nil {
		return Progress{}
	}
	p := Progress{Games: b.run.options.Games}
	if summary := b.summary.Load(); summary != nil {
		p.Text = *summary
		return p
	}
	p.Running = true
	opponent := b.run.options.Opponent
	p.Text = func(in sentences.In) string {
		return in.Text("{n} games {against}, move by move", "n", p.Games, "against", in.Against(opponent))
	}
	if b.pace.move == 0 {
		p.Played = b.played.Load()
		p.Text = func(in sentences.In) string {
			return in.Text("{played} of {n} games {against}", "played", p.Played, "n", p.Games,
				"against", in.Against(opponent))
		}
	}
	return p
}
