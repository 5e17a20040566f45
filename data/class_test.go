package data

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"testing"
)

// TestClass checks that a class is stored and changed as a whole, that a new one replaces it, and that it is deleted
// with its agent.
func TestClass(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	store(t, db, newAgent(t, "a"), newAgent(t, "b"))
	a, b := reload(t, db, "a").ID(), reload(t, db, "b").ID()
	if _, err := db.Class(ctx, a); !errors.Is(err, ErrNotFound) {
		t.Errorf("a class that was never stored: got %v", err)
	}

	c := &Class{Agent: a, State: "one"}
	save := func(c *Class) {
		t.Helper()
		if err := db.SaveClass(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	check := func(agent int64, want Class) {
		t.Helper()
		if got, err := open(t, path, Read).Class(ctx, agent); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("got %+v, %v; want %+v", got, err, want)
		}
	}
	save(c)
	first := c.ID
	check(a, Class{first, a, "one"})
	c.State = "two"
	save(c)
	check(a, Class{first, a, "two"})
	c.Agent = b // the class continues against another agent
	save(c)
	check(b, Class{first, b, "two"})

	next := &Class{Agent: b, State: "new"}
	save(next)
	check(b, Class{next.ID, b, "new"})
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

// TestClassGames checks that the games of a class are those of its pupils against the agent.
func TestClassGames(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"))
	a := reload(t, db, "a")
	c := &Class{Agent: a.ID()}
	if err := db.SaveClass(ctx, c); err != nil {
		t.Fatal(err)
	}
	finished := Game{Moves: "51", Result: "win", Resigned: "person", Seed: 7, Class: c.ID, Pupil: 2}
	a.Played(Game{Moves: "519", Result: "win", Resigned: "person", Seed: 7}) // not a game of a class
	a.Played(finished)
	a.Played(Game{Moves: "51", Result: "win", Resigned: "person", Seed: 7, Class: c.ID + 1, Pupil: 1})
	if err := db.SaveGames(ctx, a); err != nil {
		t.Fatal(err)
	}
	games, err := db.ClassGames(ctx, c.ID, a.ID())
	if err != nil || len(games) != 1 || games[0].Pupil != 2 || games[0].Tally() != finished.Tally() {
		t.Errorf("got %+v, %v", games, err)
	}
}

// TestTakeOver checks that another agent takes over name and class, and that nothing of the former agent is lost.
func TestTakeOver(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"), newAgent(t, "b"), newAgent(t, "taken"))
	a, b := reload(t, db, "a"), reload(t, db, "b")
	c := &Class{Agent: a.ID(), State: "one"}
	if err := db.SaveClass(ctx, c); err != nil {
		t.Fatal(err)
	}
	a.Played(Game{Moves: "51", Result: "win", Resigned: "person", Seed: 1, Class: c.ID, Pupil: 2})
	if err := db.SaveGames(ctx, a); err != nil {
		t.Fatal(err)
	}
	after := &Class{ID: c.ID, Agent: b.ID(), State: "two"}
	for _, wrong := range []string{"taken", "a b"} {
		if err := db.TakeOver(ctx, after, wrong); err == nil {
			t.Errorf("the former agent may be renamed to %q", wrong)
		}
	}
	if err := db.TakeOver(ctx, &Class{ID: c.ID, Agent: 99}, "kept"); !errors.Is(err, ErrNotFound) {
		t.Errorf("takeover by an agent that does not exist: got %v", err)
	}
	if err := db.TakeOver(ctx, after, "kept"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{"kept": a.ID(), "a": b.ID()} {
		if id, err := db.ID(ctx, name); err != nil || id != want {
			t.Errorf("%s: got agent %d, %v; want %d", name, id, err, want)
		}
	}
	if now, err := db.Class(ctx, b.ID()); err != nil || now.ID != c.ID || now.State != "two" {
		t.Errorf("got the class %+v, %v", now, err)
	}
	for agent, want := range map[int64]int{a.ID(): 1, b.ID(): 0} {
		if games, err := db.ClassGames(ctx, c.ID, agent); err != nil || len(games) != want {
			t.Errorf("got %d games of agent %d, %v; want %d", len(games), agent, err, want)
		}
	}
}
