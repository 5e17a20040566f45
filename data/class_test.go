package data

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestClass checks that classes are made, changed, listed and deleted, that each has its own name, code and agent, and
// that a class is deleted with its agent.
func TestClass(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	store(t, db, newAgent(t, "a"), newAgent(t, "b"), newAgent(t, "c"))
	a, b := reload(t, db, "a").ID(), reload(t, db, "b").ID()
	if c, err := db.ClassOf(ctx, a); c != nil || err != nil {
		t.Errorf("the class of an agent without one: got %v, %v", c, err)
	}

	first := &Class{Name: "7a", Agent: a, Code: "123456", Open: true, State: "one"}
	must(t, db.MakeClass(ctx, first, nil))
	for _, taken := range []Class{
		{Name: "7a", Agent: b, Code: "1"}, {Name: "7b", Agent: a, Code: "1"}, {Name: "7b", Agent: b, Code: "123456"},
	} {
		if err := db.MakeClass(ctx, &taken, nil); !errors.Is(err, ErrExists) {
			t.Errorf("%+v: got %v", taken, err)
		}
	}
	if err := db.MakeClass(ctx, &Class{Name: "7b", Agent: 99, Code: "1"}, nil); !errors.Is(err, ErrNotFound) {
		t.Errorf("a class against no agent: got %v", err)
	}
	second := &Class{Name: "7b", Agent: b, Code: "654321"}
	must(t, db.MakeClass(ctx, second, nil))
	first.State, first.Open = "two", false
	must(t, db.SaveClass(ctx, first))
	fresh := open(t, path, Read)
	if got, err := fresh.Class(ctx, first.ID); err != nil || !reflect.DeepEqual(got, first) {
		t.Errorf("got %+v, %v; want %+v", got, err, first)
	}
	if got, err := fresh.ClassOf(ctx, b); err != nil || !reflect.DeepEqual(got, second) {
		t.Errorf("got %+v, %v; want %+v", got, err, second)
	}
	game := newAgent(t, "x").Machine.Rules().Game
	all, err := fresh.Classes(ctx)
	if want := []ListedClass{{*second, "b", game, 0}, {*first, "a", game, 0}}; err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("got %+v, %v; want %+v", all, err, want)
	}

	must(t, db.DeleteClass(ctx, first.ID))
	must(t, db.Delete(ctx, "b"))
	for _, gone := range []*Class{first, second} {
		_, err := db.Class(ctx, gone.ID)
		if saved := db.SaveClass(ctx, gone); !errors.Is(err, ErrNotFound) || !errors.Is(saved, ErrNotFound) {
			t.Errorf("class %s was deleted: got %v, and saving it %v", gone.Name, err, saved)
		}
	}
	if err := db.DeleteClass(ctx, first.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("a class is deleted twice: got %v", err)
	}
}

// TestClaim checks that a class is opened by one process at a time, and that other classes do not matter.
func TestClaim(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	release, err := db.ClaimClass(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []*DB{db, open(t, path, Write)} {
		if _, err := other.ClaimClass(ctx, 1); !errors.Is(err, ErrBusy) {
			t.Errorf("the class is opened twice: %v", err)
		}
	}
	if also, err := db.ClaimClass(ctx, 2); err != nil {
		t.Error(err)
	} else {
		also()
	}
	release()
	again, err := db.ClaimClass(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	again()
}

// TestTeacherKey checks that keys of teachers are stored as hashes, and that those of older databases stay valid.
func TestTeacherKey(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	const key, next = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ZYXWVUTSRQPONMLKJIHGFEDCBA"
	for _, added := range []string{key, next} {
		if ok, err := db.HasTeacherKey(ctx, added); ok || err != nil {
			t.Errorf("%s is a teacher's before it is stored: %v", added, err)
		}
		must(t, db.AddTeacherKey(ctx, added))
		if ok, err := open(t, path, Read).HasTeacherKey(ctx, added); !ok || err != nil {
			t.Errorf("%s is no teacher's key: %v", added, err)
		}
	}
	for _, wrong := range []string{"", HashKey(key)} {
		if ok, _ := db.HasTeacherKey(ctx, wrong); ok {
			t.Errorf("%q is a teacher's key", wrong)
		}
	}
	// By sha256sum.
	if got, want := HashKey("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("got the hash %s, want %s", got, want)
	}
}

// TestClassGames checks that the games of a class are those of its pupils against the agent.
func TestClassGames(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"))
	a := reload(t, db, "a")
	c := &Class{Agent: a.ID()}
	must(t, db.MakeClass(ctx, c, nil))
	finished := PlayedGame{Moves: "51", Result: "win", Resigned: "person", Seed: 7, Class: c.ID, Pupil: 2}
	a.AddGame(PlayedGame{Moves: "519", Result: "win", Resigned: "person", Seed: 7}) // not a game of a class
	a.AddGame(finished)
	a.AddGame(PlayedGame{Moves: "51", Result: "win", Resigned: "person", Seed: 7, Class: c.ID + 1, Pupil: 1})
	must(t, db.SaveGames(ctx, a))
	games, err := db.ClassGames(ctx, c.ID, a.ID())
	if err != nil || len(games) != 1 || games[0].Pupil != 2 || games[0].Tally() != finished.Tally() {
		t.Errorf("got %+v, %v", games, err)
	}
	if all, err := db.Classes(ctx); err != nil || len(all) != 1 || all[0].Games != 1 {
		t.Errorf("got %+v, %v", all, err)
	}
}

// TestReplaceClassAgent checks that a new agent takes over name and class, that nothing of the former agent is lost, and
// that nothing at all is stored if anything fails.
func TestReplaceClassAgent(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"), newAgent(t, "taken"))
	a := reload(t, db, "a")
	c := &Class{Name: "7a", Agent: a.ID(), State: "one"}
	must(t, db.MakeClass(ctx, c, nil))
	a.AddGame(PlayedGame{Moves: "51", Result: "win", Resigned: "person", Seed: 1, Class: c.ID, Pupil: 2})
	must(t, db.SaveGames(ctx, a))
	after, b := *c, newAgent(t, "any")
	after.State = "two"
	refused := after
	for _, wrong := range []string{"taken", "a b"} {
		if err := db.ReplaceClassAgent(ctx, &refused, b, wrong); err == nil {
			t.Errorf("the former agent may be renamed to %q", wrong)
		}
	}
	for want, other := range map[error]Class{ErrNotFound: {ID: 99, Revision: 1}, ErrConflict: {ID: c.ID}} {
		if err := db.ReplaceClassAgent(ctx, &other, b, "kept"); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	if names, err := db.Names(ctx); err != nil || !slices.Equal(names, []string{"a", "taken"}) || !b.Fresh() {
		t.Errorf("after failures: got %v, %v, fresh: %t", names, err, b.Fresh())
	}
	must(t, db.ReplaceClassAgent(ctx, &after, b, "kept"))
	for name, want := range map[string]int64{"kept": a.ID(), "a": b.ID()} {
		if id, err := db.ID(ctx, name); err != nil || id != want {
			t.Errorf("%s: got agent %d, %v; want %d", name, id, err, want)
		}
	}
	now, err := db.Class(ctx, c.ID)
	if want := (Class{ID: c.ID, Name: "7a", Agent: b.ID(), State: "two", Revision: 2}); err != nil || *now != want ||
		after != want {
		t.Errorf("got the class %+v, %v", now, err)
	}
	for agent, want := range map[int64]int{a.ID(): 1, b.ID(): 0} {
		if games, err := db.ClassGames(ctx, c.ID, agent); err != nil || len(games) != want {
			t.Errorf("got %d games of agent %d, %v; want %d", len(games), agent, err, want)
		}
	}
}

// TestMakeClassWithMachine checks that a class and its new machine are stored together or not at all.
func TestMakeClassWithMachine(t *testing.T) {
	ctx := t.Context()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	a, b := newAgent(t, "a"), newAgent(t, "b")
	c := &Class{Name: "7a", Code: "1"}
	if err := db.MakeClass(ctx, c, a); err != nil || c.Agent != a.ID() || c.Agent == 0 {
		t.Fatalf("got %+v, %v", c, err)
	}
	if err := db.MakeClass(ctx, &Class{Name: "7a", Code: "2"}, b); !errors.Is(err, ErrExists) || !b.Fresh() {
		t.Errorf("got %v, fresh: %t", err, b.Fresh())
	}
	if err := db.MakeClass(ctx, &Class{Name: "7b", Code: "2"}, newAgent(t, "a")); !errors.Is(err, ErrExists) {
		t.Errorf("with a name that is taken: got %v", err)
	}
	if names, err := db.Names(ctx); err != nil || !slices.Equal(names, []string{"a"}) {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestClassConflict checks that of two processes that have a class open, which a lock file prevents unless it is
// deleted, only the one that saved last can save again.
func TestClassConflict(t *testing.T) {
	ctx := t.Context()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	c := &Class{Name: "7a", Code: "1", State: "none"}
	must(t, db.MakeClass(ctx, c, newAgent(t, "a")))
	other := *c
	other.State = "other"
	must(t, db.SaveClass(ctx, &other))
	c.State = "one"
	if err := db.SaveClass(ctx, c); !errors.Is(err, ErrConflict) {
		t.Errorf("got %v, want %v", err, ErrConflict)
	}
	if now, err := db.Class(ctx, c.ID); err != nil || *now != other {
		t.Errorf("got %+v, %v; want %+v", now, err, other)
	}
	other.State = "again"
	if err := db.SaveClass(ctx, &other); err != nil {
		t.Error(err)
	}
}

// TestPupils checks that the pupils of a class are stored in order, changed and left out as in its state, and that one
// who joins 300 adds a few pages to the file's log and not the whole class, which is why they have rows of their own.
func TestPupils(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	type state struct {
		Pupils   []string
		Settings string `json:",omitempty"`
	}
	stateOf := func(settings string, pupils ...string) string {
		text, err := json.Marshal(state{pupils, settings})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	c := &Class{Name: "7a", Code: "1", State: stateOf("")}
	must(t, db.MakeClass(ctx, c, newAgent(t, "a")))
	log := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	var many []string
	for i := range 300 {
		many = append(many, fmt.Sprintf("%d<&>\"}],%s", i, strings.Repeat("x", 250)))
	}
	for _, pupils := range [][]string{{"Ann"}, {"Ann", "Ben"}, {"Ben", "Ann"}, many, append(many, "Zoe"), {"Ann"}, nil} {
		for _, settings := range []string{"", "open"} {
			before := log()
			c.State = stateOf(settings, pupils...)
			must(t, db.SaveClass(ctx, c))
			const few = 6 * (4096 + 24) // a page and its header each
			if grown := log() - before; len(pupils) == 301 && (grown <= 0 || grown > few) {
				t.Errorf("a pupil who joins 300 adds %d bytes to the log", grown)
			}
			var got state
			stored, err := open(t, path, Read).Class(ctx, c.ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(stored.State), &got); err != nil {
				t.Fatalf("%s: %v", stored.State, err)
			}
			if want := (state{pupils, settings}); !slices.Equal(got.Pupils, pupils) || got.Settings != settings {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	}
}
