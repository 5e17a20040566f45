package sheet

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/cmd/internal/language"
)

// Games is the number of games on a score sheet. In a lesson it is lessonGames, so that the lines of the chart are far
// enough apart for pupils to count points.
const (
	Games       = 30
	lessonGames = 10
)

// sheetGames returns the number of games on the score sheet.
func (k Kit) sheetGames() int {
	if FitsLesson(k.Machine) {
		return lessonGames
	}
	return Games
}

// Sizes on a score sheet: the space for numbers beside the chart and below it, and the height of the table's cells and
// their number in a row.
const (
	axisWidth  = 9 * mm
	axisHeight = 8.5 * mm
	cellHeight = 11 * mm
	cellsInRow = 10
	strong     = 5 // every fifth line of the chart is strong
)

// chart is a canvas with graph paper for the running total.
type chart struct {
	draw.Canvas
	games     int
	low, high float64 // the total if all games are lost, and if all are won
}

// at returns the point of the chart for a total after a number of games.
func (c chart) at(game int, total float64) vg.Point {
	return vg.Point{
		X: c.Min.X + c.Size().X*vg.Length(game)/vg.Length(c.games),
		Y: c.Min.Y + c.Size().Y*vg.Length((total-c.low)/(c.high-c.low)),
	}
}

// paintChart fills the page with the chart, in which every possible total fits, and the table of games below it.
func (k Kit) paintChart(all draw.Canvas) draw.Canvas {
	games := k.sheetGames()
	height := vg.Length(games/cellsInRow) * cellHeight
	canvas := draw.Crop(all, axisWidth, -2*mm, height+axisHeight, -1.5*mm)
	chart{canvas, games, -float64(games), 3 * float64(games)}.grid(k.Language)
	return k.paintTable(below(all, all.Size().Y-height))
}

// grid draws a line for each game and each point of the total, and numbers.
func (c chart) grid(l *language.Language) {
	line := func(n float64, a, b vg.Point) {
		style := draw.LineStyle{Color: pale, Width: 0.25}
		if math.Mod(n, strong) == 0 {
			style = draw.LineStyle{Color: faint, Width: 0.8}
		}
		c.StrokeLine2(style, a.X, a.Y, b.X, b.Y)
	}
	number := letter{8, ink}
	for game := range c.games + 1 {
		at := c.at(game, c.low)
		line(float64(game), at, c.at(game, c.high))
		number.put(c.Canvas, at.Sub(vg.Point{Y: 2.6 * mm}), centre, strconv.Itoa(game))
	}
	letter{8, muted}.put(c.Canvas, vg.Point{X: c.Center().X, Y: c.Min.Y - 6*mm}, centre,
		l.Text("games played"))
	for total := c.low; total <= c.high; total++ {
		line(total, c.at(0, total), c.at(c.games, total))
		if math.Mod(total, strong) == 0 {
			number.put(c.Canvas, c.at(0, total).Sub(vg.Point{X: 1.2 * mm}), right, signed(total))
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

// paintTable draws a cell for each game, with a letter for each result and space for the total. It returns the canvas
// below.
func (k Kit) paintTable(c draw.Canvas) draw.Canvas {
	results := k.Language.Text("W   L")
	if k.Machine.Graph().Drawable() {
		results = k.Language.Text("W  D  L")
	}
	return cutOut(c, k.sheetGames(), cellsInRow, cellHeight, func(cell draw.Canvas, game int) {
		top := cell.Max.Y - 3*mm
		letter{7, muted}.put(cell, vg.Point{X: cell.Min.X + mm, Y: top}, left, strconv.Itoa(game+1))
		letter{9, ink}.put(cell, vg.Point{X: cell.Max.X - mm, Y: top}, right, results)
	})
}
