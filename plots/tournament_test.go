package plots

import (
	"testing"

	"menace/plots/chart"
)

// TestTournamentFigure checks the dots, the band that begins where the prediction does, and the beads, which reach 0 on an
// axis that has a 0, with the first games once more.
func TestTournamentFigure(t *testing.T) {
	f := sampleTournament(22)
	totals, beads := f.Panels[0][0].Curves, f.Panels[1][0].Curves
	if dots := totals[0].Points; len(dots) != 60 || dots[16].Y != -11 {
		t.Errorf("got the dots %v", dots)
	}
	if band := totals[1].Points; len(band) != 39 || band[0].X != 22 || band[38].High != 32 || band[38].Low != -12 {
		t.Errorf("got the band %v", band)
	}
	if first := f.Panels[2][0]; len(first.Curves[0].Points) != firstGames || first.Y.Log || f.Panels[1][0].Y.Log {
		t.Errorf("got the first games %+v", first)
	}
	if len(beads) != 3 || len(beads[0].Points) != 60 || len(beads[1].Points) != 60 || beads[1].Points[16].Y != 0 ||
		beads[0].Points[16].Y != 1 {
		t.Errorf("got the beads %+v", beads)
	}
	f = Tournament("x", 1, nil, chart.Curve{}, nil)
	if len(f.Panels) != 1 || len(f.Panels[0][0].Curves[0].Points) != 0 {
		t.Errorf("an impossible first game: got %+v", f.Panels)
	}
}
