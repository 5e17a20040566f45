package minimax

// remembered is a position searched to a depth.
type remembered struct {
	key   uint64
	depth int
}

// remember returns the value of p to the player to move. It is negamax that stores every position it visits, even
// finished ones, and searches no position twice. Michie called such a procedure a memo function.
//
// D. Michie, "Memo" functions and machine learning, Nature 218 (1968).
func (s *search[P, M]) remember(p P, depth int) int {
	at := remembered{s.key(p), max(depth, 0)}
	if score, ok := s.memory[at]; ok {
		s.Nodes++
		if s.tracer != nil {
			s.tracer.entered(s.played, unbounded)
		}
		return s.hit(s.nearer(int(score), s.ply(depth)), exact)
	}
	best, ok := s.leaf(p, depth, unbounded)
	if !ok {
		best = -infinity
		moves := s.push(p)
		for _, m := range moves {
			best = max(best, -s.remember(s.play(p, m), depth-1))
		}
		s.pop(moves, best)
	}
	if !s.stopped {
		s.memory[at] = int32(s.nearer(best, -s.ply(depth)))
	}
	return best
}

// transpose returns the value of p to the player to move if it lies between alpha and beta, and otherwise a bound on
// the same side as the value. It is alpha-beta with a table of the positions that it has searched. A stored value is
// used only at the depth at which it was found, so that the result is the same as alpha-beta's; a stored move is tried
// first at any depth. Under symmetry that move may be the wrong one, which costs time but never changes the result.
//
// R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, The Greenblatt chess program, Fall Joint
// Computer Conference (1967); A. L. Zobrist, A new hashing method with application for game
// playing, University of Wisconsin (1970).
func (s *search[P, M]) transpose(p P, depth, alpha, beta int) int {
	if score, ok := s.leaf(p, depth, bounds{alpha, beta}); ok {
		return score
	}
	key := s.key(p)
	e := s.table.find(key)
	if score, ok := s.known(e, depth, alpha, beta); ok {
		return s.hit(score, e.bound)
	}
	best, at, low := -infinity, 0, alpha
	moves := s.push(p)
	for k := range moves {
		i := inTurn(k, int(e.move), len(moves))
		score := -s.transpose(s.play(p, moves[i]), depth-1, -beta, -low)
		if score > best {
			best, at = score, i
		}
		if low = max(low, best); low >= beta {
			s.cut(len(moves) - k - 1)
			break
		}
	}
	s.pop(moves, best)
	s.store(key, depth, best, at, bounds{alpha, beta})
	return best
}

// hit leaves a node with a score from the table.
func (s *search[P, M]) hit(score int, as bound) int {
	s.TableHits++
	if s.tracer != nil {
		s.tracer.known(score, as)
	}
	return score
}

// known returns the stored score of a position searched to this depth, if it decides the search between alpha and
// beta.
func (s *search[P, M]) known(e entry, depth, alpha, beta int) (score int, ok bool) {
	if e.bound == unknown || !e.matches(s.generation(), s.distance(depth)) {
		return 0, false
	}
	score = s.nearer(int(e.score), s.ply(depth))
	switch e.bound {
	case atLeast:
		ok = score >= beta
	case atMost:
		ok = score <= alpha
	default:
		ok = true
	}
	return score, ok
}

// distance returns the ply of a node, as stored in a table.
func (s *search[P, M]) distance(depth int) uint8 { return uint8(min(s.ply(depth), maxStoredPly)) }

// store stores the result of a search with these bounds.
func (s *search[P, M]) store(key uint64, depth, score, move int, b bounds) {
	if s.stopped {
		return
	}
	bound := exact
	switch {
	case score >= b.high:
		bound = atLeast
	case score <= b.low:
		bound = atMost
	}
	s.table.put(entry{
		key: key, score: int32(s.nearer(score, -s.ply(depth))), root: s.generation(), ply: s.distance(depth),
		bound: bound, move: uint8(min(move, noMove)),
	})
}
