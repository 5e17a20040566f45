package minimax

import (
	"context"
	"errors"
	"fmt"
)

// ErrTreeTooLarge is the error of [Trace] if the tree has more positions than allowed.
var ErrTreeTooLarge = errors.New("the tree is too large to draw")

// Tree is a position that a search looked at or skipped, with the positions that follow it.
type Tree[M any] struct {
	Move     M    // the move that leads here; meaningless at the root
	Pruned   bool // skipped
	Children []*Tree[M]
	Visits   []Visit   // of the search, in order; more than one where it searched again
	Type     int       // Knuth and Moore's type of a critical position, 1, 2 or 3; 0 of any other
	Steps    []Step[M] // of the whole search; at the root alone
	leaf     leaf
	// low and high are the least and the most that the position can be worth to the player to move, as
	// scores, given what the search saw.
	low, high int
	bound     int // on every score, from the rules
	weight    int // of a payoff in scores
	limited   bool
}

// Visit is what a search knew when it entered a position and when it left it, in points for the player to move.
type Visit struct {
	Alpha, Beta, Score int
	Known              bool // the table knew the score
}

// Infinity is the bound of a [Visit] that has none: beta, or alpha with the opposite sign.
const Infinity = infinity

// Step is one step of a search: it enters a position or leaves it.
type Step[M any] struct {
	At    *Tree[M]
	Visit int  // the index of the visit
	Left  bool // or entered
}

// leaf says how a search valued a position.
type leaf uint8

const (
	inner    leaf = iota // by its children
	finished             // by its payoff
	horizon              // by its estimate
	recalled             // by the table
)

// end makes the position a leaf with a score.
func (t *Tree[M]) end(as leaf, score int) { t.leaf, t.low, t.high = as, score, score }

// Trace searches as [Search] does and returns the tree that it looked at, of at most a number of positions. Where a
// table answers, the tree ends. Iterative deepening is not one tree, but one after the other.
//
// The critical positions are those that prove the value: of type 1 on the principal variation, of type 2 where one
// answer is enough, of type 3 where every answer must be looked at. Knuth and Moore number moves so that the best one
// comes first; here the best one counts wherever it stands.
func Trace[P any, M comparable](ctx context.Context, game Game[P, M], p P, o Options, most int) (*Tree[M], error) {
	if o.Algorithm == Deepening {
		return nil, fmt.Errorf("%v searches a tree for every depth; %v has the tree of one", Deepening, AlphaBetaTT)
	}
	keyed, isKeyed := game.(Keyed[P])
	symmetric, isSymmetric := game.(Symmetric[P])
	if err := o.check(isKeyed, isSymmetric); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := tracer[P, M]{Game: game, room: most, full: cancel, limited: o.Depth > 0, keyed: keyed, symmetric: symmetric}
	t.estimate, t.weight = estimates[P](game)
	root := traced[P, M]{p, t.node()}
	s, err := newSearch(ctx, Game[traced[P, M], M](&t), root, o)
	if err != nil {
		return nil, err
	}
	s.watch, t.points, t.plain = &t, s.points, s.plain
	if o.Algorithm == MTDF {
		s.mtdf(root)
	} else {
		s.root(root, s.depth, s.bounds, s.whole())
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	root.tree.backUp()
	root.tree.classify(1)
	root.tree.Steps = t.steps
	return root.tree, nil
}

// backUp computes the bounds of a tree from those of its leaves. A skipped move leaves the upper bound open.
func (t *Tree[M]) backUp() {
	if t.leaf != inner || t.Pruned || t.Children == nil {
		return
	}
	low, high := t.low, t.low
	for _, child := range t.Children {
		child.backUp()
		low, high = max(low, -child.high), max(high, -child.low)
	}
	t.low, t.high = low, min(high, t.high)
}

// traced is a position with its node in the tree.
type traced[P, M any] struct {
	at   P
	tree *Tree[M]
}

// tracer is a game that records the tree of the moves that a search asks for.
type tracer[P any, M comparable] struct {
	Game[P, M]
	keyed     Keyed[P]     // or nil
	symmetric Symmetric[P] // or nil
	estimate  func(P) int
	weight    int
	limited   bool
	points    func(score int) int
	plain     func(score int) int // in the currency of the tree
	steps     []Step[M]
	entries   []inside[M] // of the positions from the root to the current one
	room      int         // for more positions
	full      context.CancelCauseFunc
}

// inside is the step that entered a position, and with which bounds.
type inside[M any] struct {
	Step[M]
	bounds
}

// node returns a new position, about which nothing is known except the bounds of the game.
func (t *tracer[P, M]) node() *Tree[M] {
	if t.room--; t.room < 0 {
		t.full(ErrTreeTooLarge)
	}
	bound := infinity
	if b := t.Bound(); b > 0 {
		bound = b * t.weight
	}
	return &Tree[M]{low: -bound, high: bound, bound: bound, weight: t.weight, limited: t.limited && t.weight > 1}
}

// entered notes that the search enters a position.
func (t *tracer[P, M]) entered(p traced[P, M], b bounds) {
	step := Step[M]{At: p.tree, Visit: len(p.tree.Visits)}
	p.tree.Visits = append(p.tree.Visits, Visit{Alpha: t.points(b.low), Beta: t.points(b.high)})
	t.steps, t.entries = append(t.steps, step), append(t.entries, inside[M]{step, b})
}

// left notes that the search leaves the position that it entered last.
func (t *tracer[P, M]) left(score int) {
	last := len(t.entries) - 1
	step := t.entries[last].Step
	step.At.Visits[step.Visit].Score = t.points(score)
	step.Left = true
	t.steps, t.entries = append(t.steps, step), t.entries[:last]
}

// known notes that the table knows the score of the position that the search entered last, which it then leaves. A score
// outside the bounds is one too.
func (t *tracer[P, M]) known(score int) {
	in := t.entries[len(t.entries)-1]
	in.At.Visits[in.Visit].Known = true
	if in.At.Children == nil {
		in.At.leaf = recalled
	}
	if score > in.low {
		in.At.low = max(in.At.low, t.plain(score))
	}
	if score < in.high {
		in.At.high = min(in.At.high, t.plain(score))
	}
	t.left(score)
}

func (t *tracer[P, M]) Moves(p traced[P, M], moves []M) []M {
	from := len(moves)
	moves = t.Game.Moves(p.at, moves)
	if p.tree.Children != nil {
		return moves // it is searched again
	}
	if p.tree.leaf == horizon { // MTD(f) estimates the root, and then searches it
		p.tree.low, p.tree.high = -p.tree.bound, p.tree.bound
	}
	p.tree.leaf = inner // though the table may have known something of it
	for _, m := range moves[from:] {
		child := t.node()
		child.Move, child.Pruned = m, true
		p.tree.Children = append(p.tree.Children, child)
	}
	return moves
}

func (t *tracer[P, M]) Apply(p traced[P, M], m M) traced[P, M] {
	for _, child := range p.tree.Children {
		if child.Move == m {
			child.Pruned = false
			return traced[P, M]{t.Game.Apply(p.at, m), child}
		}
	}
	panic("minimax: a search plays a move that the game did not offer")
}

func (t *tracer[P, M]) Finished(p traced[P, M]) bool { return t.Game.Finished(p.at) }

func (t *tracer[P, M]) Payoff(p traced[P, M]) int {
	payoff := t.Game.Payoff(p.at)
	p.tree.end(finished, payoff*t.weight)
	return payoff
}

// Estimate makes a tracer an [Estimator], whether the game is one or not.
func (t *tracer[P, M]) Estimate(p traced[P, M]) int {
	estimate := t.estimate(p.at)
	p.tree.end(horizon, estimate)
	return estimate
}

// Weight returns the weight of the game, or 1 if it has no estimates.
func (t *tracer[P, M]) Weight() int { return t.weight }

// Bound returns the bound of the game, or 0 if it is not known.
func (t *tracer[P, M]) Bound() int { return highestPayoff(t.Game) }

// Key makes a tracer [Keyed], and CanonicalKey makes it [Symmetric]. A search asks only if the game is.
func (t *tracer[P, M]) Key(p traced[P, M]) uint64 { return t.keyed.Key(p.at) }

// CanonicalKey returns the key that symmetric positions share.
func (t *tracer[P, M]) CanonicalKey(p traced[P, M]) uint64 { return t.symmetric.CanonicalKey(p.at) }
