package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/plots/paper"
	"menace/symmetry"
)

// Parts of a box's side: the gap around the board, and the largest label below it.
const (
	boxGap   = 0.06
	boxLabel = 0.09
)

// paint draws the box into a square with this lower left corner and side, with the number of beads below the board
// and, if counted is true, on every square.
func (b Box) paint(c draw.Canvas, theme paper.Palette, corner vg.Point, side vg.Length, counted bool) {
	gap, label := boxGap*side, min(boxLabel*side, 9)
	lattice := draw.Canvas{Canvas: c.Canvas}
	lattice.Min = corner.Add(vg.Point{X: gap, Y: 2*gap + label})
	lattice.Max = lattice.Min.Add(vg.Point{X: side - 2*gap, Y: side - 2*gap})
	for s := range board.Square(board.Squares) {
		b.paintSquare(Square(lattice, s), theme, s, counted)
	}
	Grid(lattice, draw.LineStyle{Color: theme.Muted, Width: max(0.4, side/200)})
	if b.Graph.Steps() {
		b.paintArrows(lattice, theme)
	}
	style := paper.Letters(label, theme.Muted)
	style.XAlign = text.XCenter
	line := b.label()
	if counted && b.Graph.Steps() && total(b.Beads) > 0 {
		line = b.contents()
	}
	c.FillText(style, vg.Point{X: corner.X + side/2, Y: corner.Y + gap}, line)
}

// label describes the number of beads in the box.
func (b Box) label() string {
	if n := total(b.Beads); n > 0 {
		return english.Plural(int(n), "bead", "")
	}
	return "empty"
}

// paintSquare draws one square: a piece, or the chance of a move, shaded by it.
func (b Box) paintSquare(cell draw.Canvas, theme paper.Palette, s board.Square, counted bool) {
	i := slices.IndexFunc(b.Moves, func(m symmetry.Move) bool { return m == symmetry.Place(s) })
	share := 0.0
	if i >= 0 {
		share = b.share(i)
	}
	cell.SetColor(theme.Shade(share))
	cell.Fill(cell.Rectangle.Path())
	switch at := b.Position.Board().At(s); {
	case at != board.Empty:
		Piece(cell, theme.Ink, b.Graph, at)
	case i < 0:
	case counted && total(b.Beads) > 0:
		inscribe(cell, theme, percent(share)+" %", share, countedSize, 0.55)
		inscribe(cell, theme, humanize.Comma(b.Beads[i]), share, countSize, 0.25)
	default:
		inscribe(cell, theme, percent(share), share, chanceSize, 0.5)
	}
}

// Sizes of letters on a square, as fractions of its side.
const (
	chanceSize  = 0.34
	countedSize = 0.26
	countSize   = 0.14
)

// inscribe writes on a square shaded by a chance. The size and the vertical middle of the text are fractions of the
// square's side.
func inscribe(cell draw.Canvas, theme paper.Palette, line string, share float64, size, height vg.Length) {
	style := paper.Letters(size*cell.Size().X, paper.Readable(theme.Shade(share)))
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	middle := vg.Point{X: cell.Center().X, Y: cell.Min.Y + height*cell.Size().Y}
	cell.FillText(style, middle.Add(vg.Point{Y: style.FontExtents().Descent}), line)
}

// percent formats a chance as a whole percentage, with 0 and 100 only for exactly 0 and 1.
func percent(share float64) string {
	switch {
	case share > 0 && share < 0.005:
		return "<1"
	case share < 1 && share > 0.995:
		return ">99"
	}
	return fmt.Sprint(math.Round(100 * share))
}

// Measures of an arrow, as fractions of the side of a square: its width for a chance of 0 and of 1, its head, and the
// size of its number.
const (
	thinArrow   = 0.02
	wideArrow   = 0.14
	arrowHead   = 0.2
	arrowNumber = 0.22
)

// paintArrows draws the moves as arrows, wider for likelier moves, with their chances.
func (b Box) paintArrows(lattice draw.Canvas, theme paper.Palette) {
	side := Square(lattice, 0).Size().X
	for i, m := range b.Moves {
		way := Arrow(lattice, m)
		width := side * vg.Length(thinArrow+(wideArrow-thinArrow)*b.share(i))
		lattice.StrokeLine2(draw.LineStyle{Color: theme.Hues[0], Width: width}, way.Tail.X, way.Tail.Y, way.Tip.X,
			way.Tip.Y)
		lattice.SetColor(theme.Hues[0])
		lattice.Fill(way.Head(max(arrowHead*side, 1.6*width)))
	}
	style := paper.Letters(arrowNumber*side, theme.Ink)
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	for i, m := range b.Moves { // on top of all arrows, on patches of paper colour
		at, number := On(lattice, m), percent(b.share(i))
		half := vg.Point{X: style.Width(number)/2 + 0.03*side, Y: 0.55 * arrowNumber * side}
		lattice.SetColor(theme.Paper)
		lattice.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
		lattice.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent / 2}), number)
	}
}

// contents describes the beads in a box of steps, such as "40 beads: 2-4 9, 2-5 30, 3-6 1".
func (b Box) contents() string {
	var each []string
	for i, m := range b.Moves {
		each = append(each, fmt.Sprintf("%v %s", m, humanize.Comma(b.Beads[i])))
	}
	return b.label() + ": " + strings.Join(each, ", ")
}
