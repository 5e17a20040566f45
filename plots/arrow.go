package plots

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/plots/paper"
)

// The colours of pawns, on light paper and on dark.
var pawns = map[board.Mark]color.NRGBA{
	board.X: {R: 0xff, G: 0xff, B: 0xff, A: 0xff},
	board.O: {R: 0x1a, G: 0x1a, B: 0x1a, A: 0xff},
}

// paintPawn draws a pawn, the first player's white and the second's black. Its measures are shares of the square's side.
func paintPawn(cell draw.Canvas, theme paper.Palette, mark board.Mark) {
	size, m := cell.Size().X, cell.Center()
	var disc vg.Path
	disc.Move(vg.Point{X: m.X + 0.28*size, Y: m.Y})
	disc.Arc(m, 0.28*size, 0, 2*math.Pi)
	disc.Close()
	cell.SetColor(pawns[mark])
	cell.Fill(disc)
	cell.SetLineStyle(draw.LineStyle{Color: theme.Ink, Width: 0.04 * size})
	cell.Stroke(disc)
}

// The measures of an arrow, as shares of the side of a square: how far its ends lie from the middles of the squares, its
// width at a chance of 0 and of 1, its head; how far along the way its number stands, of a step ahead and of one to the
// side, which keeps numbers apart; and the size of the number.
const (
	arrowTail   = 0.32
	arrowTip    = 0.3
	thinArrow   = 0.02
	wideArrow   = 0.14
	arrowHead   = 0.2
	aheadLabel  = 0.62
	asideLabel  = 0.34
	numberOfWay = 0.22
)

// paintArrows draws the moves of pieces as arrows, the wider the likelier, with their chances on them.
func (b Box) paintArrows(lattice draw.Canvas, theme paper.Palette) {
	side := square(lattice, 0).Size().X
	for i, m := range b.Moves {
		from, to := middle(lattice, m.From()), middle(lattice, m.To())
		length := vg.Length(math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)))
		along := vg.Point{X: (to.X - from.X) / length, Y: (to.Y - from.Y) / length}
		tail, tip := from.Add(along.Scale(arrowTail*side)), to.Sub(along.Scale(arrowTip*side))
		width := side * vg.Length(thinArrow+(wideArrow-thinArrow)*b.share(i))
		lattice.StrokeLine2(draw.LineStyle{Color: theme.Hues[0], Width: width}, tail.X, tail.Y, tip.X, tip.Y)
		lattice.SetColor(theme.Hues[0])
		lattice.Fill(arrowhead(tip, along, max(arrowHead*side, 1.6*width)))
	}
	for i, m := range b.Moves { // over all arrows
		from, to := middle(lattice, m.From()), middle(lattice, m.To())
		far := vg.Length(aheadLabel)
		if from.X != to.X {
			far = asideLabel
		}
		b.inscribeWay(lattice, theme, from.Add(to.Sub(from).Scale(far)), percent(b.share(i)), side)
	}
}

// middle returns the middle of a square.
func middle(lattice draw.Canvas, s board.Square) vg.Point {
	cell := square(lattice, s)
	return cell.Center()
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

// arrowhead returns the triangle in front of the end of a line.
func arrowhead(end, along vg.Point, size vg.Length) (head vg.Path) {
	across := vg.Point{X: -along.Y, Y: along.X}
	head.Move(end.Add(across.Scale(size / 2)))
	head.Line(end.Add(along.Scale(size)))
	head.Line(end.Sub(across.Scale(size / 2)))
	head.Close()
	return head
}

// contents says what beads a box of steps holds, as in "40 beads: 2-4 9, 2-5 30, 3-6 1".
func (b Box) contents() string {
	var each []string
	for i, m := range b.Moves {
		each = append(each, fmt.Sprintf("%v %s", m, humanize.Comma(b.Beads[i])))
	}
	return b.label() + ": " + strings.Join(each, ", ")
}
