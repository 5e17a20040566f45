package experiment

import "menace/arena"

// Measure is one number that tells how good a machine is at a checkpoint.
type Measure struct {
	Against string // "random", "perfect", "blocker", "worst" for the best reply, or "played"
	Name    string // "win", "draw", "loss", "value" for wins minus losses, or "score"
	Of      func(Point) float64
}

// Opponents are those against which the odds of every checkpoint are known.
var Opponents = []string{"random", "blocker", "perfect"}

// Measures are all there are. Those against an opponent are exact; the score is of the games played.
var Measures = buildMeasures()

func buildMeasures() (all []Measure) {
	for _, against := range []struct {
		name string
		odds func(Point) arena.Odds
	}{
		{"random", func(p Point) arena.Odds { return p.Random }},
		{"blocker", func(p Point) arena.Odds { return p.Blocker }},
		{"perfect", func(p Point) arena.Odds { return p.Perfect }},
		{"worst", func(p Point) arena.Odds { return p.Worst }},
	} {
		all = append(all,
			Measure{against.name, "win", func(p Point) float64 { return against.odds(p).Win }},
			Measure{against.name, "draw", func(p Point) float64 { return against.odds(p).Draw }},
			Measure{against.name, "loss", func(p Point) float64 { return against.odds(p).Loss }},
			Measure{against.name, "value", func(p Point) float64 { return against.odds(p).Value() }})
	}
	return append(all, Measure{"played", "score", Point.Score})
}

// Values returns the measure of every point, in order.
func (m Measure) Values(points []Point) []float64 {
	values := make([]float64, len(points))
	for i, p := range points {
		values[i] = m.Of(p)
	}
	return values
}
