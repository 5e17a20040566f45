package plots

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

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
