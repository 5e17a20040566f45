package minimax

import (
	"cmp"
	"context"
	"math"
	"time"
)

// infinity exceeds every score.
const infinity = math.MaxInt32

// pollEvery is after how many nodes a search looks whether it is to stop, a power of 2.
const pollEvery = 1 << 12

// toTheEnd is the depth of a root without a limit. It sinks below −1 with each ply, and so never
// becomes 0, the horizon.
const toTheEnd = -1

// search is one search under way. Its procedures score a position for the player to move, in a
// currency that compares payoffs, estimates and, where the fast is preferred, plies: a payoff
// counts weight times scale, an estimate scale, and a ply 1.
type search[P, M any] struct {
	Options
	Stats
	game     Game[P, M]
	ctx      context.Context  // polled now and then, for as long as the search lasts
	estimate func(p P) int    // 0 in a game that cannot guess
	key      func(p P) uint64 // for the table, where there is one
	value    func(p P, depth int, b bounds) int
	weight   int
	decided  int // a score from here on, in magnitude, no deeper search can change
	scale    int
	depth    int // of the root; depths count down from it to 0, the horizon
	bounds   bounds
	table    *table
	memory   map[remembered]int32
	moves    []M // of the nodes from the root to here, one after the other
	began    time.Time
	stopped  bool // every position now counts as a leaf, so that the search ends at once
	horizon  bool // has been reached
	searched int  // moves of the root
	of       int
}

// bounds are the alpha and beta between which a search finds exact scores.
type bounds struct{ low, high int }

// newSearch prepares a search of p, or says what is wrong with it.
func newSearch[P, M any](ctx context.Context, game Game[P, M], p P, o Options) (*search[P, M], error) {
	keyed, isKeyed := game.(Keyed[P])
	symmetric, isSymmetric := game.(Symmetric[P])
	if err := o.check(isKeyed, isSymmetric); err != nil {
		return nil, err
	}
	if game.Finished(p) {
		return nil, ErrFinished
	}
	s := &search[P, M]{
		Options: o, game: game, ctx: ctx, began: time.Now(), depth: cmp.Or(o.Depth, toTheEnd),
	}
	switch {
	case o.Algorithm.Symmetric():
		s.key = symmetric.CanonicalKey
	case o.Algorithm.Table():
		s.key = keyed.Key
	}
	s.setCurrency()
	s.setBounds()
	s.setProcedure()
	return s, nil
}

// setCurrency settles what payoffs, estimates and plies count.
func (s *search[P, M]) setCurrency() {
	s.estimate, s.weight, s.scale = func(P) int { return 0 }, 1, 1
	if s.Prefer == Fast {
		s.scale = MaxPlies + 1
	}
	estimator, ok := s.game.(Estimator[P])
	if ok {
		s.estimate, s.weight = estimator.Estimate, estimator.Weight()
	}
	s.decided = infinity
	if bound := s.bound(); bound > 0 && (!ok || s.weight > 1) {
		// Nothing beats the highest payoff, and no estimate reaches it. By preference, it loses less
		// than one scale on its way to the root, and a deeper search only finds it further down.
		s.decided = (bound*s.weight-1)*s.scale + 1
	}
}

// bound returns the highest payoff of the game, or 0 when it is not known.
func (s *search[P, M]) bound() int {
	if bounded, ok := s.game.(Bounded); ok {
		return bounded.Bound()
	}
	return 0
}

// setBounds settles where a search with cut-offs starts.
func (s *search[P, M]) setBounds() {
	s.bounds = bounds{-infinity, infinity}
	narrow := s.Window == Narrow || s.Window == DefaultWindow && s.Algorithm.Table()
	if bound := s.bound() * s.weight * s.scale; bound > 0 && narrow {
		s.bounds = bounds{-bound, bound}
	}
}

// setProcedure chooses what gives the score of a child, for the player who moves to it.
func (s *search[P, M]) setProcedure() {
	switch s.Algorithm {
	case Minimax:
		s.value = func(p P, depth int, _ bounds) int { return s.minValue(p, depth) }
	case Negamax:
		s.value = func(p P, depth int, _ bounds) int { return -s.negamax(p, depth) }
	case NegamaxBeta:
		s.value = func(p P, depth int, b bounds) int { return -s.negamaxBeta(p, depth, -b.low) }
	case AlphaBeta:
		s.value = func(p P, depth int, b bounds) int { return -s.alphabeta(p, depth, -b.high, -b.low) }
	case MinimaxTT, MinimaxSym:
		s.memory = map[remembered]int32{}
		s.value = func(p P, depth int, _ bounds) int { return -s.remember(p, depth) }
	case AlphaBetaTT, AlphaBetaSym, Deepening:
		s.table = newTable(s.Table)
		s.value = func(p P, depth int, b bounds) int { return -s.transpose(p, depth, -b.high, -b.low) }
	}
}

// whole tells whether the search is to find all the best moves.
func (s *search[P, M]) whole() bool { return s.AllBest || !s.Algorithm.Cuts() }

// leaf counts a node and returns its score when it has no children: when the game is over or the
// horizon is reached.
func (s *search[P, M]) leaf(p P, depth int) (score int, ok bool) {
	s.Nodes++
	if s.Nodes%pollEvery == 0 && s.ctx.Err() != nil {
		s.stopped = true
	}
	switch {
	case s.stopped:
		return 0, true
	case s.game.Finished(p):
		s.Leaves++
		return s.score(s.game.Payoff(p)*s.weight, depth), true
	case depth == 0:
		s.Leaves++
		s.horizon = true
		return s.score(s.estimate(p), depth), true
	}
	return 0, false
}

// score turns what is found at a leaf into the currency of the search. Where the fast is
// preferred, every ply from the root takes 1 from a win and from a loss.
func (s *search[P, M]) score(v, depth int) int {
	if s.Prefer == Fast {
		return v*s.scale - cmp.Compare(v, 0)*s.ply(depth)
	}
	return v
}

// ply returns how far from the root a depth is.
func (s *search[P, M]) ply(depth int) int { return s.depth - depth }

// toNode turns a score as seen from the root into one as seen from a node, which is the same
// wherever the node is met.
func (s *search[P, M]) toNode(score, depth int) int {
	if s.Prefer == Fast {
		score += cmp.Compare(score, 0) * s.ply(depth)
	}
	return score
}

// fromNode undoes toNode.
func (s *search[P, M]) fromNode(score, depth int) int {
	if s.Prefer == Fast {
		score -= cmp.Compare(score, 0) * s.ply(depth)
	}
	return score
}

// push returns the moves of p, which stay valid until pop gives them back.
func (s *search[P, M]) push(p P) []M {
	from := len(s.moves)
	s.moves = s.game.Moves(p, s.moves)
	return s.moves[from:]
}

func (s *search[P, M]) pop(moves []M) { s.moves = s.moves[:len(s.moves)-len(moves)] }

// cut counts a cut-off that leaves so many moves out.
func (s *search[P, M]) cut(left int) {
	if left > 0 {
		s.Cutoffs++
	}
}
