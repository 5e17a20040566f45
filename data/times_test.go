package data

import (
	"path/filepath"
	"slices"
	"testing"

	"menace/arena/experiment"
)

// TestTimes compares the times computed by SQL with those of the curves.
func TestTimes(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	e := plannedOf(t, db, "pawns", "hexapawn")
	runAll(t, db, e, experiment.Whole)
	reached, censored := 0, 0
	for _, name := range []string{
		"unbeatable", "bankrupt", "wins:0.4:random", "draws:0", "losses:0.7", "losses:0.5:worst", "wins:0.9:most_losses",
	} {
		event, err := experiment.ParseEvent(name)
		if err != nil {
			t.Fatal(err)
		}
		for cell := 1; cell <= len(e.Cells); cell++ {
			got, err := db.Times(t.Context(), e, cell, event)
			var want []experiment.Time
			for r, problem := range db.Replicates(t.Context(), e, cell) {
				if problem != nil {
					t.Fatal(problem)
				}
				want = append(want, event.Time(r))
				if want[len(want)-1].Censored {
					censored++
				} else {
					reached++
				}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s in cell %d: got %v, %v; want %v", name, cell, got, err, want)
			}
		}
	}
	if min(reached, censored) < 20 {
		t.Errorf("%d reached an event and %d did not: too few for a test", reached, censored)
	}
}

// TestTimesUnknown checks that no times are known if an earlier version stored a replicate without the data that the
// event needs.
func TestTimesUnknown(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	e := planned(t, db, "old")
	runAll(t, db, e, experiment.Whole)
	if err := db.sqlite.Exec(t.Context(), `UPDATE checkpoints SET most_losses_win = NULL, most_losses_draw = NULL,
		most_losses_loss = NULL WHERE cell = 1 AND run = 3`); err != nil {
		t.Fatal(err)
	}
	for name, known := range map[string]bool{"unbeatable": false, "draws:0.5": true, "bankrupt": true} {
		event, _ := experiment.ParseEvent(name)
		if times, err := db.Times(t.Context(), e, 1, event); err != nil || (len(times) > 0) != known {
			t.Errorf("%s: got %v, %v", name, times, err)
		}
	}
}
