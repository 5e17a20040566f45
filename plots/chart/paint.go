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
	leastWidth  = 2 * vg.Centimeter   // smallest panel in which a curve can be followed
	leastHeight = 1.2 * vg.Centimeter
	usualHead   = 28 // height of a title and a subtitle of one line each
	aroundData  = 45 // height of a panel's title, labels and axis
)

// Size returns 16 × 9 cm for a row of panels, and more for several rows, long texts and names, and wide panels.
func (f Figure) Size() paper.Size {
	row := 5 * vg.Centimeter
	if whole := f.apart(true); len(whole.Panels) > len(f.Panels) {
		f, row = whole, 2.6*vg.Centimeter
	}
	size := paper.Size{Width: 16 * vg.Centimeter}
	for _, panels := range f.Panels {
		for i, p := range panels {
			ends := newEnds(p.Extended(), paper.Light)
			if row = max(row, ends.height()+aroundData); i > 0 {
				size.Width = max(size.Width, 16*vg.Centimeter+vg.Length(len(panels)-1)*ends.width())
			}
		}
	}
	size.Height = 4*vg.Centimeter + vg.Length(len(f.Panels))*row
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

// on returns the figure as it is drawn on paper of this size, and reports whether it fits. If the paper is too narrow
// for rows, panels are below each other.
func (f Figure) on(s paper.Size) (Figure, bool) {
	whole, panels := f.apart(true), f.AllPanels()
	if whole.fits(s) {
		return whole, true
	}
	if len(panels) == len(f.Panels) && len(whole.Panels) == len(panels) {
		return whole, false
	}
	f.Panels = slices.Collect(slices.Chunk(panels, 1))
	if stacked := f.apart(false); stacked.fits(s) {
		return stacked, true
	}
	return whole, false
}

func (f Figure) fits(s paper.Size) bool {
	c := f.paintHead(paper.Blank(s.Area()), paper.Light)
	legend := f.key(paper.Light)
	tooWide := func(e Curve) bool { return legend.width(e) > c.Size().X }
	cramped := func(p placed) bool { return !p.legible() }
	return !slices.ContainsFunc(legend.entries, tooWide) && !slices.ContainsFunc(f.arrange(c, paper.Light), cramped)
}

// Paint draws the title, the key below it if there is one, and the panels in the remaining space.
func (f Figure) Paint(c draw.Canvas, theme paper.Palette) {
	f, _ = f.on(paper.Size{Width: c.Size().X, Height: c.Size().Y})
	for _, p := range f.arrange(f.paintHead(c, theme), theme) {
		if area := p.area(); area.X > 0 && area.Y > 0 {
			p.Draw(p.canvas)
			p.paintLabels()
		}
	}
}

// paintLabels writes the title above and labels beside the middle of the data. The title and the label of the Y axis
// may move, to stay on the canvas.
func (p placed) paintLabels() {
	c, data, style := p.canvas, p.DataCanvas(p.canvas), p.X.Label.TextStyle
	middle := data.Center()
	title := p.Title.TextStyle
	wide := title.Width(p.title) / 2
	c.FillText(title, vg.Point{X: min(max(middle.X, c.Min.X+wide), c.Max.X-wide), Y: c.Max.Y}, p.title)
	descent, half := style.FontExtents().Descent, style.Width(p.y)/2
	c.FillText(style, vg.Point{X: middle.X, Y: c.Min.Y + descent}, p.x)
	at := vg.Point{X: c.Min.X + style.Height(p.y) - descent, Y: min(max(middle.Y, c.Min.Y+half), c.Max.Y-half)}
	style.Rotation = math.Pi / 2
	c.FillText(style, at, p.y)
}

// placed is a panel with its place on the paper. It also holds the title, and the labels of logarithmic axes and long
// labels of Y axes. In the plot itself these are blank and only take up space, because gonum would misplace them and
// make the panel smaller.
type placed struct {
	*plot.Plot
	canvas draw.Canvas
	title  string
	x, y   string
	ends   vg.Length // height of the names of its curves
}

// area returns the size of the panel's data. It is not a number if there is no room at all.
func (p placed) area() vg.Point { return p.DataCanvas(p.canvas).Size() }

// legible reports whether there is room for the curves, the title and the label beside them.
func (p placed) legible() bool {
	data, whole := p.area(), p.canvas.Size()
	return data.X >= leastWidth && data.Y >= max(leastHeight, p.ends) && p.Title.TextStyle.Width(p.title) <= whole.X &&
		p.Y.Label.TextStyle.Width(cmp.Or(p.y, p.Y.Label.Text)) <= whole.Y
}

// paintHead draws everything but the panels, and returns the canvas for them.
func (f Figure) paintHead(c draw.Canvas, theme paper.Palette) draw.Canvas {
	title, subtitle := f.Describe()
	c = heading(c, theme, title, subtitle, 1)
	return f.key(theme).paint(c)
}

// key returns the key of the figure, which is empty if its curves are named at their ends.
func (f Figure) key(theme paper.Palette) legend {
	if !f.keyed() {
		return legend{}
	}
	return newLegend(f.AllPanels(), theme)
}

// Describe returns the title of the figure, and what it draws.
func (f Figure) Describe() (title, details string) {
	if details = f.Subtitle; f.Bands != "" {
		details += "; " + f.Bands
	}
	return f.Title, details
}

// heading writes title and subtitle along the top, within the margin, in letters of the usual size times scale, and
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
			built := p.build(room, theme, f.Language, !f.keyed())
			if j > 0 && p.Y.Label == "" && grid[i][j-1] != nil && grid[i][j-1].Y.Max == built.Y.Max &&
				grid[i][j-1].Y.Min == built.Y.Min {
				built.Y.Tick.Marker = unlabelled{built.Y.Tick.Marker}
			}
			heights := vg.Length(0)
			if !f.keyed() {
				heights = newEnds(p.Extended(), theme).height()
			}
			long := built.Y.Label.TextStyle.Width(p.Y.Label) > room.Y/2
			all = append(all, placed{Plot: built, title: p.Title, ends: heights,
				x: blank(&built.X, p.X.Log), y: blank(&built.Y, p.Y.Log || long)})
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
