package learners

import (
	"math/rand/v2"
	"slices"

	"menace/menace/arena"
	"menace/symmetry"
)

// Double Q-learning: H. van Hasselt, Double Q-learning, NIPS 23, 2010; R. Sutton & A. Barto, Reinforcement learning,
// 2nd edition 2018, section 6.7.
//
// There are two tables. For each move a coin chooses the table that learns, Q₁, and Q₁(s,a) ← Q₁(s,a) + α (r + γ Q₂(s′,
// argmax Q₁(s′,·)) − Q₁(s,a)): one table chooses the best next move, the first one if several are equal, and the other
// table provides its value. So a value that is high by chance is not mistaken for a good one. Play is ε-greedy by the
// mean of both tables.
var doubleQMethod = Method{
	Name: "double-q", Title: "Double Q-learning",
	Meaning:    "double Q-learning (van Hasselt 2010), ε-greedy",
	Equation:   "Q₁(S,A) ← Q₁(S,A) + α [R + γ Q₂(S′, argmax Q₁(S′,a)) − Q₁(S,A)]: Sutton & Barto (6.10)",
	Holds:      "mean value Q",
	Parameters: temporalParameters,
	start: func(m memory, p parameterValues) arena.Learner {
		m = m.filled(p["initial"])
		return &doubleQ{
			greedy: newGreedy(m, p["epsilon"]), alpha: p["alpha"], gamma: p["gamma"],
			tables: [2][]float64{slices.Clone(m.values), slices.Clone(m.values)},
		}
	},
}

// doubleQ holds two tables of values; the memory has their mean.
type doubleQ struct {
	greedy
	alpha, gamma float64
	tables       [2][]float64
	coins        [trailLength]uint8 // the table that learns, by move of the current game
}

// Move implements [arena.Player]. It also flips the coin, because Learn has no random numbers.
func (l *doubleQ) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	made := l.steps
	next := l.greedy.Move(o, random)
	if l.steps > made {
		l.coins[made&(trailLength-1)] = uint8(random.Uint64() >> 63)
	}
	return next
}

// Learn implements [arena.Learner].
func (l *doubleQ) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, result := l.end(end)
	for i, s := range moves {
		own, other := l.tables[l.coins[i]], l.tables[1-l.coins[i]]
		target, next := result, none
		if i+1 < len(moves) {
			at := moves[i+1].at
			choices := own[at.First:at.End]
			next = other[int(at.First)+slices.Index(choices, slices.Max(choices))]
			target = float64(l.gamma * next)
		}
		old := own[s.edge]
		own[s.edge] += float64(l.alpha * (target - own[s.edge]))
		l.values[s.edge] = (own[s.edge] + other[s.edge]) / 2
		if l.trace != nil {
			l.note(s, "Q₁(S,A)", old, own[s.edge], Term{"table Q₁", float64(l.coins[i] + 1)},
				reward(i+1 == len(moves), result), Term{"Q₂(S′,best)", next}, Term{"target", target},
				Term{"α", l.alpha})
		}
	}
	return false
}
