package main

import (
	"strings"
	"testing"
)

// TestFeatures: what a path shows is counted among machines that are alive alone.
func TestFeatures(t *testing.T) {
	standings := []standing{
		{Cell: 1, Run: 1, Games: 17, Loss: 10, Draw: 1}, {Cell: 1, Run: 1, Games: 46, Loss: 20, Draw: 10}, {Cell: 1, Run: 1, Games: 106, Draw: 25},
		{Cell: 1, Run: 1, Games: 126, Draw: 12}, {Cell: 1, Run: 1, Games: 210, Win: 40}, {Cell: 1, Run: 1, Games: 219, Draw: 152}, {Cell: 1, Run: 1, Games: 220, Win: 48},
		{Cell: 2, Run: 1, Games: 17}, {Cell: 2, Run: 1, Games: 46}, {Cell: 2, Run: 1, Games: 106}, {Cell: 2, Run: 1, Games: 126}, {Cell: 2, Run: 1, Games: 219}, {Cell: 2, Run: 1, Games: 220},
		{Cell: 1, Run: 2, Games: 17, Loss: 12, Bankrupt: 17}, {Cell: 1, Run: 2, Games: 46, Loss: 12, Bankrupt: 17},
	}
	s := style{lives: lives(standings, 1)}
	if len(s.lives) != 2 || len(s.alive()) != 1 {
		t.Fatalf("%d lives, %d alive", len(s.lives), len(s.alive()))
	}
	for _, f := range features {
		if got := s.share(f); got != (share{1, 1}) {
			t.Errorf("%s: %v of 1961 itself", f.heading, got)
		}
		if got := (style{lives: lives(standings, 2)}).share(f); got != (share{0, 1}) {
			t.Errorf("%s: %v of a machine that stands still", f.heading, got)
		}
	}
}

// TestVerdictsFollowTheIntervals: a share above one in twenty comes out only if its whole interval lies above.
func TestVerdictsFollowTheIntervals(t *testing.T) {
	crowd := func(name string, fallen, all int) style {
		s := style{name: name}
		for i := range all {
			total := map[int]int{106: 25, 126: 25}
			if i < fallen {
				total[126] = 12
			}
			s.lives = append(s.lives, life{total: total, won: map[int]int{}})
		}
		return s
	}
	for want, s := range map[string]style{
		"A fall between 106 and 126: comes out with x 10.0 (":                                 crowd("x", 100, 1000),
		"A fall between 106 and 126: perhaps, since the interval holds one in twenty; most o": crowd("x", 6, 100),
		"A fall between 106 and 126: rare with all of them, most often with x, 2.0 (":         crowd("x", 20, 1000),
		"A fall between 106 and 126: in no machine":                                           crowd("x", 0, 1000),
	} {
		if got := verdicts([]style{s}); !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// TestContenders: the best stays, and so does what is within its error; what is far behind goes.
func TestContenders(t *testing.T) {
	at := func(number int, value float64) cell {
		c := cell{Cell: number, Runs: 60, Mean: map[string]map[string]float64{"random": {"value": value}}, SD: map[string]map[string]float64{"random": {"value": 0.1}}}
		c.Rules.Win = int64(number)
		return c
	}
	got := contenders([]cell{at(1, 0.2), at(2, 0.5), at(3, 0.47)}, "random")
	if want := "2 of 3: 0,0,0,0 +2 +0 +0; 0,0,0,0 +3 +0 +0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestReadingsAreCalledSo: the page says of three readings that they cannot be exact.
func TestReadingsAreCalledSo(t *testing.T) {
	if text := readings(); !strings.Contains(text, "3 of the five break this") || !strings.Contains(text, "−10 after 17 games") {
		t.Errorf("got %s", text)
	}
}

// TestWordsFollowTheNumbers: only an interval without 0 tells two apart.
func TestWordsFollowTheNumbers(t *testing.T) {
	for want, lead := range map[string]estimate{
		"a is ahead of b by +0.200 ± 0.100":             {0.2, 0.1, 0.3},
		"a and b cannot be told apart (+0.200 ± 0.300)": {0.2, -0.1, 0.5},
		"a is ahead of b by +0.00050 ± 0.00010":         {0.0005, 0.0004, 0.0006},
		"a is behind b by +0.200 ± 0.100":               {-0.2, -0.3, -0.1},
	} {
		if got := ahead("a", "b", lead); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	var c cell
	c.Opponent, c.Rules.Beads, c.Rules.Win, c.Rules.Draw, c.Rules.Loss = "perfect", [4]int64{8, 4, 2, 1}, 10, 4, -1
	if got, want := edges(c), " (at the edge of what was tried: draw)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.Opponent = "random"
	if got, want := edges(c), " (at the edge of what was tried: win, draw)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
