package minimax

import "slices"

// inTurn returns the index of the k-th of n moves to try if the move at index first is tried first and the others keep
// their order.
func inTurn(k, first, n int) int {
	switch {
	case first >= n || k > first:
		return k
	case k == 0:
		return first
	}
	return k - 1
}

// root searches the moves of p, except those that the bounds cut off, and returns the score of p to the player to move
// and the best moves: all of them if whole is set, or else the first that is proved best. To find all of them, it
// searches with bounds in which a score equal to the best is still exact.
func (s *search[P, M]) root(p P, depth int, b bounds, whole bool) (score int, best []M) {
	s.Nodes++
	if s.tracer != nil {
		s.tracer.entered(nil, b)
	}
	s.parent = p
	moves := s.push(p)
	s.searched, s.rootMoves = 0, len(moves)
	var places []int // of the best moves
	score, first := -infinity, len(moves)
	if s.table != nil {
		first = int(s.table.find(s.key(p)).move)
	}
	for k := range moves {
		i := inTurn(k, first, len(moves))
		v := s.value(s.play(p, moves[i]), depth-1, nextBounds(b, score, whole))
		if s.stopped {
			break
		}
		s.searched++
		if s.Algorithm != AlphaBetaSoft && s.Fail != Soft {
			v = max(v, b.low)
		}
		if v > score {
			score, places = v, append(places[:0], i)
		} else if v == score && whole {
			places = append(places, i)
		}
		if s.reaches(score, b.high) && !whole {
			score = s.within(score, b.high)
			s.cut(len(moves) - k - 1)
			break
		}
		if s.Choose == FirstWin && s.top < infinity && score > s.top-s.scale {
			s.cut(len(moves) - k - 1)
			break
		}
	}
	s.pop(moves, score)
	s.keepRoot(p, depth, score, places, b)
	slices.Sort(places)
	for _, i := range places {
		best = append(best, moves[i])
	}
	return score, best
}

// nextBounds returns the bounds for the next move of the root, given the best score so far. If all best moves are
// wanted, the lower bound is one point lower, which distinguishes an equally good move from a worse one.
func nextBounds(b bounds, score int, whole bool) bounds {
	if whole {
		score--
	}
	return bounds{max(b.low, score), b.high}
}

// keepRoot stores the result for p in the tables, as the procedures do for its descendants.
func (s *search[P, M]) keepRoot(p P, depth, score int, places []int, b bounds) {
	switch {
	case s.stopped:
	case s.memory != nil:
		s.memory[remembered{s.key(p), max(depth, 0)}] = int32(s.nearer(score, -s.ply(depth)))
	case s.table != nil:
		s.store(s.key(p), depth, score, places[0], b)
	}
}

// generation distinguishes the table entries of searches to different depths.
func (s *search[P, M]) generation() uint8 { return uint8(max(s.depth, 0)) }

// line returns the principal variation: the moves that follow if, after the best move m of p, both sides play their
// first best move. It searches again with the narrowest bounds, so that the procedures need not keep track of the line,
// and leaves the counts unchanged. The line ends where chance moves. If the search is stopped, it returns the beginning
// of the line.
func (s *search[P, M]) line(p P, score int, m M) []M {
	defer func(counts Stats, horizon bool) { s.Stats, s.horizon = counts, horizon }(s.Stats, s.horizon)
	s.Cut = AtBeta
	line := []M{m}
	next := func(m M) {
		after := s.game.Apply(p, m)
		p, score = after, s.turned(p, after, score)
	}
	next(m)
	for depth := s.depth - 1; depth != 0 && !s.game.Finished(p) && s.chances(p) == nil; depth-- {
		_, best := s.root(p, depth, bounds{score - 1, score}, false)
		if s.stopped {
			break
		}
		line = append(line, best[0])
		next(best[0])
	}
	return line
}
