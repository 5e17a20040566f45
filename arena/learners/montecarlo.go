package learners

import (
	"menace/arena"
	"menace/symmetry"
)

// On-policy Monte-Carlo control: R. Sutton & A. Barto, Reinforcement learning, 2nd edition 2018, section 5.4, and 2.5 and
// 6.1 for a constant step.
//
// After a game, Q(s,a) of each move becomes the mean of what the games in which it was made were worth, or approaches the
// last by a part α of the way. No position comes twice in a game, so that first visits are all visits. One plays ε-greedily,
// the other by a softmax of temperature τ (section 2.8; J. Bridle, NIPS 2, 1990).
var (
	monteCarloMethod = Method{
		Name: "mc", Meaning: "Monte-Carlo control (Sutton & Barto), ε-greedy",
		Parameters: []Parameter{step0, epsilon, gamma, initial},
		start: func(m memory, p given) arena.Learner {
			return &monteCarlo{newGreedy(m.filled(p["initial"]), p["epsilon"]), newReturns(m, p)}
		},
	}
	softmaxMethod = Method{
		Name: "softmax", Meaning: "Monte-Carlo control with a softmax policy",
		Parameters: []Parameter{
			step0, {Name: "temperature", Meaning: "the temperature τ, small for greedy play", Default: 0.1, Least: 0.001, Most: 1000}, gamma, initial,
		},
		start: func(m memory, p given) arena.Learner {
			return &softMonteCarlo{softmax{m.filled(p["initial"]), 1 / p["temperature"]}, newReturns(m, p)}
		},
	}
	step0 = Parameter{Name: "alpha", Meaning: "the step size α, 0 for the mean of all games", Least: 0, Most: 1}
)

type monteCarlo struct {
	greedy
	returns returns
}

// Learn implements [arena.Learner].
func (l *monteCarlo) Learn(end symmetry.Outcome) (bankrupt bool) {
	return l.returns.learn(&l.memory, end)
}

type softMonteCarlo struct {
	softmax
	returns returns
}

// Learn implements [arena.Learner].
func (l *softMonteCarlo) Learn(end symmetry.Outcome) (bankrupt bool) {
	return l.returns.learn(&l.memory, end)
}

// returns learns values from what games were worth.
type returns struct {
	alpha, gamma float64
	made         []float64 // how often each move was, by edge; nil with a constant step
}

func newReturns(m memory, p given) returns {
	r := returns{alpha: p["alpha"], gamma: p["gamma"]}
	if r.alpha == 0 {
		r.made = make([]float64, len(m.values))
	}
	return r
}

// learn learns from the game that has ended, the last move first, since what is later is discounted less.
func (r *returns) learn(m *memory, end symmetry.Outcome) (bankrupt bool) {
	moves, worth := m.end(end)
	for i := len(moves) - 1; i >= 0; i-- {
		part := r.alpha
		if r.made != nil {
			made := &r.made[moves[i].edge]
			*made++
			part = 1 / *made
		}
		m.approach(moves[i], worth, part)
		worth *= r.gamma
	}
	return false
}
