package lab

import (
	"menace/arena"
	"menace/arena/match"
)

// Ahead plays the very next game of a training on copies of all that takes part, and returns it with what it will make of
// the agent. The training does not notice. It is called from progress, or while the training does not run.
func (t *Training) Ahead() (*match.Game, Ended) {
	machine := *t.Agent.Machine
	t.Meet()
	opponent := t.Opponent
	if t.Rival != nil {
		rival := *t.Rival.Machine
		opponent = &rival
	}
	m := match.New(&machine, &arena.Career{Learner: &machine, Side: machine.Rules().Plays}, 0)
	g := m.StartWith(*t.Random)
	for !g.Over() {
		if g.MachineMoves() {
			g.Move()
		} else {
			g.Ask(opponent)
		}
	}
	return g, ended(m, &machine, g, m.End(g), m.LossRateBefore())
}
