package plots

import (
	"math"
	"math/rand/v2"
	"testing"
)

// sample returns a learner with a plausible curve of this many games against random or perfect play,
// the same at every call: exact probabilities that move smoothly, and games drawn from them.
func sample(name, opponent string, games int64, pace float64) Learner {
	draw := rand.New(rand.NewPCG(1961, uint64(games)))
	l := Learner{Name: name, Trained: []Stretch{{opponent, games}}}
	var at Checkpoint
	for _, rung := range rungs(games) {
		skill := 1 - math.Exp(-pace*float64(rung)/float64(games))
		at.Random = WDL{Win: 0.60 + 0.33*skill, Draw: 0.13 - 0.09*skill}
		at.Random.Loss = 1 - at.Random.Win - at.Random.Draw
		at.Perfect = WDL{Draw: 0.24 + 0.7*skill, Loss: 0.76 - 0.7*skill}
		at.Worst = -1 + skill*skill
		wdl := exactly[opponent](at)
		for ; at.Games < rung; at.Games++ {
			switch u := draw.Float64(); {
			case u < wdl.Win:
				at.Wins++
			case u < wdl.Win+wdl.Draw:
				at.Draws++
			default:
				at.Losses++
			}
		}
		l.Curve = append(l.Curve, at)
	}
	return l
}

// rungs returns numbers of games from 0 on, about fifty a decade.
func rungs(games int64) (numbers []int64) {
	for n := int64(0); n < games; n = max(n+1, int64(float64(n)*1.047)) {
		numbers = append(numbers, n)
	}
	return append(numbers, games)
}

func TestFaced(t *testing.T) {
	l := Learner{Trained: []Stretch{{"random", 100}, {"perfect", 50}, {"random", 25}}}
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
	a := Learner{Name: "a", Trained: []Stretch{{"random", 900}, {"random", 100}, {"perfect", 5}}}
	b := Learner{Name: "b", Trained: []Stretch{{"perfect", 20}}}
	for _, c := range []struct {
		learners    []Learner
		named, told string
	}{
		{[]Learner{a}, "a", "1,000 games against random, then 5 games against perfect"},
		{[]Learner{b, b}, "b and b", "each 20 games against perfect"},
		{[]Learner{b, a, b}, "b, a and b", "b: 20 games against perfect; " +
			"a: 1,000 games against random, then 5 games against perfect; b: 20 games against perfect"},
	} {
		if got := names(c.learners); got != c.named {
			t.Errorf("names: got %q, want %q", got, c.named)
		}
		if got := trained(c.learners); got != c.told {
			t.Errorf("story: got %q, want %q", got, c.told)
		}
	}
}
