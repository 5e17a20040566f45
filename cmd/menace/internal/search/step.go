package search

import (
	"context"
	"fmt"
	"io"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
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

// tell tells the steps of a search, one on each line. On a terminal it waits after each for Enter; anything else typed
// before it goes on to the end.
func (t task[P, M]) tell(ctx context.Context, con *console.IO, tree *minimax.Tree[M]) error {
	s := stepper[P, M]{task: t, view: t.view()}
	var typed *console.Lines
	if con.Screen.Terminal && con.Notes.Terminal {
		typed = console.ReadLines(ctx, con.In)
	}
	for _, step := range tree.Steps {
		line := s.step(step)
		if line == "" {
			continue
		}
		con.Print("%s\n", line)
		if typed == nil {
			continue
		}
		switch word, err := typed.Next(ctx); {
		case err == io.EOF || err == nil && word != "":
			typed = nil
		case err != nil:
			return cli.Interruption("in the tree")
		}
	}
	return nil
}

// stepper tells the steps of a search.
type stepper[P, M comparable] struct {
	task[P, M]
	view   minimax.View
	frames []*frame[P, M] // from the root to the current position
}

// step returns the line of a step.
func (s *stepper[P, M]) step(step minimax.Step[M]) string {
	visit := step.At.Visits[step.Visit]
	if !step.Left {
		return s.enter(step.At, visit)
	}
	return s.leave(step.At, visit)
}

// enter tells of a position that the search enters; of a leaf it tells when the search leaves it.
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
	line := s.line(f) + ": " + turn(f.toMax) + " to move"
	if s.Algorithm.Cuts() {
		alpha, beta := visit.Alpha, visit.Beta
		if s.flips(f) {
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
	score := visit.Score
	if s.flips(f) {
		score = -score
	}
	line := s.line(f) + ": " + f.tree.Points(score)
	switch {
	case tree.Finished():
		line += ", the game is over"
	case tree.Horizon():
		line += ", an estimate"
	}
	if n == 0 {
		return line + ": done"
	}
	return line + s.compare(s.frames[n-1], f, -visit.Score)
}

// compare tells what a score of a child means to the player to move at its parent.
func (s *stepper[P, M]) compare(parent, child *frame[P, M], score int) string {
	who, shown := turn(parent.toMax), func(points int) string {
		if s.flips(parent) {
			points = -points
		}
		return parent.tree.Points(points)
	}
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
	var left []string
	for _, c := range parent.tree.Children {
		if !parent.met[c] {
			left = append(left, s.rules.Name(c.Move))
		}
	}
	if !s.Algorithm.Cuts() || parent.best < parent.visit.Beta || len(left) == 0 {
		return ""
	}
	bound, sign := "β", "≥"
	if s.flips(parent) {
		bound, sign = "α", "≤"
	}
	return fmt.Sprintf("; %s %s %s %s: CUT, not searched: %s", shown(parent.best), sign, bound, shown(parent.visit.Beta), strings.Join(left, " "))
}

// flips reports whether values at a position are those of the player who is not to move.
func (s *stepper[P, M]) flips(f *frame[P, M]) bool { return !f.toMax && !s.view.Mover }

// line begins the line of a position, with the moves that lead there, indented by their number.
func (s *stepper[P, M]) line(f *frame[P, M]) string {
	var path []string
	for _, g := range s.frames {
		if g != s.frames[0] {
			path = append(path, s.rules.Name(g.tree.Move))
		}
	}
	if n := len(s.frames); n > 0 && s.frames[n-1] != f {
		path = append(path, s.rules.Name(f.tree.Move))
	}
	if len(path) == 0 {
		return "root"
	}
	return strings.Repeat("  ", len(path)) + strings.Join(path, " ")
}

// turn names the player to move.
func turn(toMax bool) string {
	if toMax {
		return "Max"
	}
	return "Min"
}
