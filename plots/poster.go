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
)

// Poster is matchboxes drawn as boards, in rows.
type Poster struct {
	Title    string
	Subtitle string
	Boxes    []Box
}

// Box is a matchbox: the position on its lid and the beads in it.
type Box struct {
	Position board.Board
	Squares  board.Mask           // those for which it may hold beads
	Beads    [board.Squares]int64 // by square
}

// Matchboxes shows boxes of one machine after a number of games, all of one number of moves played,
// those with the most beads first.
func Matchboxes(name string, games int64, boxes []Box) Poster {
	boxes = slices.Clone(boxes)
	slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Compare(total(b.Beads), total(a.Beads)) })
	p := Poster{Subtitle: "after " + humanize.Comma(games) + " games", Boxes: boxes}
	switch len(boxes) {
	case 0:
		p.Title = "No boxes of " + name
	case 1:
		p.Title = fmt.Sprintf("The %s of %s", lid(boxes[0].Position), name)
	default:
		p.Title = fmt.Sprintf("The %d boxes of %s after %s", len(boxes), name, english.Plural(boxes[0].Position.Moves(), "move", ""))
		p.Subtitle += "; chances in %"
	}
	if slices.ContainsFunc(boxes, func(b Box) bool { return b.Squares != b.Position.Empty() }) {
		p.Subtitle += "; a blank square is the same move as one with a number"
	}
	return p
}

// The measures of a poster at its natural size: a box alone, a box among others, and the heading.
const (
	largeBox = 7 * vg.Centimeter
	smallBox = 2.2 * vg.Centimeter
	caption  = 1.2 * vg.Centimeter
)

// Size returns room for every box at a size that can be read, in about the shape of a page laid
// on its side.
func (p Poster) Size() paper.Size {
	side := vg.Length(smallBox)
	if len(p.Boxes) == 1 {
		side = largeBox
	}
	columns := p.columns(vg.Point{X: math.Sqrt2, Y: 1})
	rows := max(1, (len(p.Boxes)+columns-1)/columns)
	width := max(largeBox, vg.Length(columns)*side) + 2*margin
	return paper.Size{
		Width:  width,
		Height: vg.Length(rows)*side*boxHeight + caption*headingScale(width) + 2*margin,
	}
}

// headingScale makes the heading of a wide poster large enough to be read with the whole of it in sight.
func headingScale(width vg.Length) vg.Length { return max(1, width/(16*vg.Centimeter)) }

// boxHeight is the height of a box with its label, gaps included, as a multiple of its width.
const boxHeight = 1.12

// columns returns how many boxes to put in a row so that they come out largest on paper of this
// shape.
func (p Poster) columns(paper vg.Point) int {
	best, largest := 1, 0.0
	for columns := 1; columns <= len(p.Boxes); columns++ {
		rows := (len(p.Boxes) + columns - 1) / columns
		side := math.Min(float64(paper.X)/float64(columns), float64(paper.Y)/float64(rows)/boxHeight)
		if side > largest {
			best, largest = columns, side
		}
	}
	return best
}

// leastBox is the least side of a box whose numbers can be read.
const leastBox = 1 * vg.Centimeter

// Fits implements [paper.Drawing].
func (p Poster) Fits(s paper.Size) bool {
	_, side := p.arrange(p.paintHead(sketch(s), paper.Light))
	return len(p.Boxes) == 0 || side >= leastBox
}

// Paint draws the heading and the boxes in rows.
func (p Poster) Paint(c draw.Canvas, theme paper.Palette) {
	c = p.paintHead(c, theme)
	columns, side := p.arrange(c)
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
	c = heading(inside(c), theme, p.Title, p.Subtitle, scale)
	return draw.Crop(c, 0, 0, 0, -0.2*vg.Centimeter*scale)
}

// arrange returns how many boxes to put in a row of a canvas, and their side.
func (p Poster) arrange(c draw.Canvas) (columns int, side vg.Length) {
	size := c.Size()
	columns = p.columns(size)
	rows := max(1, (len(p.Boxes)+columns-1)/columns)
	return columns, min(size.X/vg.Length(columns), size.Y/vg.Length(rows)/boxHeight)
}
