package trees

import (
	"fmt"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// Slide shows a step of a search on a page for projection: the tree, and what happens in large letters below it.
type Slide struct {
	Tree          *Drawing
	Number, Count int // of the step, from 1, and of all steps
	Says          string
}

// Size implements [paper.Drawing]: a wide screen, 16 to 9.
func (Slide) Size() paper.Size {
	return paper.Size{Width: 32 * vg.Centimeter, Height: 18 * vg.Centimeter}
}

// Fits reports whether the tree is large enough.
func (s Slide) Fits(size paper.Size) bool {
	return s.Tree.layout().scale(s.Tree.room(s.above(inside(size.Area())))) >= leastSize
}

const saysShare = 0.13 // share of the height of a slide for the words below the tree

// above returns the part of a rectangle above the words.
func (Slide) above(r vg.Rectangle) vg.Rectangle {
	r.Min.Y += saysShare * r.Size().Y
	return r
}

// Paint implements [paper.Drawing].
func (s Slide) Paint(c draw.Canvas, theme paper.Palette) {
	c.Rectangle = inside(c.Rectangle)
	s.Tree.Paint(draw.Canvas{Canvas: c.Canvas, Rectangle: s.above(c.Rectangle)}, theme)
	size := c.Size().Y / 28
	number := paper.Letters(size*0.6, theme.Muted)
	number.XAlign = text.XRight
	c.FillText(number, vg.Point{X: c.Max.X - margin, Y: c.Min.Y + margin/2}, fmt.Sprintf("%d/%d", s.Number, s.Count))
	words := draw.Crop(c, margin, -2*margin-2*size, margin/2, 0)
	words.Max.Y = words.Min.Y + saysShare*c.Size().Y
	paper.Write(words, paper.Letters(size, theme.Ink), s.Says)
}
