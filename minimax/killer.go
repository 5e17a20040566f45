package minimax

import "slices"

// killers holds the last two moves that cut off at a ply, the latest first. A move that refutes one move often refutes
// the next.
//
// B. J. Huberman, A program to play chess end games, Stanford University (1968); S. G. Akl and M. M. Newborn, The
// principal continuation and the killer heuristic, ACM Annual Conference (1977).
type killers[M comparable] struct {
	moves [2]M
	n     int
}

// killersFirst moves the killers of a ply to the front, if they are among the moves. The others keep their order.
func (s *search[P, M]) killersFirst(moves []M, ply int) {
	if ply >= len(s.killers) {
		return
	}
	known := s.killers[ply]
	for _, killer := range slices.Backward(known.moves[:known.n]) {
		if i := slices.IndexFunc(moves, func(m M) bool { return s.representative(m) == killer }); i > 0 {
			m := moves[i]
			copy(moves[1:], moves[:i])
			moves[0] = m
		}
	}
}

// addKiller records a move that has cut off at a ply.
func (s *search[P, M]) addKiller(m M, ply int) {
	for ply >= len(s.killers) {
		s.killers = append(s.killers, killers[M]{})
	}
	m = s.representative(m)
	known := &s.killers[ply]
	if known.n > 0 && known.moves[0] == m {
		return
	}
	known.moves = [2]M{m, known.moves[0]}
	known.n = min(known.n+1, len(known.moves))
}
