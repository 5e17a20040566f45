package view

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"menace/cmd/menace/internal/sentences"
	"menace/menace/arena"
)

// TestTicks checks that every decade is labelled if there are few, and that the first and the last game are labelled.
func TestTicks(t *testing.T) {
	for games, want := range map[axis]string{
		0:           "0 10",
		7:           "0 10",
		10:          "0 10",
		11:          "0 - 11",
		500:         "0 10 100 500",
		1_100:       "0 10 100 - 1,100",
		10_000:      "0 10 100 1,000 10,000",
		10_500:      "0 10 100 1,000 - 10,500",
		2_500_000:   "0 10 100 1,000 10,000 100k - 2.5M",
		300_000_000: "0 10 100 1,000 10,000 100k 1.0M 10M - 300M",
	} {
		var got []string
		last := -1.0
		for _, tick := range games.ticks(sentences.English, 100, 9) {
			var at float64
			if fmt.Sscan(tick.At, &at); at <= last || at > 100 {
				t.Errorf("%d games: got a mark at %s after one at %g", games, tick.At, last)
			}
			last = at
			if tick.Label == "" {
				tick.Label = "-"
			}
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != want || last != 100 {
			t.Errorf("%d games: got %q, want %q; the last mark is at %g", games, got, want, last)
		}
	}
}

// TestCurve checks that a curve begins at 0 games, ends with the numbers of now, and that its labels do not overlap.
func TestCurve(t *testing.T) {
	at := func(games int64, won, lost float64) arena.Point {
		return arena.Point{Games: games, Random: arena.WDL{Win: won}, Perfect: arena.WDL{Loss: lost}}
	}
	curve := []arena.Point{at(0, 0.6, 0.76), at(1, 0.6, 0.75), at(9, 0.7, 0.6)}
	c := CurveOf(sentences.English, curve, at(99, 0.836, 0.508))
	if c.Random != "0.0,40.0 15.1,40.0 50.0,30.0 100.0,16.4 " || c.Won != 84 || c.Lost != 51 || c.At != "100.00" {
		t.Errorf("got %+v", c)
	}
	if c := CurveOf(sentences.English, curve[:1], curve[0]); c.At != "0.00" {
		t.Errorf("without games the curve ends at %s", c.At)
	}
	for won := range 101 {
		for lost := range 101 - won {
			above, below := apart(float64(100-won), float64(100-lost))
			if math.Abs(above-below) < 37 || min(above, below) < 0 || max(above, below) > 100 ||
				won != lost && (above < below) != (won > lost) {
				t.Errorf("%d won and %d lost are labelled at %g and %g", won, lost, above, below)
			}
		}
	}
}

// TestFinding checks the heading: never better or worse by less than two games of 100.
func TestFinding(t *testing.T) {
	at := func(games int64, lost float64) arena.Point {
		return arena.Point{Games: games, Perfect: arena.WDL{Loss: lost}}
	}
	curve := []arena.Point{at(0, 0.76), at(7, 0.68), at(20, 0.75)}
	for _, c := range []struct {
		now  arena.Point
		want Finding
	}{
		{at(0, 0.76), Finding{Kind: "fresh", Loss: 76, First: 76, Best: 76}},
		{at(25, 0.51), Finding{Kind: "better", Games: 25, Loss: 51, First: 76, Best: 51, BestGames: 25}},
		{at(25, 0.77), Finding{Kind: "still", Games: 25, Loss: 77, First: 76, Best: 68, BestGames: 7}},
		{at(25, 0.745), Finding{Kind: "still", Games: 25, Loss: 75, First: 76, Best: 68, BestGames: 7}},
		{at(25, 0.8), Finding{Kind: "worse", Games: 25, Loss: 80, First: 76, Best: 68, BestGames: 7}},
	} {
		if got := FindingOf(curve, c.now); got != c.want {
			t.Errorf("%+v: got %+v, want %+v", c.now, got, c.want)
		}
	}
}
