package minimax

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"time"
)

// infinity exceeds every score.
const infinity = math.MaxInt32

// pollEvery is the number of nodes between two checks of the context, a power of 2.
const pollEvery = 1 << 12

// over reports whether a context has ended. Where the program has a single thread, as in a browser, the timer of a
// context needs a turn to end it.
func over(ctx context.Context) bool {
	runtime.Gosched()
	return ctx.Err() != nil
}

// toTheEnd is the depth of a root without a limit. It decreases with each ply, and so never becomes 0, the
// horizon.
const toTheEnd = -1

// search is a search in progress. Its procedures score a position for the player to move, in a currency that
// compares payoffs, estimates and, if fast wins are preferred, plies: one point of payoff counts weight times
// scale, one point of estimate scale, and a ply 1.
type search[P any, M comparable] struct {
	Options
	Stats
	game     Game[P, M]
	ctx      context.Context  // polled now and then
	estimate func(p P) int    // 0 in a game without estimates
	key      func(p P) uint64 // for the table, if there is one
	value    func(p P, depth int, b bounds) int
	weight   int
	decided  int // no deeper search can change a score of at least this magnitude
	scale    int
	depth    int // of the root; it counts down to 0, the horizon
	bounds   bounds
	lowest   int // no score is lower
	table    *table
	memory   map[remembered]int32
	killers  []killers[M] // by ply
	tracer   *tracer[M]   // records the tree, or nil
	moves    []M          // of all nodes from the root to the current one
	began    time.Time
	stopped  bool // every position is now a leaf, so the search ends at once
	horizon  bool // the horizon was reached
	searched int  // moves of the root searched so far
	of       int  // moves of the root
}

// bounds holds alpha and beta, between which a search finds exact scores.
type bounds struct{ low, high int }

// unbounded is an infinite window.
var unbounded = bounds{-infinity, infinity}

// newSearch prepares a search of p, or returns an error if it is impossible.
func newSearch[P any, M comparable](ctx context.Context, game Game[P, M], p P, o Options) (*search[P, M], error) {
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
	if !o.Algorithm.CutsLate() {
		s.Cut = AtBeta
	}
	switch {
	case o.Algorithm.Symmetric():
		s.key = symmetric.CanonicalKey
	case o.Algorithm.Table():
		s.key = keyed.Key
	}
	s.setCurrency()
	s.setProcedure()
	return s, nil
}

// setCurrency sets what payoffs, estimates and plies are worth, and the bounds with which a search with cut-offs
// starts.
func (s *search[P, M]) setCurrency() {
	s.estimate, s.weight = estimates[P](s.game)
	if s.Depth == 0 && s.Algorithm != Deepening { // a search to the end compares payoffs alone
		estimate, weight := s.estimate, s.weight
		s.estimate, s.weight = func(p P) int { return estimate(p) / weight }, 1
	}
	s.scale, s.decided, s.bounds, s.lowest = 1, infinity, unbounded, -infinity
	if s.Prefer == Fast {
		s.scale = MaxPlies + 1
	}
	bound := highestPayoff(s.game) * s.weight
	if bound == 0 {
		return
	}
	if _, estimator := s.game.(Estimator[P]); !estimator || s.weight > 1 {
		// Nothing beats the highest payoff, and no estimate reaches it. If fast wins are preferred, it loses
		// less than one scale on its way to the root, and a deeper search can only find it further down.
		s.decided = (bound-1)*s.scale + 1
	}
	sure := bounds{-bound * s.scale, bound * s.scale}
	if s.limited() || bound == MaxPayoff { // the highest payoff is infinite, so even the open window ends there
		s.bounds, s.lowest = sure, sure.low
	}
	if s.Window == Narrow || s.Window == DefaultWindow && s.Algorithm.Table() {
		s.bounds = sure
	}
}

// limited reports whether payoffs are compared with estimates, which they outweigh.
func (s *search[P, M]) limited() bool { return s.Depth > 0 && s.weight > 1 }

// estimates returns how a game estimates, and the weight: always 0, and 1, if it does not.
func estimates[P any](game any) (estimate func(P) int, weight int) {
	if e, ok := game.(Estimator[P]); ok {
		return e.Estimate, e.Weight()
	}
	return func(P) int { return 0 }, 1
}

// highestPayoff returns the highest payoff of a game, or 0 if it is not known.
func highestPayoff(game any) int {
	if bounded, ok := game.(Bounded); ok {
		return bounded.Bound()
	}
	return 0
}

// setProcedure chooses the procedure that scores a child for the player who moves to it.
func (s *search[P, M]) setProcedure() {
	switch s.Algorithm {
	case Minimax:
		s.value = func(p P, depth int, _ bounds) int { return s.minValue(p, depth) }
	case Negamax:
		s.value = func(p P, depth int, _ bounds) int { return -s.negamax(p, depth) }
	case NegamaxBeta:
		s.value = func(p P, depth int, b bounds) int { return -s.negamaxBeta(p, depth, -b.low) }
	case AlphaBeta, AlphaBetaSoft, Killer:
		s.value = func(p P, depth int, b bounds) int { return -s.alphabeta(p, depth, -b.high, -b.low) }
	case PVS:
		s.value = func(p P, depth int, b bounds) int { return s.scout(p, depth, b, s.searched == 0) }
	case MinimaxTT, MinimaxSym:
		s.memory = map[remembered]int32{}
		s.value = func(p P, depth int, _ bounds) int { return -s.remember(p, depth) }
	case AlphaBetaTT, AlphaBetaSym, MTDF, Deepening:
		s.table = newTable(s.Table)
		s.value = func(p P, depth int, b bounds) int { return -s.transpose(p, depth, -b.high, -b.low) }
	}
}

// whole reports whether to find all the best moves.
func (s *search[P, M]) whole() bool { return s.AllBest || !s.Algorithm.Cuts() }

// leaf counts a node, entered with these bounds, and returns its score if it is a leaf: the game is over or the
// horizon is reached.
func (s *search[P, M]) leaf(p P, depth int, b bounds) (score int, ok bool) {
	s.Nodes++
	if s.Nodes%pollEvery == 0 {
		s.stopped = over(s.ctx)
	}
	kind := inner
	switch {
	case s.stopped:
		return 0, true
	case s.game.Finished(p):
		score, kind = s.game.Payoff(p)*s.weight, finished
	case depth == 0:
		score, kind = s.estimate(p), horizon
		s.horizon = true
	}
	if kind != inner {
		s.Leaves++
		score = s.nearer(score*s.scale, s.ply(depth))
	}
	if s.tracer != nil {
		s.tracer.entered(b)
		s.tracer.leaf(kind, score)
	}
	return score, kind != inner
}

// ply returns how far from the root a depth is.
func (s *search[P, M]) ply(depth int) int { return s.depth - depth }

// nearer moves a win or a loss this many plies closer to 0, if fast wins are preferred. A table holds scores without
// the plies from the root to the node, which depend on where the node is met.
func (s *search[P, M]) nearer(score, plies int) int {
	if s.Prefer == Fast {
		return score - cmp.Compare(score, 0)*plies
	}
	return score
}

// push returns the moves of p, which are valid until pop.
func (s *search[P, M]) push(p P) []M {
	from := len(s.moves)
	s.moves = s.game.Moves(p, s.moves)
	if s.tracer != nil {
		s.tracer.offered(s.moves[from:])
	}
	return s.moves[from:]
}

// play returns the position after a move.
func (s *search[P, M]) play(p P, m M) P {
	if s.tracer != nil {
		s.tracer.chosen(m)
	}
	return s.game.Apply(p, m)
}

// pop leaves a node with its moves, after a score for the player to move.
func (s *search[P, M]) pop(moves []M, score int) {
	s.moves = s.moves[:len(s.moves)-len(moves)]
	if s.tracer != nil {
		s.tracer.left(score)
	}
}

// cut counts a cut-off, and reports it, unless it skips no moves.
func (s *search[P, M]) cut(left int) {
	if left == 0 {
		return
	}
	s.Cutoffs++
	if s.tracer != nil {
		s.tracer.cut()
	}
}
