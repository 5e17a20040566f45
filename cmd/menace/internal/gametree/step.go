package gametree

import (
	"fmt"
	"strings"

	"menace/minimax"
)

// frame is a position that a search is in.
type frame[P, M any] struct {
	tree  *minimax.Tree[M]
	visit minimax.Visit
	at    P
	toMax bool
	best  int                       // for the player to move, of what was searched
	begun bool                      // something was
	met   map[*minimax.Tree[M]]bool // those after it that were entered
}

// sofar returns the best of what was searched, or less than anything.
func (f *frame[P, M]) sofar() int {
	if f.begun {
		return f.best
	}
	return -minimax.Infinity
}

// Step is a step of a search that is told.
type Step struct {
	Moves []string // that lead to the position
	Says  string   // what the search compares and cuts there
}

// String writes the step as a line, indented by the number of moves.
func (s Step) String() string {
	return strings.Repeat("  ", len(s.Moves)) + s.At() + ": " + s.Says
}

// At names the position.
func (s Step) At() string {
	if len(s.Moves) == 0 {
		return "root"
	}
	return strings.Join(s.Moves, " ")
}

// stepper tells the steps of a search, and remembers what it has seen.
type stepper[P, M comparable] struct {
	trace[P, M]
	frames []*frame[P, M]            // from the root to the current position
	here   *minimax.Tree[M]          // what the last step is about
	left   map[*minimax.Tree[M]]int  // how often positions were left
	cutOff map[*minimax.Tree[M]]bool // positions
}

// stepper returns what tells the steps, from the first on.
func (t trace[P, M]) stepper() *stepper[P, M] {
	return &stepper[P, M]{trace: t, left: map[*minimax.Tree[M]]int{}, cutOff: map[*minimax.Tree[M]]bool{}}
}

// step takes a step, and tells it unless it only enters a leaf, of which it tells when it leaves it.
func (s *stepper[P, M]) step(step minimax.Step[M]) (told Step, ok bool) {
	visit := step.At.Visits[step.Visit]
	s.here = step.At
	if !step.Left {
		told.Says = s.enter(step.At, visit)
		told.Moves = s.moves()
		return told, told.Says != ""
	}
	told.Moves = s.moves()
	told.Says = s.leave(step.At, visit)
	return told, true
}

// enter tells of a position that the search enters, and of a leaf nothing.
func (s *stepper[P, M]) enter(tree *minimax.Tree[M], visit minimax.Visit) string {
	f := &frame[P, M]{tree: tree, visit: visit, at: s.start, toMax: !s.view.MinFirst, met: map[*minimax.Tree[M]]bool{}}
	if n := len(s.frames); n > 0 {
		parent := s.frames[n-1]
		f.at, f.toMax = s.rules.Apply(parent.at, tree.Move), !parent.toMax
		parent.met[tree] = true
	}
	s.frames = append(s.frames, f)
	if tree.Finished() || tree.Horizon() {
		return ""
	}
	line := turn(f.toMax) + " to move"
	if s.Algorithm.Cuts() {
		alpha, beta := visit.Alpha, visit.Beta
		if s.flips(f.toMax) {
			alpha, beta = -beta, -alpha
		}
		line += fmt.Sprintf(", α %s, β %s", tree.Points(alpha), tree.Points(beta))
	}
	return line
}

// leave tells what a position is worth, how that compares, and what it cuts off.
func (s *stepper[P, M]) leave(tree *minimax.Tree[M], visit minimax.Visit) string {
	n := len(s.frames) - 1
	f := s.frames[n]
	s.frames = s.frames[:n]
	s.left[tree]++
	line := s.worth(tree, f.toMax, visit.Score)
	switch {
	case tree.Finished():
		line += ", the game is over"
	case tree.Horizon():
		line += ", an estimate"
	case visit.Known:
		line += ", which the table knows"
	}
	switch {
	case n == 0 && s.left[tree] < len(tree.Visits):
		return line + "; the next question"
	case n == 0:
		return line + ": done"
	}
	return line + s.compare(s.frames[n-1], f, -visit.Score)
}

// compare tells what a score of a child means to the player to move at its parent.
func (s *stepper[P, M]) compare(parent, child *frame[P, M], score int) string {
	who, shown := turn(parent.toMax), func(points int) string { return s.shown(parent, points) }
	var text string
	switch {
	case !parent.begun:
		text = fmt.Sprintf("; the first for %s, so the best: %s", who, shown(score))
	case score > parent.best:
		text = fmt.Sprintf("; better for %s than %s", who, shown(parent.best))
	default:
		text = fmt.Sprintf("; no better for %s than %s", who, shown(parent.best))
	}
	if !parent.begun || score > parent.best {
		parent.best, parent.begun = score, true
	}
	return text + s.cut(parent, shown)
}

// cut tells what a position needs no more after its best so far, if anything.
func (s *stepper[P, M]) cut(parent *frame[P, M], shown func(points int) string) string {
	var left []*minimax.Tree[M]
	for _, c := range parent.tree.Children {
		if !parent.met[c] {
			left = append(left, c)
		}
	}
	if !s.Algorithm.Cuts() || parent.best < parent.visit.Beta || len(left) == 0 {
		return ""
	}
	var names []string
	for _, c := range left {
		s.cutOff[c] = true
		names = append(names, s.rules.Name(c.Move))
	}
	bound, sign := "β", "≥"
	if s.flips(parent.toMax) {
		bound, sign = "α", "≤"
	}
	return fmt.Sprintf("; %s %s %s %s: CUT, not searched: %s", shown(parent.best), sign, bound, shown(parent.visit.Beta), strings.Join(names, " "))
}

// flips reports whether values at a position, where Max is to move or not, are those of the player who is not to move.
func (s *stepper[P, M]) flips(toMax bool) bool { return !toMax && !s.view.Mover }

// worth writes points for the player to move as they are shown.
func (s *stepper[P, M]) worth(tree *minimax.Tree[M], toMax bool, points int) string {
	if s.flips(toMax) {
		points = -points
	}
	return tree.Points(points)
}

// shown writes points for the player to move at a position that the search is in.
func (s *stepper[P, M]) shown(f *frame[P, M], points int) string {
	return s.worth(f.tree, f.toMax, points)
}

// moves returns the moves from the root to the current position.
func (s *stepper[P, M]) moves() (names []string) {
	for _, f := range s.frames[1:] {
		names = append(names, s.rules.Name(f.tree.Move))
	}
	return names
}

// frame returns the frame of a position that the search is in, or nil.
func (s *stepper[P, M]) frame(tree *minimax.Tree[M]) *frame[P, M] {
	for _, f := range s.frames {
		if f.tree == tree {
			return f
		}
	}
	return nil
}

// turn names the player to move.
func turn(toMax bool) string {
	if toMax {
		return "Max"
	}
	return "Min"
}
