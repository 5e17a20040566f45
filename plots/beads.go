package plots

import (
	"slices"
	"strings"

	"menace/board"
	"menace/plots/chart"
	"menace/symmetry"
)

// History is the content of one box during the life of a machine.
type History struct {
	Name     string // name of the machine
	Graph    *symmetry.Graph
	Position symmetry.Position
	Moves    []symmetry.Move // moves that have beads in the box
	Contents []Contents      // in order of games
}

// Contents is the content of a box after a number of games.
type Contents struct {
	Games int64
	Beads []int64 // beads of each move
}

// Beads shows the number of beads for each move of the boxes over games or, if share is true, the chances of the
// moves. Each box has its own panel.
func Beads(in chart.Language, histories []History, share, log bool) chart.Figure {
	axis := chart.Axis{Label: in.Text("beads"), Max: 1, Whole: true}
	if share {
		axis = chart.Axis{Label: in.Text("chance of the move"), Max: 1, Percent: true}
	}
	var machines, boxNames []string
	var moves []symmetry.Move
	for _, h := range histories {
		machines, boxNames = append(machines, h.Name), append(boxNames, boxName(in, h.Graph, h.Position))
		moves = append(moves, h.Moves...)
	}
	slices.Sort(moves)
	machines, boxNames, moves = distinct(machines), distinct(boxNames), slices.Compact(moves)
	boxes := in.Text("{n} boxes", "n", int64(len(boxNames)))
	if len(boxNames) == 1 {
		boxes = in.Text("the {box}", "box", boxNames[0])
	}
	title := in.Text("Beads in {boxes} of {names}", "boxes", boxes, "names", and(in, machines))
	if share {
		title = in.Text("Chances in {boxes} of {names}", "boxes", boxes, "names", and(in, machines))
	}
	var row []chart.Panel
	for _, h := range histories {
		var title []string
		if len(machines) > 1 {
			title = append(title, h.Name)
		}
		if len(boxNames) > 1 {
			title = append(title, h.Graph.Format(h.Position))
		}
		last := 0.0
		if n := len(h.Contents); n > 0 {
			last = float64(h.Contents[n-1].Games)
		}
		row = append(row, chart.Panel{
			Title: strings.Join(title, ", "), X: gamesAxis(in, last, log), Y: axis,
			Curves: h.curves(in, moves, share),
		})
	}
	subtitle := in.Text("squares are numbered 1 to 9, row by row")
	if len(histories) > 0 {
		switch histories[0].Graph.Manner() {
		case symmetry.Takes:
			subtitle = in.Text("a move is the number that it takes")
		case symmetry.Chooses:
			subtitle = ""
		}
	}
	f := chart.Figure{Title: title, Subtitle: subtitle, Panels: [][]chart.Panel{row}, Language: in}
	return headed(f, favourite(in, histories))
}

// distinct returns the words without duplicates.
func distinct(words []string) (once []string) {
	for _, word := range words {
		if !slices.Contains(once, word) {
			once = append(once, word)
		}
	}
	return once
}

// boxName returns the name of the box of a position.
func boxName(in chart.Language, g *symmetry.Graph, position symmetry.Position) string {
	if position == g.Code(symmetry.Start) {
		return in.Text("opening box")
	}
	return in.Text("box {position}", "position", g.Format(position))
}

// curves returns a curve for each move of the box. moves lists all moves in the figure, so that a move has the same
// look in all panels.
func (h History) curves(in chart.Language, moves []symmetry.Move, share bool) (curves []chart.Curve) {
	for i, m := range h.Moves {
		nth := slices.Index(moves, m)
		curve := chart.Curve{Name: moveName(in, h.Graph, h.Position, m), Hue: nth, Dash: nth}
		for _, c := range h.Contents {
			if value, ok := c.value(i, share); ok {
				curve.Points = append(curve.Points, chart.Point{X: float64(c.Games), Y: value})
			}
		}
		curves = append(curves, curve)
	}
	return curves
}

// value returns the beads of move i or, unless the box is empty, their share.
func (c Contents) value(i int, share bool) (float64, bool) {
	if !share {
		return float64(c.Beads[i]), true
	}
	return float64(c.Beads[i]) / float64(max(1, total(c.Beads))), total(c.Beads) > 0
}

// total returns the number of beads.
func total(beads []int64) (n int64) {
	for _, of := range beads {
		n += of
	}
	return n
}

// moveName returns the name of a move of a position: for a new piece, the number and the kind of its square; otherwise
// the squares of a step, a number, or the name that the game gives it.
func moveName(in chart.Language, g *symmetry.Graph, position symmetry.Position, m symmetry.Move) string {
	if g.Manner() != symmetry.Places {
		return g.MoveName(position, m)
	}
	switch min(m.To(), board.Squares-1-m.To()) {
	case 4:
		return in.Text("{square} (centre)", "square", m.String())
	case 1, 3:
		return in.Text("{square} (edge)", "square", m.String())
	}
	return in.Text("{square} (corner)", "square", m.String())
}
