package data

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"menace/menace/experiment"
)

// TestTimes compares the times computed by SQL with those of the curves.
func TestTimes(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	e := plannedOf(t, db, "pawns", "hexapawn")
	runAll(t, db, e, experiment.Whole)
	reached, never := 0, 0
	for _, name := range []string{
		"unbeatable", "bankrupt", "wins:0.4:random", "draws:0", "losses:0.7", "losses:0.5:worst", "wins:0.9:most_losses",
	} {
		event, err := experiment.ParseEvent(name)
		if err != nil {
			t.Fatal(err)
		}
		for cell := 1; cell <= len(e.Cells); cell++ {
			got, err := db.EventTimes(t.Context(), e, cell, event)
			var want []float64
			for r, problem := range db.Replicates(t.Context(), e, cell) {
				if problem != nil {
					t.Fatal(problem)
				}
				want = append(want, event.Time(r))
				if math.IsInf(want[len(want)-1], 1) {
					never++
				} else {
					reached++
				}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s in cell %d: got %v, %v; want %v", name, cell, got, err, want)
			}
		}
	}
	if min(reached, never) < 20 {
		t.Errorf("%d reached an event and %d did not: too few for a test", reached, never)
	}
}
