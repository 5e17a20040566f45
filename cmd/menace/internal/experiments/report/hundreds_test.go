package report

import (
	"math"
	"testing"

	"menace/menace"
	"menace/menace/experiment"
	"menace/plots"
	"menace/plots/chart"
	"menace/symmetry"
)

// TestHundreds checks that the shares are those of the training games between checkpoints. Some of the machines go
// bankrupt and resign their remaining games.
func TestHundreds(t *testing.T) {
	db, e := pair(t)
	groups, _, err := playedShares(t.Context(), db, e, 2, false)
	if err != nil || groups[0].N != 12 {
		t.Fatalf("got %+v, %v", groups, err)
	}
	line := (&study{Figure: Figure{Band: "ci"}, e: e}).line("", groups)
	for name, sum := range map[string]float64{"win": 0, "draw": 0, "loss": 0} {
		for r, err := range db.Replicates(t.Context(), e, 2) {
			if err != nil {
				t.Fatal(err)
			}
			tally := map[string]int64{"win": r.Tally.Win, "draw": r.Tally.Draw, "loss": 50 - r.Tally.Win - r.Tally.Draw}
			sum += float64(tally[name]) / 50
		}
		points := line.Summary[plots.PlayedShare(name)]
		if len(points) != 1 || points[0].X != 50 || math.Abs(points[0].Y-sum/12) > 1e-12 {
			t.Errorf("%s: got %+v, want a mean of %v", name, points, sum/12)
		}
	}
	want := "there is no cell 3: e has cells 1 to 2"
	_, _, err = Figure{Name: "hundreds", Cells: []int{3}}.Draw(t.Context(), db, e)
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestBandsOfShares draws two runs of a few games, whose t intervals go far beyond 0 and 100 %. They are too few for
// an interval of their median.
func TestBandsOfShares(t *testing.T) {
	db, e := replicated(t, experiment.Design{Seed: 1, Runs: 2, Games: 5, Checkpoints: []int64{0, 5},
		Cells: []experiment.Cell{{Rules: menace.Michie(), Opponent: "random"}}})
	for _, alive := range []bool{false, true} {
		groups, _, err := playedShares(t.Context(), db, e, 1, alive)
		if err != nil {
			t.Fatal(err)
		}
		line := (&study{Figure: Figure{Band: "ci", Alive: alive}, e: e}).line("", groups)
		for m, points := range line.Summary {
			if p := points[0]; alive != math.IsNaN(p.Low) || !alive && !(0 <= p.Low && p.Low <= p.Y && p.Y <= p.High && p.High <= 1) {
				t.Errorf("%v, alive %v: got %v to %v around %v", m, alive, p.Low, p.High, p.Y)
			}
		}
	}
}

// TestReadingsFitTheCell checks that a program that moves second, or learns together with its opponent, is compared
// with the readings of such a program. In the first hundred games Michie's three programs won 56, won 30, and drew 8.
func TestReadingsFitTheCell(t *testing.T) {
	second := menace.Michie()
	second.Plays = symmetry.Second
	db, e := replicated(t, experiment.Design{Seed: 1, Runs: 2, Games: 5, Checkpoints: []int64{0, 5},
		Cells: []experiment.Cell{
			{Rules: menace.Michie(), Opponent: "random"}, {Rules: second, Opponent: "random"},
			{Rules: second, Opponent: "rival"},
		}})
	for i, want := range []struct {
		panel int
		share float64
	}{{0, 0.56}, {0, 0.30}, {1, 0.08}} {
		d, _, err := Figure{Name: "hundreds", Cells: []int{i + 1}, Michie: true}.Draw(t.Context(), db, e)
		if err != nil {
			t.Fatal(err)
		}
		if curves := d.(chart.Figure).Panels[0][want.panel].Curves; curves[1].Points[0].Y != want.share {
			t.Errorf("cell %d: the readings begin with %v, want %v", i+1, curves[1].Points[0], want.share)
		}
	}
}
