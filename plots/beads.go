package plots

import (
	"fmt"
	"slices"
	"strings"

	"menace/board"
	"menace/symmetry"
)

// History is what one box of a machine held over the machine's life.
type History struct {
	Name     string // of the machine
	Graph    *symmetry.Graph
	Position board.Code
	Moves    []symmetry.Move // those for which the box has beads
	Contents []Contents      // by ascending games
}

// Contents is what a box held after a number of games.
type Contents struct {
	Games int64
	Beads []int64 // of each move
}

// Beads shows how many beads of each move boxes held over games or, with share set, the chances of the
// moves. Each box has its own panel.
func Beads(histories []History, share, log bool) Figure {
	what, axis := "Beads", Axis{Label: "beads", Max: 1}
	if share {
		what, axis = "Chances", Axis{Label: "chance of the move", Max: 1, Percent: true}
	}
	var machines, lids []string
	var moves []symmetry.Move
	for _, h := range histories {
		machines, lids = append(machines, h.Name), append(lids, lid(h.Graph, h.Position))
		moves = append(moves, h.Moves...)
	}
	slices.Sort(moves)
	machines, lids, moves = distinct(machines), distinct(lids), slices.Compact(moves)
	boxes := "the " + and(lids)
	if len(lids) > 1 {
		boxes = fmt.Sprintf("%d boxes", len(lids))
	}
	var row []Panel
	for _, h := range histories {
		row = append(row, Panel{
			Title:  h.title(len(machines) > 1, len(lids) > 1),
			X:      gamesAxis(h.last(), log),
			Y:      axis,
			Curves: h.curves(moves, share),
		})
	}
	return Figure{
		Title:    what + " in " + boxes + " of " + and(machines),
		Subtitle: "squares are numbered 1 to 9, row by row",
		Panels:   [][]Panel{row},
	}
}

// distinct returns the words, each once.
func distinct(words []string) (once []string) {
	for _, word := range words {
		if !slices.Contains(once, word) {
			once = append(once, word)
		}
	}
	return once
}

// title says what sets the box apart from the others: its machine, its position, both or nothing.
func (h History) title(machine, position bool) string {
	var parts []string
	if machine {
		parts = append(parts, h.Name)
	}
	if position {
		parts = append(parts, h.Graph.Format(h.Position))
	}
	return strings.Join(parts, ", ")
}

// lid names the box of a position.
func lid(g *symmetry.Graph, position board.Code) string {
	if position == g.Code(symmetry.Start) {
		return "opening box"
	}
	return "box " + g.Format(position)
}

// curves returns a curve for each move of the box. Moves are all those in the figure: a move looks the
// same in all its boxes.
func (h History) curves(moves []symmetry.Move, share bool) (curves []Curve) {
	for i, m := range h.Moves {
		nth := slices.Index(moves, m)
		curve := Curve{Name: place(m), Hue: nth, Dash: nth}
		for _, c := range h.Contents {
			if value, ok := c.value(i, share); ok {
				curve.Points = append(curve.Points, Point{Games: float64(c.Games), Value: value})
			}
		}
		curves = append(curves, curve)
	}
	return curves
}

// value returns the beads of move i, or their share of the box unless it is empty.
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

// last returns the number of games at the end of the history.
func (h History) last() float64 {
	if n := len(h.Contents); n > 0 {
		return float64(h.Contents[n-1].Games)
	}
	return 0
}

// place names a move: that of a piece by its squares, and a square by its number and kind.
func place(m symmetry.Move) string {
	if m.From() != board.None {
		return m.String()
	}
	kind := [...]string{"corner", "edge", "corner", "edge", "centre"}[min(m.To(), board.Squares-1-m.To())]
	return fmt.Sprintf("%v (%s)", m, kind)
}
