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

// Poster shows matchboxes as boards, in rows.
type Poster struct {
	Title    string
	Subtitle string
	Boxes    []Box
}

// Box is a matchbox: the position on its lid and the beads in it.
type Box struct {
	Number   int // of the box in its machine, or 0
	Graph    *symmetry.Graph
	Position board.Code
	Moves    []symmetry.Move // moves for which it may hold beads
	Beads    []int64         // beads of each move
}

// share returns the chance of move i, or 0 in an empty box.
func (b Box) share(i int) float64 { return float64(b.Beads[i]) / float64(max(1, total(b.Beads))) }

// Matchboxes shows boxes of one machine after a number of games, in the given order. All must have the same number of
// moves played.
func Matchboxes(name string, games int64, boxes []Box) Poster {
	p := Poster{Subtitle: "after " + english.Plural(int(games), "game", ""), Boxes: boxes}
	switch len(boxes) {
	case 0:
		p.Title = "No boxes of " + name
	case 1:
		p.Title = fmt.Sprintf("The %s of %s", boxName(boxes[0].Graph, boxes[0].Position), name)
	default:
		orbit, _ := boxes[0].Graph.Find(boxes[0].Position)
		p.Title = fmt.Sprintf("The %d boxes of %s after %s",
			len(boxes), name, english.Plural(boxes[0].Graph.Played(orbit), "move", ""))
		p.Subtitle += "; chances in %"
	}
	if slices.ContainsFunc(boxes, func(b Box) bool { return len(b.Moves) < len(b.Graph.MovesFrom(b.Position)) }) {
		p.Subtitle += "; a move without a number is the mirror image or rotation of one with a number"
	}
	return p
}

// Measures of a poster at its natural size: a single box, one box of several, and the heading.
const (
	largeBox = 7 * vg.Centimeter
	smallBox = 2.2 * vg.Centimeter
	caption  = 1.2 * vg.Centimeter
)

// Size returns a size at which all boxes are legible, roughly in the shape of a landscape page.
func (p Poster) Size() paper.Size {
	side := vg.Length(smallBox)
	if len(p.Boxes) == 1 {
		side = largeBox
	}
	columns, rows, _ := p.arrange(vg.Point{X: math.Sqrt2, Y: 1})
	width := max(largeBox, vg.Length(columns)*side) + 2*margin
	return paper.Size{
		Width:  width,
		Height: vg.Length(rows)*side*boxHeight + caption*headingScale(width) + 2*margin,
	}
}

// headingScale returns the scale of the heading, legible at the distance from which a wide poster is seen.
func headingScale(width vg.Length) vg.Length { return max(1, width/(16*vg.Centimeter)) }

// boxHeight is the height of a box with its label and gaps, as a multiple of its width.
const boxHeight = 1.12

// arrange returns the numbers of columns and rows that make the boxes largest on paper of this size, and their side.
func (p Poster) arrange(size vg.Point) (columns, rows int, side vg.Length) {
	for c := 1; c <= max(1, len(p.Boxes)); c++ {
		r := max(1, (len(p.Boxes)+c-1)/c)
		if s := min(size.X/vg.Length(c), size.Y/vg.Length(r)/boxHeight); s > side {
			columns, rows, side = c, r, s
		}
	}
	return columns, rows, side
}

// leastBox is the smallest side of a box with legible numbers.
const leastBox = 1 * vg.Centimeter

// Fits implements [paper.Drawing].
func (p Poster) Fits(s paper.Size) bool {
	_, _, side := p.arrange(p.paintHead(paper.Blank(s.Area()), paper.Light).Size())
	return len(p.Boxes) == 0 || side >= leastBox
}

// Paint draws the heading and the boxes in rows.
func (p Poster) Paint(c draw.Canvas, theme paper.Palette) {
	c = p.paintHead(c, theme)
	columns, _, side := p.arrange(c.Size())
	if side <= 0 {
		return
	}
	for i, b := range p.Boxes {
		corner := vg.Point{
			X: c.Min.X + vg.Length(i%columns)*side,
			Y: c.Max.Y - vg.Length(i/columns+1)*side*boxHeight,
		}
		b.paint(c, theme, corner, side, len(p.Boxes) == 1)
	}
}

// paintHead draws the heading and returns the canvas for the boxes.
func (p Poster) paintHead(c draw.Canvas, theme paper.Palette) draw.Canvas {
	scale := headingScale(c.Size().X - 2*margin)
	c = heading(c, theme, p.Title, p.Subtitle, scale)
	return draw.Crop(c, 0, 0, 0, -0.2*vg.Centimeter*scale)
}

// Parts of a box's side: the gap around the board, and the largest label below it.
const (
	boxGap   = 0.06
	boxLabel = 0.09
)

// paint draws the box into a square with this lower left corner and side, with the number of beads below the board
// and, if counted is true, on every square.
func (b Box) paint(c draw.Canvas, theme paper.Palette, corner vg.Point, side vg.Length, counted bool) {
	gap, label := boxGap*side, min(boxLabel*side, 9)
	lattice := Part(c, corner.Add(vg.Point{X: gap, Y: 2*gap + label}), side-2*gap, side-2*gap)
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
		var each []string
		for i, m := range b.Moves {
			each = append(each, fmt.Sprintf("%v %s", m, humanize.Comma(b.Beads[i])))
		}
		line += ": " + strings.Join(each, ", ")
	}
	c.FillText(style, vg.Point{X: corner.X + side/2, Y: corner.Y + gap}, line)
}

// label gives the number of the box and of its beads, as in "box 12: 8 beads".
func (b Box) label() string {
	number := ""
	if b.Number > 0 {
		number = fmt.Sprintf("box %d: ", b.Number)
	}
	if n := total(b.Beads); n > 0 {
		return number + english.Plural(int(n), "bead", "")
	}
	return number + "empty"
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
	for i, m := range b.Moves { // on top of all arrows, on a background of the paper's colour
		at, number := On(lattice, m), percent(b.share(i))
		half := vg.Point{X: style.Width(number)/2 + 0.03*side, Y: 0.55 * arrowNumber * side}
		lattice.SetColor(theme.Paper)
		lattice.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
		lattice.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent / 2}), number)
	}
}
