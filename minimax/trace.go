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
	leaf     leaf
	// low and high are the least and the most that the position can be worth to the player to move, as
	// scores, given what the search saw.
	low, high int
	bound     int // on every score, from the rules
	weight    int // of a payoff in scores
}

// leaf says how a search valued a position.
type leaf uint8

const (
	inner    leaf = iota // by its children
	finished             // by its payoff
	horizon              // by its estimate
)

// end makes the position a leaf with a score.
func (t *Tree[M]) end(as leaf, score int) { t.leaf, t.low, t.high = as, score, score }

// Trace searches as [Search] does and returns the tree that it looked at, of at most a number of positions. The
// algorithm must not use a table: where a table answers, there is no tree to see.
func Trace[P any, M comparable](ctx context.Context, game Game[P, M], p P, o Options, most int) (*Tree[M], error) {
	if o.Algorithm.Table() {
		return nil, fmt.Errorf("%v looks into a table, not down a tree: "+
			"minimax, negamax, negamax-beta and alphabeta have trees", o.Algorithm)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t := tracer[P, M]{Game: game, room: most, full: cancel}
	t.estimate, t.weight = estimates[P](game)
	root := traced[P, M]{p, t.node()}
	s, err := newSearch(ctx, Game[traced[P, M], M](&t), root, o)
	if err != nil {
		return nil, err
	}
	s.root(root, s.depth, s.bounds, s.whole())
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	root.tree.backUp()
	return root.tree, nil
}

// backUp computes the bounds of a tree from those of its leaves. A skipped move leaves the upper bound open.
func (t *Tree[M]) backUp() {
	if t.leaf != inner || t.Pruned {
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
	estimate func(P) int
	weight   int
	room     int // for more positions
	full     context.CancelCauseFunc
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
	return &Tree[M]{low: -bound, high: bound, bound: bound, weight: t.weight}
}

func (t *tracer[P, M]) Moves(p traced[P, M], moves []M) []M {
	from := len(moves)
	moves = t.Game.Moves(p.at, moves)
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
