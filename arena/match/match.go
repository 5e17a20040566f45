// Package match is a machine and somebody else at one board: whose turn it is, where on the board
// the machine's beads lie, taking back, and what the machine learned from a game.
//
// The packages below go from orbit to orbit; here a position lies as people see it. The package
// asks nobody for a move, prints nothing and stores nothing.
package match

import (
	"math/rand/v2"

	"menace/arena"
	"menace/menace"
)

// Match is a row of games of one machine.
type Match struct {
	machine *menace.Machine
	random  *rand.PCG
	career  *arena.Career // nil when the machine does not learn
	tally   arena.Tally
	before  float64
}

// New returns a match of a machine, which draws by random. It learns if it has a career, whose
// learner it then is.
func New(machine *menace.Machine, random *rand.PCG, career *arena.Career) *Match {
	m := &Match{machine: machine, random: random, career: career}
	m.before = m.LossRate()
	return m
}

// Start returns the next game. A game that is left before its end counts for nothing, but has to
// be abandoned before another starts: see [Game.Abandon].
func (m *Match) Start() *Game {
	g := &Game{machine: m.machine, random: m.random, mark: m.machine.Rules().Plays.Mark()}
	g.start = g.moment()
	return g
}

// End closes a game that is over: it counts, and the machine learns from it, unless it has no
// career: then it is as it was before the game. It returns what became of each box from which
// a bead was drawn, in order.
func (m *Match) End(g *Game) []Lesson {
	end, resigned := g.Outcome(), g.Resigned() == g.mark
	m.tally.Add(g.mark, end, resigned, 1)
	if m.career == nil {
		*m.machine = g.start.machine
		return nil
	}
	m.career.End(end, resigned)
	return g.lessons()
}

// Learns tells whether the machine learns from the games.
func (m *Match) Learns() bool { return m.career != nil }

// Score returns how the games ended, for the machine.
func (m *Match) Score() arena.Tally { return m.tally }

// RunningTotal returns the score of the match as Michie kept it in 1961.
func (m *Match) RunningTotal() int64 { return m.tally.Score() }

// LossRate returns the exact probability that the machine, as it now is, loses to perfect play.
func (m *Match) LossRate() float64 {
	return arena.Evaluate(m.machine, m.machine.Rules().Plays.Mark(), arena.Perfect).Loss
}

// LossRateBefore returns what LossRate was before the first game.
func (m *Match) LossRateBefore() float64 { return m.before }
