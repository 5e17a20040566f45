package data

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"menace/menace"
	"menace/menace/experiment"
)

// withLearners stores an experiment of beads and two other learners, without replicates.
func withLearners(t *testing.T, db *DB, others ...string) *Experiment {
	t.Helper()
	e := &Experiment{Name: "l", Command: "menace experiment run l", Design: experiment.Design{
		Seed: 1, Runs: 5, Games: 30, Checkpoints: experiment.Ladder(30),
		Cells: []experiment.Cell{{Rules: menace.Michie(), Opponent: "random"}},
	}}
	for _, name := range others {
		e.Cells = append(e.Cells, experiment.Cell{Rules: menace.Michie(), Opponent: "random", Learner: name})
	}
	must(t, db.Plan(t.Context(), e))
	return e
}

// TestOtherLearnersAreStored checks that shards with other learners merge to the result of a single run and load
// unchanged, and that a design with another learner is a different design.
func TestOtherLearnersAreStored(t *testing.T) {
	folder := t.TempDir()
	whole := open(t, filepath.Join(folder, "whole.db"), Create)
	e := withLearners(t, whole, "pegasus:a=1.5", "q")
	runAll(t, whole, e, experiment.Whole)
	loaded, err := whole.Experiment(t.Context(), "l")
	if err != nil || !reflect.DeepEqual(loaded.Design, e.Design) {
		t.Errorf("got %+v, %v, want %+v", loaded, err, e)
	}
	var parts []*DB
	for part := range int64(2) {
		db := open(t, filepath.Join(folder, string(rune('a'+part))), Create)
		runAll(t, db, withLearners(t, db, "pegasus:a=1.5", "q"), experiment.Shard{Part: part + 1, Of: 2})
		parts = append(parts, db)
	}
	joined := filepath.Join(folder, "joined.db")
	if got, err := Merge(t.Context(), joined, parts, false); err != nil || got[0].Stored != 15 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got, want := dump(t, open(t, joined, Read)), dump(t, whole); got != want {
		t.Errorf("merged shards: got %s, want %s", got, want)
	}
	other := open(t, filepath.Join(folder, "other.db"), Create)
	runAll(t, other, withLearners(t, other, "pegasus:a=1.5", "sarsa"), experiment.Whole)
	if _, err := Merge(t.Context(), joined, []*DB{other}, false); !errors.Is(err, ErrDiffers) {
		t.Errorf("merging other learners: got %v", err)
	}
	path := filepath.Join(folder, "other.db")
	other.Close()
	rawExec(t, path, "UPDATE cells SET learner = 'sarsa:alpha=2' WHERE learner = 'sarsa'")
	if _, err := open(t, path, Read).Experiment(t.Context(), "l"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("an impossible learner: got %v", err)
	}
}
