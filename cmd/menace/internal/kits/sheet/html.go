package sheet

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"golang.org/x/net/html"

	"menace/symmetry"
)

// Texts lists the parts that [Kit.WriteHTML] can write. They exist for machines that fit a lesson.
var Texts = []string{Lesson, Sheet}

// WriteHTML writes the texts of a kit as one HTML file, for editing in a word processor.
func (k Kit) WriteHTML(w io.Writer) error { return k.fill(w, "page", slices.Contains(k.Parts, Lesson)) }

// symbols holds the text of each piece in an HTML table that shows a board.
var symbols = map[symmetry.Piece]string{
	symmetry.Cross: "X", symmetry.Ring: "O", symmetry.WhitePawn: "○", symmetry.BlackPawn: "●",
}

// squares returns the cells of an HTML table that shows a position: symbols of pieces, and numbers of empty squares.
func (k Kit) squares(position symmetry.Position) (rows [3][3]string) {
	for i, cell := range k.Machine.Graph().Scene(position).Cells {
		rows[i/3][i%3] = cmp.Or(symbols[cell.Piece], strconv.Itoa(i+1))
	}
	return rows
}

// pieces returns the pieces on the board that an HTML table shows.
func pieces(table *html.Node) (all []symmetry.Cell) {
	for _, text := range cells(table) {
		var at symmetry.Cell
		for piece, symbol := range symbols {
			if symbol == text {
				at.Piece = piece
			}
		}
		all = append(all, at)
	}
	return all
}
