package learners

import (
	"menace/menace/arena"
	"menace/symmetry"
)

// Q-learning: C. Watkins, Learning from delayed rewards, PhD thesis, Cambridge 1989; C. Watkins & P. Dayan,
// Q-learning, Machine Learning 8, 1992, 279–292.
//
// After each move, Q(s,a) ← Q(s,a) + α (r + γ max Q(s′,·) − Q(s,a)), where s′ is the next position in which the player
// has a choice; the other player is part of the environment. Play is ε-greedy.
var qMethod = Method{
	Name: "q", Title: "Q-learning",
	Meaning:    "Q-learning (Watkins 1989), ε-greedy",
	Equation:   "Q(S,A) ← Q(S,A) + α [R + γ max Q(S′,a) − Q(S,A)]: Sutton & Barto (6.8)",
	Holds:      "value Q",
	Parameters: temporalParameters,
	start: func(m memory, p parameterValues) arena.Learner {
		return newTemporal(m, p, (*greedy).highest, "Q(S,A)", "max Q(S′,a)")
	},
}

// SARSA: G. Rummery & M. Niranjan, On-line Q-learning using connectionist systems, Technical Report CUED/F-INFENG/TR
// 166, Cambridge 1994; named by R. Sutton, Generalization in reinforcement learning, NIPS 8, 1996.
//
// It is Q-learning with Q(s′,a′) instead of max Q(s′,·), where a′ is the move that was made in s′, exploration
// included.
var sarsaMethod = Method{
	Name: "sarsa", Title: "SARSA",
	Meaning:    "SARSA (Rummery & Niranjan 1994), ε-greedy",
	Equation:   "Q(S,A) ← Q(S,A) + α [R + γ Q(S′,A′) − Q(S,A)]: Sutton & Barto (6.7)",
	Holds:      "value Q",
	Parameters: temporalParameters,
	start: func(m memory, p parameterValues) arena.Learner {
		return newTemporal(m, p, (*greedy).made, "Q(S,A)", "Q(S′,A′)")
	},
}

// Parameters shared by several methods. Their defaults are the usual values in Sutton & Barto, Reinforcement learning.
var (
	alpha   = Parameter{Name: "alpha", Meaning: "the step size α", Default: 0.1, Least: 1e-6, Most: 1}
	epsilon = Parameter{Name: "epsilon", Meaning: "the rate ε at which any move is played", Default: 0.1, Least: 0,
		Most: 1}
	gamma   = Parameter{Name: "gamma", Meaning: "the discount γ for each move", Default: 1, Least: 0, Most: 1}
	initial = Parameter{Name: "initial", Meaning: "the value of every move at first", Least: -10, Most: 10}

	temporalParameters = []Parameter{alpha, epsilon, gamma, initial}
)

// temporal learns the value of a move from the value of the next position.
type temporal struct {
	greedy
	alpha float64
	gamma float64
	next  next

	holds, nextHolds string // names of the values of a move and of the next position
}

// next returns the value of the position before a move, and whether to learn from it.
type next func(*greedy, step) (value float64, learn bool)

func newTemporal(m memory, p parameterValues, next next, holds, nextHolds string) *temporal {
	return &temporal{newGreedy(m.filled(p["initial"]), p["epsilon"]), p["alpha"], p["gamma"], next, holds, nextHolds}
}

// highest returns the highest value of a move in a position.
func (g *greedy) highest(s step) (value float64, learn bool) {
	best, _ := g.best(s.at)
	return best, true
}

// made returns the value of the move that was made in a position.
func (g *greedy) made(s step) (value float64, learn bool) { return g.values[s.edge], true }

// Learn implements [arena.Learner]. No position occurs twice in a game, so learning from the moves in order at the end
// is the same as learning from each move when the next one is made.
func (l *temporal) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, result := l.end(end)
	for i, s := range moves {
		old, target, next, learn := l.values[s.edge], result, none, true
		if i+1 < len(moves) {
			next, learn = l.next(&l.greedy, moves[i+1])
			target = float64(l.gamma * next)
		}
		if learn {
			l.approach(s, target, l.alpha)
		}
		if l.trace != nil {
			l.explain(s, old, target, next, learn, reward(i+1 == len(moves), result))
		}
	}
	return false
}

// explain reports an update, or that the next move taught nothing.
func (l *temporal) explain(s step, old, target, next float64, learn bool, reward Term) {
	rate := l.alpha
	if !learn {
		target, rate = none, 0
	}
	l.note(s, l.holds, old, l.values[s.edge], reward, Term{l.nextHolds, next}, Term{"target", target}, Term{"α", rate})
}
