package learners

import "menace/menace/arena"

// TD(0) on afterstates: R. Sutton & A. Barto, Reinforcement learning, 2nd edition 2018, sections 1.5 and 6.8. An
// afterstate is the position after a move of the player. Moves that lead to the same position share its value.
//
// V(S) ← V(S) + α (γ V(S′) − V(S)), where S and S′ follow two consecutive moves of the player. After the last move of a
// game, its result takes the place of γ V(S′). An exploring move, that is, one whose value is not the highest, teaches
// the position before it nothing.
//
// In section 1.5, V is the probability of winning, 0.5 at first, and won positions are known to have the value 1. Here
// V is between −1 and 1, 0 at first, and the values of won positions must be learned too. The ε-greedy play is the
// same.
var tdMethod = Method{
	Name: "td", Title: "TD(0)",
	Meaning:    "TD(0) on afterstates (Sutton & Barto 1998), ε-greedy",
	Equation:   "V(S) ← V(S) + α [γ V(S′) − V(S)]: Sutton & Barto, section 1.5",
	Holds:      "value V",
	Parameters: temporalParameters,
	start: func(m memory, p parameterValues) arena.Learner {
		return newTemporal(m.shared(), p, (*greedy).unexplored, "V(S)", "V(S′)")
	},
}

// unexplored returns the value of the position after a move, which teaches only if it is the highest.
func (g *greedy) unexplored(s step) (value float64, learn bool) {
	best, _ := g.best(s.at)
	return g.values[s.edge], g.values[s.edge] == best
}
