package sheet

import (
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/plots"
	"menace/symmetry"
)

// paintEmptyBoard draws the board to play on, with numbered squares and a note where a piece starts. It returns the
// canvas below.
func (k Kit) paintEmptyBoard(c draw.Canvas) draw.Canvas {
	g := k.Machine.Graph()
	start := g.Scene(g.Code(symmetry.Start))
	side := min(c.Size().X, 0.58*c.Size().Y)
	corner := vg.Point{X: c.Center().X - side/2, Y: c.Max.Y - side}
	lattice := plots.Part(c, corner, side, side)
	paintGrid(lattice)
	for s := range board.Square(board.Squares) {
		cell := plots.Square(lattice, s)
		letter{20, muted}.put(c, vg.Point{X: cell.Min.X + 2*mm, Y: cell.Max.Y - 5*mm}, left, strconv.Itoa(s.Number()))
		if at := start.Cells[s]; at.Piece != symmetry.NoPiece {
			letter{9, muted}.put(c, vg.Point{X: cell.Center().X, Y: cell.Min.Y + 4*mm}, centre,
				k.Language.Text("{player} starts here", "player", k.player(at.Owner)))
		}
	}
	return below(c, side+6*mm)
}

// paintPieces draws the pieces of both sides to cut out, and returns the canvas below.
func (k Kit) paintPieces(c draw.Canvas) draw.Canvas {
	g := k.Machine.Graph()
	pieces := slices.Concat(slices.Repeat([]symmetry.Piece{symmetry.Cross}, 5),
		slices.Repeat([]symmetry.Piece{symmetry.Ring}, 4))
	if g.Manner() == symmetry.Steps {
		pieces = slices.Concat(slices.Repeat([]symmetry.Piece{symmetry.WhitePawn}, 3),
			slices.Repeat([]symmetry.Piece{symmetry.BlackPawn}, 3))
	}
	return below(cutOut(c, len(pieces), board.Squares, 21*mm, func(cell draw.Canvas, i int) {
		plots.Piece(cell, ink, pieces[i])
	}), 4*mm)
}

// paintBowls draws labels for the bowls of beads, and returns the canvas below.
func (k Kit) paintBowls(c draw.Canvas) draw.Canvas {
	all := k.supplies()
	return cutOut(c, len(all), 5, 12*mm, func(cell draw.Canvas, i int) {
		colour, height := all[i].colour, cell.Size().Y
		k.dot(cell, cell.Min.Add(vg.Point{X: 0.6 * height, Y: height / 2}), 0.75*height, colour)
		at, name := cell.Min.Add(vg.Point{X: 1.15 * height, Y: height / 2}), k.colour(colour)
		letter{14, ink}.within(cell.Max.X-at.X-mm, name).put(cell, at, left, name)
	})
}

// cutOut paints rows of equal cells with grey outlines to cut along: in each row inRow cells of this height, which fill
// the width of the canvas. The function paint fills in a cell. cutOut returns the canvas below.
func cutOut(c draw.Canvas, pieces, inRow int, height vg.Length, paint func(cell draw.Canvas, i int)) draw.Canvas {
	width := c.Size().X / vg.Length(inRow)
	for i := range pieces {
		corner := vg.Point{X: c.Min.X + vg.Length(i%inRow)*width, Y: c.Max.Y - vg.Length(i/inRow+1)*height}
		cell := plots.Part(c, corner, width, height)
		c.SetLineStyle(draw.LineStyle{Color: faint, Width: 0.4})
		c.Stroke(cell.Path())
		paint(cell, i)
	}
	return below(c, vg.Length((pieces+inRow-1)/inRow)*height)
}
