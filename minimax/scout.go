package minimax

// pvs returns the value of p to the player to move if it lies between alpha and beta, and otherwise a bound on the
// same side as the value. It is principal variation search, in the form of Reinefeld's NegaScout: it expects the
// first move to be the best, and only checks whether any other is better.
//
// J. Pearl, SCOUT: a simple game-searching algorithm with proven optimal properties, AAAI (1980); T. A. Marsland and
// M. Campbell, Parallel search of strongly ordered game trees, Computing Surveys 14 (1982); A. Reinefeld, An
// improvement to the Scout tree search algorithm, ICCA Journal 6 (1983).
func (s *search[P, M]) pvs(p P, depth, alpha, beta int) int {
	if score, ok := s.leaf(p, depth, bounds{alpha, beta}); ok {
		return score
	}
	best := -infinity
	moves := s.push(p)
	for i, m := range moves {
		best = max(best, s.scout(s.play(p, m), depth-1, bounds{max(alpha, best), beta}, i == 0))
		if best >= beta {
			s.cut(len(moves) - i - 1)
			break
		}
	}
	s.pop(moves, best)
	return best
}

// scout scores a child for the player who moves to it: the first with the whole window, any other with a window of
// one point, which shows whether it is better. If it is, and its exact score matters, it is searched again.
func (s *search[P, M]) scout(p P, depth int, b bounds, first bool) int {
	if !first && b.high > b.low+1 {
		m := s.played
		score := -s.pvs(p, depth, -b.low-1, -b.low)
		if score <= b.low || score >= b.high || s.stopped {
			return score
		}
		b.low, s.played = score, m
	}
	return -s.pvs(p, depth, -b.high, -b.low)
}
