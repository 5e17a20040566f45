package kit

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Games is the number of games on a score sheet.
const Games = 30

// Measures of a score sheet: the numbers beside its chart and below it, the cells of the table, and their number in a
// row.
const (
	axisWidth  = 9 * mm
	axisHeight = 9 * mm
	cellHeight = 12 * mm
	cellsInRow = 10
	tenGames   = 10 // also points between strong lines of the chart
	fiveGames  = 5
)

// pale is the grey of thin lines in the chart.
var pale = color.NRGBA{R: 0xc8, G: 0xc8, B: 0xc8, A: 0xff}

// band is the grey of the band of simulated machines.
var band = color.NRGBA{R: 0xe2, G: 0xe2, B: 0xe2, A: 0xff}

// scores returns the score sheet.
func (k Kit) scores() []page {
	return []page{{body: func(c draw.Canvas) draw.Canvas {
		c = heading(c, "Score sheet", k.Name)
		c = blanks(c, "Machine", "Opponents", "Date")
		c = below(k.write(c, k.text("scores", false)), mm)
		table := draw.Crop(c, 0, 0, 0, 0)
		table.Max.Y = table.Min.Y + Games/cellsInRow*cellHeight
		k.paintChart(draw.Crop(c, axisWidth, -2*mm, table.Size().Y+axisHeight+2*mm, -4*mm))
		k.paintTable(table)
		return full(c)
	}}}
}

// counting describes the effect of a game on the running total of Michie's papers.
func (k Kit) counting() string {
	if k.Machine.Graph().Drawable() {
		return "+3 for a win, +1 for a draw, −1 for a loss"
	}
	return "+3 for a win, −1 for a loss"
}

// blanks draws words with lines to write on, and returns the canvas below.
func blanks(c draw.Canvas, words ...string) draw.Canvas {
	width := c.Size().X / vg.Length(len(words))
	for i, word := range words {
		at := vg.Point{X: c.Min.X + vg.Length(i)*width, Y: c.Max.Y - 5*mm}
		l := letter{10, muted}
		l.put(c, at, left, word)
		c.StrokeLine2(draw.LineStyle{Color: muted, Width: 0.4}, at.X+l.width(word)+2*mm, at.Y-1.5*mm, at.X+width-4*mm,
			at.Y-1.5*mm)
	}
	return below(c, 10*mm)
}

// chart is graph paper for the running total.
type chart struct {
	draw.Canvas
	low, high float64 // totals
}

// at returns the point for a total after a number of games.
func (c chart) at(game, total float64) vg.Point {
	return vg.Point{
		X: c.Min.X + c.Size().X*vg.Length(game/Games),
		Y: c.Min.Y + c.Size().Y*vg.Length((total-c.low)/(c.high-c.low)),
	}
}

// paintChart draws the chart over the band of simulated machines.
func (k Kit) paintChart(canvas draw.Canvas) {
	c := chart{Canvas: canvas}
	var upper, lower, middle []vg.Point
	for game := int64(0); game <= Games; game++ {
		low, _, high := k.Scores.Band(game)
		c.low, c.high = min(c.low, low), max(c.high, high)
	}
	c.low, c.high = c.reach(c.low, -1), c.reach(c.high, 1)
	for game := int64(0); game <= Games; game++ {
		low, median, high := k.Scores.Band(game)
		lower, middle, upper = append(lower, c.at(float64(game), low)), append(middle, c.at(float64(game), median)),
			append(upper, c.at(float64(game), high))
	}
	var shape vg.Path
	for i := range upper {
		if i == 0 {
			shape.Move(upper[i])
		} else {
			shape.Line(upper[i])
		}
	}
	for i := range lower {
		shape.Line(lower[len(lower)-1-i])
	}
	shape.Close()
	c.SetColor(band)
	c.Fill(shape)
	c.grid()
	c.StrokeLines(draw.LineStyle{Color: muted, Width: 0.9, Dashes: []vg.Length{4, 3}}, middle)
}

// reach returns the end of the axis: a strong line at least a fifth beyond a total, and at least ten points from 0.
func (chart) reach(total, sign float64) float64 {
	return sign * tenGames * math.Ceil(max(tenGames, 1.2*sign*total)/tenGames)
}

// grid draws the lines of the chart and the numbers of games and totals.
func (c chart) grid() {
	line := func(strong bool, a, b vg.Point) {
		style := draw.LineStyle{Color: pale, Width: 0.25}
		if strong {
			style = draw.LineStyle{Color: faint, Width: 0.8}
		}
		c.StrokeLine2(style, a.X, a.Y, b.X, b.Y)
	}
	for game := 0; game <= Games; game++ {
		at := c.at(float64(game), c.low)
		line(game%fiveGames == 0, at, c.at(float64(game), c.high))
		if game%fiveGames == 0 {
			letter{8, ink}.put(c.Canvas, vg.Point{X: at.X, Y: c.Min.Y - 2.6*mm}, centre, strconv.Itoa(game))
		}
	}
	letter{8, muted}.put(c.Canvas, vg.Point{X: c.Center().X, Y: c.Min.Y - 6.2*mm}, centre, "games played")
	for total := c.low; total <= c.high; total++ {
		line(math.Mod(total, fiveGames) == 0, c.at(0, total), c.at(Games, total))
		if math.Mod(total, tenGames) == 0 {
			letter{8, ink}.put(c.Canvas, c.at(0, total).Sub(vg.Point{X: 1.2 * mm}), right, signed(total))
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, c.Min.X, c.at(0, 0).Y, c.Max.X, c.at(0, 0).Y)
}

// signed formats a total with its sign.
func signed(total float64) string {
	if total == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+.0f", total), "-", "−", 1)
}

// paintTable draws a cell for each game, with letters for the results and room for the total.
func (k Kit) paintTable(c draw.Canvas) {
	results := "W   L"
	if k.Machine.Graph().Drawable() {
		results = "W  D  L"
	}
	cutOut(c, Games, cellsInRow, cellHeight, func(cell draw.Canvas, game int) {
		top := cell.Max.Y - 3*mm
		letter{7, muted}.put(cell, vg.Point{X: cell.Min.X + mm, Y: top}, left, strconv.Itoa(game+1))
		letter{9, ink}.put(cell, vg.Point{X: cell.Max.X - mm, Y: top}, right, results)
	})
}
