package sheet

import (
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/menace"
	"menace/plots"
	"menace/symmetry"
)

// paintEmptyBoard draws the board to play on, with numbered squares and a note on the starting squares of pieces. It
// returns the canvas below.
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

// paintMat draws a mat for a game with sticks: a place for each stick, and a place for each cup, with its number, its
// purpose and its beads. It returns the canvas below.
func (k Kit) paintMat(c draw.Canvas) draw.Canvas {
	g := k.Machine.Graph()
	start := g.Scene(g.Code(symmetry.Start))
	const inRow, stick, bowls = 11, 38 * mm, 35 * mm
	width := c.Size().X / vg.Length(min(inRow, len(start.Cells)))
	for i := range start.Cells {
		at := vg.Point{X: c.Min.X + (vg.Length(i%inRow)+0.5)*width, Y: c.Max.Y - vg.Length(i/inRow)*(stick+4*mm)}
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 2.5 * mm}, at.X, at.Y, at.X, at.Y-stick+4*mm)
		letter{10, muted}.put(c, vg.Point{X: at.X, Y: at.Y - stick}, centre, strconv.Itoa(i+1))
	}
	c = below(c, vg.Length((len(start.Cells)+inRow-1)/inRow)*(stick+4*mm)+4*mm)
	boxes := k.boxes()
	height := min(44*mm, (c.Size().Y-bowls)/vg.Length((len(boxes)+3)/4))
	return below(cutOut(c, len(boxes), 4, height, func(cell draw.Canvas, i int) {
		scene := g.Scene(g.Code(boxes[i]))
		words := k.Language.Counted(scene.Caption, scene.Count)
		letter{18, ink}.put(cell, vg.Point{X: cell.Min.X + 3*mm, Y: cell.Max.Y - 6*mm}, left, strconv.Itoa(i+1))
		letter{11, ink}.put(cell, vg.Point{X: cell.Max.X - 3*mm, Y: cell.Max.Y - 6*mm}, right, words)
		cell.SetLineStyle(draw.LineStyle{Color: faint, Width: 0.8})
		cell.Stroke(plots.Disc(cell.Center().Add(vg.Point{X: -5 * mm, Y: -2 * mm}), 0.27*height))
		at := vg.Point{X: cell.Max.X - 9*mm, Y: cell.Max.Y - 0.34*height}
		for _, h := range k.Machine.Held(g.Code(boxes[i])) {
			k.dot(cell, at.Sub(vg.Point{X: 3 * mm}), 6*mm, menace.Colour(h.Move))
			letter{11, ink}.put(cell, at.Add(vg.Point{X: 2 * mm}), left, h.Move.String())
			at.Y -= 0.2 * height
		}
	}), 4*mm)
}

// paintPieces draws the pieces of both sides to cut out, and returns the canvas below.
func (k Kit) paintPieces(c draw.Canvas) draw.Canvas {
	g := k.Machine.Graph()
	pieces := slices.Concat(slices.Repeat([]symmetry.Piece{symmetry.Cross}, 5),
		slices.Repeat([]symmetry.Piece{symmetry.Ring}, 4))
	if g.Scene(g.Play(g.Code(symmetry.Start), g.Moves(symmetry.Start)[0])).Shared() {
		pieces = slices.Repeat([]symmetry.Piece{symmetry.Cross}, board.Squares)
	}
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

// cutOut paints rows of equal cells with grey outlines to cut along: inRow cells in each row, of this height, filling
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
