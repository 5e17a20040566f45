package main

import (
	"context"
	"time"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/data"
)

// watched is a player who is watched. The games are a run of training, move by move.
type watched struct {
	*sitting
	run *trainee
}

// watch shows games of an agent against another player.
func (p *program) watch(ctx context.Context, db *data.DB, a *data.Agent, o playOptions) error {
	if o.learn {
		o.seed = o.seedOr(a.Seed)
		if err := a.Reseed(o.seed); err != nil {
			return err
		}
	}
	run, err := newTrainee(ctx, db, a, trainOptions{agent: o.agent, games: o.games, opponent: o.opponent})
	if err != nil {
		return err
	}
	s := p.sitDown(a, o)
	if !o.learn {
		run.freeze()
		run.training.Random = arena.NewRandom(o.seed)
	}
	s.opposite = &watched{s, run}
	s.greet()
	if run.rival != nil {
		s.say("%s too.", s.opposite.name().does("learn"))
	}
	return s.hold(ctx)
}

func (w *watched) name() name { return name(w.run.session.Opponent) }

func (w *watched) begin(m *match.Match) *match.Game { return m.StartWith(*w.run.training.Random) }

func (w *watched) move(ctx context.Context, g *match.Game) error {
	if square := g.Ask(w.run.training.Opponent); square != board.None {
		w.say("%s takes %d.", w.name(), square.Number())
	}
	return w.see(ctx, g)
}

func (w *watched) see(ctx context.Context, g *match.Game) error {
	return w.look(ctx, g.Board(), w.options.delay)
}

func (w *watched) save(ctx context.Context, g *match.Game) error {
	*w.run.training.Random = g.Random()
	if !w.options.learn {
		return nil
	}
	if rival := w.run.training.Rival; rival != nil {
		rival.End(g.Outcome(), g.Resigned() != board.Empty)
	}
	return w.run.save(ctx)
}

// rest ends the match when the other player has learned to resign every game.
func (w *watched) rest(context.Context) error {
	if w.run.training.Bankrupt() {
		w.say("\n%s is bankrupt, and would resign every game from now on.", w.name())
		return errLeft
	}
	return nil
}

// look shows a position for a while.
func (p *program) look(ctx context.Context, b board.Board, delay time.Duration) error {
	p.showBoard(b)
	select {
	case <-ctx.Done():
	case <-time.After(delay):
	}
	return ctx.Err()
}
