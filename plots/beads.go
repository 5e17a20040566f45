package plots

import (
	"fmt"
	"slices"
	"strings"

	"menace/board"
)

// History is what one box of a machine held over the machine's life.
type History struct {
	Name     string // of the machine
	Position board.Board
	Squares  board.Mask // those for which the box has beads
	Contents []Contents // by ascending games
}

// Contents is what a box held after a number of games.
type Contents struct {
	Games int64
	Beads [board.Squares]int64 // by square
}

// Beads shows how many beads of each move boxes held over games or, with share set, the chances of the
// moves. Each box has its own panel.
func Beads(histories []History, share, log bool) Figure {
	what, axis := "Beads", Axis{Label: "beads", Max: 1}
	if share {
		what, axis = "Chances", Axis{Label: "chance of the move", Max: 1, Percent: true}
	}
	var machines, lids []string
	var moves board.Mask
	for _, h := range histories {
		machines, lids = append(machines, h.Name), append(lids, lid(h.Position))
		moves |= h.Squares
	}
	machines, lids = distinct(machines), distinct(lids)
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
		parts = append(parts, h.Position.String())
	}
	return strings.Join(parts, ", ")
}

// lid names the box of a position.
func lid(position board.Board) string {
	if position == (board.Board{}) {
		return "opening box"
	}
	return "box " + position.String()
}

// curves returns a curve for each move of the box. Moves are all those in the figure: a move looks the
// same in all its boxes.
func (h History) curves(moves board.Mask, share bool) (curves []Curve) {
	for s := range h.Squares.All() {
		nth := (moves & (1<<s - 1)).Count()
		curve := Curve{Name: place(s), Hue: nth, Dash: nth}
		for _, c := range h.Contents {
			if value, ok := c.value(s, share); ok {
				curve.Points = append(curve.Points, Point{Games: float64(c.Games), Value: value})
			}
		}
		curves = append(curves, curve)
	}
	return curves
}

// value returns the beads of a square, or their share of the box unless it is empty.
func (c Contents) value(s board.Square, share bool) (float64, bool) {
	if !share {
		return float64(c.Beads[s]), true
	}
	return chances(c.Beads)[s], c.Beads != [board.Squares]int64{}
}

// chances returns the share of the beads that each square has: all 0 in an empty box.
func chances(beads [board.Squares]int64) (shares [board.Squares]float64) {
	for s, n := range beads {
		shares[s] = float64(n) / float64(max(1, total(beads)))
	}
	return shares
}

// total returns the number of beads.
func total(beads [board.Squares]int64) (n int64) {
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

// place names a square by its number and kind.
func place(s board.Square) string {
	kind := [...]string{"corner", "edge", "corner", "edge", "centre"}[min(s, board.Squares-1-s)]
	return fmt.Sprintf("%d (%s)", s.Number(), kind)
}
