package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The versions of a schema.
var (
	logbook1 = Schema{Application: 0x6C6F6762, Script: `
		CREATE TABLE ships (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE,
			crew INTEGER NOT NULL CHECK (crew < 100), twice INTEGER GENERATED ALWAYS AS (2 * crew) VIRTUAL) STRICT;
		CREATE TABLE days (ship INTEGER NOT NULL REFERENCES ships ON DELETE CASCADE, day INTEGER NOT NULL,
			knots INTEGER NOT NULL, PRIMARY KEY (ship, day)) STRICT, WITHOUT ROWID;
		CREATE INDEX days_day ON days (day);`}

	// logbook4 has a new column, which is the sum of others, a new table, and no limit on the crew; one column has gone.
	logbook4 = Schema{Application: logbook1.Application, Steps: []Step{
		{
			SQL: "ALTER TABLE ships ADD COLUMN total INTEGER NOT NULL DEFAULT 0",
			Then: func(ctx context.Context, conn *Conn) error {
				return Exec(ctx, conn, `UPDATE ships SET total = (SELECT sum(knots) FROM days WHERE ship = id), crew = crew * 10`)
			},
		},
		{SQL: "CREATE TABLE ports (name TEXT NOT NULL) STRICT; INSERT INTO ports (name) SELECT name || ' port' FROM ships"},
		{},
	}, Script: `
		CREATE TABLE ships (
			id    INTEGER PRIMARY KEY AUTOINCREMENT,
			name  TEXT    NOT NULL UNIQUE,
			total INTEGER NOT NULL,  -- knots of all days; a semicolon
			crew  INTEGER NOT NULL
		) STRICT;
		CREATE TABLE days (ship INTEGER NOT NULL REFERENCES ships ON DELETE CASCADE, day INTEGER NOT NULL,
			knots INTEGER NOT NULL, PRIMARY KEY (ship, day)) STRICT, WITHOUT ROWID;
		CREATE INDEX days_day ON days (day, knots);
		CREATE TABLE ports (name TEXT NOT NULL) STRICT;`}
)

// logbook makes a file of the first version, with a view and a trigger of another program.
func logbook(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "log.db")
	db, err := Open(t.Context(), path, Create, logbook1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Exec(t.Context(), `INSERT INTO ships (id, name, crew) VALUES (3, 'a', 10), (5, 'b', 90), (9, 'c', 1);
		INSERT INTO days (ship, day, knots) VALUES (3, 1, 4), (3, 2, 6), (5, 1, 7), (9, 1, 1);
		DELETE FROM ships WHERE id = 9; CREATE TABLE others (ship INTEGER REFERENCES ships);
		CREATE INDEX others_ships ON ships (crew);
		CREATE TRIGGER others_days AFTER INSERT ON days BEGIN INSERT INTO others VALUES (new.ship); END`)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// log lists the content of a logbook of the last version.
func log(t testing.TB, db *DB) string {
	t.Helper()
	rows, err := ViewQuery(context.Background(), db, Column[string], `
		SELECT concat_ws(' ', id, name, total, crew) FROM ships
		UNION ALL SELECT concat_ws(' ', ship, day, knots) FROM (SELECT * FROM days ORDER BY ship, day) UNION ALL SELECT name FROM ports`)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(rows, ", ")
}

const logged = "3 a 10 100, 5 b 7 900, 3 1 4, 3 2 6, 5 1 7, a port, b port"

// TestMigrate checks what is in a database that has been brought up to date, that the copy is the database as it was,
// and that IDs of deleted rows stay used.
func TestMigrate(t *testing.T) {
	for _, mode := range []Mode{Write, Create} {
		path := logbook(t)
		db := openAs(t, path, mode, logbook4)
		if got := log(t, db); got != logged {
			t.Errorf("got %s", got)
		}
		id, err := View(t.Context(), db, func(conn *Conn) (int64, error) {
			return Insert(t.Context(), conn, "ships", "name, total, crew", []any{"d", 0, 1000})
		})
		if err != nil || id != 10 {
			t.Errorf("a new row has the ID %d, %v", id, err)
		}
		if err := db.Exec(t.Context(), "INSERT INTO days VALUES (8, 1, 1)"); !errors.Is(err, ErrCorrupt) {
			t.Errorf("a row without a ship: got %v", err)
		}
		if err := db.Exec(t.Context(), "INSERT INTO days VALUES (3, 3, 1); DELETE FROM ships WHERE id = 5"); err != nil {
			t.Error(err)
		}
		faults, err := db.Faults(t.Context())
		if want := []string{`the table "others" belongs to another program`,
			`the index "others_ships" on "ships" belongs to another program`,
			`the trigger "others_days" on "days" belongs to another program`}; err != nil || !sameLines(faults, want) {
			t.Errorf("got %v, %v", faults, err)
		}
		if got := values(t, path, "SELECT ship FROM others"); !slices.Equal(got, []int{3}) {
			t.Errorf("the trigger inserted %v", got)
		}
		if got := values(t, path, "SELECT count(*) FROM days"); !slices.Equal(got, []int{3}) {
			t.Errorf("a deleted ship left %v days", got)
		}
		db.Close()
		before := openAs(t, BeforePath(path, 4), Write, logbook1)
		defer before.Close()
		if got := values(t, BeforePath(path, 4), "SELECT twice FROM ships"); !slices.Equal(got, []int{20, 180}) {
			t.Errorf("the copy has %v", got)
		}
		if files, _ := filepath.Glob(path + ".before*"); len(files) != 3 { // with -wal and -shm
			t.Errorf("got the files %v", files)
		}
	}
}

func sameLines(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// values returns what a query finds in a file, directly with the SQLite driver.
func values(t *testing.T, path, query string) (list []int) {
	t.Helper()
	pool, err := sql.Open(driver, DSN(path, "rw"))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var v int
		must(t, rows.Scan(&v))
		list = append(list, v)
	}
	return list
}

// TestMigrateAgain checks that an earlier copy is never replaced, such as that of an older file that was put back.
func TestMigrateAgain(t *testing.T) {
	path := logbook(t)
	first := []byte("another file")
	must(t, os.WriteFile(BeforePath(path, 4), first, 0o600))
	if err := os.WriteFile(BeforePath(path, 4)+".incomplete", first, 0o600); err != nil { // of a killed process
		t.Fatal(err)
	}
	db := openAs(t, path, Write, logbook4)
	db.Close()
	if now, err := os.ReadFile(BeforePath(path, 4)); err != nil || !bytes.Equal(now, first) {
		t.Errorf("the earlier copy was replaced, %v", err)
	}
	if got := values(t, BeforePath(path, 4)+".2", "PRAGMA user_version"); !slices.Equal(got, []int{1}) {
		t.Errorf("the new copy has version %v", got)
	}
	if Exists(BeforePath(path, 4) + ".incomplete") {
		t.Error("an incomplete copy was left")
	}
}

// TestReadOlder checks that reading changes nothing, leaves nothing behind, and reads a copy that is up to date, also
// while a program of the older version has the file open.
func TestReadOlder(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	path := logbook(t)
	user := openAs(t, path, Write, logbook1)
	if err := user.Exec(t.Context(), "UPDATE ships SET name = 'e' WHERE id = 5"); err != nil { // in the log
		t.Fatal(err)
	}
	db := openAs(t, path, Read, logbook4)
	if got, want := log(t, db), strings.ReplaceAll(logged, "b", "e"); got != want {
		t.Errorf("got %s", got)
	}
	if err := cmp.Or(db.Close(), user.Close()); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(temporary); err != nil || len(files) > 0 {
		t.Errorf("left behind: %v, %v", files, err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) > 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
	if got := values(t, path, "PRAGMA user_version"); !slices.Equal(got, []int{1}) {
		t.Errorf("reading made version %v", got)
	}
}

// TestReadOlderWithoutRoom checks that an older file is read as it is if no copy can be made and it has all columns, and
// that otherwise the message says what is missing.
func TestReadOlderWithoutRoom(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "none"))
	path := logbook(t)
	_, err := Open(t.Context(), path, Read, logbook4)
	if want := path + " has the older schema 1, this version of menace needs 4: the file has no ships.total, ports.name"; err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
	relaxed := Schema{Application: logbook1.Application, Steps: []Step{{}},
		Script: strings.Replace(logbook1.Script, "CHECK (crew < 100)", "", 1)}
	db := openAs(t, path, Read, relaxed)
	defer db.Close()
	if n, err := ViewValue[int](t.Context(), db, "SELECT count(*) FROM ships"); n != 2 || err != nil {
		t.Errorf("got %d ships, %v", n, err)
	}
}

// TestMigrateRefuses checks that a file keeps its version and its content, without a copy beside it, while another
// program has it open and when a step fails.
func TestMigrateRefuses(t *testing.T) {
	failing := logbook4
	failing.Steps = slices.Clone(logbook4.Steps)
	failing.Steps[2].Then = func(context.Context, *Conn) error { return errors.New("no") }
	forgotten := logbook4
	forgotten.Steps = []Step{{}, {}, {}}
	for name, c := range map[string]struct {
		schema  Schema
		inUse   bool
		damage  string
		refusal string
	}{
		"in use":       {logbook4, true, "SELECT 1", "is busy: another program is using it, and its tables are those of an older version"},
		"failing":      {failing, false, "SELECT 1", "no"},
		"no such step": {forgotten, false, "SELECT 1", "NOT NULL constraint failed"},
		"lost table":   {logbook4, false, "DROP TABLE days", "the table days in"},
		"orphans":      {logbook4, false, "PRAGMA foreign_keys = 0; DELETE FROM ships WHERE id = 3", "the table days in"},
	} {
		path := logbook(t)
		raw(t, path, c.damage)
		if c.inUse {
			user := openAs(t, path, Read, logbook1)
			defer user.Close()
		}
		schema := values(t, path, "SELECT count(*) FROM sqlite_schema")
		db, err := Open(WithoutWaiting(t.Context()), path, Write, c.schema)
		if err == nil {
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.refusal) {
			t.Errorf("%s: got %v, want %s", name, err, c.refusal)
		}
		if got := values(t, path, "PRAGMA user_version"); !slices.Equal(got, []int{1}) {
			t.Errorf("%s: it has version %v", name, got)
		}
		if got := values(t, path, "SELECT count(*) FROM sqlite_schema"); !slices.Equal(got, schema) {
			t.Errorf("%s: it has %v objects, want %v", name, got, schema)
		}
		if files, _ := filepath.Glob(path + ".*"); len(files) > 0 {
			t.Errorf("%s: left behind: %v", name, files)
		}
	}
}

// TestManyMigrate opens an older database many times at once.
func TestManyMigrate(t *testing.T) {
	path := logbook(t)
	errs := make(chan error)
	const processes = 8
	for n := range processes {
		go func() {
			db, err := Open(context.Background(), path, Mode(n%3), logbook4)
			if err == nil {
				err = cmp.Or(db.Exec(context.Background(), fmt.Sprintf("INSERT INTO ports VALUES ('%d')", n)), db.Close())
			}
			errs <- err
		}()
	}
	for range processes {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if files, _ := filepath.Glob(path + ".before*"); len(files) != 1 {
		t.Errorf("got the copies %v", files)
	}
}
