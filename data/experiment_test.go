package data

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
)

// planned stores a small experiment without replicates.
func planned(t testing.TB, db *DB, name string) *Experiment {
	t.Helper()
	return plannedOf(t, db, name, "tic-tac-toe")
}

// plannedOf stores a small experiment with the usual machine of a game.
func plannedOf(t testing.TB, db *DB, name, game string) *Experiment {
	t.Helper()
	rules, _ := menace.Usual(game)
	e := &Experiment{Name: name, Command: "menace experiment run " + name, Design: experiment.Design{
		Seed: 1, Runs: 7, Games: 30, Checkpoints: experiment.Ladder(30),
	}}
	for _, opponent := range []string{"random", "perfect", "noisy:0.5"} {
		e.Cells = append(e.Cells, experiment.Cell{Rules: rules, Opponent: opponent})
	}
	e.Cells[2].Rules.Plays = rules.Plays.Other()
	must(t, db.Plan(t.Context(), e))
	return e
}

// runAll runs the missing replicates of a shard.
func runAll(t testing.TB, db *DB, e *Experiment, s experiment.Shard) {
	t.Helper()
	from, to := s.Range(&e.Design)
	err := e.Run(t.Context(), 2, db.MissingTasks(t.Context(), e, from, to), func(batch []experiment.Replicate) error {
		return db.SaveReplicates(t.Context(), e, versioned(batch))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// versioned sets the version of replicates.
func versioned(list []experiment.Replicate) []experiment.Replicate {
	for i := range list {
		list[i].Version = "test"
	}
	return list
}

// dump returns the rows of the tables of experiments, as text.
func dump(t testing.TB, db *DB) string {
	t.Helper()
	var all strings.Builder
	for _, query := range []string{
		"SELECT name, command, seed, runs, games, checkpoints FROM experiments ORDER BY name",
		"SELECT * FROM cells", "SELECT * FROM replicates", "SELECT * FROM checkpoints",
	} {
		all.WriteString(rowsOf(t, db.sqlite.Path, query))
	}
	return all.String()
}

// rowsOf returns the rows of a query, as text.
func rowsOf(t testing.TB, path, query string) string {
	t.Helper()
	raw := rawOpen(t, path)
	defer raw.Close()
	var all strings.Builder
	rows, err := raw.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	for rows.Next() {
		values := make([]any, len(columns))
		to := make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		must(t, rows.Scan(to...))
		fmt.Fprintln(&all, values...)
	}
	return all.String()
}

func TestReplicatesAreStoredAsTheyAre(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	for _, game := range gameNames {
		e := plannedOf(t, db, game, game)
		storeReplicates(t, db, e)
		storeReplicates(t, db, plannedWithRivals(t, db, e))
	}
}

// plannedWithRivals stores an experiment like another, in which all opponents learn too.
func plannedWithRivals(t testing.TB, db *DB, e *Experiment) *Experiment {
	t.Helper()
	rivals := *e
	rivals.Name, rivals.Cells = e.Name+"-rivals", slices.Clone(e.Cells[1:])
	for i := range rivals.Cells {
		rivals.Cells[i].Opponent, rivals.Cells[i].Rules.Beads = "rival", [4]int64{1, 1, 1, 1} // soon bankrupt
	}
	must(t, db.Plan(t.Context(), &rivals))
	return &rivals
}

func storeReplicates(t *testing.T, db *DB, e *Experiment) {
	var want []experiment.Replicate
	all := func(yield func(experiment.Task, error) bool) {
		for task := range e.Tasks(0, e.Replicates()) {
			if !yield(task, nil) {
				return
			}
		}
	}
	if err := e.Run(t.Context(), 2, all, func(batch []experiment.Replicate) error {
		for i := range batch {
			batch[i].Version = "v1.2.3"
		}
		want = append(want, slices.Clone(batch)...)
		return db.SaveReplicates(t.Context(), e, batch)
	}); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(want, func(a, b experiment.Replicate) int { return (a.Cell-b.Cell)*100 + int(a.Run-b.Run) })
	var got []experiment.Replicate
	for r, err := range db.Replicates(t.Context(), e, 0) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the replicates read back differ from those stored")
	}
	at, err := db.ReplicatesAt(t.Context(), e, 2, 20)
	if err != nil || len(at) != 7 {
		t.Fatalf("cell 2 at 20 games: got %d replicates, %v", len(at), err)
	}
	for i, r := range at {
		full := want[7+i]
		full.Curve = slices.DeleteFunc(slices.Clone(full.Curve), func(p arena.Point) bool { return p.Games != 20 })
		if !reflect.DeepEqual(r, full) {
			t.Errorf("cell 2 at 20 games, run %d: got %+v, want %+v", i+1, r, full)
		}
	}
	loaded, err := db.Experiment(t.Context(), e.Name)
	if err != nil || !reflect.DeepEqual(loaded, e) {
		t.Errorf("the design is read back as %+v, %v", loaded, err)
	}
}

// TestRoundingIsForgiven checks that replicates of another version or computer may differ in the last digits of
// probabilities, and that the first one stored is kept.
func TestRoundingIsForgiven(t *testing.T) {
	folder := t.TempDir()
	ours, theirs := open(t, filepath.Join(folder, "ours"), Create), open(t, filepath.Join(folder, "theirs"), Create)
	e := planned(t, ours, "one")
	runAll(t, ours, e, experiment.Shard{Part: 1, Of: 2})
	runAll(t, theirs, planned(t, theirs, "one"), experiment.Whole)
	change := func(by string) {
		t.Helper()
		if err := theirs.sqlite.Exec(t.Context(),
			"UPDATE checkpoints SET worst_loss = worst_loss - "+by+", blocker_draw = blocker_draw + "+by); err != nil {
			t.Fatal(err)
		}
	}
	change("1e-14")
	before, present := dump(t, ours), e.Replicates()/2
	if m, err := Merge(t.Context(), ours.sqlite.Path, []*DB{theirs}, false); err != nil ||
		!slices.Equal(m, []Merged{{"one", e.Replicates() - present, e.Replicates(), e.Replicates()}}) {
		t.Errorf("a difference in the last digits: got %+v, %v", m, err)
	}
	if !isPart(before, dump(t, ours)) || isPart(before, dump(t, theirs)) {
		t.Error("the stored replicates have changed")
	}
	list, err := sqlite.Collect(theirs.Replicates(t.Context(), e, 1))
	if err == nil {
		err = ours.SaveReplicates(t.Context(), e, list)
	}
	if err != nil {
		t.Errorf("saving again: %v", err)
	}
	change("1e-6")
	if _, err := Merge(t.Context(), ours.sqlite.Path, []*DB{theirs}, false); err == nil {
		t.Error("a real difference is merged")
	}
	list[0].Curve[1].Random.Win += 1e-6
	if err := ours.SaveReplicates(t.Context(), e, list); !errors.Is(err, ErrDiffers) {
		t.Errorf("a real difference: got %v, want %v", err, ErrDiffers)
	}
}

// isPart reports whether a dump contains all rows of another.
func isPart(rows, of string) bool {
	all := map[string]bool{}
	for line := range strings.Lines(of) {
		all[line] = true
	}
	for line := range strings.Lines(rows) {
		if !all[line] {
			return false
		}
	}
	return true
}

func TestPlan(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	e := planned(t, db, "one")
	other := *e
	other.Runs = 6
	if err := db.Plan(t.Context(), &other); !errors.Is(err, ErrDiffers) ||
		!strings.Contains(err.Error(), "runs 7, not 6") {
		t.Errorf("a different design: got %v", err)
	}
	must(t, db.DeleteExperiment(t.Context(), "one"))
	if dump(t, db) != "" {
		t.Error("rows of a deleted experiment are left")
	}
	if err := db.SaveReplicates(t.Context(), e, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("saving replicates of a deleted experiment: got %v", err)
	}
	if err := db.DeleteExperiment(t.Context(), "one"); !errors.Is(err, ErrNotFound) {
		t.Errorf("deleting twice: got %v", err)
	}
	for _, name := range []string{"", "a/b"} {
		other.Name = name
		if err := db.Plan(t.Context(), &other); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
}

// TestFullDisk limits the database to its current number of pages.
func TestFullDisk(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	e := planned(t, db, "one")
	before := dump(t, db)
	must(t, db.sqlite.Exec(t.Context(), "PRAGMA max_page_count = 1"))
	var all []experiment.Replicate // saved together, because a few might fit into the existing pages
	err := e.Run(t.Context(), 2, db.MissingTasks(t.Context(), e, 0, e.Replicates()),
		func(batch []experiment.Replicate) error {
			if all = append(all, batch...); int64(len(all)) < e.Replicates() {
				return nil
			}
			return db.SaveReplicates(t.Context(), e, all)
		})
	if !errors.Is(err, ErrFull) {
		t.Errorf("got %v", err)
	}
	if dump(t, db) != before {
		t.Error("a part of the batch was stored")
	}
}

func BenchmarkSaveReplicates(b *testing.B) {
	db := open(b, filepath.Join(b.TempDir(), "a.db"), Create)
	e := planned(b, db, "one")
	runAll(b, db, e, experiment.Whole)
	list, err := sqlite.Collect(db.Replicates(b.Context(), e, 0))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		err := db.sqlite.Transact(b.Context(), func(conn *sqlite.Conn) error {
			if _, err := conn.ExecContext(b.Context(), "DELETE FROM replicates"); err != nil {
				return err
			}
			return saveReplicates(b.Context(), conn, e, list)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(list))/b.Elapsed().Seconds(), "replicates/s")
}

// TestMoreRuns checks that an experiment planned again with more runs keeps its rows, and that it ends like one planned
// with all runs.
func TestMoreRuns(t *testing.T) {
	db, ctx := open(t, filepath.Join(t.TempDir(), "menace.db"), Create), t.Context()
	e := planned(t, db, "e")
	runAll(t, db, e, experiment.Whole)
	stored := e.Replicates()
	const all = "SELECT * FROM checkpoints ORDER BY cell, run, games"
	rows := strings.Split(strings.TrimSpace(rowsOf(t, db.sqlite.Path, all)), "\n")
	more := *e
	more.Runs, more.Command = e.Runs+4, "more"
	if err := db.Plan(ctx, &more); err != nil || more.Runs != e.Runs+4 || more.Command != "more" {
		t.Fatalf("got %+v, %v", more, err)
	}
	if n, err := db.CountStored(ctx, &more, 0, more.Replicates()); err != nil || n != stored {
		t.Errorf("got %d replicates, %v, want %d", n, err, stored)
	}
	runAll(t, db, &more, experiment.Whole)
	after := rowsOf(t, db.sqlite.Path, all)
	for _, row := range rows {
		if !strings.Contains(after, row) {
			t.Fatalf("the row %s is missing", row)
		}
	}
	whole := more
	whole.Name = "whole"
	must(t, db.Plan(ctx, &whole))
	runAll(t, db, &whole, experiment.Whole)
	got, err := sqlite.Collect(db.Replicates(ctx, &more, 0))
	want, err2 := sqlite.Collect(db.Replicates(ctx, &whole, 0))
	if errors.Join(err, err2) != nil || int64(len(got)) != more.Replicates() || !reflect.DeepEqual(got, want) {
		t.Errorf("got %d replicates, which differ from those of an experiment planned like this: %v",
			len(got), errors.Join(err, err2))
	}
	fewer, seed := *e, more
	seed.Seed++
	seed.Runs++
	for name, other := range map[string]*Experiment{"fewer runs": &fewer, "another seed": &seed} {
		if err := db.Plan(ctx, other); !errors.Is(err, ErrDiffers) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if stored, err := db.Experiment(ctx, "e"); err != nil || !reflect.DeepEqual(stored, &more) {
		t.Errorf("after refusals: got %+v, %v", stored, err)
	}
}
