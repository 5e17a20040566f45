package chart

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// mostNamed is the largest number of curves in a panel that are named at their right ends. If there are more, they get
// a key, or a panel each if they have bands.
const mostNamed = 5

// named returns the curves of the panel that have a name and a visible point, each name once.
func (p Panel) named() (all []Curve) {
	for _, c := range p.Curves {
		same := func(other Curve) bool { return other.Name == c.Name }
		if c.Name != "" && len(p.X.Visible(c.Points)) > 0 && !slices.ContainsFunc(all, same) {
			all = append(all, c)
		}
	}
	return all
}

// keyed reports whether a panel has too many curves to name them at their ends.
func (f Figure) keyed() bool {
	return slices.ContainsFunc(f.AllPanels(), func(p Panel) bool { return len(p.named()) > mostNamed })
}

// crowded reports whether bands of too many curves would overlap in the panel.
func (p Panel) crowded() bool {
	n := 0
	for _, c := range p.named() {
		if c.banded() {
			n++
		}
	}
	return n > mostNamed
}

// apart returns the figure with crowded panels replaced by a row of panels, one for each curve. The other curves are
// behind it, in grey. If beside is true, panels below each other become columns.
func (f Figure) apart(beside bool) Figure {
	if !slices.ContainsFunc(f.AllPanels(), Panel.crowded) {
		return f
	}
	if rows := f.AllPanels(); beside && len(rows) == len(f.Panels) && len(rows) <= 3 {
		f.Panels = [][]Panel{rows}
	}
	var rows [][]Panel
	for _, row := range f.Panels {
		var curves []Curve
		for _, p := range row {
			if named := p.named(); len(named) > len(curves) {
				curves = named
			}
		}
		for i, c := range curves {
			rows = append(rows, alone(row, c.Name, i > 0))
		}
	}
	f.Panels = rows
	return f
}

// alone returns panels in which only the curves with one name stand out.
func alone(row []Panel, name string, untitled bool) (panels []Panel) {
	for _, p := range row {
		var behind, own []Curve
		for _, c := range p.Curves {
			if c.Name == name {
				c.Dash = 0
				own = append(own, c)
			} else if c.Form < Dots {
				c.Name, c.Form, c.Hue, c.Dash, c.Marked = "", Faint, grey, 0, false
				c.Points = slices.Clone(c.Points)
				for i := range c.Points {
					c.Points[i].Low, c.Points[i].High = 0, 0
				}
				behind = append(behind, c)
			}
		}
		if p = p.Extended(); untitled {
			p.Title = ""
		}
		p.Curves = append(behind, own...)
		panels = append(panels, p)
	}
	return panels
}

// end is the name and the last value of a curve, in lines beside its end.
type end struct {
	curve Curve
	at    Point
	lines []string
}

// Lengths of an end: a stroke from the end of the curve to the height of the name, a sample of the curve, and the text.
const (
	endStroke = 7
	endSample = 13
	endGap    = 3
	endText   = 82 // usual width of the text before it is broken into lines
	endLine   = 9.5
)

// ends is a plotter that names the curves of a panel.
type ends struct {
	theme paper.Palette
	style text.Style
	all   []end
}

// newEnds returns the ends of a panel's curves. The panel must be extended.
func newEnds(p Panel, theme paper.Palette) ends {
	e := ends{theme: theme, style: paper.Letters(8, theme.Ink)}
	named := p.named()
	if len(named) > mostNamed {
		return e
	}
	for _, c := range named {
		points := p.X.Visible(c.Points)
		last := points[len(points)-1]
		words := c.Name + ": " + strings.ReplaceAll(p.Y.Value(last.Y), " ", "\u00a0")
		fits := func(line string) bool { return e.style.Width(line) <= endText }
		e.all = append(e.all, end{c, last, paper.Broken(words, fits)})
	}
	return e
}

// width returns the space that the ends need beside the curves.
func (e ends) width() (width vg.Length) {
	for _, end := range e.all {
		for _, line := range end.lines {
			width = max(width, endStroke+endSample+endGap+e.style.Width(line))
		}
	}
	return width
}

// height returns the height of a panel's data at which the ends have enough space.
func (e ends) height() (height vg.Length) {
	for _, end := range e.all {
		height += endLine * vg.Length(len(end.lines))
	}
	return height
}

// GlyphBoxes implements [plot.GlyphBoxer], so that the panel leaves space for the ends.
func (e ends) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: e.width()}}}}
}

// Plot implements [plot.Plotter]. Names that would overlap are moved apart.
func (e ends) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	all := slices.Clone(e.all)
	slices.SortStableFunc(all, func(a, b end) int { return int(math.Copysign(1, float64(y(a.at.Y)-y(b.at.Y)))) })
	middles, bottom := make([]vg.Length, len(all)), c.Min.Y-2
	for i, end := range all {
		half := endLine * vg.Length(len(end.lines)) / 2
		middles[i] = max(y(end.at.Y), bottom+half)
		bottom = middles[i] + half
	}
	top := max(c.Max.Y+6, c.Min.Y-2+e.height())
	for i := len(all) - 1; i >= 0; i-- {
		half := endLine * vg.Length(len(all[i].lines)) / 2
		middles[i] = min(middles[i], top-half)
		top = middles[i] - half
	}
	for i, end := range all {
		e.paint(c, end, vg.Point{X: x(end.at.X), Y: y(end.at.Y)}, middles[i])
	}
}

// paint draws an end whose curve ends at a point, at this height.
func (e ends) paint(c draw.Canvas, end end, from vg.Point, height vg.Length) {
	outside := draw.Crop(c, 0, e.width(), -endLine, endLine) // glyphs are drawn only inside their canvas
	line := draw.LineStyle{Color: end.curve.colour(e.theme), Width: 0.6}
	left := vg.Point{X: c.Max.X + endStroke, Y: height}
	if from.X < c.Max.X-1 {
		line.Dashes = []vg.Length{1, 2}
	}
	c.StrokeLine2(line, from.X, from.Y, left.X, left.Y)
	right := vg.Point{X: left.X + endSample, Y: height}
	switch curve := end.curve; {
	case curve.Form == Dots:
		for n := range 4 {
			outside.DrawGlyph(curve.dot(e.theme), vg.Point{X: left.X + vg.Length(n)*endSample/3, Y: height})
		}
	case curve.Form == Marks:
		outside.DrawGlyph(curve.mark(e.theme), vg.Point{X: left.X + endSample/2, Y: height})
	default:
		c.StrokeLine2(curve.stroke(e.theme), left.X, left.Y, right.X, right.Y)
		if curve.Marked {
			outside.DrawGlyph(curve.mark(e.theme), vg.Point{X: left.X + endSample/2, Y: height})
		}
	}
	style := e.style
	style.YAlign = text.YCenter
	for i, words := range end.lines {
		down := (vg.Length(i) - vg.Length(len(end.lines)-1)/2) * endLine
		c.FillText(style, vg.Point{X: right.X + endGap, Y: height - down + style.FontExtents().Descent}, words)
	}
}
