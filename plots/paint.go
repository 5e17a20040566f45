package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// margin is the empty border of a drawing.
const margin = 0.3 * vg.Centimeter

// paint draws the title, the legend below it, and the panels in what is left.
func (f Figure) paint(c draw.Canvas, theme palette) {
	c = paper(c, theme)
	c = heading(c, theme, f.Title, f.Subtitle, 1)
	c = newLegend(f.rows(), theme).paint(c)
	f.paintPanels(c, theme)
}

// paper fills the canvas and returns it without its margin.
func paper(c draw.Canvas, theme palette) draw.Canvas {
	c.SetColor(theme.paper)
	c.Fill(c.Rectangle.Path())
	return draw.Crop(c, margin, -margin, margin, -margin)
}

// heading writes title and subtitle along the top, in letters of the usual size times scale, and
// returns the canvas below.
func heading(c draw.Canvas, theme palette, title, subtitle string, scale vg.Length) draw.Canvas {
	c = writeLine(c, letters(12*scale, theme.ink), title)
	return writeLine(c, letters(8*scale, theme.muted), subtitle)
}

// writeLine writes a line of text along the top, smaller when it is too long, and returns the
// canvas below. An empty text takes no room.
func writeLine(c draw.Canvas, style text.Style, line string) draw.Canvas {
	if line == "" {
		return c
	}
	style.YAlign = text.YTop
	height := 1.3 * style.Font.Size
	if w := style.Width(line); w > c.Size().X {
		style.Font.Size *= c.Size().X / w
	}
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
	return draw.Crop(c, 0, 0, 0, -height)
}

// paintPanels draws the grid of panels, with their data side by side and below one another. A label
// that the panel to the left or the one below has too is left out.
func (f Figure) paintPanels(c draw.Canvas, theme palette) {
	if len(f.Panels) == 0 {
		return
	}
	tiles := draw.Tiles{
		Rows: len(f.Panels), Cols: len(f.Panels[0]),
		PadX: 10, PadY: 8, PadTop: 8,
	}
	room := vg.Point{X: c.Size().X / vg.Length(tiles.Cols), Y: c.Size().Y / vg.Length(tiles.Rows)}
	grid := make([][]*plot.Plot, tiles.Rows)
	for i, row := range f.Panels {
		for j, p := range row {
			if j > 0 && row[j-1].Y.Label == p.Y.Label {
				p.Y.Label = ""
			}
			if i+1 < tiles.Rows && f.Panels[i+1][j].X.Label == p.X.Label {
				p.X.Label = ""
			}
			grid[i] = append(grid[i], p.build(room, theme))
		}
	}
	for i, row := range plot.Align(grid, tiles, c) {
		for j, canvas := range row {
			grid[i][j].Draw(canvas)
		}
	}
}
