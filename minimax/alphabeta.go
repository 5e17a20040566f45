package minimax

// negamaxBeta returns the value of p to the player to move when it is below beta, and otherwise a
// lower bound that is not: Knuth and Moore's procedure F1, which has the upper bound only. It
// misses the deep cut-offs.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
func (s *search[P, M]) negamaxBeta(p P, depth, beta int) int {
	if score, ok := s.leaf(p, depth); ok {
		return score
	}
	best := -infinity
	moves := s.push(p)
	for i, m := range moves {
		best = max(best, -s.negamaxBeta(s.game.Apply(p, m), depth-1, -best))
		if best >= beta {
			s.cut(len(moves) - i - 1)
			break
		}
	}
	s.pop(moves)
	return best
}

// alphabeta returns the value of p to the player to move when it lies between alpha and beta,
// alpha when it is not above alpha, and otherwise a lower bound that is not below beta: Knuth and
// Moore's procedure F2.
func (s *search[P, M]) alphabeta(p P, depth, alpha, beta int) int {
	if score, ok := s.leaf(p, depth); ok {
		return score
	}
	moves := s.push(p)
	for i, m := range moves {
		alpha = max(alpha, -s.alphabeta(s.game.Apply(p, m), depth-1, -beta, -alpha))
		if alpha >= beta {
			s.cut(len(moves) - i - 1)
			break
		}
	}
	s.pop(moves)
	return alpha
}
