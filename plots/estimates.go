package plots

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// Estimates shows one number for each of many cells: as a forest plot, with a row and an interval for each, or as a
// heat map, with a tile for each.
type Estimates struct {
	Title, Subtitle string
	Rows            []string
	Columns         []string  // of a heat map, or nil
	Values          [][]Point // by row; a heat map has one for each column, and a forest one with its interval
	Axis            Axis      // of the values
}

// Measures of estimates: the usual height of a row, the smallest on smaller paper, and the smallest where a page of a
// journal cannot hold all rows; the usual and the smallest height of a tile, and its usual width; the height of the
// axis, and that of a page.
const (
	usualRow, fairRow, leastRow = 12, 9, 6
	usualTile, fairTile         = 26, 13
	tileWidth                   = 48
	axisHeight                  = 36
	pageHeight                  = 24 * vg.Centimeter
)

// head returns the canvas below the heading, the width of the row labels, and the smallest width of a tile.
func (e Estimates) head(c draw.Canvas, theme paper.Palette) (below draw.Canvas, rows, tile vg.Length) {
	letters := paper.Letters(8, theme.Ink)
	for i, label := range e.Rows {
		rows = max(rows, letters.Width(label)+8)
		for j, column := range e.Columns {
			tile = max(tile, letters.Width(column)+8, letters.Width(e.fixed(e.Values[i][j].Value))+4)
		}
	}
	return heading(c, theme, e.Title, e.Subtitle, 1), rows, tile
}

// Size returns a width of 16 cm, or more for wide labels and many columns, and the height that the rows need, but more
// than a page only if they do not fit on one.
func (e Estimates) Size() paper.Size {
	size := paper.Size{Width: 16 * vg.Centimeter, Height: pageHeight}
	_, rows, tile := e.head(paper.Blank(size.Area()), paper.Light)
	columns := vg.Length(len(e.Columns)) * max(tile, tileWidth)
	size.Width = max(size.Width, rows+columns+2*margin, rows+2*leastWidth+2*margin)
	below, _, _ := e.head(paper.Blank(size.Area()), paper.Light)
	room := below.Size().Y - axisHeight
	size.Height += e.body(room, usualRow, usualTile) - room
	return size
}

// body returns the height of all rows, or of all rows of tiles, within the room on a page.
func (e Estimates) body(room, row, tile vg.Length) vg.Length {
	n := vg.Length(len(e.Rows))
	if e.Columns != nil {
		row = tile
	}
	return max(min(n*row, room), n*leastRow)
}

// Fits implements [paper.Drawing].
func (e Estimates) Fits(s paper.Size) bool {
	c, rows, tile := e.head(paper.Blank(s.Area()), paper.Light)
	room := c.Size().Y - axisHeight
	return room >= e.body(room+pageHeight-s.Height, fairRow, fairTile) &&
		c.Size().X >= rows+max(leastWidth, vg.Length(len(e.Columns))*tile)
}

// span returns the axis extended to all values.
func (e Estimates) span() Axis {
	axis := e.Axis
	axis.Min, axis.Max = math.Inf(1), math.Inf(-1)
	for _, row := range e.Values {
		for _, p := range row {
			axis.Min, axis.Max = min(axis.Min, p.Value), max(axis.Max, p.Value)
			if p.Low < p.High {
				axis.Min, axis.Max = min(axis.Min, p.Low), max(axis.Max, p.High)
			}
		}
	}
	if axis.Min >= axis.Max {
		axis.Max = axis.Min + 1
	}
	return axis
}

// Paint writes the labels, and draws a tile or an interval beside each.
func (e Estimates) Paint(c draw.Canvas, theme paper.Palette) {
	c, names, _ := e.head(c, theme)
	axis, bottom := e.span(), c.Min.Y+30
	height := (c.Max.Y - bottom - 6) / vg.Length(len(e.Rows))
	small, muted := paper.Letters(min(8, height), theme.Ink), paper.Letters(7.5, theme.Muted)
	small.YAlign, muted.XAlign, muted.YAlign = text.YCenter, text.XCenter, text.YTop
	left, width := c.Min.X+names, c.Max.X-c.Min.X-names-8
	x := func(v float64) vg.Length { return left + width*vg.Length((v-axis.Min)/(axis.Max-axis.Min)) }
	tile := width / vg.Length(max(1, len(e.Columns)))
	for i, name := range e.Columns {
		c.FillText(muted, vg.Point{X: left + tile*(vg.Length(i)+0.5), Y: bottom - 4}, name)
	}
	if e.Columns == nil {
		count := labels(width / tickRoomX)
		axis = axis.rounded(count) // with a label at both ends
		for _, tick := range linearTicks(count, axis.label)(axis.Min, axis.Max) {
			c.StrokeLine2(draw.LineStyle{Color: theme.Grid, Width: 0.6}, x(tick.Value), bottom, x(tick.Value),
				c.Max.Y-6)
			c.FillText(muted, vg.Point{X: x(tick.Value), Y: bottom - 4}, tick.Label)
		}
	}
	c.FillText(muted, vg.Point{X: left + width/2, Y: bottom - 16}, axis.Label)
	for i, row := range e.Values {
		middle := c.Max.Y - 6 - height*(vg.Length(i)+0.5)
		c.FillText(small, vg.Point{X: c.Min.X, Y: middle + small.FontExtents().Descent/2}, e.Rows[i])
		for j, p := range row {
			if e.Columns == nil {
				hue := theme.Hues[0]
				if p.Low < p.High {
					c.StrokeLine2(draw.LineStyle{Color: hue, Width: 1}, x(p.Low), middle, x(p.High), middle)
				}
				c.DrawGlyph(draw.GlyphStyle{Color: hue, Radius: min(2.5, height/3), Shape: draw.BoxGlyph{}},
					vg.Point{X: x(p.Value), Y: middle})
				continue
			}
			// The lowest value still stands out from the paper.
			shade := theme.Shade(0.1 + 0.9*(p.Value-axis.Min)/(axis.Max-axis.Min))
			at := vg.Point{X: left + tile*vg.Length(j), Y: middle - height/2}
			c.SetColor(shade)
			c.Fill(vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: tile - 1, Y: height - 1})}.Path())
			number := small
			number.Color, number.XAlign = paper.Readable(shade), text.XCenter
			c.FillText(number, vg.Point{X: at.X + tile/2, Y: middle}, e.fixed(p.Value))
		}
	}
}

// fixed formats a value with as many decimals as all others of the figure.
func (e Estimates) fixed(v float64) string {
	axis := e.span()
	switch {
	case axis.Percent:
		return fmt.Sprintf("%.2f %%", 100*v)
	case -1 <= axis.Min && axis.Max <= 1:
		return fmt.Sprintf("%.4f", v)
	}
	return fmt.Sprintf("%.1f", v)
}

// Text writes the numbers as a table, or one below the other if the table is too wide.
func (e Estimates) Text(width int, _ bool) string {
	var wide, narrow strings.Builder
	table := tabwriter.NewWriter(&wide, 0, 0, 0, ' ', tabwriter.AlignRight)
	if e.Columns != nil {
		fmt.Fprintf(table, "\t  %s\t\n", strings.Join(e.Columns, "\t  "))
	}
	names := 0
	for _, name := range e.Rows {
		names = max(names, utf8.RuneCountInString(name))
	}
	for i, row := range e.Values {
		fmt.Fprintf(table, "%-*s\t", names, e.Rows[i])
		for j, p := range row {
			label, value := e.Rows[i], e.fixed(p.Value)
			if e.Columns != nil {
				label += ", " + e.Columns[j]
			}
			if p.Low < p.High {
				value += fmt.Sprintf("\t  %s to %s", e.fixed(p.Low), e.fixed(p.High))
			}
			fmt.Fprint(table, "  "+value+"\t")
			narrow.WriteString(termHeading(width, label, "") + "  " + strings.ReplaceAll(value, "\t", "") + "\n")
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	text := wide.String()
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) > width {
			text = narrow.String()
		}
	}
	return termHeading(width, e.Title, e.Subtitle) + "\n" + text + termHeading(width, e.Axis.Label, "")
}
