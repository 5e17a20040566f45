package minimax

// negamaxBeta returns the value of p to the player to move if it is below beta, and otherwise a lower bound
// of at least beta: Knuth and Moore's procedure F1, which has only the upper bound and so misses the deep
// cut-offs.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
func (s *search[P, M]) negamaxBeta(p P, depth, beta int) int {
	if score, ok := s.leaf(p, depth, bounds{s.lowest, beta}); ok {
		return score
	}
	best := s.lowest
	moves := s.push(p)
	for i, m := range moves {
		best = max(best, -s.negamaxBeta(s.play(p, m), depth-1, -best))
		if s.reaches(best, beta) {
			best = s.within(best, beta)
			s.cut(len(moves) - i - 1)
			break
		}
	}
	s.pop(moves, best)
	return best
}

// alphabeta returns the value of p to the player to move if it lies between alpha and beta, and otherwise a bound on
// the same side as the value: a lower bound of at least beta, or an upper bound. With fail-hard alpha-beta, Knuth and
// Moore's procedure F2, the upper bound is alpha; with fail-soft alpha-beta it is the best score found, which may be
// lower. Both cut off the same moves. With killer moves, or with the history heuristic, moves that cut off elsewhere
// come first.
//
// J. P. Fishburn, Another optimization of alpha-beta search, SIGART Newsletter 84 (1983).
func (s *search[P, M]) alphabeta(p P, depth, alpha, beta int) int {
	if score, ok := s.leaf(p, depth, bounds{alpha, beta}); ok {
		return score
	}
	best := alpha
	if s.Algorithm == AlphaBetaSoft || s.Fail == Soft {
		best = -infinity
	}
	moves := s.push(p)
	switch s.Algorithm {
	case Killer:
		s.killersFirst(moves, s.ply(depth))
	case History:
		s.bestHistoryFirst(moves, s.ply(depth))
	}
	for i, m := range moves {
		best = max(best, -s.alphabeta(s.play(p, m), depth-1, -beta, -max(alpha, best)))
		if s.reaches(best, beta) {
			switch s.Algorithm {
			case Killer:
				s.addKiller(m, s.ply(depth))
			case History:
				s.addHistory(m, depth)
			}
			best = s.within(best, beta)
			s.cut(len(moves) - i - 1)
			break
		}
	}
	s.pop(moves, best)
	return best
}

// reaches reports whether a score cuts off at beta.
func (s *search[P, M]) reaches(score, beta int) bool {
	return score > beta || score == beta && s.Cut == AtBeta
}
