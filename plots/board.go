package plots

// This file draws boards of nine squares on any canvas: crosses and rings, pawns, and arrows for moves from square to
// square. The sheets of a kit use it too.

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/symmetry"
)

// Part returns the part of a canvas with this lower left corner and this size.
func Part(c draw.Canvas, corner vg.Point, width, height vg.Length) draw.Canvas {
	size := vg.Point{X: width, Y: height}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: corner, Max: corner.Add(size)}}
}

// Square returns the part of a board's canvas for square s.
func Square(lattice draw.Canvas, s board.Square) draw.Canvas {
	edge := lattice.Size().X / 3
	return Part(lattice, lattice.Min.Add(vg.Point{X: vg.Length(s%3) * edge, Y: vg.Length(2-s/3) * edge}), edge, edge)
}

// Middle returns the middle of a square.
func Middle(lattice draw.Canvas, s board.Square) vg.Point {
	cell := Square(lattice, s)
	return cell.Center()
}

// Grid draws the lines around the squares.
func Grid(lattice draw.Canvas, line draw.LineStyle) {
	lattice.SetLineStyle(line)
	for s := range board.Square(board.Squares) {
		lattice.Stroke(Square(lattice, s).Rectangle.Path())
	}
}

// pawns holds the colours of pawns, on light and on dark paper.
var pawns = map[symmetry.Piece]color.NRGBA{
	symmetry.WhitePawn: {R: 0xff, G: 0xff, B: 0xff, A: 0xff},
	symmetry.BlackPawn: {R: 0x1a, G: 0x1a, B: 0x1a, A: 0xff},
}

// Piece draws the content of a square: nothing, a cross, a ring or a pawn. Sizes are fractions of the side of the
// square.
func Piece(cell draw.Canvas, ink color.Color, piece symmetry.Piece) {
	size, m := cell.Size().X, cell.Center()
	disc := Disc(m, 0.28*size)
	stroke := draw.LineStyle{Color: ink, Width: 0.09 * size}
	switch piece {
	case symmetry.WhitePawn, symmetry.BlackPawn:
		cell.SetColor(pawns[piece])
		cell.Fill(disc)
		cell.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.04 * size})
		cell.Stroke(disc)
	case symmetry.Cross:
		arm := 0.27 * size
		cell.StrokeLine2(stroke, m.X-arm, m.Y-arm, m.X+arm, m.Y+arm)
		cell.StrokeLine2(stroke, m.X-arm, m.Y+arm, m.X+arm, m.Y-arm)
	case symmetry.Ring:
		cell.SetLineStyle(stroke)
		cell.Stroke(disc)
	}
}

// round is the distance of the control points of a quarter circle from its ends, for a radius of 1.
const round = 0.5523

// Disc returns a circle made of curves, because arcs come out wrong in PDF. The path ends where it begins but is not
// closed: closing it would add a line of length 0 with a visible corner.
func Disc(middle vg.Point, radius vg.Length) (disc vg.Path) {
	at := func(x, y vg.Length) vg.Point { return middle.Add(vg.Point{X: x * radius, Y: y * radius}) }
	disc.Move(at(1, 0))
	disc.CubeTo(at(1, round), at(round, 1), at(0, 1))
	disc.CubeTo(at(-round, 1), at(-1, round), at(-1, 0))
	disc.CubeTo(at(-1, -round), at(-round, -1), at(0, -1))
	disc.CubeTo(at(round, -1), at(1, -round), at(1, 0))
	return disc
}

// Distances of the ends of an arrow's line from the centres of the squares, as fractions of the side of a square. A
// step ahead goes to an empty square and reaches farther than a capture, which leaves room for a pawn.
const (
	tail     = 0.32
	tip      = 0.3
	tipAhead = 0.1
)

// Way is the arrow of a move: the start of its line, the end where its head begins, and its direction, of length 1.
type Way struct{ Tail, Tip, Along vg.Point }

// Arrow returns the arrow of a move from square to square.
func Arrow(lattice draw.Canvas, m symmetry.Move) Way {
	side := Square(lattice, 0).Size().X
	from, to := Middle(lattice, m.From()), Middle(lattice, m.To())
	length := vg.Length(math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)))
	along := vg.Point{X: (to.X - from.X) / length, Y: (to.Y - from.Y) / length}
	end := vg.Length(tip)
	if from.X == to.X {
		end = tipAhead
	}
	return Way{from.Add(along.Scale(tail * side)), to.Sub(along.Scale(end * side)), along}
}

// Head returns the triangle at the end of the arrow's line.
func (w Way) Head(size vg.Length) (head vg.Path) {
	across := vg.Point{X: -w.Along.Y, Y: w.Along.X}
	head.Move(w.Tip.Add(across.Scale(size / 2)))
	head.Line(w.Tip.Add(w.Along.Scale(size)))
	head.Line(w.Tip.Sub(across.Scale(size / 2)))
	head.Close()
	return head
}
