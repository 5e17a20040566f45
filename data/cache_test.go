package data

import (
	"cmp"
	"context"
	"path/filepath"
	"reflect"
	"testing"

	"menace/data/sqlite"
	"menace/menace/arena"
)

// TestLoadAgain compares an agent loaded from the cache, or while the database is being written, with one loaded from
// the file, after every kind of change.
func TestLoadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db, other := open(t, path, Create), open(t, path, Create)
	ctx := context.Background()
	a := newAgent(t, "a")
	for _, step := range []struct {
		what string
		do   func() error
		name string
	}{
		{"made", func() error { return db.Save(ctx, a) }, "a"},
		{"trained", func() error {
			a.Begin("random", false, "test")
			train(t, a, 1000)
			return db.Save(ctx, a)
		}, "a"},
		{"another one saved", func() error { return db.Save(ctx, newAgent(t, "z")) }, "a"},
		{"not saved", func() error { train(t, a, 10); return nil }, "a"},
		{"played", func() error {
			a.Career.Tally = a.Career.Tally.Plus(arena.Tally{Win: 1})
			a.AddGame(PlayedGame{Moves: "519", Result: "loss", Resigned: "agent", Learned: true})
			return db.Save(ctx, a)
		}, "a"},
		{"renamed", func() error { return db.Rename(ctx, "a", "b") }, "b"},
		{"trained elsewhere", func() error {
			b := reload(t, other, "b")
			train(t, b, 1000)
			return other.Save(ctx, b)
		}, "b"},
		{"changed by SQL", func() error { return other.sqlite.Exec(ctx, "UPDATE beads SET beads = beads + 1") },
			"b"},
		{"curve changed by SQL", func() error {
			return other.sqlite.Exec(ctx, "UPDATE curve SET random_win = 0.25, "+
				"random_draw = 0.25, random_loss = 0.5")
		}, "b"},
		{"deleted and created again", func() error {
			if err := db.Delete(ctx, "b"); err != nil {
				return err
			}
			return db.Save(ctx, newAgent(t, "b"))
		}, "b"},
		{"deleted and created again elsewhere", func() error {
			if err := other.Delete(ctx, "b"); err != nil {
				return err
			}
			return other.Save(ctx, newAgent(t, "b"))
		}, "b"},
	} {
		if err := step.do(); err != nil {
			t.Fatal(step.what, err)
		}
		fresh := open(t, path, Read)
		want := reload(t, fresh, step.name)
		var meanwhile *Agent
		err := db.sqlite.Transact(ctx, func(*sqlite.Conn) error {
			meanwhile = reload(t, db, step.name)
			return nil
		})
		if err != nil {
			t.Fatal(step.what, err)
		}
		wantCurve, err := fresh.Curve(ctx, want)
		if err != nil {
			t.Fatal(step.what, err)
		}
		for _, got := range []*Agent{meanwhile, reload(t, db, step.name), reload(t, db, step.name)} {
			if !reflect.DeepEqual(facts(got), facts(want)) {
				t.Errorf("%s: got %+v, want %+v", step.what, facts(got), facts(want))
			}
			for range 2 {
				curve, err := db.Curve(ctx, got)
				if err != nil || !reflect.DeepEqual(curve, wantCurve) {
					t.Errorf("%s: another curve, of %d checkpoints instead of %d; %v", step.what, len(curve), len(wantCurve), err)
				}
			}
			train(t, got, 5) // must not affect the next copy
		}
	}
}

// facts returns all data of an agent.
func facts(a *Agent) []any {
	return []any{
		a.Name, a.Machine.Rules(), a.Machine.Counts(), a.Machine.Bankrupt(), a.Career.Side, a.Career.Tally,
		a.Career.Curve, a.Career.Learner == a.Machine,
		a.Seed, *a.Random, a.Created, a.Changed, a.session, len(a.imported), len(a.games), a.stored,
	}
}

// TestRemembered checks that an agent that has not changed comes from the cache, even if another one has been stored or
// is being stored, but not while another process may be writing.
func TestRemembered(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"))
	a := reload(t, db, "a")
	store(t, db, newAgent(t, "b"))
	now, err := sqlite.View(t.Context(), db.sqlite, func(conn *sqlite.Conn) (sqlite.State, error) {
		return sqlite.StateOf(t.Context(), conn)
	})
	if err != nil {
		t.Fatal(err)
	}
	held, ok := db.agents.Get("a", now, func(*Agent) bool { return true })
	if !ok {
		t.Fatal("the agent is not in the cache")
	}
	held.Seed = 99 // differs from the file
	if again := reload(t, db, "a"); again.Seed != 99 || a.Seed == 99 {
		t.Error("the agent does not come from the cache")
	}
	err = db.sqlite.Transact(t.Context(), func(*sqlite.Conn) error {
		if again := reload(t, db, "a"); again.Seed != 99 {
			t.Error("the agent does not come from the cache while something is being written")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	other := open(t, db.Path(), Write)
	waiting := make(chan error)
	err = other.sqlite.Transact(t.Context(), func(conn *sqlite.Conn) error {
		go func() { waiting <- db.Save(t.Context(), newAgent(t, "c")) }()
		return sqlite.Exec(t.Context(), conn, "UPDATE beads SET beads = beads + 1")
	})
	must(t, cmp.Or(err, <-waiting))
	if again := reload(t, db, "a"); again.Seed == 99 {
		t.Error("a change by another program is not noticed")
	}
}
