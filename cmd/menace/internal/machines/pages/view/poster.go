package view

import (
	"fmt"
	"image/color"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/menace/arena"
	"menace/plots"
	"menace/plots/paper"
	"menace/symmetry"
)

// Poster is the last picture of a film, to hang on a wall (A3): every box with its tints and pieces, what the machine
// has learned, and its curve.
type Poster struct{ Film }

// The poster is laid out for A3 and scaled to other sizes.
const (
	posterWidth, posterHeight = 42 * vg.Centimeter, 29.7 * vg.Centimeter
	posterMargin              = 1.8 * vg.Centimeter
	posterGutter              = 2.2 * vg.Centimeter // left of the boxes and the curve
	posterWall                = 15.6 * vg.Centimeter
	leastPoster               = 15 * vg.Centimeter // smallest width at which its letters are legible
)

// Size implements [paper.Drawing].
func (p Poster) Size() paper.Size { return paper.Size{Width: posterWidth, Height: posterHeight} }

// Describe implements [paper.Described].
func (p Poster) Describe() (title, details string) {
	in, rules := sentences.English, p.Machine.Rules()
	return p.Says(), fmt.Sprintf("All %d boxes of %s, which plays %s with %s. A square is tinted if its box prefers "+
		"that move.", p.Machine.Boxes(), sentences.MachineName(rules), in.Name(p.Machine.Graph().Title()),
		in.Player(p.Machine.Graph(), rules.Plays))
}

// Fits implements [paper.Drawing].
func (p Poster) Fits(s paper.Size) bool { return scaleOf(s) >= leastPoster/posterWidth }

func scaleOf(s paper.Size) vg.Length { return min(s.Width/posterWidth, s.Height/posterHeight) }

// Paint implements [paper.Drawing].
func (p Poster) Paint(c draw.Canvas, theme paper.Palette) {
	p.Dark = theme.Paper == paper.Dark.Paper
	look := coloursOf(p.Dark)
	c.SetColor(look.paper)
	c.Fill(c.Rectangle.Path())
	scale := scaleOf(paper.Size{Width: c.Size().X, Height: c.Size().Y})
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{
		X: c.Min.X + (c.Size().X-scale*posterWidth)/2, Y: c.Min.Y + (c.Size().Y-scale*posterHeight)/2,
	})
	c.Scale(float64(scale), float64(scale))
	sheet := draw.Canvas{Canvas: c.Canvas, Rectangle: p.Size().Area()}
	p.paint(draw.Crop(sheet, posterMargin, -posterMargin, posterMargin, -posterMargin), look)
}

func (p Poster) paint(c draw.Canvas, look colours) {
	title, details := p.Describe()
	below := paper.Write(c, paper.Letters(34, look.ink), title)
	below = paper.Write(below, paper.Letters(15, look.muted), details)
	top := below.Max.Y - 0.5*vg.Centimeter
	p.paintBoxes(c, look, top)
	p.paintLegend(c, look)
	p.paintCurve(c, look)
}

// paintBoxes draws all boxes below top, as large as possible.
func (p Poster) paintBoxes(c draw.Canvas, look colours, top vg.Length) {
	const gap, most = 0.35 * vg.Centimeter, 2.6 * vg.Centimeter
	width := c.Size().X - posterGutter
	step, columns := vg.Length(0), 1
	for n := 1; n <= 60; n++ {
		rows := 0
		for _, moves := range p.Machine.Buckets() {
			rows += (len(p.Machine.Bucket(moves))-1)/n + 1
		}
		room := posterWall - gap*vg.Length(len(p.Machine.Buckets()))
		if fits := min(width/vg.Length(n), room/vg.Length(rows), most); fits > step {
			step, columns = fits, n
		}
	}
	for i, moves := range p.Machine.Buckets() {
		all := p.Machine.Bucket(moves)
		label := paper.Letters(13, look.ink)
		c.FillText(label, vg.Point{X: c.Min.X, Y: top - 14}, fmt.Sprintf("Move %d", i+1))
		label = paper.Letters(11, look.muted)
		c.FillText(label, vg.Point{X: c.Min.X, Y: top - 29}, words.Plural(len(all), "box"))
		for n, o := range all {
			corner := vg.Point{
				X: c.Min.X + posterGutter + step*vg.Length(n%columns), Y: top - step*vg.Length(n/columns+1),
			}
			p.paintBox(plots.Part(c, corner, 0.9*step, 0.9*step), look, o)
		}
		top -= step*vg.Length((len(all)-1)/columns+1) + gap
	}
}

// paintBox draws a box: its tint, its squares, and the pieces on them.
func (p Poster) paintBox(c draw.Canvas, look colours, o symmetry.Orbit) {
	graph := p.Machine.Graph()
	position := graph.Code(o)
	scene, class := graph.Scene(position), boxClass(p.Machine, o)
	t := tintsAt(p.Machine, position)
	whole := c.Rectangle.Path()
	if class != "e" {
		c.SetColor(paper.Faded(look.of(class), 0.45))
		c.Fill(whole)
	}
	edge := c.Size().X / vg.Length(scene.Columns)
	tall := c.Size().Y / vg.Length(scene.Rows())
	for i, at := range scene.Cells {
		corner := vg.Point{
			X: c.Min.X + edge*vg.Length(i%scene.Columns), Y: c.Max.Y - tall*vg.Length(i/scene.Columns+1),
		}
		cell := plots.Part(c, corner, edge, tall)
		if t.squares[i] != "" && t.squares[i][0] != 'n' {
			cell.SetColor(look.of(t.squares[i]))
			cell.Fill(cell.Rectangle.Path())
		}
		plots.Piece(cell, look.ink, at.Piece)
		if at.Piece == symmetry.Stick {
			c.StrokeLine2(draw.LineStyle{Color: look.ink, Width: edge / 5}, cell.Center().X, cell.Min.Y+tall/4,
				cell.Center().X, cell.Max.Y-tall/4)
		}
	}
	c.SetLineStyle(draw.LineStyle{Color: look.line, Width: 0.6})
	if class == "e" {
		c.SetLineStyle(draw.LineStyle{Color: look.muted, Width: 0.8, Dashes: []vg.Length{2, 2}})
	}
	c.Stroke(whole)
}

const posterCurve = 5 * vg.Centimeter // height

// paintCurve draws wins against random moves and losses to perfect play.
func (p Poster) paintCurve(c draw.Canvas, look colours) {
	last := p.Points[len(p.Points)-1]
	to := axis(last.Games)
	area := vg.Rectangle{
		Min: vg.Point{X: c.Min.X + posterGutter, Y: c.Min.Y + 2.2*vg.Centimeter},
		Max: vg.Point{X: c.Max.X - 5.2*vg.Centimeter, Y: c.Min.Y + 2.2*vg.Centimeter + posterCurve},
	}
	at := func(games int64, share float64) vg.Point {
		size := area.Size()
		return area.Min.Add(vg.Point{X: vg.Length(to.at(games)) * size.X, Y: vg.Length(share) * size.Y})
	}
	number := paper.Letters(12, look.muted)
	for _, n := range []float64{0, 50, 100} {
		y := at(0, n/100).Y
		c.StrokeLine2(draw.LineStyle{Color: look.line, Width: 0.8}, area.Min.X, y, area.Max.X, y)
		text := fmt.Sprint(n)
		c.FillText(number, vg.Point{X: area.Min.X - 6 - number.Width(text), Y: y - 4}, text)
	}
	for _, t := range to.ticks(sentences.English, 100, 9) {
		if x, err := strconv.ParseFloat(t.At, 64); err == nil && t.Label != "" && !t.Near {
			text := t.Label
			if text == "0" {
				text = "0 games"
			}
			c.FillText(number, vg.Point{X: area.Min.X + vg.Length(x/100)*area.Size().X - number.Width(text)/2,
				Y: area.Min.Y - 17}, text)
		}
	}
	line := func(value func(arena.Point) float64, colour color.Color, dashes ...vg.Length) {
		var points []vg.Point
		for _, point := range thinned(p.Points, 400) {
			points = append(points, at(point.Games, value(point)))
		}
		c.StrokeLines(draw.LineStyle{Color: colour, Width: 2.4, Dashes: dashes}, points)
	}
	line(func(p arena.Point) float64 { return p.Random.Win }, look.good)
	line(func(p arena.Point) float64 { return p.Perfect.Loss }, look.bad, 2, 4)
	won, lost := apart(100*(1-last.Random.Win), 100*(1-last.Perfect.Loss))
	for _, label := range []struct {
		percent float64
		colour  color.Color
		text    [2]string
	}{
		{won, look.good, [2]string{fmt.Sprint(outOf100(last.Random.Win), " of 100 won"), "against random moves"}},
		{lost, look.badText, [2]string{fmt.Sprint(outOf100(last.Perfect.Loss), " of 100 lost"), "to perfect play"}},
	} {
		y := at(0, 1-label.percent/100).Y
		c.FillText(paper.Letters(16, label.colour), vg.Point{X: area.Max.X + 10, Y: y}, label.text[0])
		c.FillText(paper.Letters(12, label.colour), vg.Point{X: area.Max.X + 10, Y: y - 15}, label.text[1])
	}
}

// paintLegend explains the colours along the bottom.
func (p Poster) paintLegend(c draw.Canvas, look colours) {
	style, x := paper.Letters(14, look.ink), c.Min.X+posterGutter
	for _, entry := range []struct {
		class, text string
	}{{"g9", "prefers a move of perfect play"}, {"m9", "prefers a mistake"}, {"n", "no preference yet"},
		{"e", "empty box"}} {
		swatch := plots.Part(c, vg.Point{X: x, Y: c.Min.Y}, 13, 13)
		if entry.class == "e" {
			swatch.SetLineStyle(draw.LineStyle{Color: look.muted, Width: 0.8, Dashes: []vg.Length{2, 2}})
			swatch.Stroke(swatch.Rectangle.Path())
		} else {
			swatch.SetColor(look.of(entry.class))
			swatch.Fill(swatch.Rectangle.Path())
		}
		c.FillText(style, vg.Point{X: x + 20, Y: c.Min.Y + 2}, entry.text)
		x += 40 + style.Width(entry.text)
	}
	c.FillText(paper.Letters(14, look.muted), vg.Point{X: x, Y: c.Min.Y + 2},
		"The machine itself knows neither: it only counts beads.")
}
