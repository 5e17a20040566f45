package plots

import "slices"

// Figure is a grid of panels under one title and one legend.
type Figure struct {
	Title    string
	Subtitle string // what was trained and how; small, below the title
	Bands    string // what the bands are, after the subtitle; a terminal shows none
	Panels   [][]Panel
}

// Panel is curves over one pair of axes.
type Panel struct {
	Title  string
	X, Y   Axis
	Curves []Curve // later ones are drawn over earlier ones
}

// Axis is what one side of a panel measures. It reaches at least from Min to Max and as far as the curves, and
// is never without length.
type Axis struct {
	Label    string
	Min, Max float64
	Log      bool // logarithmic: points at 0 and below are left out
	Percent  bool // 0 to 1 is written as 0 % to 100 %
	powers   bool // values are exponents of ten
}

// Curve is one line, or a row of marks, with its band.
type Curve struct {
	Name   string // in the legend, where curves of one name share an entry; none when empty
	Alone  string // instead of Name, in a legend of this panel alone
	Points []Point
	Hue    int // which colour of the palette
	Dash   int // which kind of line: 0 is solid
	Form   Form
	Off    float64 // of Marks: how far off each may be, in games and in value; a box shows it
}

// Form is how the points of a curve are drawn.
type Form uint8

// The forms.
const (
	Clear Form = iota // a strong line
	Faint             // a thin line that stands back
	Marks             // unconnected marks
)

// Point is a value of a curve after a number of games. It has a band when Low < High.
type Point struct{ Games, Value, Low, High float64 }

// gamesAxis measures games played, from 0 (from 1 if logarithmic) to last, at least 2.
func gamesAxis(last float64, log bool) Axis {
	axis := Axis{Label: "games played", Max: max(last, 2), Log: log}
	if log {
		axis.Min = 1
	}
	return axis
}

// visible returns the points of a curve that the axis can show.
func (a Axis) visible(points []Point) []Point {
	first := slices.IndexFunc(points, func(p Point) bool { return p.Games > 0 || !a.Log })
	if first < 0 {
		return nil
	}
	return points[first:]
}

// reach returns the panel with its axes widened to all that its curves show.
func (p Panel) reach() Panel {
	for _, c := range p.Curves {
		for _, at := range p.X.visible(c.Points) {
			p.X.Min, p.X.Max = min(p.X.Min, at.Games), max(p.X.Max, at.Games)
			p.Y.Min, p.Y.Max = min(p.Y.Min, at.Value), max(p.Y.Max, at.Value)
			if at.Low < at.High {
				p.Y.Min, p.Y.Max = min(p.Y.Min, at.Low), max(p.Y.Max, at.High)
			}
		}
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Max++
	}
	return p
}

// rows returns the panels in one list, row by row.
func (f Figure) rows() []Panel { return slices.Concat(f.Panels...) }

// faintFirst puts the faint curves below the others.
func (p Panel) faintFirst() {
	slices.SortStableFunc(p.Curves, func(a, b Curve) int {
		return int(b.Form&Faint) - int(a.Form&Faint)
	})
}
