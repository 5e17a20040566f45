package gametree

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/minimax"
	"menace/plots/trees"
)

// Most is the largest number of positions in a tree that can be shown.
const Most = 500

// TraceOptions specify a search to trace.
type TraceOptions struct {
	minimax.Options

	// Values names the player whose values are shown: "max", or "mover" for the player to move. With "" it is the
	// player in the source of the algorithm.
	Values string
	Types  minimax.Types // of positions, to show
}

// Trace is the tree of positions that a search visited, with its steps.
type Trace interface {
	// Ahead returns the depth of the search in plies, or 0 for the end of the game.
	Ahead() int
	// Text draws the tree as text.
	Text() string
	// Drawing draws the tree.
	Drawing() trees.Drawing
	// Steps describes the steps of the search.
	Steps() []Step
	// After draws the tree as the search knows it after one of the steps. Every position has the same place at all
	// steps.
	After(step int) trees.Drawing
}

// trace implements Trace.
type trace[P, M comparable] struct {
	problem[P, M]
	TraceOptions
	mover bool // values are to the player to move, not to Max
	tree  *minimax.Tree[M]
	// hard maps each position of a fail-soft search to the same position of a fail-hard search, whose bounds may be
	// looser. It is nil for other searches.
	hard map[*minimax.Tree[M]]*minimax.Tree[M]
	call func(*minimax.Tree[M]) string // names a position that is cut off
}

func (t problem[P, M]) Trace(ctx context.Context, o TraceOptions) (all []Trace, err error) {
	o.Write = t.write()
	found, err := minimax.Trace(ctx, t.rules, t.start, o.Options, Most)
	if errors.Is(err, minimax.ErrTreeTooLarge) {
		return nil, fmt.Errorf("%v of %s %s: %w, with more than %d positions", o.Algorithm, t.game,
			t.Position(), err, Most)
	}
	if err != nil {
		return nil, err
	}
	name := func(cut *minimax.Tree[M]) string { return t.rules.Name(cut.Move) }
	for i, tree := range found {
		if o.Algorithm == minimax.Deepening {
			o.Depth = i + 1
		}
		all = append(all, trace[P, M]{problem: t, TraceOptions: o, mover: o.toMover(), tree: tree, call: name})
	}
	if o.Algorithm == minimax.AlphaBetaSoft && o.Cut == minimax.AtBeta {
		soft := all[0].(trace[P, M])
		o.Algorithm, soft.hard = minimax.AlphaBeta, map[*minimax.Tree[M]]*minimax.Tree[M]{}
		hard, err := minimax.Trace(ctx, t.rules, t.start, o.Options, Most)
		if err != nil {
			return nil, err
		}
		for i, step := range soft.tree.Steps { // both take the same steps
			soft.hard[step.At] = hard[0].Steps[i].At
		}
		all[0] = soft
	}
	return all, nil
}

// toMover reports whether values are shown to the player to move, not to Max. By default they are as in the source of
// the algorithm: to Max for minimax, and to the player to move for negamax. For other searches they are to Max, as in
// most courses.
func (o TraceOptions) toMover() bool {
	switch o.Values {
	case "max", "mover":
		return o.Values == "mover"
	}
	return o.Algorithm == minimax.Negamax || o.Algorithm == minimax.NegamaxBeta
}

// toMax reports whether Max is to move at a position.
func (t trace[P, M]) toMax(at *minimax.Tree[M]) bool { return (at.Ply%2 == 0) != t.minAtRoot() }

// value formats the value of a position for the player to whom values are shown.
func (t trace[P, M]) value(at *minimax.Tree[M]) string { return at.Value(t.toMax(at) || t.mover) }

func (t trace[P, M]) Ahead() int { return t.Depth }

func (t trace[P, M]) Text() string { return t.tree.Draw(t.line) }

// line describes a position: the move to it, whose turn it is, and its value. "= 1" marks a finished position, "≈ 1"
// one at the horizon, "by the table" one that was not searched again, and "≥ 1" a bound, for a position whose value is
// outside its window.
func (t trace[P, M]) line(at *minimax.Tree[M]) string {
	if at.Pruned {
		return t.rules.Name(at.Move)
	}
	text := ""
	if at.Ply > 0 {
		text = t.rules.Name(at.Move) + "  "
	}
	switch {
	case at.Finished():
		text += "= "
	case at.Horizon():
		text += "≈ "
	case t.Players == usualPlayers:
		text += strings.ToLower(t.player(t.toMax(at))) + " "
	default:
		text += t.player(t.toMax(at)) + " "
	}
	text += t.value(at)
	if at.Known() {
		text += "  by the table"
	}
	if kind := at.TypeBy(t.Types); kind > 0 {
		text += fmt.Sprintf("  type %d", kind)
	}
	return text
}

func (t trace[P, M]) Drawing() trees.Drawing {
	return (&pictures[P, M]{trace: t}).drawing()
}

func (t trace[P, M]) Steps() []Step {
	_, steps := t.replay(len(t.tree.Steps))
	return steps
}

func (t trace[P, M]) After(step int) trees.Drawing {
	s, _ := t.replay(step + 1)
	return (&pictures[P, M]{trace: t, moment: s}).drawing()
}

// flips reports whether values at a position are for the player not to move.
func (t trace[P, M]) flips(toMax bool) bool { return !toMax && !t.mover }

// window formats a window at a position.
func (t trace[P, M]) window(at *minimax.Tree[M], alpha, beta int) (low, high string) {
	if t.flips(t.toMax(at)) {
		alpha, beta = -beta, -alpha
	}
	return at.Score(alpha), at.Score(beta)
}
