package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestUntil: the first checkpoint counts, and never is later than all.
func TestUntil(t *testing.T) {
	runs := [][]course{
		{{Games: 0, PerfectDraw: 0.2}, {Games: 10, PerfectDraw: 0.95}, {Games: 100, PerfectDraw: 0.5}},
		{{Games: 0, PerfectDraw: 0.2}, {Games: 10, PerfectDraw: 0.3}, {Games: 100, PerfectDraw: 0.5}},
		{{Games: 0, PerfectDraw: 0.2}, {Games: 10, PerfectDraw: 0.3}, {Games: 10_000, PerfectDraw: 0.9}},
	}
	got := until(runs, goals[0])
	if len(got) != 3 || got[0] != 10 || got[1] != 10_000 || !math.IsInf(got[2], 1) {
		t.Errorf("got %v", got)
	}
	if text, want := firstGames(got), "10,000 (10–never), 33 % never"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
	if got := firstGames(until(runs, goals[1])); got != "never" {
		t.Errorf("got %q", got)
	}
	rare := slices.Repeat([]float64{math.Inf(1)}, 25)
	if got := firstGames(append([]float64{300}, rare...)); got != "96 % never" {
		t.Errorf("got %q", got)
	}
	if got := counted(runs, 10, goals[0]); got != (share{1, 3}) {
		t.Errorf("got %v", got)
	}
	if thousands(1_234_567) != "1,234,567" || thousands(12_003) != "12,003" {
		t.Errorf("%s and %s", thousands(1_234_567), thousands(12_003))
	}
}

// alike returns replicates with these values in the worst case at every checkpoint of tuning.
func alike(values ...float64) (runs [][]course) {
	for _, v := range values {
		var run []course
		for _, games := range tunedAt {
			run = append(run, course{Games: games, WorstValue: v, PerfectDraw: v})
		}
		run = append(run, course{Games: lifetime, WorstLoss: 1 - v})
		runs = append(runs, run)
	}
	return runs
}

// TestJudge: only an interval without 0 tells a learner from beads, and untuned ones are left out.
func TestJudge(t *testing.T) {
	got := judge(lesson{"noisy:0.2", "worst"}, []contestant{
		{"beads", "michie", false, alike(1, 1)}, {"beads", "x", true, alike(0.4, 0.5, 0.6)}, {"A", "", true, alike(0.9, 0.91, 0.92)},
		{"B", "", true, alike(0.3, 0.5, 0.8)}, {"C", "", true, alike(0.1, 0.11, 0.12)}, {"D", "", false, alike(1, 1)},
	})
	want := "beads have +0.500 ± 0.248. Better: A (+0.910 ± 0.025). Not told apart: B (+0.533 ± 0.625). Worse: C (+0.110 ± 0.025)."
	if !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := "perfect play never; by Michie's rules, after 100 games; of the quickest (A), after 100 games. " +
		"Unbeatable after 100,000 games are 0 % of beads; 0 % of A; 0 % of B; 0 % of C.\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestResemblance: runs around Michie's readings are like them, and runs far from them are not.
func TestResemblance(t *testing.T) {
	around := func(shift int) (runs [][]course) {
		for r := range 40 {
			run := []course{{}}
			for i, won := range runs1963[0] {
				run = append(run, course{Win: run[i].Win + int(won) + shift + (7*r+5*i)%21 - 10})
			}
			runs = append(runs, run)
		}
		return runs
	}
	if p := resemblance(around(0)); p < 0.1 {
		t.Errorf("runs like Michie's: %v", p)
	}
	if p := resemblance(around(-30)); p > 0.03 {
		t.Errorf("runs that win thirty games fewer: %v", p)
	}
	if got := letters("pegasus:a=1.1,b=1"); got != "A = 1.1, B = 1" {
		t.Errorf("got %q", got)
	}
	if got := letters("pegasus:d=0.9"); got != "A = 1.025, B = 2" {
		t.Errorf("got %q", got)
	}
}
