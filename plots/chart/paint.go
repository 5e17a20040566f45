package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

const (
	margin      = 0.3 * vg.Centimeter // the empty border of a drawing
	leastWidth  = 2 * vg.Centimeter   // smallest panel on which a curve can be followed
	leastHeight = 1.2 * vg.Centimeter
	usualHead   = 40 // height of a title, a subtitle and a legend of one line each
)

// Size returns 16 × 9 cm for a row of panels, and more for more rows, long texts and wide panels.
func (f Figure) Size() paper.Size {
	size := paper.Size{Width: 16 * vg.Centimeter, Height: vg.Length(4+5*len(f.Panels)) * vg.Centimeter}
	head := size.Height - margin - f.paintHead(paper.Blank(size.Area()), paper.Light).Max.Y
	size.Height += max(0, head-usualHead)
	for !f.fits(size) && size.Width < paper.Longest {
		size.Width += vg.Centimeter / 2
	}
	return size
}

// Fits implements [paper.Drawing].
func (f Figure) Fits(s paper.Size) bool {
	_, fits := f.on(s)
	return fits
}

// on returns the figure as it is drawn on paper of a size, with its panels below each other if it is too narrow for
// rows, and reports whether it fits.
func (f Figure) on(s paper.Size) (Figure, bool) {
	if f.fits(s) {
		return f, true
	}
	panels := f.AllPanels()
	if len(panels) == len(f.Panels) {
		return f, false
	}
	stacked := f
	stacked.Panels = slices.Collect(slices.Chunk(panels, 1))
	if stacked.fits(s) {
		return stacked, true
	}
	return f, false
}

func (f Figure) fits(s paper.Size) bool {
	c := f.paintHead(paper.Blank(s.Area()), paper.Light)
	legend := newLegend(f.AllPanels(), paper.Light)
	tooWide := func(e Curve) bool { return legend.width(e) > c.Size().X }
	cramped := func(p placed) bool { return !p.legible() }
	return !slices.ContainsFunc(legend.entries, tooWide) && !slices.ContainsFunc(f.arrange(c, paper.Light), cramped)
}

// Paint draws the title, the legend below it, and the panels in the remaining space.
func (f Figure) Paint(c draw.Canvas, theme paper.Palette) {
	f, _ = f.on(paper.Size{Width: c.Size().X, Height: c.Size().Y})
	for _, p := range f.arrange(f.paintHead(c, theme), theme) {
		if area := p.area(); area.X > 0 && area.Y > 0 {
			p.Draw(p.canvas)
			p.paintLabels()
		}
	}
}

// paintLabels writes labels beside the middle of the data. One of the Y axis may move, to stay on the canvas.
func (p placed) paintLabels() {
	c, data, style := p.canvas, p.DataCanvas(p.canvas), p.X.Label.TextStyle
	middle := data.Center()
	descent, half := style.FontExtents().Descent, style.Width(p.y)/2
	c.FillText(style, vg.Point{X: middle.X, Y: c.Min.Y + descent}, p.x)
	at := vg.Point{X: c.Min.X + style.Height(p.y) - descent, Y: min(max(middle.Y, c.Min.Y+half), c.Max.Y-half)}
	style.Rotation = math.Pi / 2
	c.FillText(style, at, p.y)
}

// placed is a panel with its place on the paper, and the labels of logarithmic axes and long labels of Y axes. In the
// plot itself these are blank and only take up their lines. Gonum would misplace them, and make the panel smaller.
type placed struct {
	*plot.Plot
	canvas draw.Canvas
	x, y   string
}

// area returns the size of the panel's data. It is not a number if there is no room at all.
func (p placed) area() vg.Point { return p.DataCanvas(p.canvas).Size() }

// legible reports whether there is room for the curves, the title and the label beside them.
func (p placed) legible() bool {
	data, whole := p.area(), p.canvas.Size()
	return data.X >= leastWidth && data.Y >= leastHeight && p.Title.TextStyle.Width(p.Title.Text) <= whole.X &&
		p.Y.Label.TextStyle.Width(cmp.Or(p.y, p.Y.Label.Text)) <= whole.Y
}

// paintHead draws everything but the panels, and returns the canvas for them.
func (f Figure) paintHead(c draw.Canvas, theme paper.Palette) draw.Canvas {
	subtitle := f.Subtitle
	if f.Bands != "" {
		subtitle += "; " + f.Bands
	}
	c = heading(c, theme, f.Title, subtitle, 1)
	return newLegend(f.AllPanels(), theme).paint(c)
}

// heading writes title and subtitle along the top, within the margin and in letters of the usual size times scale, and
// returns the canvas below.
func heading(c draw.Canvas, theme paper.Palette, title, subtitle string, scale vg.Length) draw.Canvas {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	c = paper.Write(c, paper.Letters(12*scale, theme.Ink), title)
	return paper.Write(c, paper.Letters(8*scale, theme.Muted), subtitle)
}

// unlabelled ticks have blank labels, because the grid leaves out lines without a label.
type unlabelled struct{ plot.Ticker }

// Ticks implements [plot.Ticker].
func (u unlabelled) Ticks(low, high float64) []plot.Tick {
	ticks := u.Ticker.Ticks(low, high)
	for i := range ticks {
		ticks[i].Label = " "
	}
	return ticks
}

// arrange places the panels in a grid, with their data areas aligned. It omits labels that repeat the labels of the
// panel to the left or below.
func (f Figure) arrange(c draw.Canvas, theme paper.Palette) (all []placed) {
	if len(f.Panels) == 0 {
		return nil
	}
	tiles := draw.Tiles{Rows: len(f.Panels), Cols: len(f.Panels[0]), PadX: 10, PadY: 8, PadTop: 8}
	room := vg.Point{X: c.Size().X / vg.Length(tiles.Cols), Y: c.Size().Y / vg.Length(tiles.Rows)}
	grid := make([][]*plot.Plot, tiles.Rows)
	blank := func(axis *plot.Axis, misplaced bool) (label string) {
		if misplaced && axis.Label.Text != "" {
			label, axis.Label.Text = axis.Label.Text, " "
		}
		return label
	}
	for i, row := range f.Panels {
		grid[i] = make([]*plot.Plot, tiles.Cols)
		for j, p := range row {
			if j > 0 && row[j-1].Y.Label == p.Y.Label {
				p.Y.Label = ""
			}
			if i+1 < tiles.Rows && f.Panels[i+1][j].X.Label == p.X.Label {
				p.X.Label = ""
			}
			if p.Curves == nil && len(row) > 1 {
				continue
			}
			built := p.build(room, theme)
			if j > 0 && p.Y.Label == "" && grid[i][j-1] != nil && grid[i][j-1].Y.Max == built.Y.Max &&
				grid[i][j-1].Y.Min == built.Y.Min {
				built.Y.Tick.Marker = unlabelled{built.Y.Tick.Marker}
			}
			long := built.Y.Label.TextStyle.Width(p.Y.Label) > room.Y/2
			all = append(all, placed{Plot: built, x: blank(&built.X, p.X.Log), y: blank(&built.Y, p.Y.Log || long)})
			grid[i][j] = built
		}
	}
	nth := 0
	for i, row := range plot.Align(grid, tiles, c) {
		for j, canvas := range row {
			if grid[i][j] != nil {
				all[nth].canvas = canvas
				nth++
			}
		}
	}
	return all
}
