package learners

import (
	"menace/menace/arena"
	"menace/symmetry"
)

// On-policy Monte-Carlo control: R. Sutton & A. Barto, Reinforcement learning, 2nd edition 2018, section 5.4;
// sections 2.5 and 6.1 for a constant step.
//
// After a game, Q(s,a) of each move becomes the mean value of the games with this move, or moves by a fraction α
// towards the value of the last one. No position occurs twice in a game, so first-visit and every-visit are the same.
// One method plays ε-greedily, the other by a softmax of temperature τ (section 2.8; J. Bridle, NIPS 2, 1990).
var (
	monteCarloMethod = Method{
		Name: "mc", Title: "Monte Carlo",
		Meaning:    "Monte-Carlo control (Sutton & Barto), ε-greedy",
		Equation:   "Q(S,A) ← Q(S,A) + α [G − Q(S,A)]: Sutton & Barto, section 5.4, (2.3) and (6.1)",
		Holds:      "value Q",
		Parameters: []Parameter{step0, epsilon, gamma, initial},
		start: func(m memory, p parameterValues) arena.Learner {
			return &monteCarlo{newGreedy(m.filled(p["initial"]), p["epsilon"]), newReturns(m, p)}
		},
	}
	softmaxMethod = Method{
		Name: "softmax", Title: "Softmax",
		Meaning:  "Monte-Carlo control with a softmax policy",
		Equation: "Q as in mc; π(a|S) = e^(Q(S,a)/τ) / Σ e^(Q(S,b)/τ): Sutton & Barto (2.11)",
		Holds:    "value Q",
		Parameters: []Parameter{
			step0, {Name: "temperature", Meaning: "the temperature τ, small for greedy play", Default: 0.1,
				Least: 0.001, Most: 1000}, gamma, initial,
		},
		start: func(m memory, p parameterValues) arena.Learner {
			return &softMonteCarlo{newSoftmax(m.filled(p["initial"]), p["temperature"]), newReturns(m, p)}
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

// returns learns values from the returns of games.
type returns struct {
	alpha, gamma float64
	made         []float64 // number of times each move was made, by edge; nil with a constant step
}

func newReturns(m memory, p parameterValues) returns {
	r := returns{alpha: p["alpha"], gamma: p["gamma"]}
	if r.alpha == 0 {
		r.made = make([]float64, len(m.values))
	}
	return r
}

// explainReturn reports an update towards a return.
func explainReturn(m *memory, s step, old, target, part float64) {
	m.note(s, "Q(S,A)", old, m.values[s.edge], Term{"target G", target}, Term{"α", part})
}

// learn learns from a finished game, last move first, since the discount grows towards the first move.
func (r *returns) learn(m *memory, end symmetry.Outcome) (bankrupt bool) {
	moves, worth := m.end(end)
	for i := len(moves) - 1; i >= 0; i-- {
		part := r.alpha
		if r.made != nil {
			made := &r.made[moves[i].edge]
			*made++
			part = 1 / *made
		}
		old := m.values[moves[i].edge]
		m.approach(moves[i], worth, part)
		if m.trace != nil {
			explainReturn(m, moves[i], old, worth, part)
		}
		worth *= r.gamma
	}
	return false
}
