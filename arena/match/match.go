// Package match plays a machine against somebody else on one board: whose turn it is, where on the
// board the machine's beads lie, taking back, and what the machine learned from a game.
//
// The packages below go from orbit to orbit; here a position lies as people see it. The package
// never asks a person for a move, prints nothing and stores nothing.
package match

import (
	"math"
	"math/rand/v2"

	"menace/arena"
	"menace/menace"
	"menace/symmetry"
)

// Match is a series of games against one machine. Several may be open at a time: a game stands
// apart from the machine, which learns from it when it ends.
type Match struct {
	machine *menace.Machine
	career  *arena.Career // nil when the machine does not learn
	seed    int64         // of the next game
	tally   arena.Tally
	before  float64
}

// New returns a match against a machine. It learns if it has a career, whose learner it then is. The
// first game has this seed, each later one a seed greater by one; the greatest int64 is followed by 0.
func New(machine *menace.Machine, career *arena.Career, seed int64) *Match {
	m := &Match{machine: machine, career: career, seed: seed & math.MaxInt64}
	m.before = m.LossRate()
	return m
}

// Start returns the next game, against the machine as it now is. A game that is never ended counts for
// nothing.
func (m *Match) Start() *Game {
	g := m.StartWith(*arena.NewRandom(m.seed))
	g.seed, m.seed = m.seed, (m.seed+1)&math.MaxInt64
	return g
}

// StartWith returns a game as Start does, but with draws from a copy of random and no seed.
func (m *Match) StartWith(random rand.PCG) *Game {
	graph := m.machine.Graph()
	return &Game{
		graph: graph, side: m.machine.Rules().Plays, begun: random,
		moment: moment{machine: *m.machine, random: random, position: graph.Code(symmetry.Start)},
	}
}

// End counts a game of this match that is over, and the machine learns from it if it has a career.
// It returns what became of each box from which a bead was drawn, in order. Call it once a game.
func (m *Match) End(g *Game) []Lesson {
	end, resigned := g.Outcome(), g.Resigned() == g.side
	m.tally.Add(g.side, end, resigned, 1)
	if m.career == nil {
		return nil
	}
	m.machine.Recall(g.machine.Drawn())
	before := *m.machine
	m.career.End(end, resigned)
	return lessons(g.turns, &before, m.machine)
}

// Seed returns the seed of the next game.
func (m *Match) Seed() int64 { return m.seed }

// Score returns how the games ended, for the machine.
func (m *Match) Score() arena.Tally { return m.tally }

// LossRate returns the exact probability that the machine, as it now is, loses to perfect play.
func (m *Match) LossRate() float64 {
	return arena.Measure(m.machine, m.machine.Rules().Plays, arena.Tally{}).Perfect.Loss
}

// LossRateBefore returns what LossRate was when the match began.
func (m *Match) LossRateBefore() float64 { return m.before }
