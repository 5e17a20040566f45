package live

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"menace/arena/match"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
)

// AtOnce is the number of machines that may train at the same time. In a browser, more would slow down the page.
var AtOnce = map[bool]int{false: max(4, runtime.NumCPU()), true: 1}[inBrowser]

// Errors of a training run that cannot start now.
var (
	ErrTraining = errors.New("the machine is already training: stop it first")
	ErrFull     = fmt.Errorf("only %s can train at a time: stop another first", words.Plural(AtOnce, "machine"))
)

// Train starts a training run in the background, which continues after the context ends.
func (o *Owner) Train(ctx context.Context, t TrainOptions, p Pace) error {
	if o.running() != nil {
		return ErrTraining
	}
	r, err := o.prepareRun(ctx, t)
	if err != nil {
		return err
	}
	r.pace = p
	runs := o.registry.runs.Add(1)
	err = r.hold(func() (err error) {
		if runs > int64(AtOnce) {
			return ErrFull
		}
		if err = playable(r.Agent); err != nil {
			return err
		}
		if p.move > 0 {
			return r.lab.Writable(ctx)
		}
		if r.curve, err = r.lab.Curve(ctx, r.Agent); err == nil {
			r.publish()
		}
		return err
	})
	if err != nil {
		o.registry.runs.Add(-1)
		r.release()
		return err
	}
	o.start(r)
	return nil
}

// start starts a run that has been prepared.
func (o *Owner) start(r *Run) {
	ctx, stop := context.WithCancel(o.registry.ctx)
	r.stop = stop
	o.latest.Store(r)
	host := o.Match(Host)
	host.mu.Lock()
	host.now.Message = ""
	host.mu.Unlock()
	o.registry.background.Go(func() {
		began, do := time.Now(), r.playGames
		if r.pace.move > 0 {
			do = r.playMoves
		}
		err := do(ctx, o)
		o.registry.runs.Add(-1)
		if r.pace.move > 0 {
			host.adopt(r)
		}
		r.summary.Store(new(r.summarize(time.Since(began), err)))
		o.notify(Host)
		stop()
	})
	o.notify(Host)
}

// playGames plays whole games, and publishes a snapshot of the machine at intervals.
func (r *Run) playGames(ctx context.Context, o *Owner) error {
	published, interval := time.Now(), 160*time.Millisecond
	if inBrowser {
		interval = time.Second // drawing the page stops the training
	}
	return r.Do(ctx, func(played int64) {
		r.played.Store(played)
		if time.Since(published) >= interval {
			published = time.Now()
			r.publish()
			o.notify(Host)
		}
	})
}

// publish lets viewers see the machine as it is now, and the next game of the run.
func (r *Run) publish() {
	r.curve = extend(r.curve, r.Agent.Career.Curve)
	r.snapshot.Store(&Snapshot{r.Agent.Name, *r.Agent.Machine, r.Agent.Career.Tally, slices.Clip(r.curve)})
	if !r.training.Bankrupt() {
		g, e := r.Ahead()
		r.shown.Store(&GameView{Game: g, Ended: e, Other: r.Playing(), Passing: true, Teaches: true})
	}
}

// playMoves plays games move by move, and publishes each position.
func (r *Run) playMoves(ctx context.Context, o *Owner) error {
	defer r.release()
	for r.played.Load() < r.options.Games && ctx.Err() == nil {
		other := r.Playing()
		show := func(g *match.Game, ended *Ended) {
			r.shown.Store(&GameView{Game: g.Clone(), Ended: ended, Other: other, Watches: true, Teaches: true})
			o.notify(Host)
			rest(ctx, r.pace.move)
		}
		var game *match.Game
		ended, err := r.Watch(ctx, func(g *match.Game) error {
			game = g
			show(g, nil)
			if g.Over() {
				return nil
			}
			return ctx.Err()
		})
		switch {
		case errors.Is(err, context.Canceled):
			r.shown.Store(nil)
			return nil
		case ended == nil:
			return err
		}
		r.played.Add(1)
		show(game, ended)
	}
	return nil
}

// Stop stops the training run in the background. The games that it has played are stored.
func (o *Owner) Stop() {
	if r := o.latest.Load(); r != nil {
		r.stop()
	}
}

// summarize returns a sentence about how the run ended.
func (r *Run) summarize(took time.Duration, err error) string {
	played, opponent := r.played.Load(), sentences.Against(r.options.Opponent)
	switch {
	case err != nil:
		return words.Sentence(err.Error()) + "."
	case played < r.options.Games:
		return fmt.Sprintf("Stopped after %s of %s against %s; they are saved.",
			words.Plural(played, "game"), words.Count(r.options.Games), opponent)
	}
	in := fmt.Sprintf("in %.1f s", took.Seconds())
	if took < 100*time.Millisecond {
		in = "in less than 0.1 s"
	}
	return fmt.Sprintf("Trained %s against %s %s.", words.Plural(played, "game"), opponent, in)
}

// Progress is the state of a training run in the background.
type Progress struct {
	Running       bool
	Played, Games int64
	Text          string
}

// Progress returns the state of the current training run, or the summary of the last.
func (o *Owner) Progress() Progress {
	r := o.latest.Load()
	if r == nil {
		return Progress{}
	}
	p := Progress{Games: r.options.Games}
	if summary := r.summary.Load(); summary != nil {
		p.Text = *summary
		return p
	}
	p.Running = true
	p.Text = fmt.Sprintf("%s against %s", words.Plural(p.Games, "game"), sentences.Against(r.options.Opponent))
	if r.pace.move > 0 {
		p.Text += ", move by move"
	} else {
		p.Played = r.played.Load()
		p.Text = words.Count(p.Played) + " of " + p.Text
	}
	return p
}
