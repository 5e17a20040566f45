package live

import (
	"context"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
)

// watch plays the next game move by move and calls show after each move. Then the agents learn from the game and are
// stored, even if the context has ended. If show returns an error, the game does not count. If a learner is bankrupt,
// watch plays no game and returns nil.
func (r *Run) watch(ctx context.Context, show func(*match.Game) error) (e *Ended, err error) {
	var g *match.Game
	var opponent arena.Player
	err = r.hold(func() error {
		if !r.training.Bankrupt() {
			g, opponent = r.beginNext()
		}
		return nil
	})
	if g == nil {
		return nil, err
	}
	for !g.Over() {
		step(g, opponent)
		if err := show(g); err != nil {
			return nil, err
		}
	}
	err = r.hold(func() error {
		advanceRandom(r.training.Random, g)
		r.training.ScheduleGames++
		if r.options.NoLearn {
			e = conclude(r.Agent.Machine, nil, g)
			return nil
		}
		if r.Rival != nil {
			r.Rival.Machine.Recall(opponent.(*menace.Machine).Drawn())
			r.Rival.Career.End(g.Outcome(), g.Resigned() != "")
		}
		e = conclude(r.Agent.Machine, r.Agent.Career, g)
		return r.save(ctx)
	})
	if err != nil {
		return nil, notSaved(err, g)
	}
	return e, nil
}

// beginNext begins the next game of the run, with a copy of an opponent that learns.
func (r *Run) beginNext() (g *match.Game, opponent arena.Player) {
	r.training.NextOpponent()
	opponent = r.training.Opponent
	if r.Rival != nil {
		opponent = r.Rival.Machine.Copy()
	}
	return match.Begin(r.Agent.Machine, *r.training.Random), opponent
}

// step makes the next move of either side in a game.
func step(g *match.Game, opponent arena.Player) {
	if g.MachineMoves() {
		g.Move()
	} else {
		g.Ask(opponent)
	}
}

// preview plays the next game of the run on copies, and returns it with its future effect on the agent. While the run
// plays, only its [Observer] may call preview.
func (r *Run) preview() (*match.Game, *Ended) {
	g, opponent := r.beginNext()
	for !g.Over() {
		step(g, opponent)
	}
	machine := r.Agent.Machine.Copy()
	return g, conclude(machine, &arena.Career{Learner: machine, Side: machine.Rules().Plays}, g)
}
