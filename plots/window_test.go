package plots

import (
	"testing"

	"menace/menace/arena"
	"menace/plots/chart"
)

// TestWindows checks that every window has enough games, and no more than necessary.
func TestWindows(t *testing.T) {
	l := sample("a", "random", 3000, 5)
	const width = 60
	ends := map[int64]bool{}
	for _, w := range l.windows("random", width) {
		ends[w.to.Games] = true
		if w.to.Games-w.from.Games < width {
			t.Errorf("the window from %d to %d has too few games", w.from.Games, w.to.Games)
		}
		for _, c := range l.Curve {
			if c.Games > w.from.Games && c.Games <= w.to.Games-width {
				t.Errorf("the window from %d to %d could start at %d", w.from.Games, w.to.Games, c.Games)
			}
		}
	}
	for _, c := range l.Curve {
		if ends[c.Games] != (c.Games >= width) {
			t.Errorf("a window ends at %d: got %t", c.Games, ends[c.Games])
		}
	}
	if len(l.windows("perfect", width)) != 0 {
		t.Error("got windows against an opponent that was never met")
	}
}

// TestWindowsKeepOpponentsApart checks that games against other opponents do not count.
func TestWindowsKeepOpponentsApart(t *testing.T) {
	l := sample("a", "random", 1000, 5)
	l.Met = []Span{{"random", 300}, {"perfect", 700}}
	for _, w := range l.windows("random", 20) {
		if w.to.Games > 300 {
			t.Errorf("the window from %d to %d counts against random", w.from.Games, w.to.Games)
		}
	}
	for _, w := range l.windows("perfect", 20) {
		if w.from.Games < 300 {
			t.Errorf("the window from %d to %d counts against perfect", w.from.Games, w.to.Games)
		}
	}
}

// TestWindowsWithoutStart checks that a curve whose first checkpoint is not 0 still starts at 0.
func TestWindowsWithoutStart(t *testing.T) {
	l := Line{
		Met:   []Span{{"random", 10}},
		Curve: []arena.Point{{Games: 10, Tally: arena.Tally{Win: 7, Draw: 1, Loss: 2}}},
	}
	found := l.windows("random", 10)
	if len(found) != 1 || found[0].from.Games != 0 {
		t.Fatalf("got %v, want one window from 0", found)
	}
	if got := found[0].rate(Outcomes[0].Count); got.Y != 0.7 || got.X != 5 || got.Low >= 0.7 ||
		got.High <= 0.7 {
		t.Errorf("got %+v, want a rate of 0.7 within its band, at the middle", got)
	}
}

func TestWidths(t *testing.T) {
	w := func(games int64) window { return window{to: arena.Point{Games: games}} }
	if got, want := widths(chart.English, []window{w(20), w(1470), w(100)}), "20–1,470 games"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := widths(chart.English, []window{w(20), w(20)}), "20 games"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for games, want := range map[int64]int64{1: 20, 220: 20, 10000: 200, 1000000: 20000} {
		if got := fittingWidth(games); got != want {
			t.Errorf("%d games: got a width of %d, want %d", games, got, want)
		}
	}
}
