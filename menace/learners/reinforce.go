package learners

import (
	"menace/menace/arena"
	"menace/symmetry"
)

// REINFORCE with a softmax policy: R. Williams, Simple statistical gradient-following algorithms for connectionist
// reinforcement learning, Machine Learning 8, 1992, 229–256; Sutton & Barto, Reinforcement learning, section 13.3.
//
// After a game of value R, in each position where a was chosen, the value θ_b of every move b grows by α (R − β) ∂ ln
// π(a) / ∂θ_b, which is α (R − β) ([a = b] − π(b)). The baseline β is 0 or a moving mean of the values of games:
// Williams' reinforcement comparison, which is close to what Michie called a sliding origin in 1963.
var reinforceMethod = Method{
	Name: "reinforce", Title: "REINFORCE",
	Meaning:  "REINFORCE with a softmax policy (Williams 1992)",
	Equation: "θ ← θ + α (G − β) ∇ ln π(A|S): Sutton & Barto (13.8), with a baseline (13.11)",
	Holds:    "preference θ",
	Parameters: []Parameter{
		{Name: "alpha", Meaning: "the step size α", Default: 0.1, Least: 1e-6, Most: 100},
		{
			Name: "baseline", Least: 0, Most: 1,
			Meaning: "the part of the way by which the baseline approaches each game's worth, 0 for none",
		},
	},
	start: func(m memory, p parameterValues) arena.Learner {
		return &reinforce{softmax: newSoftmax(m, 1), alpha: p["alpha"], follow: p["baseline"]}
	},
}

type reinforce struct {
	softmax
	alpha    float64
	baseline float64 // β
	follow   float64 // how far β moves towards the value of a game, from 0 to 1
}

// Learn implements [arena.Learner].
func (r *reinforce) Learn(end symmetry.Outcome) (bankrupt bool) {
	moves, worth := r.end(end)
	stride := r.alpha * (worth - r.baseline)
	for n, s := range moves {
		old, w := r.values[s.edge], &r.weighed[n] // of values that have not changed since the move
		for i := range s.at.End - s.at.First {
			r.values[s.at.First+i] -= float64(stride * float64(w.of[i]/w.sum))
		}
		r.values[s.edge] += stride
		if r.trace != nil {
			r.note(s, "θ", old, r.values[s.edge], Term{"G", worth}, Term{"β", r.baseline},
				Term{"π(A|S)", w.of[s.edge-s.at.First] / w.sum}, Term{"α", r.alpha})
		}
	}
	r.baseline += float64(r.follow * (worth - r.baseline))
	return false
}
