package plots

import (
	"testing"

	"menace/menace/arena"
	"menace/plots/chart"
)

// TestFindings checks titles against numbers worked out by hand.
func TestFindings(t *testing.T) {
	line := func(name string, lost, worst float64, points int64) Line {
		at := func(games int64, lost, worst float64, tally arena.Tally) arena.Point {
			return arena.Point{Games: games, Perfect: arena.WDL{Draw: 1 - lost, Loss: lost},
				Worst: arena.WDL{Draw: 1 + worst, Loss: -worst}, Tally: tally}
		}
		return Line{Name: name, Met: []Span{{"perfect", 1000}}, Curve: []arena.Point{at(0, 0.76, -0.9, arena.Tally{}),
			at(500, 0.5, -0.6, arena.Tally{Loss: 500}),
			at(1000, lost, worst, arena.Tally{Loss: 500, Draw: points + 500, Win: -points})}}
	}
	a, b, c := line("a", 0.13, -0.25, 100), line("b", 0.5, -0.5, 0), line("c", 0.002, 0, 50)
	many := map[Measure][]chart.Point{
		{"random", "win"}:  {{X: 20, Y: 0.61}, {X: 220, Y: 0.713}},
		{"worst", "value"}: {{X: 20, Y: -0.9}, {X: 220, Y: -0.05}},
		PlayedShare("win"): {{X: 100, Y: 0.7}, {X: 1000, Y: 0.97}},
	}
	e := Series{Sample: "e", Measured: []string{"random"}, Lines: []Line{{Name: "x", Summary: many}}}
	short := line("d", 0.5, -0.5, 0)
	short.Curve = short.Curve[:1]
	for want, got := range map[string]chart.Figure{
		"After 1,000 games a loses 13 of 100 games to perfect play; it began at 76":             learning(LearningOptions{}, a),
		"Fewest losses against perfect play at the end: c, 0.2 of 100; most: b, 50":             learning(LearningOptions{}, a, b, c),
		"Against perfect play they all lose 50 of 100 games at the end":                         learning(LearningOptions{}, b, b),
		"After 1,000 games the worst case of a is −0.25; it began at −0.90":                     Series{Lines: []Line{a}}.Strength(false),
		"Best worst case at the end: c, 0.00; poorest: b, −0.50":                                Series{Lines: []Line{a, b, c}}.Strength(false),
		"Most points at the end: b, 0; fewest: a, −200":                                         Series{Lines: []Line{a, b}}.Score(false, false),
		"After 1,000 games b has 0 points: 1.0 a game in the second half, −1.0 in the first":    Series{Lines: []Line{b}}.Score(false, false),
		"71 of 100 games are won against random moves after 220 games of training, 61 after 20": e.Learning(LearningOptions{Against: []string{"random"}}),
		"After 220 games the worst case is −0.05; after 20 it was −0.90":                        e.Strength(false),
		"97 of 100 games are won before game 1,000, 70 before game 100":                         e.Hundreds(nil, false),
		"Strength of d": Series{Lines: []Line{short}}.Strength(false),
	} {
		if got.Title != want {
			t.Errorf("got %q, want %q", got.Title, want)
		}
	}
}
