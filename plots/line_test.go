package plots

import (
	"math"
	"math/rand/v2"
	"testing"

	"menace/menace/arena"
)

// sample returns a machine with a plausible curve over this many games against random or perfect play: exact
// probabilities that change smoothly, and games drawn from them. Every call returns the same.
func sample(name, opponent string, games int64, pace float64) Line {
	draw := rand.New(rand.NewPCG(1961, uint64(games)))
	l := Line{Name: name, Met: []Span{{opponent, games}}}
	var at arena.Point
	for _, rung := range rungs(games) {
		skill := 1 - math.Exp(-pace*float64(rung)/float64(games))
		at.Random = arena.WDL{Win: 0.60 + 0.33*skill, Draw: 0.13 - 0.09*skill}
		at.Random.Loss = 1 - at.Random.Win - at.Random.Draw
		at.Perfect = arena.WDL{Draw: 0.24 + 0.7*skill, Loss: 0.76 - 0.7*skill}
		at.Worst = arena.WDL{Draw: skill * skill, Loss: 1 - skill*skill}
		wdl := map[string]arena.WDL{"random": at.Random, "perfect": at.Perfect}[opponent]
		for ; at.Games < rung; at.Games++ {
			switch u := draw.Float64(); {
			case u < wdl.Win:
				at.Tally.Win++
			case u < wdl.Win+wdl.Draw:
				at.Tally.Draw++
			default:
				at.Tally.Loss++
			}
		}
		l.Curve = append(l.Curve, at)
	}
	return l
}

// rungs returns numbers of games from 0, about fifty per decade.
func rungs(games int64) (numbers []int64) {
	for n := int64(0); n < games; n = max(n+1, int64(float64(n)*1.047)) {
		numbers = append(numbers, n)
	}
	return append(numbers, games)
}

func TestFaced(t *testing.T) {
	l := Line{Met: []Span{{"random", 100}, {"perfect", 50}, {"random", 25}}}
	for _, c := range []struct {
		opponent string
		from, to int64
		want     bool
	}{
		{"random", 0, 100, true},
		{"random", 0, 101, false},
		{"perfect", 100, 150, true},
		{"perfect", 99, 150, false},
		{"random", 150, 175, true},
		{"random", 90, 160, false},
		{"random", 150, 176, false},
	} {
		if got := l.faced(c.opponent, c.from, c.to); got != c.want {
			t.Errorf("faced %s in games %d to %d: got %t, want %t", c.opponent, c.from, c.to, got, c.want)
		}
	}
}

func TestStories(t *testing.T) {
	a := Line{Name: "a", Met: []Span{{"random", 900}, {"random", 100}, {"perfect", 5}}}
	b := Line{Name: "b", Met: []Span{{"perfect", 20}}}
	for _, c := range []struct {
		lines       []Line
		named, told string
	}{
		{[]Line{a}, "a", "1,000 games against random moves, then 5 games against perfect play"},
		{[]Line{b, b}, "b and b", "each 20 games against perfect play"},
		{[]Line{b, a, b}, "b, a and b", "b: 20 games against perfect play; " +
			"a: 1,000 games against random moves, then 5 games against perfect play; b: 20 games against perfect play"},
	} {
		if got := (Series{Lines: c.lines}).names(); got != c.named {
			t.Errorf("names: got %q, want %q", got, c.named)
		}
		if got := (Series{Lines: c.lines}).trained(); got != c.told {
			t.Errorf("story: got %q, want %q", got, c.told)
		}
	}
}
