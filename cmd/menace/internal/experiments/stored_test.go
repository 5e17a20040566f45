package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"testing"

	"menace/data"
	"menace/menace"
	"menace/menace/experiment"
	"menace/symmetry"
)

// planned opens a new database with an experiment of two cells, a first and a second player, without replicates.
func planned(t *testing.T, runs int64) (*data.DB, *data.Experiment) {
	t.Helper()
	first, second := menace.Michie(), menace.Michie()
	second.Plays = symmetry.Second
	db, e, err := openPlan(t.Context(), filepath.Join(t.TempDir(), "menace.db"), &data.Experiment{
		Name: "one", Design: experiment.Design{Seed: 1, Runs: runs, Games: 12, Checkpoints: []int64{0, 5, 12},
			Cells: []experiment.Cell{
				{Rules: first, Opponent: "random"}, {Rules: second, Opponent: "perfect"},
			}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, e
}

// run trains the missing replicates of a shard.
func run(t *testing.T, db *data.DB, e *data.Experiment, shard experiment.Shard) RunReport {
	t.Helper()
	r, err := runShard(t.Context(), db, e, shard, func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// stored returns an experiment with its stored replicates as JSON.
func stored(t *testing.T, db *data.DB, e *data.Experiment) string {
	t.Helper()
	var all []experiment.Replicate
	for r, err := range db.Replicates(t.Context(), e, 0) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	text, err := json.Marshal([]any{e, all})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestBrokenOffAndResumed ends the context when the first replicates are stored.
func TestBrokenOffAndResumed(t *testing.T) {
	db, e := planned(t, 600)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := runShard(ctx, db, e, experiment.Whole, func(int64) { cancel() })
	if err != nil || r.Trained == 0 || r.Stored != r.Trained || r.Stored >= r.Replicates {
		t.Fatalf("got %+v, %v", r, err)
	}
	rest := run(t, db, e, experiment.Whole)
	if rest.Trained != 1200-r.Trained || rest.Stored != 1200 {
		t.Errorf("after %d: got %+v", r.Trained, rest)
	}
	whole, same := planned(t, 600)
	run(t, whole, same, experiment.Whole)
	if got, want := stored(t, db, e), stored(t, whole, same); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestUnknownExperiment checks that the error lists the existing experiments, if any.
func TestUnknownExperiment(t *testing.T) {
	db, _ := planned(t, 1)
	_, err := db.Experiment(t.Context(), "two")
	var unknown *data.NotFoundError
	if !errors.As(err, &unknown) || unknown.Kind != "experiment" ||
		!reflect.DeepEqual(unknown.Names, []string{"one"}) || !errors.Is(err, data.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	none := filepath.Join(t.TempDir(), "none.db")
	_, _, err = openExperiment(t.Context(), none, "two", data.Write)
	if !errors.As(err, &unknown) || unknown.Kind != "experiment" || unknown.Names != nil ||
		!errors.Is(err, data.ErrNoDatabase) {
		t.Errorf("without a database: got %v", err)
	}
	if _, _, err = openPlan(t.Context(), none, &data.Experiment{Name: "two"}); !errors.Is(err, data.ErrNoDatabase) {
		t.Errorf("continuing without a database: got %v", err)
	}
}
