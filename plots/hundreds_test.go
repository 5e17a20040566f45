package plots

import (
	"math"
	"testing"

	"menace/menace/arena"
	"menace/plots/chart"
)

// played returns the line of a learner that wins more of each hundred games than of the hundred before.
func played() Line {
	l := Line{Name: "pegasus", Summary: map[Measure][]chart.Point{}}
	for i := range 10 {
		games, lost := float64(100*(i+1)), 0.3/float64(i+1)
		for name, v := range map[string]float64{"win": 1 - 1.5*lost, "draw": lost / 2, "loss": lost} {
			l.Summary[PlayedShare(name)] = append(l.Summary[PlayedShare(name)],
				chart.Point{X: games, Y: v, Low: max(0, v-0.05), High: min(1, v+0.05)})
		}
	}
	return l
}

// TestHundreds checks that each outcome has a panel with the line and the known readings of Michie's program: games won
// in two runs, and games drawn and lost in one run. These add up to a hundred.
func TestHundreds(t *testing.T) {
	s := Series{Lines: []Line{played()}, Sample: "e"}
	panels := s.Hundreds(arena.Pegasus(7), false).AllPanels()
	if len(panels) != 3 || len(panels[0].Curves) != 3 || len(panels[1].Curves) != 2 || len(panels[2].Curves) != 2 {
		t.Fatalf("got %+v", panels)
	}
	for i := range 10 {
		sum := 0.0
		for _, p := range panels {
			sum += p.Curves[1].Points[i].Y
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("hundred %d of run 1 adds up to %v", i+1, sum)
		}
	}
	if last := panels[0].Curves[2].Points; len(last) != 8 || last[0] != (chart.Point{X: 100, Y: 0.65, Low: 0.64, High: 0.66}) {
		t.Errorf("got run 2 as %+v", last)
	}
	if panels := s.Hundreds(nil, true).AllPanels(); len(panels[0].Curves) != 1 || panels[0].X.Max != 1000 ||
		!panels[0].X.Log {
		t.Errorf("without readings: got %+v", panels[0])
	}
	s.Drawless = true
	if panels := s.Hundreds(nil, false).AllPanels(); len(panels) != 2 {
		t.Errorf("got %d panels for a game without draws, want 2", len(panels))
	}
}
