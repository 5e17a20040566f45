package minimax

// maxValue returns the value of p to the player at the root, who is to move. Together with minValue it is minimax as
// Shannon described it for chess, after von Neumann's theorem on games.
//
// C. E. Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950).
func (s *search[P, M]) maxValue(p P, depth int) int {
	if score, ok := s.leaf(p, depth, unbounded); ok {
		return score
	}
	best := -infinity
	moves := s.push(p)
	for _, m := range moves {
		best = max(best, s.minValue(s.play(p, m), depth-1))
	}
	s.pop(moves, best)
	return best
}

// minValue returns the value of p to the player at the root when the other player is to move.
func (s *search[P, M]) minValue(p P, depth int) int {
	if score, ok := s.leaf(p, depth, unbounded); ok {
		return -score
	}
	best := infinity
	moves := s.push(p)
	for _, m := range moves {
		best = min(best, s.maxValue(s.play(p, m), depth-1))
	}
	s.pop(moves, -best)
	return best
}

// negamax returns the value of p to the player to move: Knuth and Moore's procedure F.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
func (s *search[P, M]) negamax(p P, depth int) int {
	if score, ok := s.leaf(p, depth, unbounded); ok {
		return score
	}
	best := -infinity
	moves := s.push(p)
	for _, m := range moves {
		best = max(best, -s.negamax(s.play(p, m), depth-1))
	}
	s.pop(moves, best)
	return best
}
