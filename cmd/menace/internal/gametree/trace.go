package gametree

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/minimax"
)

// Most is the largest number of positions in a tree that can be shown.
const Most = 500

// Trace is the tree of positions that a search visited, with its steps.
type Trace struct {
	Setup
	Options
	problem  Problem
	minFirst bool // Min is to move at the root
	tree     *minimax.Tree
	// hard maps each position of a fail-soft search to the same position of a fail-hard search, whose bounds may be
	// looser. It is nil for other searches.
	hard map[*minimax.Tree]*minimax.Tree
	call func(*minimax.Tree) string // names a position that is cut off
}

func (t problem[P, M]) move(at *minimax.Tree) string { return t.rules.Name(at.Move.(M)) }

func (t problem[P, M]) position(at *minimax.Tree) string { return t.rules.Format(t.after(at)) }

// after returns the position of a node of a trace.
func (t problem[P, M]) after(at *minimax.Tree) P {
	if at.Parent == nil {
		return t.start
	}
	return t.rules.Apply(t.after(at.Parent), at.Move.(M))
}

func (t problem[P, M]) Trace(ctx context.Context, o Options) (all []Trace, err error) {
	o.Write = t.write()
	found, err := minimax.Trace(ctx, t.rules, t.start, o.Options, Most)
	if errors.Is(err, minimax.ErrTreeTooLarge) {
		return nil, fmt.Errorf("%v of %s %s: %w to draw, with more than %d positions", o.Algorithm, t.game,
			t.Position(), err, Most)
	}
	if err != nil {
		return nil, err
	}
	for i, tree := range found {
		if o.Algorithm == minimax.Deepening {
			o.Depth = i + 1
		}
		all = append(all, Trace{t.Setup, o, t, t.minAtRoot(), tree, nil, t.move})
	}
	if o.Algorithm == minimax.AlphaBetaSoft && o.Cut == minimax.AtBeta {
		o.Algorithm, all[0].hard = minimax.AlphaBeta, map[*minimax.Tree]*minimax.Tree{}
		hard, err := minimax.Trace(ctx, t.rules, t.start, o.Options, Most)
		if err != nil {
			return nil, err
		}
		for i, step := range all[0].tree.Steps { // both searches take the same steps
			all[0].hard[step.At] = hard[0].Steps[i].At
		}
	}
	return all, nil
}

// toMover reports whether values are shown for the player to move instead of for Max. By default they are as in the
// source of the algorithm: for Max in minimax, and for the player to move in negamax. In other searches they are for
// Max, as in most courses.
func (o Options) toMover() bool {
	switch o.Values {
	case "max", "mover":
		return o.Values == "mover"
	}
	return o.Algorithm == minimax.Negamax || o.Algorithm == minimax.NegamaxBeta
}

// By names the algorithm, and the player to whom values are shown unless that is Max.
func (t Trace) By() string {
	if t.toMover() {
		return t.Algorithm.String() + ", with values for " + t.whom()
	}
	return t.Algorithm.String()
}

// whom names the player to whom values are shown.
func (t Trace) whom() string {
	if t.toMover() {
		return "the player to move"
	}
	return t.player(true)
}

// toMax reports whether Max is to move at a position.
func (t Trace) toMax(at *minimax.Tree) bool { return (at.Ply%2 == 0) != t.minFirst }

// flips reports whether values at a position are for the player who is not to move.
func (t Trace) flips(toMax bool) bool { return !toMax && !t.toMover() }

// value formats the value of a position for the player to whom values are shown.
func (t Trace) value(at *minimax.Tree) string { return at.Value(!t.flips(t.toMax(at))) }

// score formats a score of the player to move for the player to whom values are shown.
func (t Trace) score(at *minimax.Tree, score int) string {
	if t.flips(t.toMax(at)) {
		score = -score
	}
	return at.Score(score)
}

// window formats a window at a position.
func (t Trace) window(at *minimax.Tree, alpha, beta int) (low, high string) {
	if t.flips(t.toMax(at)) {
		alpha, beta = beta, alpha
	}
	return t.score(at, alpha), t.score(at, beta)
}

// Text draws the tree as text.
func (t Trace) Text() string { return t.tree.Draw(t.line) }

// line describes a position: the move to it, the player to move, and its value. "= 1" marks a finished position, "≈ 1"
// one at the horizon, "by the table" one whose value came from the table, and "≥ 1" a bound, if the value is outside
// the window.
func (t Trace) line(at *minimax.Tree) string {
	if at.Pruned {
		return t.problem.move(at)
	}
	text := ""
	if at.Ply > 0 {
		text = t.problem.move(at) + "  "
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

// Steps describes the steps of the search.
func (t Trace) Steps() []Step {
	_, steps := t.replay(len(t.tree.Steps))
	return steps
}
