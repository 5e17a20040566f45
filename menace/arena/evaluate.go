package arena

import (
	"menace/minimax"
	"menace/symmetry"
)

// WDL holds the exact probabilities of a win, a draw and a loss. They add up to 1.
type WDL struct {
	Win  float64 `json:"win"`
	Draw float64 `json:"draw"`
	Loss float64 `json:"loss"`
}

// Value returns wins minus losses, −1 to 1.
func (o WDL) Value() float64 { return o.Win - o.Loss }

// Evaluate returns the exact probabilities of policy p, playing this side, against policy q of the same game. It
// follows every move of the game tree with its probability. A resignation is a loss.
func Evaluate(p Policy, side symmetry.Side, q Policy) WDL {
	s := sweeps.Get().(*sweep)
	defer sweeps.Put(s)
	s.load(p, side)
	return s.against(newFlow(p.Graph(), side, q))
}

// Value returns the value of perfect play for a side: 1 if it wins, 0 if it draws, −1 if it loses.
func Value(g *symmetry.Graph, side symmetry.Side) float64 {
	value := float64(minimax.Solve(g, symmetry.MaxLength).Value(symmetry.Start) / g.Weight())
	if g.Turn(symmetry.Start) != side {
		return 0 - value
	}
	return value
}

// MostLosses returns the probabilities of policy p, which plays this side, against the reply that maximizes the
// probability that p loses and, among equals, minimizes the probability of a draw. The loss is exactly 0, without
// rounding, if and only if p is unbeatable: no player can ever win against it. In the worst case (see [Point]) a policy
// that can be beaten may still have no losses, if a reply that always draws has the same value as one that wins and
// loses.
func MostLosses(p Policy, side symmetry.Side) WDL {
	s := sweeps.Get().(*sweep)
	defer sweeps.Put(s)
	s.load(p, side)
	return s.backwards(standardOf(p.Graph()).plans[side]().threats).most
}
