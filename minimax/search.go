package minimax

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"time"
)

// infinity exceeds every score.
const infinity = math.MaxInt >> (8 * (math.MaxInt >> 62)) // room for sums of weighted scores, if int has 64 bits

// pollEvery is the number of nodes between two checks of the context, a power of 2.
const pollEvery = 1 << 12

// contextEnded reports whether a context has ended. It yields first: where the program has a single thread, as in a
// browser, a timer could not end the context otherwise.
func contextEnded(ctx context.Context) bool {
	runtime.Gosched()
	return ctx.Err() != nil
}

// toTheEnd is the depth of a root without a limit. It decreases with each ply, and so never becomes 0, the
// horizon.
const toTheEnd = -1

// search is a search in progress. Its procedures score a position for the player to move, in units that make payoffs,
// estimates and, if fast wins are preferred, plies comparable: a payoff of 1 is worth weight times scale, an estimate
// of 1 is worth scale, and a ply is worth 1.
type search[P any, M comparable] struct {
	Options
	Stats
	units
	game           Game[P, M]
	chancy         Chancy[P]        // the game, if chance moves in it, or nil
	ctx            context.Context  // polled every pollEvery nodes
	estimate       func(p P) int    // 0 in a game without estimates
	key            func(p P) uint64 // for the table, if there is one
	value          func(p P, depth int, b bounds) int
	decided        int // a score of at least this magnitude is final
	depth          int // of the root; it counts down to 0, the horizon
	bounds         bounds
	lowest         int  // no score is lower
	rootForMax     bool // values at the root are for Max, if chance moves in the game
	parent         P    // the root, or the position in the line of play that is being searched
	table          *table
	memory         map[remembered]int32
	representative func(m M) M    // maps equivalent moves to one of them, for move ordering
	killers        []killers[M]   // by ply
	history        [2]map[M]int64 // scores of the moves of each player, the one at the root first
	tracer         *tracer        // records the tree, or nil
	moves          []M            // of all nodes from the root to the current one
	played         M              // the last move to a node
	began          time.Time
	stopped        bool // every position now counts as a leaf, so the search ends at once
	horizon        bool // the horizon was reached
	searched       int  // moves of the root searched so far
	rootMoves      int  // moves of the root
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
	chancy, err := checkChance(game, o.Algorithm)
	if err != nil {
		return nil, err
	}
	if game.Finished(p) {
		return nil, ErrFinished
	}
	s := &search[P, M]{
		Options: o, game: game, chancy: chancy, ctx: ctx, began: time.Now(), depth: cmp.Or(o.Depth, toTheEnd),
	}
	s.rootForMax = chancy != nil && chancy.ForMax(p)
	if !o.Algorithm.CutsLate() {
		s.Cut = AtBeta
	}
	s.representative = func(m M) M { return m }
	if g, ok := game.(Equivalent[M]); ok {
		s.representative = g.Representative
	}
	switch {
	case o.Algorithm.Symmetric():
		s.key = symmetric.CanonicalKey
	case o.Algorithm.Table():
		s.key = keyed.Key
	}
	s.setUnits()
	s.setWindow()
	s.setProcedure()
	return s, nil
}

// setUnits sets the units of payoffs, estimates and plies, and the initial bounds of a search with cut-offs.
func (s *search[P, M]) setUnits() {
	s.units = units{weight: 1, scale: 1, top: infinity, write: s.Write}
	s.estimate, s.decided, s.bounds, s.lowest = func(P) int { return 0 }, infinity, unbounded, -infinity
	e, estimates := s.game.(Estimator[P])
	switch {
	case estimates && s.Depth == 0 && s.Algorithm != Deepening: // a search to the end compares payoffs alone
		s.estimate = func(p P) int { return e.Estimate(p) / e.Weight() }
	case estimates:
		s.estimate, s.weight = e.Estimate, e.Weight()
	}
	s.limited = s.weight > 1
	if s.Prefer == Fast {
		s.scale = MaxPlies + 1
	}
	bounded, ok := s.game.(Bounded)
	if !ok || bounded.Bound() == 0 {
		return
	}
	bound := bounded.Bound() * s.weight
	s.top = bound * s.scale
	if !estimates || s.weight > 1 {
		// Nothing beats the highest payoff, and no estimate reaches it. If fast wins are preferred, it decreases by
		// less than one scale on its way to the root, and a deeper search can only find it further down.
		s.decided = (bound-1)*s.scale + 1
	}
	// Without a table, alpha-beta starts from −∞ to +∞, as in Knuth and Moore's paper, unless the highest payoff is
	// itself infinite, as it is at a horizon if payoffs outweigh estimates.
	infinite := s.limited && s.Depth > 0 || bound == MaxPayoff
	if infinite {
		s.lowest = -s.top
	}
	if infinite || s.Algorithm.Table() {
		s.bounds = bounds{-s.top, s.top}
	}
}

// setWindow narrows the initial bounds to the window of the options.
func (s *search[P, M]) setWindow() {
	if s.Window == nil || !s.Algorithm.Windowed() {
		return
	}
	score := func(payoff int) int { return min(max(payoff, -MaxPayoff-1), MaxPayoff+1) * s.weight * s.scale }
	if s.chancy != nil {
		score = func(payoff int) int { return payoff }
	}
	if low := s.Window[0]; low > -infinity {
		s.bounds.low = max(s.bounds.low, score(low))
	}
	if high := s.Window[1]; high < infinity {
		s.bounds.high = min(s.bounds.high, score(high))
	}
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
	case AlphaBeta, AlphaBetaSoft, Killer, History:
		s.history = [2]map[M]int64{{}, {}}
		s.value = func(p P, depth int, b bounds) int { return -s.alphabeta(p, depth, -b.high, -b.low) }
	case PVS:
		s.value = func(p P, depth int, b bounds) int { return s.scout(p, depth, b, s.searched == 0) }
	case MinimaxTT, MinimaxSym:
		s.memory = map[remembered]int32{}
		s.value = func(p P, depth int, _ bounds) int { return -s.remember(p, depth) }
	case AlphaBetaTT, AlphaBetaSym, MTDF, Deepening:
		s.table = newTable(s.Table, s.Replace)
		s.value = func(p P, depth int, b bounds) int { return -s.transpose(p, depth, -b.high, -b.low) }
	case Expectiminimax, Star1, Star2:
		s.value = func(p P, depth int, b bounds) int { return s.after(s.parent, p, depth, b) }
	}
}

// findsAllBest reports whether to find all the best moves.
func (s *search[P, M]) findsAllBest() bool {
	return (s.AllBest || s.Choose == RandomBest || !s.Algorithm.Cuts()) && s.Choose != FirstWin
}

// leaf counts a node, entered with these bounds, and returns its score if it is a leaf: the game is over or the
// horizon is reached.
func (s *search[P, M]) leaf(p P, depth int, b bounds) (score int, ok bool) {
	s.Nodes++
	if s.Nodes%pollEvery == 0 {
		s.stopped = contextEnded(s.ctx)
	}
	if s.stopped {
		return 0, true
	}
	if s.tracer != nil {
		s.tracer.entered(s.played, b)
	}
	kind := finished
	switch {
	case s.game.Finished(p):
		score = s.game.Payoff(p) * s.weight
	case depth == 0:
		score, kind, s.horizon = s.estimate(p), horizon, true
	default:
		return 0, false
	}
	s.Leaves++
	score = s.nearer(score*s.scale, s.ply(depth))
	if s.tracer != nil {
		s.tracer.leaf(kind, score)
	}
	return score, true
}

// ply returns the distance of a depth from the root.
func (s *search[P, M]) ply(depth int) int { return s.depth - depth }

// nearer moves the score of a win or a loss this many plies closer to 0, if fast wins are preferred. A table stores
// scores without the plies from the root to the node, because these depend on the path to the node.
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
		if offered(s.tracer, s.moves[from:]) {
			s.traceChances(p, s.moves[from:])
		}
	}
	return s.moves[from:]
}

// play returns the position after a move.
func (s *search[P, M]) play(p P, m M) P {
	s.played = m
	return s.game.Apply(p, m)
}

// pop leaves a node, given its moves and its score for the player to move.
func (s *search[P, M]) pop(moves []M, score int) {
	s.moves = s.moves[:len(s.moves)-len(moves)]
	if s.tracer != nil {
		s.tracer.left(score)
	}
}

// cut counts and reports a cut-off, unless it skips no moves.
func (s *search[P, M]) cut(left int) {
	if left == 0 {
		return
	}
	s.Cutoffs++
	if s.tracer != nil {
		s.tracer.cut()
	}
}
