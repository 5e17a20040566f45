package minimax

import "menace/symmetry"

// Solution is what a player knows who looks some plies ahead from each orbit of a game.
type Solution struct {
	values [symmetry.MaxOrbits]int
	best   [symmetry.MaxOrbits]symmetry.Set
	weight int
}

// Solve returns the minimax values of all orbits for a player who looks so many plies ahead, at least 1, and then
// relies on the estimates of the game. With [symmetry.MaxMoves] plies the player is perfect.
func Solve(g *symmetry.Graph, plies int) *Solution {
	s := &Solution{weight: g.Weight()}
	for o := range g.All() {
		s.values[o] = g.Estimate(o)
		switch g.Outcome(o) {
		case symmetry.Win(g.Turn(o)):
			s.values[o] = s.weight
		case symmetry.Win(g.Turn(o).Other()):
			s.values[o] = -s.weight
		}
	}
	for range plies {
		s.look(g)
	}
	return s
}

// look looks one ply further. It changes orbits in order, so that those to which one leads are as they were.
func (s *Solution) look(g *symmetry.Graph) {
	for o := range g.All() {
		if g.Outcome(o) != symmetry.Ongoing {
			continue
		}
		s.values[o], s.best[o] = -s.weight, 0
		for i := range g.Moves(o) {
			value := -s.values[g.Next(o, i)]
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

// Best returns the moves that keep the value: none when the game is over.
func (s *Solution) Best(o symmetry.Orbit) symmetry.Set { return s.best[o] }
