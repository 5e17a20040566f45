package minimax

import (
	"cmp"

	"menace/symmetry"
)

// Solution holds the values and best moves of all orbits of a game for a player who looks some plies ahead.
type Solution struct {
	values []int
	best   []symmetry.Set
	weight int
	fast   bool // a win is worth more the sooner it comes
}

// Solve returns the minimax values of all orbits for a player who looks this many plies ahead, at least 1, and then
// relies on the estimates of the game. With [symmetry.MaxLength] plies the player is perfect.
func Solve(g *symmetry.Graph, plies int) *Solution {
	s := newSolution(g, g.Weight())
	for o := range g.All() {
		s.values[o] = g.Estimate(o)
	}
	s.search(g, plies)
	return s
}

// SolveFast returns the values of all orbits, and the best moves, for a perfect player who wins as soon and loses as
// late as possible. A win in n plies has the value [symmetry.MaxLength] + 1 − n.
func SolveFast(g *symmetry.Graph) *Solution {
	s := newSolution(g, symmetry.MaxLength+1)
	s.fast = true
	s.search(g, symmetry.MaxLength)
	return s
}

func newSolution(g *symmetry.Graph, weight int) *Solution {
	return &Solution{values: make([]int, g.Orbits()), best: make([]symmetry.Set, g.Orbits()), weight: weight}
}

// search sets the values of finished games, and looks this many plies ahead from the others.
func (s *Solution) search(g *symmetry.Graph, plies int) {
	for o := range g.All() {
		switch g.Outcome(o) {
		case symmetry.Win(g.Turn(o)):
			s.values[o] = s.weight
		case symmetry.Win(g.Turn(o).Other()):
			s.values[o] = -s.weight
		}
	}
	for range min(plies, g.Longest()) { // more plies change nothing
		s.deepen(g)
	}
}

// deepen looks one ply further. It updates orbits in ascending order, so that the successors of each are not yet
// updated.
func (s *Solution) deepen(g *symmetry.Graph) {
	for o := range g.All() {
		if g.Outcome(o) != symmetry.Ongoing {
			continue
		}
		s.values[o], s.best[o] = -s.weight, 0
		for i := range g.Moves(o) {
			value := -s.values[g.Next(o, i)]
			if s.fast {
				value -= cmp.Compare(value, 0)
			}
			if value > s.values[o] {
				s.values[o], s.best[o] = value, 0
			}
			if value == s.values[o] {
				s.best[o] |= 1 << i
			}
		}
	}
}

// Value returns the value of an orbit to the side to move, from the weight of the game for a win to its negative
// for a loss.
func (s *Solution) Value(o symmetry.Orbit) int { return s.values[o] }

// Best returns the moves that keep the value, or none if the game is over.
func (s *Solution) Best(o symmetry.Orbit) symmetry.Set { return s.best[o] }
