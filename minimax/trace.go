package minimax

import (
	"context"
	"errors"
	"slices"
)

// ErrTreeTooLarge reports a tree that has more positions than [Trace] may return.
var ErrTreeTooLarge = errors.New("the tree is too large")

// Tree is a position that a search visited or skipped, with its children.
type Tree struct {
	Move     any     // move to this position, of the game's type; meaningless at the root
	Ply      int     // moves from the root
	Pruned   bool    // skipped
	Parent   *Tree   // nil at the root
	Children []*Tree // in the order of the game's moves
	Visits   []Visit // visits of the search, in order; more than one if it searched again
	Type     int     // 1, 2 or 3 for a critical position, 0 for any other
	Steps    []Step  // steps of the whole search, only at the root
	Opponent bool    // values are for the player who is not to move at the root
	Chance   bool    // chance moves
	Weight   int     // the chance of the move to this position is Weight / Total; 0 for a move of a player
	Total    int
	within   bounds // of every score
	best     *Tree  // best child so far, or nil
	leaf     leaf
	visitState
	// low and high bound the score of the position for the player to move, given what the search has reported so far.
	low, high int
	units     *units
}

// Visit describes a visit of a position: the window when the search entered it and the score when it left. Scores are
// for the player to move; [Tree.Score] formats them.
type Visit struct {
	Alpha, Beta, Score int
	// Fails is 0 if the score is the value. It is -1 if the search failed low, so that the value is at most the score,
	// and 1 if it failed high, so that the value is at least the score.
	Fails       int
	Known       bool // the score came from the table
	Least, Most int  // bounds of the value, given this visit and earlier ones
	Void        bool // alpha and beta equalled the score, so it bounds nothing
}

// Infinity is an infinite beta of a [Visit], or an infinite alpha with the opposite sign.
const Infinity = infinity

// Step is one step of a search: it enters a position or leaves it.
type Step struct {
	At    *Tree
	Visit int  // index of the visit
	Left  bool // the search leaves the position; otherwise it enters it
	Compared
	Cut  []*Tree // siblings that the search skips because of this move
	Mean *Mean   // running mean, if chance moved to the position that the search has left, or nil
}

// Mean describes how the scores of children add up where chance moves.
type Mean struct {
	Share, Sum  int  // the score of the child multiplied by its chance, and the sum of such products so far
	Least, Most int  // bounds of the mean, given the bounds of the scores still missing
	Probe       bool // only the first move of the child was searched, so its score is a lower bound, not yet in Sum
}

// Compared compares the score of a position that the search has just left with the best score so far, both for the
// player who moved there.
type Compared struct {
	Before, After int  // the score that the player can be sure of, initially alpha
	Alpha, Beta   int  // the window of the player's position
	First         bool // the player had no score before
	Better        bool // the move is the best so far
	Again         bool // the move is searched again at once
}

// leaf is the source of a position's value.
type leaf uint8

const (
	inner    leaf = iota // from its children
	finished             // from its payoff
	horizon              // from its estimate
	recalled             // from the table
)

// Trace searches like [Search] and returns the tree of visited and skipped positions. The tree ends where a table
// provides the score. Iterative deepening returns a tree for each depth, from 1 on. All trees together have at most
// this many positions.
//
// The critical positions are those that prove the value: of type 1 on the principal variation, of type 2 where one
// answer is enough, of type 3 where every answer must be searched; later authors call them PV, cut and all nodes.
// Knuth and Moore define the types for trees with the best move first. Here the best of the searched moves takes the
// place of the first.
func Trace[P any, M comparable](ctx context.Context, game Game[P, M], p P, o Options, most int) ([]*Tree, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s, err := newSearch(ctx, game, p, o)
	if err != nil {
		return nil, err
	}
	t := &tracer{units: &s.units, positionsLeft: most, full: cancel}
	if s.tracer = t; o.Algorithm == Deepening {
		s.depth = 1
	}
	for all := []*Tree(nil); ; s.depth++ {
		score := 0
		t.root, t.steps, s.horizon = t.node(nil, *new(M)), nil, false
		s.traceChance(t.root, p)
		if s.chances(p) != nil {
			score = s.expect(p, s.depth, s.bounds)
		} else if o.Algorithm == MTDF {
			s.mtdf(p)
		} else {
			score, _ = s.root(p, s.depth, s.bounds, s.findsAllBest())
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		t.root.classify(1)
		t.root.Steps = t.steps
		all = append(all, t.root)
		if o.Algorithm != Deepening || s.deepest(score) {
			return all, nil
		}
	}
}

// tracer records the tree of a search. Scores are for the player to move.
type tracer struct {
	root          *Tree
	units         *units
	at            *Tree // current position, or nil
	steps         []Step
	positionsLeft int // number of further positions allowed
	full          context.CancelCauseFunc
}

// visitState is the state of the latest visit to a position.
type visitState struct {
	bestScore int            // the score that the player to move can be sure of
	entered   map[*Tree]bool // children that were entered
	last      *Tree          // last child that was left
	compared  Compared       // comparison for that child
}

// node returns a new position with the bounds of the game.
func (t *tracer) node(parent *Tree, move any) *Tree {
	if t.positionsLeft--; t.positionsLeft < 0 {
		t.full(ErrTreeTooLarge)
	}
	top := t.units.top
	n := &Tree{Parent: parent, Move: move, low: -top, high: top, within: bounds{-top, top}, units: t.units}
	if parent != nil {
		n.Ply, n.Pruned, n.Opponent = parent.Ply+1, true, !parent.Opponent
	}
	return n
}

// entered records that the search enters the root, or the position after a move.
func (t *tracer) entered(m any, b bounds) {
	tree := t.root
	if t.at != nil {
		i := slices.IndexFunc(t.at.Children, func(child *Tree) bool { return child.Move == m })
		tree = t.at.Children[i]
		tree.Pruned = false
		if last := &t.steps[len(t.steps)-1]; t.at.entered[tree] && last.At == tree {
			last.Again = true
		}
		t.at.entered[tree] = true
	}
	t.at, tree.visitState = tree, visitState{bestScore: b.low, entered: map[*Tree]bool{}}
	t.steps = append(t.steps, Step{At: tree, Visit: len(tree.Visits)})
	tree.Visits = append(tree.Visits, Visit{Alpha: b.low, Beta: b.high})
}

// leaf records that the search leaves the current position, a leaf of this kind.
func (t *tracer) leaf(kind leaf, score int) {
	t.at.leaf = kind
	t.left(score)
}

// cut records that the search skips the remaining moves of the current position after the last step.
func (t *tracer) cut() {
	last := &t.steps[len(t.steps)-1]
	for _, child := range t.at.Children {
		if !t.at.entered[child] {
			last.Cut = append(last.Cut, child)
		}
	}
}

// cutProbed records that the search also skips the other moves of children that were only probed.
func (t *tracer) cutProbed() {
	last := &t.steps[len(t.steps)-1]
	for _, child := range t.at.Children {
		for _, skipped := range child.Children {
			if skipped.Pruned {
				last.Cut = append(last.Cut, skipped)
			}
		}
	}
}

// visit returns the latest visit.
func (t *Tree) visit() *Visit { return &t.Visits[len(t.Visits)-1] }

// left records that the search leaves the current position.
func (t *tracer) left(score int) {
	v, fails := t.at.visit(), 0
	switch {
	case t.at.Finished() || t.at.Horizon():
	case v.Beta-v.Alpha != 1 && t.at.childrenProve(score): // a window of one point shows only the side of the value
	case score == v.Alpha && score == v.Beta:
		v.Void = true
	case score <= v.Alpha:
		fails = -1
	case score >= v.Beta:
		fails = 1
	}
	t.leave(score, fails)
}

// known records that the table has a score for the current position, which the search then leaves.
func (t *tracer) known(score int, as bound) {
	t.at.visit().Known = true
	if t.at.Children == nil {
		t.at.leaf = recalled
	}
	t.leave(score, map[bound]int{atMost: -1, atLeast: 1}[as])
}

// leave records that the search leaves the current position with a score or a bound.
func (t *tracer) leave(score, fails int) {
	tree, v := t.at, t.at.visit()
	if fails > 0 && score >= tree.within.high || fails < 0 && score <= tree.within.low { // scores cannot go beyond
		fails = 0
	}
	if fails >= 0 && !v.Void {
		tree.low = max(tree.low, score)
	}
	if fails <= 0 && !v.Void {
		tree.high = min(tree.high, score)
	}
	v.Score, v.Fails, v.Least, v.Most = score, fails, tree.low, tree.high
	step := Step{At: tree, Visit: len(tree.Visits) - 1, Left: true}
	if t.at = tree.Parent; t.at != nil {
		step.Compared = t.at.compare(tree, t.at.turned(tree, score))
	}
	t.steps = append(t.steps, step)
}

// compare compares the score of a child with the best score so far of the player to move. A child that is searched
// again is compared with the best score without it.
func (t *Tree) compare(child *Tree, score int) Compared {
	v := t.visit()
	compared := Compared{
		Before: t.bestScore, Alpha: v.Alpha, Beta: v.Beta, First: t.last == nil && t.bestScore <= -t.units.top,
	}
	if t.last == child {
		compared = t.compared
	}
	t.bestScore = max(t.bestScore, score)
	compared.After, compared.Better = t.bestScore, compared.First || score > compared.Before
	if t.last, t.compared = child, compared; compared.Better && !t.Chance {
		t.best = child
	}
	return compared
}

// turned converts a score of a child into one of the position, or the other way round.
func (t *Tree) turned(child *Tree, score int) int {
	if t.Opponent == child.Opponent {
		return score
	}
	return -score
}

// childrenProve reports whether the reports about the children prove this score.
func (t *Tree) childrenProve(score int) bool {
	low, high, least, most, total := -infinity, -infinity, 0, 0, 0
	for _, child := range t.Children {
		from, to := t.turned(child, child.low), t.turned(child, child.high)
		from, to = min(from, to), max(from, to)
		low, high = max(low, from), max(high, to)
		if t.Chance {
			least, most, total = least+child.Weight*from, most+child.Weight*to, child.Total
		}
	}
	if t.Chance {
		return least == score*total && most == score*total
	}
	return low == score && high == score
}

// offered records the moves of the current position, unless an earlier visit has done so. It reports whether it did.
func offered[M any](t *tracer, moves []M) bool {
	tree := t.at
	if tree.Children != nil {
		return false
	}
	tree.leaf = inner // overrides an entry of the table
	for _, m := range moves {
		tree.Children = append(tree.Children, t.node(tree, m))
	}
	return true
}

// classify sets the types of a critical position and of its descendants. A position of type 1 has one child of type
// 1, the best one, and others of type 2; one of type 2 has one child of type 3, the best one; one of type 3 has only
// children of type 2. Knuth and Moore use the first child instead of the best that was searched.
//
// D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975).
func (t *Tree) classify(kind int) {
	t.Type = kind
	for _, child := range t.Children {
		switch {
		case child.Pruned:
		case t.Chance: // the best moves after each of its moves are best play
			child.classify(kind)
		case kind == 3 || kind == 1 && child != t.best:
			child.classify(2)
		case kind == 1:
			child.classify(1)
		case child == t.best:
			child.classify(3)
		}
	}
}

// Types selects how positions are classified.
type Types uint8

// ByValue classifies the positions that prove the value. ByWindow classifies by the window of the first visit: type 1
// was entered with an infinite α and β, type 2 with a finite β for the player to move, and type 3 with a finite α. If
// the best move always comes first, both agree (Knuth and Moore 1975). A window with two finite ends has no type.
const (
	NoTypes Types = iota
	ByValue
	ByWindow
)

// TypeBy returns the type of a position: 1, 2 or 3, or 0 for none.
func (t *Tree) TypeBy(types Types) int {
	switch {
	case types == ByValue:
		return t.Type
	case types == NoTypes || len(t.Visits) == 0:
		return 0
	}
	v, top := t.Visits[0], t.units.top
	return typesByWindow[[2]bool{v.Alpha > -top, v.Beta < top}]
}

// typesByWindow holds the types by whether alpha and beta are finite.
var typesByWindow = map[[2]bool]int{{false, false}: 1, {false, true}: 2, {true, false}: 3}

// Finished reports whether the game is over, so that the value is a payoff.
func (t *Tree) Finished() bool { return t.leaf == finished }

// Horizon reports whether the value is an estimate at the horizon.
func (t *Tree) Horizon() bool { return t.leaf == horizon }

// Known reports whether the value comes from the table.
func (t *Tree) Known() bool { return t.leaf == recalled }
