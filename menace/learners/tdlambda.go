package learners

import (
	"menace/menace/arena"
	"menace/symmetry"
)

// TD(λ) on afterstates: R. Sutton, Learning to predict by the methods of temporal differences, Machine Learning 3,
// 1988, 9–44; R. Sutton & A. Barto, Reinforcement learning, 2nd edition 2018, section 12.1. Afterstates are those of
// TD(0).
//
// After a game, V(S) ← V(S) + α (G − V(S)) for the position S after each move, where the λ-return of the last move is
// the result, and G = γ ((1−λ) V(S′) + λ G′) otherwise, with S′ and G′ of the next move. All values on the right are
// those from before the game: this is the forward view, which equals accumulating traces applied at the end of a game.
// With λ = 0 it is TD(0), with λ = 1 a Monte-Carlo method. Unlike td, it learns from exploring moves too.
var tdLambdaMethod = Method{
	Name: "td-lambda", Title: "TD(λ)",
	Meaning:  "TD(λ) on afterstates (Sutton 1988), ε-greedy",
	Equation: "V(S) ← V(S) + α [G − V(S)], G = γ [(1−λ) V(S′) + λ G′]: Sutton & Barto (12.2), offline",
	Holds:    "value V",
	Parameters: []Parameter{
		alpha, epsilon, gamma, initial,
		{Name: "lambda", Meaning: "the weight λ of later values, 0 for TD(0), 1 for the result alone", Default: 0.7,
			Most: 1},
	},
	start: func(m memory, p parameterValues) arena.Learner {
		return &tdLambda{newGreedy(m.shared().filled(p["initial"]), p["epsilon"]), p["alpha"], p["gamma"], p["lambda"]}
	},
}

// tdLambda learns the values of afterstates from λ-returns.
type tdLambda struct {
	greedy
	alpha, gamma, lambda float64
}

// Learn implements [arena.Learner]. It goes backwards, so that each λ-return follows from the next one.
func (l *tdLambda) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, result := l.end(end)
	target, next := result, none // G of the move, and V(S′)
	for i := len(moves) - 1; i >= 0; i-- {
		value := l.values[moves[i].edge]
		l.approach(moves[i], target, l.alpha)
		if l.trace != nil {
			l.note(moves[i], "V(S)", value, l.values[moves[i].edge], reward(i+1 == len(moves), result),
				Term{"V(S′)", next}, Term{"target G", target}, Term{"α", l.alpha})
		}
		next = value
		target = float64(l.gamma * (float64((1-l.lambda)*value) + float64(l.lambda*target)))
	}
	return false
}
