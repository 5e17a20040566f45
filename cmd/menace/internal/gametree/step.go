package gametree

import (
	"fmt"
	"slices"
	"strings"

	"menace/minimax"
)

// frame is a position on the path from the root to the current position.
type frame[M any] struct {
	tree  *minimax.Tree[M]
	visit minimax.Visit
	has   int  // the best score so far for the player to move
	found bool // the best score comes from a move searched here
}

// Step describes a step of a search.
type Step struct {
	Moves []string // moves that lead to the position
	Says  string   // the values that the search compares there, and the moves that it cuts
	Left  bool     // the search leaves the position; otherwise it enters it
	node  any      // of the trace
}

// String returns the step as a line, indented by the number of moves.
func (s Step) String() string {
	return strings.Repeat("  ", len(s.Moves)) + s.At() + ": " + s.Says
}

// At returns the name of the position.
func (s Step) At() string {
	if len(s.Moves) == 0 {
		return "root"
	}
	return strings.Join(s.Moves, " ")
}

// stepper describes the steps that a search reported, one after another, and keeps track of the state of the search.
type stepper[P, M comparable] struct {
	trace[P, M]
	frames []*frame[M]               // path from the root to the current position
	here   *minimax.Tree[M]          // the position of the last step
	left   map[*minimax.Tree[M]]int  // number of times that the search has left each position
	cutOff map[*minimax.Tree[M]]bool // positions cut off so far
}

// replay describes the steps of the search up to a number of descriptions, and returns the state after them. A step
// that enters a leaf has no description; the step that leaves the leaf has one.
func (t trace[P, M]) replay(most int) (s *stepper[P, M], described []Step) {
	s = &stepper[P, M]{trace: t, left: map[*minimax.Tree[M]]int{}, cutOff: map[*minimax.Tree[M]]bool{}}
	for i := 0; i < len(t.tree.Steps) && len(described) < most; i++ {
		step, says := t.tree.Steps[i], ""
		if s.here = step.At; !step.Left {
			says = s.enter(step.At, step.At.Visits[step.Visit])
		}
		moves := s.moves()
		if step.Left {
			says = s.leave(step)
		}
		if says != "" {
			described = append(described, Step{moves, says, step.Left, step.At})
		}
	}
	return s, described
}

// enter describes a position that the search enters. It returns "" for a leaf.
func (s *stepper[P, M]) enter(tree *minimax.Tree[M], visit minimax.Visit) string {
	s.frames = append(s.frames, &frame[M]{tree: tree, visit: visit, has: visit.Alpha})
	if tree.Finished() || tree.Horizon() {
		return ""
	}
	line := s.player(s.toMax(tree)) + " to move"
	if s.Algorithm.Cuts() {
		alpha, beta := s.window(tree, visit.Alpha, visit.Beta)
		line += ", α " + alpha + ", β " + beta
	}
	return line
}

// leave describes the value of a position that the search leaves, how it compares, and what it cuts off. All values in
// the line are for the same player. If values are for the player to move, that is the player who moved to the position
// and now compares.
func (s *stepper[P, M]) leave(step minimax.Step[M]) string {
	n := len(s.frames) - 1
	tree := step.At
	s.frames = s.frames[:n]
	s.left[tree]++
	line := s.worth(step)
	switch {
	case n == 0 && s.left[tree] < len(tree.Visits):
		return line + "; the next question"
	case n == 0:
		return line + ": done"
	}
	return line + s.compare(s.frames[n-1], step)
}

// worth describes the value of a position that the search leaves, and where the value comes from.
func (s *stepper[P, M]) worth(step minimax.Step[M]) string {
	tree, visit, toMover, whose := step.At, step.At.Visits[step.Visit], s.toMax(step.At), ""
	if s.mover {
		root := tree.Ply == 0
		toMover, whose = root, " to "+s.player(toMover == root)
	}
	score, fails := visit.Score, visit.Fails
	if !toMover {
		score, fails = -score, -fails
	}
	line, sign, window := "", "", ""
	switch fails {
	case -1:
		line, sign, window = "at most ", "≤ ", ", fails low"
	case 1:
		line, sign, window = "at least ", "≥ ", ", fails high"
	}
	line += tree.Score(score) + whose
	switch {
	case visit.Void:
		line += ", which says nothing, since α = β"
	case tree.Finished():
		line += ", the game is over"
	case tree.Horizon():
		line += ", an estimate"
	case visit.Known:
		line += ", which the table knows"
	case !s.mover: // otherwise the window is that of the other player
		line += window
	}
	// Earlier visits may have found tighter bounds.
	if known := tree.ValueAfter(step.Visit, toMover); known != sign+tree.Score(score) {
		line += ", so " + known
	}
	if hard := s.hard[tree]; hard != nil && hard.Visits[step.Visit].Score != visit.Score {
		line += " (fail-hard: " + hard.ValueAfter(step.Visit, toMover) + ")"
	}
	return line
}

// compare describes how a child compares with the best move so far at its parent, and which moves the search then
// skips.
func (s *stepper[P, M]) compare(parent *frame[M], step minimax.Step[M]) (text string) {
	who, then := s.player(s.toMax(parent.tree)), step.Compared
	before := s.shown(parent, then.Before)
	if then.Before == parent.visit.Alpha && s.Algorithm.Cuts() {
		before = s.bound(parent, "α", "β") + " " + before
	}
	switch {
	case then.First:
		text = fmt.Sprintf("; the first for %s, so the best", who)
	case then.Better:
		text = fmt.Sprintf("; better for %s than %s", who, before)
	default:
		text = fmt.Sprintf("; no better for %s than %s", who, before)
	}
	parent.has, parent.found = then.After, parent.found || then.Better
	if then.Again {
		text += ": searched again"
	}
	if step.Cut == nil {
		return text
	}
	var names []string
	for _, c := range step.Cut {
		s.cutOff[c] = true
		names = append(names, s.call(c))
	}
	sign := s.bound(parent, "≥", "≤")
	if s.Cut == minimax.AboveBeta && s.Algorithm.CutsLate() {
		sign = s.bound(parent, ">", "<")
	}
	return fmt.Sprintf("%s; %s %s %s %s: CUT, not searched: %s", text, s.shown(parent, step.After), sign,
		s.bound(parent, "β", "α"), s.shown(parent, parent.visit.Beta), strings.Join(names, " "))
}

// bound returns the first of two words, or the second if values at the position are for the player not to move.
func (s *stepper[P, M]) bound(f *frame[M], mover, other string) string {
	if s.flips(s.toMax(f.tree)) {
		return other
	}
	return mover
}

// shown formats a score or a bound, for the player to move, at a position on the path.
func (s *stepper[P, M]) shown(f *frame[M], score int) string {
	if s.flips(s.toMax(f.tree)) {
		score = -score
	}
	return f.tree.Score(score)
}

// moves returns the moves from the root to the current position.
func (s *stepper[P, M]) moves() (names []string) {
	for _, f := range s.frames[1:] {
		names = append(names, s.rules.Name(f.tree.Move))
	}
	return names
}

// frame returns the frame of a position, or nil if it is not on the path.
func (s *stepper[P, M]) frame(tree *minimax.Tree[M]) *frame[M] {
	if i := slices.IndexFunc(s.frames, func(f *frame[M]) bool { return f.tree == tree }); i >= 0 {
		return s.frames[i]
	}
	return nil
}
