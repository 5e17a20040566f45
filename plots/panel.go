package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The lengths of axis that one label with its space takes.
const (
	tickRoomX = 45
	tickRoomY = 26
)

// build returns the panel as a plot for a canvas of this size.
func (p Panel) build(size vg.Point, theme palette) *plot.Plot {
	p = p.reach()
	plt := plot.New()
	plt.BackgroundColor = nil
	plt.Title.Text = p.Title
	plt.Title.TextStyle = letters(8.5, theme.ink)
	plt.Title.TextStyle.XAlign, plt.Title.TextStyle.YAlign = text.XCenter, text.YTop
	plt.Title.Padding = 4
	p.Y = p.Y.topped(labels(size.Y / tickRoomY))
	p.X.dress(&plt.X, size.X/tickRoomX, theme)
	p.Y.dress(&plt.Y, size.Y/tickRoomY, theme)
	plt.X.Tick.Label.XAlign, plt.X.Tick.Label.YAlign = text.XCenter, text.YTop
	plt.Y.Tick.Label.XAlign, plt.Y.Tick.Label.YAlign = text.XRight, text.YCenter
	plt.Y.LineStyle.Width, plt.Y.Tick.LineStyle.Width = 0, 0
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal = draw.LineStyle{Color: theme.grid, Width: 0.6}
	plt.Add(grid)
	for _, c := range p.Curves {
		c.Points = p.X.visible(c.Points)
		c.addTo(plt, theme)
	}
	plt.X.Min, plt.X.Max, plt.Y.Min, plt.Y.Max = p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
	return plt
}

// dress gives a plot's axis the label and the looks of a, with ticks where there is room for this many.
func (a Axis) dress(axis *plot.Axis, room vg.Length, theme palette) {
	count := labels(room)
	axis.Tick.Marker = linearTicks(count, a.label)
	if a.Log {
		axis.Scale = plot.LogScale{}
		axis.Tick.Marker = logTicks(count, a.label)
	}
	axis.Label.Text = a.Label
	axis.Label.TextStyle = letters(8, theme.muted)
	axis.Label.TextStyle.XAlign = text.XCenter
	axis.Label.Padding = 2
	axis.Padding = 0
	axis.Tick.Label = letters(7.5, theme.muted)
	axis.Tick.Length = 4
	axis.LineStyle = draw.LineStyle{Color: theme.muted, Width: 0.6}
	axis.Tick.LineStyle = axis.LineStyle
}

// labels returns how many labels to aim for where there is room for some.
func labels(room vg.Length) int { return max(2, int(room)) }

// addTo adds the curve with its band to a plot.
func (c Curve) addTo(plt *plot.Plot, theme palette) {
	line := make(plotter.XYs, len(c.Points))
	banded := false
	for i, p := range c.Points {
		line[i] = plotter.XY{X: p.Games, Y: p.Value}
		banded = banded || p.Low < p.High
	}
	if banded {
		plt.Add(&plotter.Polygon{XYs: []plotter.XYs{c.band()}, Color: faded(theme.hue(c.Hue), bandOpacity)})
	}
	if c.Form == Marks {
		plt.Add(&plotter.Scatter{XYs: line, GlyphStyle: theme.mark(c)})
		return
	}
	plt.Add(&plotter.Line{XYs: line, LineStyle: theme.stroke(c)})
}

// bandOpacity lets three bands lie over one another and a line over them stay clear.
const bandOpacity = 0.16

// band returns the outline of the band: its low side from left to right, its high side back.
func (c Curve) band() plotter.XYs {
	n := len(c.Points)
	outline := make(plotter.XYs, 2*n)
	for i, p := range c.Points {
		outline[i] = plotter.XY{X: p.Games, Y: p.Low}
		outline[2*n-1-i] = plotter.XY{X: p.Games, Y: p.High}
	}
	return outline
}

// mark returns how the points of a curve are marked.
func (t palette) mark(c Curve) draw.GlyphStyle {
	return draw.GlyphStyle{Color: t.hue(c.Hue), Radius: 3, Shape: draw.CircleGlyph{}}
}
