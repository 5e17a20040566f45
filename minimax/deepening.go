package minimax

// deepen searches 1 ply deep, then 2 and so on, up to the depth in the options, the end of every line, or a score
// that no deeper search can change. The table of one depth orders the moves of the next. When stopped, it returns the
// result of the deepest complete search.
//
// D. J. Slate and L. R. Atkin, Chess 4.5: the Northwestern University chess program (1977).
func (s *search[P, M]) deepen(p P) (Result[M], error) {
	var found Result[M]
	for s.depth = 1; ; s.depth++ {
		s.horizon = false
		score, best := s.root(p, s.depth, s.bounds, s.findsAllBest())
		r, err := s.result(p, score, best)
		r.Depth = s.depth
		if r.PVCut {
			return r, err
		}
		if err != nil {
			found.Stats, found.Elapsed, found.Searched, found.Moves = r.Stats, r.Elapsed, r.Searched, r.Moves
			return found, err
		}
		if found = r; s.deepest(score) {
			return found, nil
		}
	}
}

// deepest reports whether deepening ends at this depth, given its score. If any win will do but all winning moves are
// wanted, it continues, because a deeper search may find more of them.
func (s *search[P, M]) deepest(score int) bool {
	moreWins := s.horizon && s.findsAllBest() && s.Prefer == Any && score > 0
	return s.depth == s.Depth || s.depth == MaxDepth || s.proved(score) && !moreWins
}
