package match

import (
	"math"
	"math/rand/v2"

	"menace/menace"
	"menace/menace/arena"
)

// Match is a series of games against one machine. Several games may be open at a time. A game changes the machine only
// when it ends.
type Match struct {
	machine *menace.Machine
	career  *arena.Career // nil if the machine does not learn
	seed    int64         // seed of the next game
	tally   arena.Tally
	before  float64 // loss rate at the start
}

// New returns a match against a machine. If career is not nil, the machine, which must be the career's Learner, learns.
// Games get consecutive seeds starting with this one; the largest int64 is followed by 0.
func New(machine *menace.Machine, career *arena.Career, seed int64) *Match {
	m := &Match{machine: machine, career: career, seed: seed & math.MaxInt64}
	m.before = m.LossRate()
	return m
}

// Start returns the next game, against a copy of the current machine. A game that is never ended does not count.
func (m *Match) Start() *Game {
	g := Seeded(m.machine, m.seed)
	m.seed = (m.seed + 1) & math.MaxInt64
	return g
}

// StartWith returns a game like Start, but with a copy of this generator instead of a seed.
func (m *Match) StartWith(random rand.PCG) *Game { return Begin(m.machine, random) }

// End counts a finished game of this match, and lets the machine learn from it if it has a career. It returns the
// change in each box from which a bead was drawn, in order. Call it once per game.
func (m *Match) End(g *Game) []Lesson {
	m.tally.Add(g.side, g.Outcome(), g.Resigned() == g.side, 1)
	if m.career == nil {
		return nil
	}
	return Learn(m.machine, m.career, g)
}

// Seed returns the seed of the next game.
func (m *Match) Seed() int64 { return m.seed }

// Score returns the results of the games, for the machine.
func (m *Match) Score() arena.Tally { return m.tally }

// LossRate returns the exact probability that the current machine loses to perfect play.
func (m *Match) LossRate() float64 {
	return arena.Measure(m.machine, m.machine.Rules().Plays, arena.Tally{}).Perfect.Loss
}

// LossRateBefore returns LossRate as it was at the start of the match.
func (m *Match) LossRateBefore() float64 { return m.before }
