package learners

import (
	"menace/arena"
	"menace/symmetry"
)

// TD(0) on afterstates: R. Sutton & A. Barto, Reinforcement learning, 2nd edition 2018, sections 1.5 and 6.8. An
// afterstate is the position after a move of the player. Moves that lead to the same position share its value.
//
// V(S) ← V(S) + α (γ V(S′) − V(S)), where S and S′ follow two consecutive moves of the player. After the last move of a
// game, its result takes the place of γ V(S′). An exploring move, that is, one whose value is not the highest, teaches
// the position before it nothing.
//
// In section 1.5, V is the probability of winning, 0.5 at first, and won positions are known to have the value 1. Here
// V is between −1 and 1, 0 at first, and the values of won positions must be learned too. ε-greedy play is that of the
// book.
var tdMethod = Method{
	Name: "td", Meaning: "TD(0) on afterstates (Sutton & Barto 1998), ε-greedy",
	Equation:   "V(S) ← V(S) + α [γ V(S′) − V(S)]: Sutton & Barto, section 1.5",
	Holds:      "value V",
	Parameters: temporalParameters,
	start: func(m memory, p given) arena.Learner {
		return &afterstates{*newTemporal(m, p, nil), newRings(m.graph)}
	},
}

type afterstates struct {
	temporal
	twin rings
}

// rings links the edges that lead to the same orbit: it holds the next of them, by edge.
type rings []uint16

func newRings(g *symmetry.Graph) rings {
	ring := make(rings, len(g.Edges()))
	var latest [symmetry.MaxOrbits]uint16 // edge to an orbit, plus one
	for e, o := range g.Edges() {
		ring[e] = uint16(e)
		if last := latest[o]; last > 0 {
			ring[e], ring[last-1] = ring[last-1], uint16(e)
		}
		latest[o] = uint16(e) + 1
	}
	return ring
}

// share copies the value of an edge to all edges that lead to the same orbit.
func (r rings) share(values []float64, edge uint16) {
	for e := r[edge]; e != edge; e = r[e] {
		values[e] = values[edge]
	}
}

// Learn implements [arena.Learner].
func (l *afterstates) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, reward := l.end(end)
	for i, s := range moves {
		target := reward
		if i+1 < len(moves) {
			next := moves[i+1]
			if l.values[next.edge] < l.highest(next) {
				continue
			}
			target = l.gamma * l.values[next.edge]
		}
		l.approach(s, target, l.alpha.now)
		l.twin.share(l.values, s.edge)
	}
	l.fall()
	return false
}
