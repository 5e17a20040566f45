package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// The least area of a panel's data in which a curve can be followed, and the least side of a box whose
// numbers can be read.
const (
	leastWidth  = 2 * vg.Centimeter
	leastHeight = 1.2 * vg.Centimeter
	leastBox    = 1 * vg.Centimeter
)

// Fit returns nil if a drawing has room on the paper of the format, and otherwise an error that names
// the smallest paper on which it has, no narrower and no lower than the one asked for.
func (f Format) Fit(d Drawing) error {
	if f.Size == (Size{}) || d.fits(f.Size) {
		return nil
	}
	if size, ok := widened(f.Size, d); ok {
		return fmt.Errorf("size %v: no room for this figure, which needs %v", f.Size, size)
	}
	return fmt.Errorf("size %v: no paper has room for this figure", f.Size)
}

// widened returns a size as it is, or the next larger one in half centimetres on which a drawing has room,
// if there is one: first as wide as needed, then as high.
func widened(s Size, d Drawing) (size Size, ok bool) {
	if d.fits(s) {
		return s, true
	}
	width, ok := firstLength(s.Width, func(w vg.Length) bool { return d.fits(Size{w, longest}) })
	if !ok {
		return s, false
	}
	height, ok := firstLength(s.Height, func(h vg.Length) bool { return d.fits(Size{width, h}) })
	return Size{width, height}, ok
}

// firstLength returns the first length that will do: from, or a longer one in half centimetres.
func firstLength(from vg.Length, do func(vg.Length) bool) (vg.Length, bool) {
	const step = vg.Centimeter / 2
	for length := from; length <= longest; length = step * vg.Length(math.Floor(float64(length/step)+1+1e-9)) {
		if do(length) {
			return length, true
		}
	}
	return from, false
}

// sketch returns a canvas on which nothing shows, to measure on.
func sketch(s Size) draw.Canvas {
	return draw.NewCanvas(new(recorder.Canvas), s.Width, s.Height)
}

// usualHead is how high a line of title, one of subtitle and one of legend are together.
const usualHead = 40

// headHeight returns how high all above the panels is on a paper.
func (f Figure) headHeight(s Size) vg.Length {
	c := sketch(s)
	return c.Max.Y - margin - f.paintHead(c, light).Max.Y
}

func (f Figure) fits(s Size) bool {
	c := f.paintHead(sketch(s), light)
	tooWide := func(e Curve) bool { return newLegend(nil, light).width(e) > c.Size().X }
	if slices.ContainsFunc(newLegend(f.rows(), light).entries, tooWide) {
		return false
	}
	grid, canvases := f.arrange(c, light)
	for i, row := range canvases {
		for j, canvas := range row {
			if !roomy(grid[i][j], canvas) {
				return false
			}
		}
	}
	return true
}

// roomy tells whether a panel's curves and words have room on its canvas.
func roomy(p *plot.Plot, c draw.Canvas) bool {
	data, whole := p.DataCanvas(c).Size(), c.Size()
	return data.X >= leastWidth && data.Y >= leastHeight &&
		p.Title.TextStyle.Width(p.Title.Text) <= whole.X &&
		p.Y.Label.TextStyle.Width(p.Y.Label.Text) <= whole.Y
}

func (p Poster) fits(s Size) bool {
	c := p.paintHead(sketch(s), light)
	_, side := p.arrange(c)
	return len(p.Boxes) == 0 || side >= leastBox
}
