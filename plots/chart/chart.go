// Package chart draws curves over axes. Fill in a [Figure]; it is a drawing for [paper.Encode]. The package does not
// know what the curves show.
package chart

import "slices"

// Figure is a grid of panels under one title. Curves are named at their right ends, or in a key if there are too many.
type Figure struct {
	Title    string    // the finding, with its numbers
	Subtitle string    // a description of the curves, in small letters below the title
	Bands    string    // the meaning of the bands, appended to the subtitle
	Panels   [][]Panel // rows of equal length; a panel without curves leaves its place empty
	Language Language  // of numbers; English if nil
}

// Panel is a set of curves over one pair of axes.
type Panel struct {
	Title  string
	X, Y   Axis
	Curves []Curve // later ones are drawn over earlier ones
}

// Axis is an axis of a panel. It covers at least Min to Max and the values of all curves. Its length is never 0.
type Axis struct {
	Label    string
	Min, Max float64
	Log      bool // logarithmic: points at 0 and below are left out
	Percent  bool // shows 0 to 1 as 0 % to 100 %
	Whole    bool // counts something, so it has no labels between whole numbers

	in Language // of the figure
}

// Curve is a line, or a row of marks, with its band.
type Curve struct {
	Name   string // curves with the same name share an entry of the key, and a curve without a name has no entry
	Points []Point
	Hue    int // index of the colour in the palette, or Ink
	Dash   int // index of the dash pattern; 0 is solid
	Form   Form
	Off    float64 // error bound of the X of Marks; their boxes are 2·Off wide and extend from Low to High
	Marked bool    // has a mark at each point, because nothing is known between the points
}

// Ink is the hue of curves that do not belong to a line.
const Ink = -1

// grey is the hue of curves in the background of another curve's panel.
const grey = -2

// Form is the way in which the points of a curve are drawn.
type Form uint8

const (
	Clear Form = iota // a strong line
	Faint             // a thin line in the background
	Dots              // unconnected small dots, for many points
	Marks             // unconnected marks
)

// Point is a point of a curve. If Low < High, it has a band from Low to High; one of Marks has a box instead.
type Point struct{ X, Y, Low, High float64 }

// Visible returns the points that the axis can show.
func (a Axis) Visible(points []Point) []Point {
	first := slices.IndexFunc(points, func(p Point) bool { return p.X > 0 || !a.Log })
	if first < 0 {
		return nil
	}
	return points[first:]
}

// Extended returns the panel with its axes extended to all values of its curves.
func (p Panel) Extended() Panel {
	for _, c := range p.Curves {
		for _, at := range p.X.Visible(c.Points) {
			p.X = p.X.extended(at.X)
			if p.Y = p.Y.extended(at.Y); at.Low < at.High {
				p.Y = p.Y.extended(at.Low).extended(at.High)
			}
		}
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Max++
	}
	return p
}

// extended returns the axis extended to a value.
func (a Axis) extended(to float64) Axis {
	a.Min, a.Max = min(a.Min, to), max(a.Max, to)
	return a
}

// AllPanels returns all panels, row by row.
func (f Figure) AllPanels() []Panel {
	return slices.DeleteFunc(slices.Concat(f.Panels...), func(p Panel) bool { return p.Curves == nil })
}
