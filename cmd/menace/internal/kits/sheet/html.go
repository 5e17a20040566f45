package sheet

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"golang.org/x/net/html"

	"menace/board"
	"menace/symmetry"
)

// Texts lists the parts that [Kit.WriteHTML] can write. They are for machines that fit a lesson.
var Texts = []string{Lesson, Sheet}

// WriteHTML writes the texts of a kit as one HTML file, to be edited in a word processor.
func (k Kit) WriteHTML(w io.Writer) error { return k.fill(w, "page", slices.Contains(k.Parts, Lesson)) }

// symbols returns the text of each piece in an HTML table that shows a board.
func (k Kit) symbols() map[board.Mark]string {
	g := k.Machine.Graph()
	if g.Steps() {
		return map[board.Mark]string{board.X: "○", board.O: "●"}
	}
	return map[board.Mark]string{board.X: g.Player(symmetry.First), board.O: g.Player(symmetry.Second)}
}

// squares returns the cells of an HTML table that shows a position: symbols of pieces, and numbers of empty squares.
func (k Kit) squares(position board.Code) (rows [3][3]string) {
	symbols := k.symbols()
	for s := range board.Square(board.Squares) {
		rows[s/3][s%3] = cmp.Or(symbols[position.Board().At(s)], strconv.Itoa(s.Number()))
	}
	return rows
}

// position returns the position that an HTML table shows.
func (k Kit) position(table *html.Node) board.Code {
	var b board.Board
	symbols := k.symbols()
	for s, cell := range cells(table) {
		switch cell {
		case symbols[board.X]:
			b.X |= 1 << s
		case symbols[board.O]:
			b.O |= 1 << s
		}
	}
	return b.Code()
}
