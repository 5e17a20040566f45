package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/data"
	"menace/menace"
	"menace/menace/experiment"
	"menace/plots"
	"menace/plots/chart"
)

// pair returns a database with an experiment "e" of two cells, twelve runs each.
func pair(t *testing.T) (*data.DB, *data.Experiment) {
	t.Helper()
	return replicated(t, experiment.Design{
		Seed: 2, Runs: 12, Games: 50, Checkpoints: []int64{0, 50},
		Cells: []experiment.Cell{
			{Rules: menace.Michie(), Opponent: "random"}, {Rules: menace.Michie(), Opponent: "perfect"},
		},
	})
}

// replicated returns a database with an experiment "e" and all its replicates.
func replicated(t *testing.T, design experiment.Design) (*data.DB, *data.Experiment) {
	t.Helper()
	e := &data.Experiment{Name: "e", Design: design}
	db := stored(t, filepath.Join(t.TempDir(), "menace.db"), e)
	run(t, db, e, experiment.Whole)
	return db, e
}

// TestCells checks that figures of cells agree with a report.
func TestCells(t *testing.T) {
	db, e := pair(t)
	list, err := Summarize(t.Context(), db, e, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	r := list[0]
	if n := r.Cells[1].Alive.N; n < fewestForMedian || n == 12 {
		t.Fatalf("%d of 12 machines are alive: the test needs machines of both kinds", n)
	}
	at := func(v, low, high float64) chart.Point {
		return chart.Point{X: 50, Y: v, Low: low, High: high}
	}
	each := "12 runs of each; " + wording.Bankrupt
	for name, c := range map[string]struct {
		figure Figure
		note   string
		bands  string
		want   func(experiment.Measure) chart.Point // last point of the last line
	}{
		"range": {Figure{Band: "range"}, "median of " + each, "bands of 5–95 %", func(m experiment.Measure) chart.Point {
			q := r.Cells[1].All.Of(m)
			return at(q.Median, q.P5, q.P95)
		}},
		"one cell": {Figure{Cells: []int{2}}, "median of 12 runs; " + wording.Bankrupt, "bands of 5–95 %",
			func(m experiment.Measure) chart.Point {
				q := r.Cells[1].All.Of(m)
				return at(q.Median, q.P5, q.P95)
			}},
		"several cells": {Figure{}, "mean of " + each, "bands of the 95 % t interval of the mean",
			func(m experiment.Measure) chart.Point {
				s := r.Cells[1].All.Of(m)
				return at(s.Mean, s.Interval.Low, s.Interval.High)
			}},
		"alive, ci": {Figure{Cells: []int{1}, Alive: true, Band: "ci"},
			fmt.Sprintf("median of the machines that are alive at the end, %d of 12", r.Cells[0].Alive.N),
			"bands of the exact 95 % interval of the median",
			func(m experiment.Measure) chart.Point {
				s := r.Cells[0].Alive.Of(m)
				return at(s.Median, s.MedianInterval.Low, s.MedianInterval.High)
			}},
	} {
		study, err := c.figure.study(t.Context(), db, e)
		if err != nil {
			t.Fatal(err)
		}
		s, err := study.series(t.Context(), db, Course)
		notes := study.notes
		if err != nil || len(notes) > 0 {
			t.Fatalf("%s: %v, %q", name, err, notes)
		}
		if s.Note != c.note || s.Bands != c.bands {
			t.Errorf("%s: got %q and %q", name, s.Note, s.Bands)
		}
		for _, m := range r.Measures {
			if got, want := s.Lines[len(s.Lines)-1].Summary[plots.Measure(m)][1], c.want(m); got != want {
				t.Errorf("%s, %v: got %v, want %v", name, m, got, want)
			}
		}
	}
}

// TestOrderOfCells checks that lines come in the order in which cells are asked for.
func TestOrderOfCells(t *testing.T) {
	db, e := pair(t)
	for _, cells := range [][]int{{1, 2}, {2, 1}} {
		d, _, err := Figure{Name: "strength", Cells: cells}.Draw(t.Context(), db, e)
		if err != nil {
			t.Fatal(err)
		}
		opponents := []string{"", "random", "perfect"}
		for i, curve := range d.(chart.Figure).Panels[0][0].Curves {
			if want := opponents[cells[i]]; !strings.Contains(curve.Name, want) || curve.Hue != i {
				t.Errorf("cells %v: line %d is %q in hue %d, want that of %s", cells, i+1, curve.Name, curve.Hue, want)
			}
		}
	}
}

// TestShorten checks that only whole words and settings are moved, and that each line keeps a name.
func TestShorten(t *testing.T) {
	for _, c := range []struct {
		names, want []string
		note        string
	}{
		{[]string{"michie, trained with random*5,perfect", "michie, trained with random*9,perfect"},
			[]string{"random*5,perfect", "random*9,perfect"}, "; each line is michie, trained with …"},
		{[]string{"q, trained with noisy:0.2", "beads, trained with noisy:0.2"},
			[]string{"q", "beads"}, "; each line is … trained with noisy:0.2"},
		{[]string{"loss -3, trained with perfect", "beads 8,4,2,1, loss -3, trained with perfect"},
			[]string{"loss -3", "beads 8,4,2,1, loss -3"}, "; each line is … trained with perfect"},
		{[]string{"a b, c", "a x, c"}, []string{"b", "x"}, "; each line is a … c"},
		{[]string{"a", "a b"}, []string{"a", "a b"}, ""},
		{[]string{"a b", "a b"}, []string{"b", "b"}, "; each line is a …"},
		{[]string{"a b"}, []string{"a b"}, ""},
	} {
		var s plots.Series
		for _, name := range c.names {
			s.Lines = append(s.Lines, plots.Line{Name: name})
		}
		shorten(&s)
		for i, l := range s.Lines {
			if l.Name != c.want[i] || s.Note != c.note {
				t.Errorf("%q: got %q and %q, want %q and %q", c.names[i], l.Name, s.Note, c.want[i], c.note)
			}
		}
	}
}
