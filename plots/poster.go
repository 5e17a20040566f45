package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
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
	Graph    *symmetry.Graph
	Position board.Code
	Moves    []symmetry.Move // moves for which it may hold beads
	Beads    []int64         // beads of each move
}

// share returns the chance of move i, or 0 in an empty box.
func (b Box) share(i int) float64 { return float64(b.Beads[i]) / float64(max(1, total(b.Beads))) }

// Matchboxes shows boxes of one machine after a number of games, those with the most beads first. All must have the
// same number of moves played.
func Matchboxes(name string, games int64, boxes []Box) Poster {
	boxes = slices.Clone(boxes)
	slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Compare(total(b.Beads), total(a.Beads)) })
	p := Poster{Subtitle: "after " + humanize.Comma(games) + " games", Boxes: boxes}
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
		p.Subtitle += "; a move without a number is the same as one with a number"
	}
	return p
}

// Measures of a poster at its natural size: a single box, one box of several, and the heading.
const (
	largeBox = 7 * vg.Centimeter
	smallBox = 2.2 * vg.Centimeter
	caption  = 1.2 * vg.Centimeter
)

// Size returns a size for all boxes at a legible size, roughly in the shape of a landscape page.
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
	_, _, side := p.arrange(p.paintHead(sketch(s), paper.Light).Size())
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
