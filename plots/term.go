package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"

	"menace/plots/paper"
)

// Measures of a panel in characters: the largest number of rows and of labels for games, and the columns taken by the
// labels of the vertical axis.
const (
	termRows  = 10
	termTicks = 5
	termAxis  = 10

	fewestColumns = 20 // smallest number of columns for data
)

// Appearance of a curve in a terminal, readable on black and on white: the colours of the 256-colour palette nearest
// to the hues, and the characters for dashes of clear and of faint curves. A rule stands for an unbroken line.
var (
	termHues   = []asciigraph.AnsiColor{32, 172, 166, 38, 36, 175, 244}
	termDashes = []rune("─•+×=*#^")
	termFaint  = []rune("·ox~-':v")
)

// Text draws the panels below each other. In panels with other curves it omits faint curves, except a line at 0.
func (f Figure) Text(width int, colour bool) string {
	var text strings.Builder
	text.WriteString(termHeading(width, f.Title, f.Subtitle))
	for _, p := range f.rows() {
		text.WriteString("\n" + p.extended().text(max(fewestColumns, width-termAxis), colour))
	}
	return text.String()
}

// termHeading formats title and subtitle in lines of at most width columns.
func termHeading(width int, title, subtitle string) string {
	var text strings.Builder
	fits := func(line string) bool { return utf8.RuneCountInString(line) <= width }
	for _, line := range append(paper.Broken(title, fits), paper.Broken(subtitle, fits)...) {
		text.WriteString(line + "\n")
	}
	return text.String()
}

func (p Panel) text(columns int, colour bool) string {
	p.X, p.Y = p.X.rounded(termTicks), p.Y.rounded(termRows)
	head := termHeading(columns+termAxis, p.Title, p.Y.Label)
	behind := slices.ContainsFunc(p.Curves, func(c Curve) bool { return c.Form != Faint })
	p.Curves = slices.DeleteFunc(slices.Clone(p.Curves), func(c Curve) bool {
		return c.Form == Faint && c.Hue != ink && behind ||
			!slices.ContainsFunc(p.sample(c, columns), func(v float64) bool { return !math.IsNaN(v) })
	})
	if len(p.Curves) == 0 {
		return head + "  nothing to show yet\n"
	}
	graph := p.graph(columns, colour)
	labels := strings.TrimRight(graph[strings.LastIndexByte(graph, '\n')+1:], " ")
	if over := utf8.RuneCountInString(labels) - columns - termAxis; over > 0 && columns-over >= fewestColumns {
		return p.text(columns-over, colour) // the last label does not fit
	}
	under := strings.TrimRight(centred(p.X.Label, columns+termAxis), " ")
	return head + graph + "\n" + under + "\n" + p.legend(columns+termAxis, colour)
}

// graph draws the curves and the axes, which must be rounded. Heights are positions on the vertical axis, from 0 to 1.
func (p Panel) graph(columns int, colour bool) string {
	var series [][]float64
	var hues []asciigraph.AnsiColor
	var characters []asciigraph.CharSet
	for _, c := range p.Curves {
		hue, drawn := c.terminal(colour)
		series, hues, characters = append(series, p.sample(c, columns)), append(hues, hue), append(characters, drawn)
	}
	height := func(at float64) string { return strings.Replace(p.Y.label(p.Y.at(at)), "−", "-", 1) }
	return asciigraph.PlotMany(series,
		asciigraph.SeriesColors(hues...), asciigraph.SeriesChars(characters...),
		asciigraph.Height(p.Y.steps(termRows)), asciigraph.LowerBound(0), asciigraph.UpperBound(1),
		asciigraph.YAxisValueFormatter(height),
		asciigraph.XAxisRange(0, 1), asciigraph.XAxisTickCount(p.X.steps(termTicks)+1),
		asciigraph.XAxisValueFormatter(func(at float64) string { return p.X.label(p.X.at(at)) }))
}

// legend lists the curves one after another, in as many rows as the width requires.
func (p Panel) legend(width int, colour bool) string {
	var text strings.Builder
	at := 0
	for _, c := range p.Curves {
		hue, drawn := c.terminal(colour)
		sample, name := drawn.Horizontal+drawn.Horizontal, cmp.Or(c.Alone, c.Name)
		columns := utf8.RuneCountInString("  " + sample + " " + name)
		if at > 0 && at+columns > width {
			text.WriteString("\n")
			at = 0
		}
		if hue != asciigraph.Default {
			sample = hue.String() + sample + asciigraph.Default.String()
		}
		text.WriteString("  " + sample + " " + name)
		at += columns
	}
	return text.String() + "\n"
}

// rounded returns the axis extended to whole steps, no more than about most, or to powers of ten if it is logarithmic.
func (a Axis) rounded(most int) Axis {
	if a.Log {
		a.Min = math.Pow(10, math.Floor(math.Log10(a.Min)))
		a.Max = math.Pow(10, math.Ceil(math.Log10(a.Max)))
		return a
	}
	step := a.step(most)
	a.Min, a.Max = step*math.Floor(a.Min/step+1e-9), step*math.Ceil(a.Max/step-1e-9)
	return a
}

// steps returns the number of steps of a rounded axis, at least one.
func (a Axis) steps(most int) int {
	if a.Log {
		return int(math.Round(math.Log10(a.Max / a.Min)))
	}
	return max(1, int(math.Round((a.Max-a.Min)/a.step(most))))
}

// at returns the value at a position on the axis, from 0 at its start to 1 at its end.
func (a Axis) at(share float64) float64 {
	if a.Log {
		return a.Min * math.Pow(a.Max/a.Min, share)
	}
	return a.Min + share*(a.Max-a.Min)
}

// sample returns the heights of a curve at evenly spaced columns: interpolated between its points, NaN beyond them and
// beyond a fixed axis. Marks are put into the nearest column.
func (p Panel) sample(c Curve, columns int) []float64 {
	points := slices.Clone(p.X.visible(c.Points))
	for i := range points {
		points[i].Value = p.Y.share(points[i].Value)
	}
	heights := make([]float64, columns)
	for i := range heights {
		heights[i] = math.NaN()
		if c.Form != Marks {
			heights[i] = between(points, p.X.at(float64(i)/float64(columns-1)))
		}
	}
	if c.Form == Marks {
		for _, at := range points {
			if share := p.X.share(at.Games); 0 <= share && share <= 1 {
				heights[int(math.Round(share*float64(columns-1)))] = at.Value
			}
		}
	}
	for i, height := range heights {
		if p.Y.Fixed && (height < 0 || height > 1) {
			heights[i] = math.NaN()
		}
	}
	return heights
}

// share is the inverse of at.
func (a Axis) share(v float64) float64 {
	if a.Log {
		return math.Log(v/a.Min) / math.Log(a.Max/a.Min)
	}
	return (v - a.Min) / (a.Max - a.Min)
}

// between returns the value after a number of games, interpolated between the nearest points, or NaN beyond them.
func between(points []Point, games float64) float64 {
	i, exact := slices.BinarySearchFunc(points, games, func(p Point, games float64) int {
		return cmp.Compare(p.Games, games)
	})
	if exact {
		return points[i].Value
	}
	if i == 0 || i == len(points) {
		return math.NaN()
	}
	return points[i-1].towards(points[i], games).Value
}

func (c Curve) terminal(colour bool) (hue asciigraph.AnsiColor, drawn asciigraph.CharSet) {
	if colour && c.Hue != ink {
		hue = termHues[c.Hue%len(termHues)]
	}
	character := termDashes[c.Dash%len(termDashes)]
	switch {
	case c.Form == Faint:
		character = termFaint[c.Dash%len(termFaint)]
	case c.Form == Marks:
		character = '●'
	case character == termDashes[0]:
		return hue, asciigraph.DefaultCharSet
	}
	return hue, asciigraph.CreateCharSet(string(character))
}

// centred pads an ASCII text with spaces to a width.
func centred(text string, width int) string {
	left := (width - len(text) + 1) / 2
	return fmt.Sprintf("%*s%-*s", left, "", width-left, text)
}
