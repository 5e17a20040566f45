package minimax

import (
	"cmp"
	"slices"
)

// bestHistoryFirst sorts the moves of a ply by their scores in the history table, the highest first. Moves with the
// same score keep their order.
//
// J. Schaeffer, The history heuristic, ICCA Journal 6 (1983).
func (s *search[P, M]) bestHistoryFirst(moves []M, ply int) {
	scores := s.history[ply%2]
	slices.SortStableFunc(moves, func(a, b M) int {
		return cmp.Compare(scores[s.representative(b)], scores[s.representative(a)])
	})
}

// addHistory adds 2^depth to the score of a move that cut off depth plies above the horizon, because a cut-off saves
// more if the tree below is higher. In a search to the end of the game, where that distance is unknown, every cut-off
// counts 1.
func (s *search[P, M]) addHistory(m M, depth int) {
	const most = 40 // plies, so that scores do not overflow
	s.history[s.ply(depth)%2][s.representative(m)] += 1 << min(max(depth, 0), most)
}
