// Package learners is what else has learned such games: Michie's own program of 1963, and the methods that courses teach
// today. Each stands in a file that names its source, and all in one [Table].
//
// They see what the beads see: a position up to symmetry is one, and so are moves that are the same in it. They know
// nothing of a position but the moves made there and how those games ended, for +1, 0 or −1, and a move that is forced is
// none of theirs. A learner is one goroutine's at a time. The package knows no storage and no people.
package learners

import (
	"menace/arena"
	"menace/symmetry"
)

// Method is a way to learn.
type Method struct {
	Name       string
	Meaning    string // a phrase
	Parameters []Parameter

	start func(memory, given) arena.Learner
}

// Parameter is a number that a method takes.
type Parameter struct {
	Name                 string
	Meaning              string  // a phrase
	Default, Least, Most float64 // a default never changes: stored experiments name what differs from it
	Whole                bool    // it is a whole number
}

// given holds the parameters of a learner by name.
type given map[string]float64

// Table lists the methods. A new one needs its file, and its place here.
var Table = []Method{pegasusMethod, qMethod, sarsaMethod, monteCarloMethod, softmaxMethod, reinforceMethod}

// memory is what learners have in common: a number for each move of each position, and the game that is on.
type memory struct {
	graph  *symmetry.Graph
	side   symmetry.Side
	values []float64 // by edge of the graph

	trail [trailLength]step // the moves of the game that is on; forced ones are not among them
	steps int
}

// trailLength is more than the moves of a player in a game, and a power of two.
const trailLength = 8

// step is a move that was chosen.
type step struct {
	at   symmetry.Star
	edge uint16
}

// choose notes a move and returns where it leads.
func (m *memory) choose(at symmetry.Star, edge uint16) symmetry.Orbit {
	m.trail[m.steps&(trailLength-1)] = step{at, edge}
	m.steps++
	return m.graph.Edges()[edge]
}

// end forgets the game that is on, and returns the moves chosen in it, in order, and what it was worth.
func (m *memory) end(end symmetry.Outcome) (moves []step, reward float64) {
	moves, m.steps = m.trail[:m.steps], 0
	switch end {
	case symmetry.Drawn:
		return moves, 0
	case symmetry.Win(m.side):
		return moves, 1
	}
	return moves, -1
}

// Graph returns the game that it plays.
func (m *memory) Graph() *symmetry.Graph { return m.graph }

// Bankrupt returns false: no position is ever without a move.
func (m *memory) Bankrupt() bool { return false }

// Counts returns nil: there are no beads.
func (m *memory) Counts() []int64 { return nil }

// own calls do with every position in which this player moves.
func (m *memory) own(do func(symmetry.Star)) {
	for moves, ply := range m.graph.Ongoing() {
		if symmetry.Turn(moves) == m.side {
			for _, at := range ply {
				do(at)
			}
		}
	}
}
