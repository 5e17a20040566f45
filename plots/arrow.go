package plots

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/boards"
	"menace/plots/paper"
)

// The measures of an arrow, as shares of the side of a square: its width at a chance of 0 and of 1, its head, and the size
// of its number.
const (
	thinArrow   = 0.02
	wideArrow   = 0.14
	arrowHead   = 0.2
	numberOfWay = 0.22
)

// paintArrows draws the moves of pieces as arrows, the wider the likelier, with their chances on them.
func (b Box) paintArrows(lattice draw.Canvas, theme paper.Palette) {
	side := boards.Square(lattice, 0).Size().X
	for i, m := range b.Moves {
		way := boards.Arrow(lattice, m)
		width := side * vg.Length(thinArrow+(wideArrow-thinArrow)*b.share(i))
		lattice.StrokeLine2(draw.LineStyle{Color: theme.Hues[0], Width: width}, way.Tail.X, way.Tail.Y, way.Tip.X, way.Tip.Y)
		lattice.SetColor(theme.Hues[0])
		lattice.Fill(way.Head(max(arrowHead*side, 1.6*width)))
	}
	for i, m := range b.Moves { // over all arrows
		b.inscribeWay(lattice, theme, boards.On(lattice, m), percent(b.share(i)), side)
	}
}

// inscribeWay writes a number on an arrow, on a patch of paper.
func (b Box) inscribeWay(lattice draw.Canvas, theme paper.Palette, at vg.Point, number string, side vg.Length) {
	style := paper.Letters(numberOfWay*side, theme.Ink)
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	half := vg.Point{X: style.Width(number)/2 + 0.03*side, Y: 0.55 * numberOfWay * side}
	patch := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
	lattice.SetColor(theme.Paper)
	lattice.Fill(patch.Path())
	lattice.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent / 2}), number)
}

// contents says what beads a box of steps holds, as in "40 beads: 2-4 9, 2-5 30, 3-6 1".
func (b Box) contents() string {
	var each []string
	for i, m := range b.Moves {
		each = append(each, fmt.Sprintf("%v %s", m, humanize.Comma(b.Beads[i])))
	}
	return b.label() + ": " + strings.Join(each, ", ")
}
