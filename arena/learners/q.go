package learners

import (
	"menace/arena"
	"menace/symmetry"
)

// Q-learning: C. Watkins, Learning from delayed rewards, PhD thesis, Cambridge 1989; C. Watkins & P. Dayan,
// Q-learning, Machine Learning 8, 1992, 279–292.
//
// After each move, Q(s,a) ← Q(s,a) + α (r + γ max Q(s′,·) − Q(s,a)), where s′ is the next position in which the
// player has a choice; the other player is part of the environment. It plays ε-greedily.
var qMethod = Method{
	Name: "q", Meaning: "Q-learning (Watkins 1989), ε-greedy",
	Parameters: []Parameter{alpha, epsilon, gamma, initial},
	start:      func(m memory, p given) arena.Learner { return newTemporal(m, p, false) },
}

// SARSA: G. Rummery & M. Niranjan, On-line Q-learning using connectionist systems, Technical Report CUED/F-INFENG/TR
// 166, Cambridge 1994; named by R. Sutton, Generalization in reinforcement learning, NIPS 8, 1996.
//
// It is Q-learning with Q(s′,a′) in place of max Q(s′,·), where a′ is the move that was made in s′, exploration
// included.
var sarsaMethod = Method{
	Name: "sarsa", Meaning: "SARSA (Rummery & Niranjan 1994), ε-greedy",
	Parameters: []Parameter{alpha, epsilon, gamma, initial},
	start:      func(m memory, p given) arena.Learner { return newTemporal(m, p, true) },
}

// Parameters shared by several methods. Their defaults are those of most examples in Sutton & Barto, Reinforcement
// learning.
var (
	alpha   = Parameter{Name: "alpha", Meaning: "the step size α", Default: 0.1, Least: 1e-6, Most: 1}
	epsilon = Parameter{Name: "epsilon", Meaning: "the rate ε at which any move is played", Default: 0.1, Least: 0,
		Most: 1}
	gamma   = Parameter{Name: "gamma", Meaning: "the discount γ of a move later", Default: 1, Least: 0, Most: 1}
	initial = Parameter{Name: "initial", Meaning: "the value of every move at first", Least: -10, Most: 10}
)

// filled returns the memory with the same value for all moves.
func (m memory) filled(value float64) memory {
	for e := range m.values {
		m.values[e] = value
	}
	return m
}

// temporal learns by Q-learning or SARSA.
type temporal struct {
	greedy
	alpha, gamma float64
	sarsa        bool
}

func newTemporal(m memory, p given, sarsa bool) *temporal {
	return &temporal{newGreedy(m.filled(p["initial"]), p["epsilon"]), p["alpha"], p["gamma"], sarsa}
}

// Learn implements [arena.Learner]. No position occurs twice in a game, so learning from its moves in order at the
// end is the same as learning from each when the next is made.
func (l *temporal) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, reward := l.end(end)
	for i, s := range moves {
		target := reward
		if i+1 < len(moves) {
			next := moves[i+1]
			value := l.values[next.edge]
			if !l.sarsa {
				value, _ = l.best(next.at)
			}
			target = l.gamma * value
		}
		l.approach(s, target, l.alpha)
	}
	return false
}

// approach moves the value of a move towards target by this fraction of the difference.
func (m *memory) approach(s step, target, part float64) {
	v := &m.values[s.edge]
	*v += float64(part * (target - *v))
}
