package learners

import "menace/menace/arena"

// Expected SARSA: H. van Seijen, H. van Hasselt, S. Whiteson & M. Wiering, A theoretical and empirical analysis of
// Expected Sarsa, IEEE Symposium on Adaptive Dynamic Programming and Reinforcement Learning, 2009; Sutton & Barto,
// equation 6.9.
//
// It is SARSA with Σ π(a|s′) Q(s′,a) instead of Q(s′,a′): the mean value of the moves in s′, weighted by their chances
// in ε-greedy play.
var expectedSarsaMethod = Method{
	Name: "expected-sarsa", Title: "Expected SARSA",
	Meaning:    "Expected SARSA (van Seijen et al. 2009), ε-greedy",
	Equation:   "Q(S,A) ← Q(S,A) + α [R + γ Σ π(a|S′) Q(S′,a) − Q(S,A)]: Sutton & Barto (6.9)",
	Holds:      "value Q",
	Parameters: temporalParameters,
	start: func(m memory, p parameterValues) arena.Learner {
		return newTemporal(m, p, (*greedy).expected, "Q(S,A)", "Σ π Q(S′,a)")
	},
}

// expected returns the mean value of the moves in a position, exploration included.
func (g *greedy) expected(s step) (value float64, learn bool) {
	best, _ := g.best(s.at)
	sum := 0.0
	for _, v := range g.values[s.at.First:s.at.End] {
		sum += v
	}
	mean := sum / float64(s.at.End-s.at.First)
	return best + float64(g.epsilon*(mean-best)), true
}
