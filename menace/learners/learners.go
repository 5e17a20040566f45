// Package learners holds other methods of learning to play: Michie's own program of 1963, the Unix program ttt of 1973,
// and the methods that courses teach today. Each has a file that names its source, and [Table] lists them all.
//
// They work on the same data as the beads: positions and moves that are equal up to symmetry count as one. They learn
// only from the moves made and the result of the game, +1, 0 or −1. They learn nothing from a forced move. A learner is
// not safe for concurrent use. The package stores nothing.
package learners

import (
	"menace/menace/arena"
	"menace/symmetry"
)

// Method is a method of learning.
type Method struct {
	Name       string
	Title      string // the name that people know
	Meaning    string // a phrase for help
	Equation   string // how it learns, with the source of the equation
	Holds      string // name of the number held for each move
	Parameters []Parameter

	start func(memory, parameterValues) arena.Learner
}

// Parameter is a numeric parameter of a method.
type Parameter struct {
	Name                 string
	Meaning              string  // a phrase for help
	Default, Least, Most float64 // a default must never change: stored experiments omit parameters that equal it
	Whole                bool    // whole numbers only
}

// parameterValues holds the values of parameters by name.
type parameterValues map[string]float64

// Table lists the methods. A new one needs a row here and a file that names its source.
var Table = []Method{
	pegasusMethod, tdMethod, tdLambdaMethod, qMethod, doubleQMethod, sarsaMethod, expectedSarsaMethod,
	monteCarloMethod, softmaxMethod, reinforceMethod, tttMethod,
}

// memory is shared by all learners: a value for each move of each position, and the current game.
type memory struct {
	graph  *symmetry.Graph
	side   symmetry.Side
	values []float64 // by edge of the graph
	twins  []uint16  // next edge that leads to the same orbit, by edge; nil if each move has its own value

	trail [trailLength]step // moves of the current game, except forced ones
	steps int

	trace func(Update) // receives each update, or nil
}

// trailLength is the largest number of moves that a player makes in a game, a power of two.
const trailLength = symmetry.MaxLength / 2

// step is a chosen move.
type step struct {
	at   symmetry.OrbitEdges
	edge uint16
}

// choose records a move and returns where it leads.
func (m *memory) choose(at symmetry.OrbitEdges, edge uint16) symmetry.Orbit {
	m.trail[m.steps&(trailLength-1)] = step{at, edge}
	m.steps++
	return m.graph.Edges()[edge]
}

// shared returns the memory with one value for all moves that lead to the same orbit.
func (m memory) shared() memory {
	m.twins = make([]uint16, len(m.values))
	latest := make([]uint16, m.graph.Orbits()) // edge to an orbit, plus one
	for e, o := range m.graph.Edges() {
		m.twins[e] = uint16(e)
		if last := latest[o]; last > 0 {
			m.twins[e], m.twins[last-1] = m.twins[last-1], uint16(e)
		}
		latest[o] = uint16(e) + 1
	}
	return m
}

// filled returns the memory with this value for all moves.
func (m memory) filled(value float64) memory {
	for e := range m.values {
		m.values[e] = value
	}
	return m
}

// approach moves the value of a move by this part of the difference towards target.
func (m *memory) approach(s step, target, part float64) {
	v := &m.values[s.edge]
	*v += float64(part * (target - *v))
	if m.twins != nil {
		m.share(s.edge)
	}
}

// share copies the value of an edge to all edges that lead to the same orbit.
func (m *memory) share(edge uint16) {
	for e := m.twins[edge]; e != edge; e = m.twins[e] {
		m.values[e] = m.values[edge]
	}
}

// end clears the current game, and returns its chosen moves, in order, and its value.
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

// Values returns the number that the learner holds for each move, by edge of the graph. The caller must not change it.
func (m *memory) Values() []float64 { return m.values }

// Graph returns the game that the learner plays.
func (m *memory) Graph() *symmetry.Graph { return m.graph }

// Bankrupt returns false, since every position has a move.
func (m *memory) Bankrupt() bool { return false }

// Counts returns nil, since there are no beads.
func (m *memory) Counts() []int64 { return nil }

// forEach calls do for every position where this player moves.
func (m *memory) forEach(do func(symmetry.OrbitEdges)) {
	for level, ply := range m.graph.Ongoing() {
		if symmetry.Turn(level) == m.side {
			for _, at := range ply {
				do(at)
			}
		}
	}
}
