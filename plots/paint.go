package plots

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// margin is the empty border of a drawing.
const margin = 0.3 * vg.Centimeter

// paint draws the title, the legend below it, and the panels in what is left.
func (f Figure) paint(c draw.Canvas, theme palette) {
	grid, canvases := f.arrange(f.paintHead(c, theme), theme)
	for i, row := range canvases {
		for j, canvas := range row {
			if area := grid[i][j].DataCanvas(canvas).Size(); area.X > 0 && area.Y > 0 {
				grid[i][j].Draw(canvas)
			}
		}
	}
}

// paintHead draws all but the panels and returns the canvas for them.
func (f Figure) paintHead(c draw.Canvas, theme palette) draw.Canvas {
	subtitle := f.Subtitle
	if f.Bands != "" {
		subtitle += "; " + f.Bands
	}
	c = heading(inside(c), theme, f.Title, subtitle, 1)
	return newLegend(f.rows(), theme).paint(c)
}

// inside returns the canvas without its margin.
func inside(c draw.Canvas) draw.Canvas {
	return draw.Crop(c, margin, -margin, margin, -margin)
}

// heading writes title and subtitle along the top, in letters of the usual size times scale, and
// returns the canvas below.
func heading(c draw.Canvas, theme palette, title, subtitle string, scale vg.Length) draw.Canvas {
	c = write(c, letters(12*scale, theme.ink), title)
	return write(c, letters(8*scale, theme.muted), subtitle)
}

// write writes a text along the top, in as many lines as it needs, and returns the canvas below. An
// empty text takes no room.
func write(c draw.Canvas, style text.Style, words string) draw.Canvas {
	for _, line := range broken(words, func(line string) bool { return style.Width(line) <= c.Size().X }) {
		c = writeLine(c, style, line)
	}
	return c
}

// broken breaks a text between words into lines that fit. A word that does not fit has a line for itself.
func broken(words string, fits func(line string) bool) (lines []string) {
	for _, word := range strings.Fields(words) {
		n := len(lines)
		if n > 0 && fits(lines[n-1]+" "+word) {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// writeLine writes a line of text along the top, smaller when it is a word that is too long, and
// returns the canvas below.
func writeLine(c draw.Canvas, style text.Style, line string) draw.Canvas {
	style.YAlign = text.YTop
	height := 1.3 * style.Font.Size
	if w := style.Width(line); w > c.Size().X {
		style.Font.Size *= c.Size().X / w
	}
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
	return draw.Crop(c, 0, 0, 0, -height)
}

// arrange returns the grid of panels and the part of a canvas for each, so that their data stand side by
// side and below one another. A label that the panel to the left or the one below has too is left out.
func (f Figure) arrange(c draw.Canvas, theme palette) (grid [][]*plot.Plot, canvases [][]draw.Canvas) {
	if len(f.Panels) == 0 {
		return nil, nil
	}
	tiles := draw.Tiles{
		Rows: len(f.Panels), Cols: len(f.Panels[0]),
		PadX: 10, PadY: 8, PadTop: 8,
	}
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
			grid[i] = append(grid[i], p.build(room, theme))
		}
	}
	return grid, plot.Align(grid, tiles, c)
}
