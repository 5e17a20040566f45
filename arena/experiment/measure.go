package experiment

import (
	"math"

	"menace/arena"
)

// Measure is one number that tells how good a machine is at a checkpoint.
type Measure struct {
	Against string // "random", "perfect", "blocker", "worst" for the best reply, or "played"
	Name    string // "win", "draw", "loss", "value" for wins minus losses, or "score"
	Of      func(Point) float64
	Bounds  Interval // the values that it can have
}

// Opponents are those against which the probabilities of every checkpoint are known.
var Opponents = []string{"random", "blocker", "perfect"}

// Measures are all there are. Those against an opponent are exact; the score is of the games played.
var Measures = buildMeasures()

func buildMeasures() (all []Measure) {
	for _, against := range []struct {
		name string
		wdl  func(Point) arena.WDL
	}{
		{"random", func(p Point) arena.WDL { return p.Random }},
		{"blocker", func(p Point) arena.WDL { return p.Blocker }},
		{"perfect", func(p Point) arena.WDL { return p.Perfect }},
		{"worst", func(p Point) arena.WDL { return p.Worst }},
	} {
		all = append(all,
			Measure{against.name, "win", func(p Point) float64 { return against.wdl(p).Win }, Interval{0, 1}},
			Measure{against.name, "draw", func(p Point) float64 { return against.wdl(p).Draw }, Interval{0, 1}},
			Measure{against.name, "loss", func(p Point) float64 { return against.wdl(p).Loss }, Interval{0, 1}},
			Measure{against.name, "value", func(p Point) float64 { return against.wdl(p).Value() }, Interval{-1, 1}})
	}
	return append(all, Measure{"played", "score", Point.Score, Interval{math.Inf(-1), math.Inf(1)}})
}

// Summarize describes the measure of at least one point. Its interval has no values that it cannot have.
func (m Measure) Summarize(points []Point) Summary {
	s := Summarize(m.Values(points))
	s.Interval = s.Interval.within(m.Bounds)
	return s
}

// Compare returns a − b of two summaries of the measure, as the function [Compare] does. Its interval has
// no differences that it cannot have.
func (m Measure) Compare(a, b Summary) Difference {
	d := Compare(a, b)
	d.Interval = d.Interval.within(Interval{m.Bounds.Low - m.Bounds.High, m.Bounds.High - m.Bounds.Low})
	return d
}

// Values returns the measure of every point, in order.
func (m Measure) Values(points []Point) []float64 {
	values := make([]float64, len(points))
	for i, p := range points {
		values[i] = m.Of(p)
	}
	return values
}
