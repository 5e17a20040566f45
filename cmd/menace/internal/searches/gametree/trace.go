package gametree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/searches/trees"
	"menace/menace/option"
	"menace/minimax"
)

// MaxPositions is the largest number of positions in a tree that can be shown.
const MaxPositions = 200

// Trace is the tree of positions that a search visited or cut off, with the steps of the search.
type Trace struct {
	Setup
	Options
	title    string // the game, the position and the depth
	minFirst bool   // Min is to move at the root
	abstract bool   // the tree is not that of a game, so its leaves are not ends of a game
	root     *node
	nodes    map[*minimax.Tree]*node // by the trees of the search and of minimax
	steps    []minimax.Step
}

// node is a position of a trace.
type node struct {
	*minimax.Tree               // what the search found; nil below a position that was cut off
	whole         *minimax.Tree // what minimax found, which visits everything; nil if that tree is too large
	hard          *minimax.Tree // only for fail-soft searches: what fail-hard alpha-beta found in the same steps
	parent        *node         // nil at the root
	same          *node         // in minimax-sym: the equivalent position visited before, or nil
	children      []*node       // after all moves; if whole is nil, only after those that the search lists
	move          string        // the move to the position, or "" at the root
	chance        string        // the chance of the move, or "" if a player makes it
	name          string        // the name of the position, or "" if the game names only moves
	position      string
	picture       trees.Node // what is known before the search, without the children
}

// cutOff reports whether the search never visits the position.
func (n *node) cutOff() bool { return n.Tree == nil || n.Pruned }

func (t problem[P, M]) Trace(ctx context.Context, o Options) (all []Trace, err error) {
	if o.Options, err = t.searched(o.Options); err != nil {
		return nil, err
	}
	by := func(a minimax.Algorithm) ([]*minimax.Tree, error) {
		o := o.Options
		o.Algorithm = a
		return minimax.Trace(ctx, t.rules, t.start, o, MaxPositions)
	}
	exhaustive := minimax.Minimax
	if o.Algorithm.Chance() {
		exhaustive = minimax.Expectiminimax
	}
	if o.Algorithm.Chance() && o.Types != minimax.NoTypes {
		return nil, option.Wrong("types", errors.New("only trees without chance have Knuth and Moore's types"))
	}
	found, err := by(o.Algorithm)
	if errors.Is(err, minimax.ErrTreeTooLarge) {
		return nil, fmt.Errorf("%v of %s %s: %w to draw, with more than %d positions", o.Algorithm, t.game,
			t.Position(), err, MaxPositions)
	}
	if err != nil {
		return nil, err
	}
	for i, tree := range found {
		if o.Algorithm == minimax.Deepening {
			o.Depth = i + 1
		}
		root := &node{Tree: tree}
		whole, err := by(exhaustive)
		switch {
		case err == nil:
			root.whole = whole[0]
		case !errors.Is(err, minimax.ErrTreeTooLarge):
			return nil, err
		}
		if o.Algorithm == minimax.AlphaBetaSoft && o.Cut == minimax.AtBeta {
			hard, err := by(minimax.AlphaBeta)
			if err != nil {
				return nil, err
			}
			root.hard = hard[0]
		}
		_, abstract := t.rules.(labelled[P])
		trace := Trace{Setup: t.Setup, Options: o, title: TitleIn(t.in(), t, o.Depth), minFirst: t.minAtRoot(),
			abstract: abstract, root: root, nodes: map[*minimax.Tree]*node{}, steps: tree.Steps}
		t.complete(trace, root, t.start)
		if o.Algorithm == minimax.MinimaxSym {
			t.merge(trace, root, t.start, map[merged]*node{})
		}
		all = append(all, trace)
	}
	return all, nil
}

// complete fills in a node that has only the results of searches at position p so far, and adds all nodes below it.
func (t problem[P, M]) complete(trace Trace, n *node, p P) {
	known := n.Tree
	if n.cutOff() {
		known = n.whole
	}
	trace.nodes[n.Tree], trace.nodes[n.whole] = n, n
	n.position = t.rules.Format(p)
	if n.parent != nil {
		n.move = t.rules.Name(cmp.Or(n.Tree, n.whole).Move.(M))
		if g, ok := t.rules.(interface{ Chance(P) string }); ok {
			n.chance = g.Chance(p)
		}
	}
	t.sketch(trace, n, p, known)
	if known == nil {
		return
	}
	for i, child := range known.Children {
		next := &node{Tree: childAt(n.Tree, i), whole: childAt(n.whole, i), hard: childAt(n.hard, i), parent: n}
		n.children = append(n.children, next)
		t.complete(trace, next, t.rules.Apply(p, child.Move.(M)))
	}
}

// merged identifies positions that are the same up to symmetry. Before a horizon they must also be at the same ply.
type merged struct {
	key uint64
	ply int
}

// merge finds the earlier position that minimax-sym merged with each position that it met again.
func (t problem[P, M]) merge(trace Trace, n *node, p P, met map[merged]*node) {
	at := merged{key: any(t.rules).(minimax.Symmetric[P]).CanonicalKey(p)}
	if trace.Depth > 0 {
		at.ply = n.Ply
	}
	if n.Known() {
		n.same = met[at]
		return
	}
	met[at] = n
	for _, child := range n.children {
		t.merge(trace, child, t.rules.Apply(p, child.Move.(M)), met)
	}
}

// path names the moves that lead to the position. It returns "" for the root.
func (n *node) path() string {
	if n.parent == nil {
		return ""
	}
	if n.parent.parent == nil {
		return n.move
	}
	return n.parent.path() + " " + n.move
}

// childAt returns a child of a tree, or nil if there is no such child.
func childAt(tree *minimax.Tree, child int) *minimax.Tree {
	if tree == nil || child >= len(tree.Children) {
		return nil
	}
	return tree.Children[child]
}

// toMover reports whether values are shown from the perspective of the player to move, as in the code of negamax. In
// other searches they are from the perspective of Max, as in most courses.
func (o Options) toMover() bool {
	return o.Algorithm == minimax.Negamax || o.Algorithm == minimax.NegamaxBeta
}

// Ahead describes the depth of the search.
func (t Trace) Ahead() string { return Ahead(t.Depth) }

// By names the algorithm, and mentions values that are not from the perspective of Max.
func (t Trace) By() string {
	by := t.Algorithm.String() + t.convention()
	if t.toMover() {
		by += ", with values for " + t.whom()
	}
	return by
}

// convention names the convention for values outside the window, unless it is that of the algorithm's source.
func (o Options) convention() string {
	if !o.Algorithm.Fails() {
		return ""
	}
	return [...]string{minimax.AsInSource: "", minimax.Hard: ", fail-hard", minimax.Soft: ", fail-soft"}[o.Fail]
}

// whom names the player whose perspective the values use.
func (t Trace) whom() string {
	if t.toMover() {
		return t.in().Text("the player to move")
	}
	return t.player(true)
}

// toMax reports whether Max is to move at a position or, where chance moves, next.
func (t Trace) toMax(at *minimax.Tree) bool { return at.Opponent == t.minFirst }

// mover names the player to move at a position, or chance.
func (t Trace) mover(at *minimax.Tree) string {
	if at.Chance {
		return t.in().Text("Chance")
	}
	return t.player(t.toMax(at))
}

// flips reports whether values at a position are shown from the perspective of the player who is not to move.
func (t Trace) flips(toMax bool) bool { return !toMax && !t.toMover() }

// value formats the value of a position.
func (t Trace) value(at *minimax.Tree) string { return at.Value(!t.flips(t.toMax(at))) }

// score formats a score given from the perspective of the player to move.
func (t Trace) score(at *minimax.Tree, score int) string {
	if t.flips(t.toMax(at)) {
		score = -score
	}
	return at.Score(score)
}

// window formats the bounds of a window given from the perspective of the player to move.
func (t Trace) window(at *minimax.Tree, alpha, beta int) (low, high string) {
	if t.flips(t.toMax(at)) {
		alpha, beta = beta, alpha
	}
	return t.score(at, alpha), t.score(at, beta)
}

// shown formats, for a picture, the value of a position after some visits. "≈" marks an estimate.
func (t Trace) shown(at *minimax.Tree, visits int) string {
	text := at.ValueAfter(visits-1, !t.flips(t.toMax(at)))
	if at.Horizon() {
		return "≈ " + text
	}
	return text
}

// Text draws the tree as text.
func (t Trace) Text() string { return t.root.Draw(t.line) }

// line describes a position: the move to it, the player to move, and its value. "= 1" is a finished position, "≈ 1" an
// estimate at the horizon, and "≥ 1" a bound, because the value is outside the window. "by the table" means that the
// value came from the transposition table. In minimax-sym, "merged with" names the moves to the earlier equivalent
// position.
func (t Trace) line(at *minimax.Tree) string {
	text := t.nodes[at].move
	if at.Pruned {
		return t.cutMove(t.nodes[at])
	}
	if chance := t.nodes[at].chance; chance != "" {
		text += "  (" + chance + ")"
	}
	if at.Ply > 0 {
		text += "  "
	}
	switch {
	case at.Finished():
		text += "= "
	case at.Horizon():
		text += "≈ "
	case at.Chance || t.Players == (Players{}):
		text += strings.ToLower(t.mover(at)) + " "
	default:
		text += t.mover(at) + " "
	}
	text += t.value(at)
	if same := t.nodes[at].same; same != nil {
		text += "  merged with " + cmp.Or(same.path(), "the root")
	} else if at.Known() {
		text += "  by the table"
	}
	if kind := at.TypeBy(t.Types); kind > 0 {
		text += fmt.Sprintf("  type %d", kind)
	}
	return text
}
