package figures

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/minimax/games"
	"menace/plots"
)

// pair returns a laboratory with an experiment "e" of two cells, twelve runs each.
func pair(t *testing.T) (*lab.Lab, *data.Experiment) {
	t.Helper()
	return replicated(t, experiment.Design{
		Seed: 2, Runs: 12, Games: 50, Checkpoints: []int64{0, 50},
		Cells: []experiment.Cell{
			{Rules: menace.Michie(), Opponent: "random"}, {Rules: menace.Michie(), Opponent: "perfect"},
		},
	})
}

// replicated returns a laboratory with an experiment "e" and all its replicates.
func replicated(t *testing.T, design experiment.Design) (*lab.Lab, *data.Experiment) {
	t.Helper()
	l, err := lab.Open(t.Context(), filepath.Join(t.TempDir(), "menace.db"), data.Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	e := &data.Experiment{Name: "e", Design: design}
	if err := l.Plan(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	save := func(batch []experiment.Replicate) error {
		for i := range batch {
			batch[i].Version = version.String()
		}
		return l.SaveReplicates(t.Context(), e, batch)
	}
	if err := e.Run(t.Context(), 1, l.Missing(t.Context(), e, 0, e.Replicates()), save); err != nil {
		t.Fatal(err)
	}
	return l, e
}

// TestCells checks that figures of cells agree with a report.
func TestCells(t *testing.T) {
	l, e := pair(t)
	list, err := report.Summarize(t.Context(), l, e, report.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	r := list[0]
	if n := r.Cells[1].Alive.N; n < fewestForMedian || n == 12 {
		t.Fatalf("%d of 12 machines are alive: the test needs machines of both kinds", n)
	}
	at := func(v, low, high float64) plots.Point {
		return plots.Point{Games: 50, Value: v, Low: low, High: high}
	}
	each := "12 runs of each; " + sentences.Bankrupt
	for name, c := range map[string]struct {
		options Options
		note    string
		bands   string
		want    func(experiment.Measure) plots.Point // last point of the last line
	}{
		"range": {Options{Band: "range"}, "median of " + each, "bands of 5–95 %", func(m experiment.Measure) plots.Point {
			q := r.Cells[1].All.Of(m)
			return at(q.Median, q.P5, q.P95)
		}},
		"one cell": {Options{Cells: []int{2}}, "median of 12 runs; " + sentences.Bankrupt, "bands of 5–95 %",
			func(m experiment.Measure) plots.Point {
				q := r.Cells[1].All.Of(m)
				return at(q.Median, q.P5, q.P95)
			}},
		"several cells": {Options{}, "mean of " + each, "bands of the 95 % t interval of the mean",
			func(m experiment.Measure) plots.Point {
				s := r.Cells[1].All.Of(m)
				return at(s.Mean, s.Interval.Low, s.Interval.High)
			}},
		"alive, ci": {Options{Cells: []int{1}, Alive: true, Band: "ci"},
			fmt.Sprintf("median of the machines that are alive at the end, %d of 12", r.Cells[0].Alive.N),
			"bands of the exact 95 % interval of the median",
			func(m experiment.Measure) plots.Point {
				s := r.Cells[0].Alive.Of(m)
				return at(s.Median, s.MedianInterval.Low, s.MedianInterval.High)
			}},
	} {
		c.options.Experiment = "e"
		study, err := c.options.study(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		s, err := study.series(t.Context(), l, report.Course)
		notes := study.notes
		if err != nil || len(notes) > 0 {
			t.Fatalf("%s: %v, %q", name, err, notes)
		}
		if s.Note != c.note || s.Bands != c.bands {
			t.Errorf("%s: got %q and %q", name, s.Note, s.Bands)
		}
		for _, m := range r.Measures {
			if got, want := s.Lines[len(s.Lines)-1].Cell[m][1], c.want(m); got != want {
				t.Errorf("%s, %v: got %v, want %v", name, m, got, want)
			}
		}
	}
}

// TestOrderOfCells checks that lines come in the order in which cells are asked for.
func TestOrderOfCells(t *testing.T) {
	l, _ := pair(t)
	for _, cells := range [][]int{{1, 2}, {2, 1}} {
		d, _, err := Draw(t.Context(), l, Options{Figure: "strength", Experiment: "e", Cells: cells})
		if err != nil {
			t.Fatal(err)
		}
		opponents := []string{"", "random", "perfect"}
		for i, curve := range d.(plots.Figure).Panels[0][0].Curves {
			if want := opponents[cells[i]]; !strings.Contains(curve.Name, want) || curve.Hue != i {
				t.Errorf("cells %v: line %d is %q in hue %d, want that of %s", cells, i+1, curve.Name, curve.Hue, want)
			}
		}
	}
}

// TestTournamentIsOfTicTacToe checks that no other game shows the points of 1961, whether it can be drawn or not.
func TestTournamentIsOfTicTacToe(t *testing.T) {
	for _, game := range games.Names {
		for _, drawless := range []bool{false, true} {
			_, err := Options{Michie: true}.published(plots.Series{Game: game, Drawless: drawless}, nil)
			if own := game == "tic-tac-toe"; (err == nil) != own {
				t.Errorf("%s, without draws %v: got %v", game, drawless, err)
			}
		}
	}
	if _, err := (Options{}).published(plots.Series{Game: "hexapawn"}, nil); err != nil {
		t.Errorf("without the points: got %v", err)
	}
}

func TestCellsThatCannotBeDrawn(t *testing.T) {
	l, _ := pair(t)
	for want, o := range map[string]Options{
		"no cell 3": {Cells: []int{2, 3}},
		"no cell 0": {Cells: []int{0}},
	} {
		o.Figure, o.Experiment = "score", "e"
		if _, _, err := Draw(t.Context(), l, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
