package chart

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// Length of an axis for each label, including its gap.
const (
	tickRoomX = 45
	tickRoomY = 26
)

// build returns the panel as a plot for a canvas of this size. If named is true, its curves are named at their ends.
func (p Panel) build(size vg.Point, theme paper.Palette, in Language, named bool) *plot.Plot {
	p = p.Extended()
	p.X.in, p.Y.in = in, in
	plt := plot.New()
	plt.BackgroundColor = nil
	if p.Title != "" {
		plt.Title.Text = " "
	}
	plt.Title.TextStyle = paper.Letters(8.5, theme.Ink)
	plt.Title.TextStyle.XAlign, plt.Title.TextStyle.YAlign = text.XCenter, text.YTop
	plt.Title.Padding = 4
	p.Y = p.Y.roundedMax(labels(size.Y / tickRoomY))
	p.X.style(&plt.X, size.X/tickRoomX, theme)
	p.Y.style(&plt.Y, size.Y/tickRoomY, theme)
	plt.X.Tick.Label.XAlign, plt.X.Tick.Label.YAlign = text.XCenter, text.YTop
	plt.Y.Tick.Label.XAlign, plt.Y.Tick.Label.YAlign = text.XRight, text.YCenter
	plt.Y.LineStyle.Width, plt.Y.Tick.LineStyle.Width = 0, 0
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal = draw.LineStyle{Color: theme.Grid, Width: 0.6}
	plt.Add(grid)
	for i, c := range p.Curves {
		p.Curves[i].Points = p.X.Visible(c.Points)
		p.Curves[i].addBand(plt, theme)
	}
	for _, c := range p.Curves { // on top of all bands
		c.addLine(plt, theme)
	}
	if named {
		plt.Add(newEnds(p, theme))
	}
	plt.X.Min, plt.X.Max, plt.Y.Min, plt.Y.Max = p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
	return plt
}

func (a Axis) style(axis *plot.Axis, room vg.Length, theme paper.Palette) {
	count := labels(room)
	axis.Tick.Marker = linearTicks(a.most(count), a.label)
	if a.Log {
		axis.Scale = plot.LogScale{}
		axis.Tick.Marker = logTicks(count, a.label)
	}
	axis.Label.Text = a.Label
	axis.Label.TextStyle = paper.Letters(8, theme.Muted)
	axis.Label.TextStyle.XAlign = text.XCenter
	axis.Label.Padding = 2
	axis.Padding = 0
	axis.Tick.Label = paper.Letters(7.5, theme.Muted)
	axis.Tick.Length = 4
	axis.LineStyle = draw.LineStyle{Color: theme.Muted, Width: 0.6}
	axis.Tick.LineStyle = axis.LineStyle
}

// labels returns the number of labels to aim for in this much space. Two show little of a scale, so three may be close.
func labels(room vg.Length) int {
	if room > 2.4 {
		return max(3, int(room))
	}
	return 2
}

func (c Curve) addBand(plt *plot.Plot, theme paper.Palette) {
	if !c.banded() {
		return
	}
	n := len(c.Points)
	band := make(plotter.XYs, 2*n) // from left to right and back
	for i, p := range c.Points {
		band[i], band[2*n-1-i] = plotter.XY{X: p.X, Y: p.Low}, plotter.XY{X: p.X, Y: p.High}
	}
	area := &plotter.Polygon{XYs: []plotter.XYs{band}, Color: paper.Faded(c.colour(theme), bandOpacity)}
	if c.Form == Clear {
		area.LineStyle = c.edge(theme)
	}
	plt.Add(area)
}

func (c Curve) addLine(plt *plot.Plot, theme paper.Palette) {
	line := make(plotter.XYs, len(c.Points))
	for i, p := range c.Points {
		line[i] = plotter.XY{X: p.X, Y: p.Y}
	}
	if c.Form == Dots {
		plt.Add(overlapping{&plotter.Scatter{XYs: line, GlyphStyle: c.dot(theme)}})
		return
	}
	if c.Form == Marks || c.Marked {
		plt.Add(overlapping{&plotter.Scatter{XYs: line, GlyphStyle: c.mark(theme)}})
	}
	if c.Form == Marks {
		boxes := &plotter.Polygon{XYs: c.boxes(), Color: c.colour(theme)}
		if c.Off == 0 { // a box of width 0
			boxes.LineStyle = draw.LineStyle{Color: boxes.Color, Width: 0.7}
		}
		plt.Add(boxes)
		return
	}
	plt.Add(overlapping{&plotter.Line{XYs: line, LineStyle: c.stroke(theme)}})
}

// overlapping lets lines and marks extend beyond the axes. Otherwise a panel with points near an axis would be smaller
// than the panels beside it, and their axes would not be aligned.
type overlapping struct{ plot.Plotter }

// bandOpacity keeps a line visible over three overlapping bands.
const bandOpacity = 0.16

func (c Curve) banded() bool {
	return c.Form < Dots && slices.ContainsFunc(c.Points, func(p Point) bool { return p.Low < p.High })
}

// dashes lists the dash patterns, solid first, which distinguish curves without colour. Their number is coprime to the
// number of hues, so that combinations repeat late.
var dashes = [][]vg.Length{
	nil, {6, 2.5}, {1.5, 2}, {7, 2, 1.5, 2}, {13, 3}, {1.5, 5}, {13, 2.5, 4, 2.5}, {7, 2, 1.5, 2, 1.5, 2},
}

// colour returns the curve's colour. The hues repeat after the last.
func (c Curve) colour(theme paper.Palette) color.NRGBA {
	switch c.Hue {
	case Ink:
		return theme.Ink
	case grey:
		return theme.Muted
	}
	return theme.Hues[c.Hue%len(theme.Hues)]
}

func (c Curve) stroke(theme paper.Palette) draw.LineStyle {
	dashes := dashes[c.Dash%len(dashes)]
	if c.Form == Faint {
		return draw.LineStyle{Color: paper.Faded(c.colour(theme), 0.55), Width: 0.7, Dashes: dashes}
	}
	if c.Marked {
		return draw.LineStyle{Color: c.colour(theme), Width: 0.7, Dashes: dashes}
	}
	return draw.LineStyle{Color: c.colour(theme), Width: 1.6, Dashes: dashes}
}

// edge returns the outline of the band of a clear curve, with the dashes of the curve, so that equal bands stay
// visible.
func (c Curve) edge(theme paper.Palette) draw.LineStyle {
	return draw.LineStyle{Color: paper.Faded(c.colour(theme), 0.6), Width: 0.5, Dashes: dashes[c.Dash%len(dashes)]}
}

// mark returns the glyph of the curve's points. Marks without a line are hollow, so that their boxes show through.
func (c Curve) mark(theme paper.Palette) draw.GlyphStyle {
	style := draw.GlyphStyle{Color: c.colour(theme), Radius: 3, Shape: shapes[c.Dash%len(shapes)]}
	if c.Form == Marks {
		style.Shape = hollow[c.Dash%len(hollow)]
	}
	if c.Off > 0 { // leaves space for the boxes
		style.Radius = 4.5
	}
	return style
}

// dot returns the glyph of a small dot.
func (c Curve) dot(theme paper.Palette) draw.GlyphStyle {
	return draw.GlyphStyle{Color: c.colour(theme), Radius: 1.2, Shape: draw.CircleGlyph{}}
}

// shapes are the marks of curves, indexed by Dash; hollow are the shapes for Marks.
var (
	shapes = []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}, draw.SquareGlyph{},
		draw.TriangleGlyph{}, draw.PlusGlyph{},
	}
	hollow = []draw.GlyphDrawer{draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}
)

// boxes returns a rectangle around each point, as large as its errors.
func (c Curve) boxes() (boxes []plotter.XYs) {
	for _, p := range c.Points {
		left, right, low, high := p.X-c.Off, p.X+c.Off, p.Low, p.High
		boxes = append(boxes,
			plotter.XYs{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}})
	}
	return boxes
}

// legend is drawn above the panels. Its entries follow one another like words, in as many rows as needed.
type legend struct {
	theme   paper.Palette
	style   text.Style
	entries []Curve
}

// newLegend collects one entry for each name, in ink if its curves have different colours. Clear curves come first,
// in the order of their hues.
func newLegend(panels []Panel, theme paper.Palette) legend {
	l := legend{theme: theme, style: paper.Letters(8, theme.Ink)}
	for _, p := range panels {
		for _, c := range p.Curves {
			i := slices.IndexFunc(l.entries, func(e Curve) bool { return e.Name == c.Name })
			switch {
			case c.Name == "":
			case i < 0:
				l.entries = append(l.entries, c)
			case l.entries[i].Hue != c.Hue:
				l.entries[i].Hue = Ink
			}
		}
	}
	slices.SortStableFunc(l.entries, func(a, b Curve) int {
		return cmp.Or(cmp.Compare(a.Form, b.Form), cmp.Compare(a.Hue, b.Hue))
	})
	return l
}

// Lengths of an entry: the sample of the line, the gap after it, and the gap after the text.
const (
	sampleWidth = 22
	sampleGap   = 4
	entryGap    = 14
	entryHeight = 12
)

// paint draws the legend along the top and returns the canvas below.
func (l legend) paint(c draw.Canvas) draw.Canvas {
	if len(l.entries) == 0 {
		return c
	}
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - entryHeight}
	for _, e := range l.entries {
		width := l.width(e)
		if at.X > c.Min.X && at.X+width > c.Max.X {
			at = vg.Point{X: c.Min.X, Y: at.Y - entryHeight}
		}
		l.paintEntry(c, at, e)
		at.X += width + entryGap
	}
	c.Max.Y = at.Y
	return c
}

func (l legend) width(e Curve) vg.Length { return sampleWidth + sampleGap + l.style.Width(e.Name) }

// paintEntry draws a sample of the curve and its name, with this lower left corner.
func (l legend) paintEntry(c draw.Canvas, at vg.Point, e Curve) {
	left, right := at, vg.Point{X: at.X + sampleWidth, Y: at.Y + entryHeight - 3}
	middle := (left.Y + right.Y) / 2
	if e.banded() {
		c.SetColor(paper.Faded(e.colour(l.theme), bandOpacity))
		c.Fill(vg.Rectangle{Min: left, Max: right}.Path())
	}
	if e.Form == Marks || e.Marked {
		at := vg.Point{X: (left.X + right.X) / 2, Y: middle}
		c.DrawGlyph(e.mark(l.theme), at)
		if e.Form == Marks {
			c.DrawGlyph(draw.GlyphStyle{Color: e.colour(l.theme), Radius: 1.5, Shape: draw.BoxGlyph{}}, at)
		}
	}
	if e.Form == Dots {
		const dots = 5
		for n := range dots {
			c.DrawGlyph(e.dot(l.theme), vg.Point{X: left.X + vg.Length(n)*sampleWidth/(dots-1), Y: middle})
		}
	}
	if e.Form < Dots {
		c.StrokeLine2(e.stroke(l.theme), left.X, middle, right.X, middle)
	}
	style := l.style
	style.YAlign = text.YCenter
	c.FillText(style, vg.Point{X: right.X + sampleGap, Y: middle + style.FontExtents().Descent}, e.Name)
}
