//go:build !cgo

package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestMemory checks that a database in memory is stored with every commit, that a commit fails and changes nothing if
// storing fails, and that what is stored is a file that Open and OpenMemory can open.
func TestMemory(t *testing.T) {
	ctx := t.Context()
	var stored []byte
	var refused error
	store := func(content []byte) error {
		if refused == nil {
			stored = slices.Clone(content)
		}
		return refused
	}
	write := func(db *DB, text string) error {
		return db.Transact(ctx, func(conn *Conn) error {
			return Exec(ctx, conn, "INSERT INTO entries (day, text) SELECT count(*), ? FROM entries", text)
		})
	}
	lines := func(db *DB) []string {
		t.Helper()
		list, err := ViewQuery(ctx, db, Column[string], "SELECT text FROM entries ORDER BY day")
		if err != nil {
			t.Error(err)
		}
		return list
	}
	db, err := OpenMemory(ctx, "new one", nil, Create, diary, store)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 200 {
		want := lines(db)
		refused = nil
		if n%3 == 1 {
			refused = errors.New("no room")
		}
		before := stored
		if err := write(db, "much text "+string(make([]byte, 300*n))); err == nil {
			continue
		} else if refused == nil || !errors.Is(err, ErrFull) {
			t.Fatal(err)
		}
		if got := lines(db); !slices.Equal(got, want) || !slices.Equal(stored, before) {
			t.Fatalf("a transaction that failed left %d lines, want %d", len(got), len(want))
		}
	}
	want := lines(db)
	again, err := OpenMemory(ctx, "again", stored, Write, diary, store)
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(again); !slices.Equal(got, want) {
		t.Errorf("the stored content has %d lines, want %d", len(got), len(want))
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, os.WriteFile(file, stored, 0o600))
	disk := openAs(t, file, Write, diary)
	defer disk.Close()
	if got := lines(disk); !slices.Equal(got, want) {
		t.Errorf("the file has %d lines, want %d", len(got), len(want))
	}
	if mode, err := ViewValue[string](ctx, disk, "PRAGMA journal_mode"); mode != "wal" || err != nil {
		t.Errorf("the file is in mode %q, %v", mode, err)
	}
	if faults, err := disk.Faults(ctx); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
	for text, want := range map[string]error{"": ErrNoDatabase, "a text": ErrNotADatabase} {
		if _, err := OpenMemory(ctx, "text", []byte(text), Write, diary, store); !errors.Is(err, want) {
			t.Errorf("%q: got %v, want %v", text, err, want)
		}
	}
}

// TestMemoryMigrates checks that an older database in memory is brought up to date and stored.
func TestMemoryMigrates(t *testing.T) {
	content := contentOf(t, logbook(t))
	var stored []byte
	db, err := OpenMemory(t.Context(), "older", content, Create, logbook4, func(content []byte) error {
		stored = slices.Clone(content)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := log(t, db); got != logged {
		t.Errorf("got %s", got)
	}
	again, err := OpenMemory(t.Context(), "stored", stored, Write, logbook4, func([]byte) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if got := log(t, again); got != logged {
		t.Errorf("stored was %s", got)
	}
}
