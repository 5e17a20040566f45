package plots

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"menace/plots/paper"
)

const (
	margin      = 0.3 * vg.Centimeter // the empty border of a drawing
	leastWidth  = 2 * vg.Centimeter   // smallest area of a panel's data in which a curve can be followed
	leastHeight = 1.2 * vg.Centimeter
	usualHead   = 40 // height of a title, a subtitle and a legend of one line each
)

// Size returns 16 × 9 cm for a row of panels, and more for more rows, long texts and wide panels.
func (f Figure) Size() paper.Size {
	size := paper.Size{Width: 16 * vg.Centimeter, Height: vg.Length(4+5*len(f.Panels)) * vg.Centimeter}
	head := size.Height - margin - f.paintHead(sketch(size), paper.Light).Max.Y
	size.Height += max(0, head-usualHead)
	for !f.fits(size) && size.Width < paper.Longest {
		size.Width += vg.Centimeter / 2
	}
	return size
}

// sketch returns a canvas for measuring, which draws nothing.
func sketch(s paper.Size) draw.Canvas {
	return draw.NewCanvas(new(recorder.Canvas), s.Width, s.Height)
}

// Fits implements [paper.Drawing].
func (f Figure) Fits(s paper.Size) bool { return f.fits(s) || f.stacked().fits(s) }

// stacked returns the figure with its panels below each other, for narrow paper.
func (f Figure) stacked() Figure {
	panels := f.rows()
	if f.Panels = nil; len(panels) > 0 {
		f.Panels = slices.Collect(slices.Chunk(panels, 1))
	}
	return f
}

func (f Figure) fits(s paper.Size) bool {
	c := f.paintHead(sketch(s), paper.Light)
	legend := newLegend(f.rows(), paper.Light)
	if slices.ContainsFunc(legend.entries, func(e Curve) bool { return legend.width(e) > c.Size().X }) {
		return false
	}
	grid, canvases := f.arrange(c, paper.Light)
	for i, row := range canvases {
		for j, canvas := range row {
			p := grid[i][j]
			if p == nil {
				continue
			}
			data, whole := p.DataCanvas(canvas).Size(), canvas.Size()
			if data.X < leastWidth || data.Y < leastHeight ||
				p.Title.TextStyle.Width(p.Title.Text) > whole.X || p.Y.Label.TextStyle.Width(p.Y.Label.Text) > whole.Y {
				return false
			}
		}
	}
	return true
}

// Paint draws the title, the legend below it, and the panels in the remaining space, below each other if it is narrow.
func (f Figure) Paint(c draw.Canvas, theme paper.Palette) {
	size := paper.Size{Width: c.Size().X, Height: c.Size().Y}
	if stacked := f.stacked(); !f.fits(size) && stacked.fits(size) {
		f = stacked
	}
	grid, canvases := f.arrange(f.paintHead(c, theme), theme)
	for i, row := range canvases {
		for j, canvas := range row {
			p := grid[i][j]
			if p == nil {
				continue
			}
			if area := p.DataCanvas(canvas).Size(); area.X > 0 && area.Y > 0 {
				p.Draw(canvas)
			}
		}
	}
}

// paintHead draws everything but the panels, and returns the canvas for them.
func (f Figure) paintHead(c draw.Canvas, theme paper.Palette) draw.Canvas {
	subtitle := f.Subtitle
	if f.Bands != "" {
		subtitle += "; " + f.Bands
	}
	c = heading(c, theme, f.Title, subtitle, 1)
	return newLegend(f.rows(), theme).paint(c)
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

// arrange returns the grid of panels and a canvas for each, with their data areas aligned. It omits labels that repeat
// those of the panel to the left or below.
func (f Figure) arrange(c draw.Canvas, theme paper.Palette) (grid [][]*plot.Plot, canvases [][]draw.Canvas) {
	if len(f.Panels) == 0 {
		return nil, nil
	}
	tiles := draw.Tiles{Rows: len(f.Panels), Cols: len(f.Panels[0]), PadX: 10, PadY: 8, PadTop: 8}
	room := vg.Point{X: c.Size().X / vg.Length(tiles.Cols), Y: c.Size().Y / vg.Length(tiles.Rows)}
	grid = make([][]*plot.Plot, tiles.Rows)
	for i, row := range f.Panels {
		for j, p := range row {
			if j > 0 && row[j-1].Y.Label == p.Y.Label {
				p.Y.Label = ""
			}
			if i+1 < tiles.Rows && f.Panels[i+1][j].X.Label == p.X.Label {
				p.X.Label = ""
			}
			if p.Curves == nil && len(row) > 1 {
				grid[i] = append(grid[i], nil)
				continue
			}
			built := p.build(room, theme)
			if j > 0 && p.Y.Label == "" && grid[i][j-1] != nil && grid[i][j-1].Y.Max == built.Y.Max &&
				grid[i][j-1].Y.Min == built.Y.Min {
				built.Y.Tick.Marker = unlabelled{built.Y.Tick.Marker}
			}
			grid[i] = append(grid[i], built)
		}
	}
	return grid, plot.Align(grid, tiles, c)
}
