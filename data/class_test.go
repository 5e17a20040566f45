package data

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
)

// TestClass checks that a class is stored and changed as a whole, that a new one replaces it, and that it goes with its
// agent.
func TestClass(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	store(t, db, newAgent(t, "a"), newAgent(t, "b"))
	a, b := reload(t, db, "a").ID(), reload(t, db, "b").ID()
	if _, err := db.Class(ctx, a); !errors.Is(err, ErrNotFound) {
		t.Errorf("a class that was never stored: %v", err)
	}

	c := &Class{Agent: a, State: "one", Playing: map[int]Playing{1: {7, "519"}, 2: {8, ""}, 3: {}}}
	save := func(c *Class) {
		t.Helper()
		if err := db.SaveClass(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	check := func(agent int64, want Class) {
		t.Helper()
		if got, err := open(t, path, Read).Class(ctx, agent); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("stored %+v, %v; want %+v", got, err, want)
		}
	}
	save(c)
	first := c.ID
	check(a, Class{first, a, "one", map[int]Playing{1: {7, "519"}, 2: {8, ""}}})
	c.State, c.Playing = "two", map[int]Playing{2: {8, "1"}, 1: {}}
	save(c)
	check(a, Class{first, a, "two", map[int]Playing{2: {8, "1"}}})
	save(&Class{ID: first, Playing: map[int]Playing{1: {9, "5"}}})
	check(a, Class{first, a, "two", map[int]Playing{1: {9, "5"}, 2: {8, "1"}}})
	save(&Class{ID: first, Playing: map[int]Playing{1: {}}})
	c.Agent, c.Playing = b, nil // the class goes on against another agent
	save(c)
	check(b, Class{first, b, "two", map[int]Playing{2: {8, "1"}}})

	next := &Class{Agent: b, State: "new"}
	save(next)
	check(b, Class{next.ID, b, "new", map[int]Playing{}})
	if next.ID == first {
		t.Error("a new class has the ID of an earlier one")
	}
	if err := db.SaveClass(ctx, c); !errors.Is(err, ErrNotFound) {
		t.Errorf("a class that was replaced can still be saved: %v", err)
	}
	if err := db.Delete(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Class{next, {Agent: b}} {
		if err := db.SaveClass(ctx, c); !errors.Is(err, ErrNotFound) {
			t.Errorf("class %d of a deleted agent was saved: %v", c.ID, err)
		}
	}
}

// TestClassGames checks that a game of a pupil is unfinished until it is stored as finished, and never both.
func TestClassGames(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"))
	a := reload(t, db, "a")
	c := &Class{Agent: a.ID(), Playing: map[int]Playing{1: {7, "51"}, 2: {7, "51"}}}
	if err := db.SaveClass(ctx, c); err != nil {
		t.Fatal(err)
	}
	finished := Game{Moves: "51", Result: "win", Resigned: "person", Seed: 7, Class: c.ID, Pupil: 2}
	a.Played(Game{Moves: "519", Result: "win", Resigned: "person", Seed: 7}) // of nobody in a class
	a.Played(finished)
	a.Played(Game{Moves: "51", Result: "win", Resigned: "person", Seed: 7, Class: c.ID + 1, Pupil: 1})
	if err := db.SaveGames(ctx, a); err != nil {
		t.Fatal(err)
	}
	now, err := db.Class(ctx, a.ID())
	if want := map[int]Playing{1: {7, "51"}}; err != nil || !reflect.DeepEqual(now.Playing, want) {
		t.Errorf("unfinished are %v, %v; want %v", now, err, want)
	}
	games, err := db.ClassGames(ctx, c.ID, a.ID())
	if err != nil || len(games) != 1 || games[0].Pupil != 2 || games[0].Tally() != finished.Tally() {
		t.Errorf("finished are %+v, %v", games, err)
	}
}

// TestTakeOver checks that another agent takes over name and class, that nothing of the former agent is lost, and that
// the way back is the same.
func TestTakeOver(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"), newAgent(t, "b"), newAgent(t, "taken"))
	a, b := reload(t, db, "a"), reload(t, db, "b")
	c := &Class{Agent: a.ID(), State: "one", Playing: map[int]Playing{1: {7, "51"}}}
	other := &Class{Agent: b.ID(), State: "other"}
	for _, c := range []*Class{c, other} {
		if err := db.SaveClass(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	a.Played(Game{Moves: "51", Result: "win", Resigned: "person", Seed: 1, Class: c.ID, Pupil: 2})
	if err := db.SaveGames(ctx, a); err != nil {
		t.Fatal(err)
	}
	after := &Class{ID: c.ID, Agent: b.ID(), State: "two"}
	for _, wrong := range []string{"taken", "a b"} {
		if err := db.TakeOver(ctx, after, wrong); err == nil {
			t.Errorf("the former agent is kept as %q", wrong)
		}
	}
	if err := db.TakeOver(ctx, &Class{ID: c.ID, Agent: 99}, "kept"); !errors.Is(err, ErrNotFound) {
		t.Errorf("an agent that does not exist takes over: %v", err)
	}
	check := func(names map[string]int64, games int) {
		t.Helper()
		for name, id := range names {
			if got, err := db.ID(ctx, name); err != nil || got != id {
				t.Errorf("%s is %d, %v; want %d", name, got, err, id)
			}
		}
		now, err := db.Class(ctx, names["a"])
		if err != nil || now.ID != c.ID || now.State != "two" || len(now.Playing) > 0 {
			t.Errorf("the class is %+v, %v", now, err)
		}
		if all, err := db.ClassGames(ctx, c.ID, names["a"]); err != nil || len(all) != games {
			t.Errorf("%d games, %v; want %d", len(all), err, games)
		}
	}
	if err := db.TakeOver(ctx, after, "kept"); err != nil {
		t.Fatal(err)
	}
	check(map[string]int64{"kept": a.ID(), "a": b.ID()}, 0)
	if err := db.TakeOver(ctx, &Class{ID: c.ID, Agent: a.ID(), State: "two"}, "b"); err != nil {
		t.Fatal(err)
	}
	check(map[string]int64{"a": a.ID(), "b": b.ID()}, 1)
}
