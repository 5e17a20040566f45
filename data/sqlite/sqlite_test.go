package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var diary = Schema{Application: 0x64696172, Script: `
	CREATE TABLE entries (id INTEGER PRIMARY KEY, day INTEGER NOT NULL UNIQUE, text TEXT NOT NULL DEFAULT '') STRICT`}

func open(t testing.TB, path string, mode Mode) *DB { return openAs(t, path, mode, diary) }

// openAs opens a database with a schema.
func openAs(t testing.TB, path string, mode Mode, s Schema) *DB {
	t.Helper()
	db, err := Open(context.Background(), path, mode, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// must ends a test whose set-up has failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// contentOf returns the content of a file.
func contentOf(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// write creates a file and returns its path.
func write(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.db")
	must(t, os.WriteFile(path, content, 0o644))
	return path
}

// raw runs SQL on a file directly with the SQLite driver. It waits for others who write as long as a busy computer takes.
func raw(t *testing.T, path, text string) {
	t.Helper()
	pool, err := sql.Open(driver, DSN(path, "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec("PRAGMA busy_timeout = 600000; " + text); err != nil {
		t.Fatal(err)
	}
}

// TestManyCreateOne opens a missing database many times at once.
func TestManyCreateOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	errs := make(chan error)
	const processes = 12
	for range processes {
		go func() {
			db, err := Open(context.Background(), path, Create, diary)
			if err == nil {
				err = db.Close()
			}
			errs <- err
		}()
	}
	for range processes {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	raw(t, foreign, "CREATE TABLE diary (entry TEXT)")
	newer := filepath.Join(t.TempDir(), "newer.db")
	open(t, newer, Create).Close()
	raw(t, newer, "PRAGMA user_version = 99")
	negative := filepath.Join(t.TempDir(), "negative.db")
	open(t, negative, Create).Close()
	raw(t, negative, "PRAGMA user_version = -1")
	unnumbered := filepath.Join(t.TempDir(), "unnumbered.db")
	open(t, unnumbered, Create).Close()
	raw(t, unnumbered, "PRAGMA user_version = 0")
	bare := filepath.Join(t.TempDir(), "bare.db")
	open(t, bare, Create).Close()
	raw(t, bare, "DROP TABLE entries")
	for name, c := range map[string]struct {
		path string
		mode Mode
		want error
	}{
		"no tables":      {bare, Create, ErrCorrupt},
		"missing":        {filepath.Join(t.TempDir(), "none.db"), Read, ErrNoDatabase},
		"missing, write": {filepath.Join(t.TempDir(), "none.db"), Write, ErrNoDatabase},
		"folder":         {t.TempDir(), Create, ErrNotADatabase},
		"text":           {write(t, bytes.Repeat([]byte("no database "), 100)), Create, ErrNotADatabase},
		"short text":     {write(t, []byte("no database")), Create, ErrNotADatabase},
		"empty, read":    {write(t, nil), Read, ErrNoDatabase},
		"foreign":        {foreign, Create, ErrNotADatabase},
		"newer":          {newer, Create, ErrNewerSchema},
		"negative":       {negative, Create, ErrNotADatabase},
		"no version":     {unnumbered, Create, ErrNotADatabase},
	} {
		before, _ := os.ReadFile(c.path)
		db, err := Open(context.Background(), c.path, c.mode, diary)
		if err == nil {
			db.Close()
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
		if after, _ := os.ReadFile(c.path); !bytes.Equal(before, after) {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if db, err := Open(context.Background(), write(t, nil), Create, diary); err != nil {
		t.Errorf("creating a database in an empty file: %v", err)
	} else {
		db.Close()
	}
}

func TestPathsWithSpecialCharacters(t *testing.T) {
	for _, name := range []string{"a b.db", "per%20cent.db", "question?mode=memory.db", "hash#.db", "ünï.db"} {
		path := filepath.Join(t.TempDir(), name)
		open(t, path, Create).Close()
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// entry is a row of the diary.
type entry struct {
	day  int64
	text string
}

func (e *entry) fields() []any { return []any{&e.day, &e.text} }

const entryColumns = "day, text"

// days returns the days in the diary.
func days(t *testing.T, db *DB) []int64 {
	t.Helper()
	list, err := ViewQuery(t.Context(), db, Column[int64], "SELECT day FROM entries ORDER BY day")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestBrokenScript checks that nothing is left of tables that cannot all be created.
func TestBrokenScript(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.db")
	broken := Schema{Application: diary.Application, Script: diary.Script + "; CREATE TABLE entries (a)"}
	if _, err := Open(t.Context(), path, Create, broken); err == nil {
		t.Error("a table was created twice")
	}
	open(t, path, Create)
}

// TestInsertAll inserts numbers of rows just below, at and just above multiples of the rows in a statement.
func TestInsertAll(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	var want []int64
	for _, n := range []int{0, 1, maxRows - 1, maxRows, maxRows + 1, 3*maxRows + 2} {
		list := make([]entry, n)
		for i := range list {
			list[i] = entry{int64(len(want)), "x"}
			want = append(want, list[i].day)
		}
		err := db.Transact(t.Context(), func(conn *Conn) error {
			return InsertAll(t.Context(), conn, Insertion("entries", entryColumns), (*entry).fields, list)
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := days(t, db); !slices.Equal(got, want) {
			t.Fatalf("after %d more: got %v", n, got)
		}
	}
}

// TestTransact checks that a failed transaction leaves nothing behind, and that its error names the file.
func TestTransact(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db := open(t, path, Create)
	insert := func(day int64) func(*Conn) error {
		return func(conn *Conn) error {
			_, err := Insert(t.Context(), conn, "entries", entryColumns, (&entry{day, ""}).fields())
			return err
		}
	}
	must(t, db.Transact(t.Context(), insert(1)))
	failure := errors.New("no")
	err := db.Transact(t.Context(), func(conn *Conn) error { return errors.Join(insert(2)(conn), failure) })
	if !errors.Is(err, failure) {
		t.Errorf("got %v, want %v", err, failure)
	}
	err = db.Transact(t.Context(), func(conn *Conn) error { return Damaged("day 1", insert(1)(conn)) })
	if !errors.Is(err, ErrCorrupt) || !strings.HasPrefix(err.Error(), "day 1 in "+path+" is damaged: ") {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = db.Transact(ctx, func(conn *Conn) error { defer cancel(); return insert(3)(conn) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if got := days(t, db); !slices.Equal(got, []int64{1}) {
		t.Errorf("got the days %v", got)
	}
}

// TestWithoutWaiting checks that a transaction without waiting reports at once that another process writes, also while
// another goroutine waits for that process.
func TestWithoutWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, other := open(t, path, Create), open(t, path, Write)
	nothing := func(*Conn) error { return nil }
	waiting := make(chan error, 1)
	err := other.Transact(t.Context(), func(*Conn) error {
		for range 2 {
			err := db.Transact(WithoutWaiting(t.Context()), nothing)
			if !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %v", err, ErrBusy)
			}
		}
		go func() { waiting <- db.Transact(t.Context(), nothing) }()
		for db.writing.TryAcquire(1) {
			db.writing.Release(1)
			runtime.Gosched()
		}
		if err := db.Transact(WithoutWaiting(t.Context()), nothing); !errors.Is(err, ErrBusy) {
			t.Errorf("while another goroutine waits: got %v", err)
		}
		select {
		case err := <-waiting:
			t.Errorf("without hurry: got %v at once", err)
			waiting <- nil
		default:
		}
		return nil
	})
	if err := cmp.Or(err, <-waiting); err != nil {
		t.Errorf("got %v", err)
	}
}

// TestReadWhileWriterWaits reads while another process writes and this one waits for it.
func TestReadWhileWriterWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db, other := open(t, path, Create), open(t, path, Write)
	insert := func(day int) func(*Conn) error {
		return func(conn *Conn) error {
			return Exec(t.Context(), conn, "INSERT INTO entries (day) VALUES (?)", day)
		}
	}
	must(t, db.Transact(t.Context(), insert(1)))
	waiting := make(chan error, 1)
	err := other.Transact(t.Context(), func(conn *Conn) error {
		go func() { waiting <- db.Transact(t.Context(), insert(3)) }()
		for db.writing.TryAcquire(1) {
			db.writing.Release(1)
			runtime.Gosched()
		}
		for range 2 * maxReaders {
			if got := days(t, db); !slices.Equal(got, []int64{1}) {
				t.Errorf("got the days %v", got)
			}
		}
		for day, err := range ViewEach(t.Context(), db, func(conn *Conn) iter.Seq2[int64, error] {
			return Rows(t.Context(), conn, Column[int64], "SELECT day FROM entries")
		}) {
			if day != 1 || err != nil {
				t.Errorf("got day %d, %v", day, err)
			}
		}
		select {
		case err := <-waiting:
			t.Errorf("reading has waited for the writer, which returned %v", err)
			waiting <- nil
		default:
		}
		return insert(2)(conn)
	})
	if err := cmp.Or(err, <-waiting); err != nil {
		t.Errorf("got %v", err)
	}
	if got := days(t, db); !slices.Equal(got, []int64{1, 2, 3}) {
		t.Errorf("got the days %v", got)
	}
}

// TestLock checks that a lock is held once, also by somebody who opened its file before it was released.
func TestLock(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	unlock, err := db.Lock(t.Context(), "class")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Lock(t.Context(), "class"); !errors.Is(err, ErrBusy) {
		t.Errorf("a lock that is held is taken: %v", err)
	}
	pool, err := sql.Open(driver, DSN(db.file+"-class", "rw"))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	early, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer early.Close()
	unlock()
	if _, err := early.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Lock(t.Context(), "class"); !errors.Is(err, ErrBusy) {
		t.Errorf("a lock that was taken early is taken again: %v", err)
	}
}

// TestReplaced checks that nothing is read from or written to a file that was deleted, moved or replaced, and that the
// new file stays unchanged.
func TestReplaced(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "a.db"), filepath.Join(folder, "b.db")
	open(t, other, Create).Close()
	successor := contentOf(t, other)
	for name, replace := range map[string]func() error{
		"deleted":  func() error { return os.Remove(path) },
		"moved":    func() error { return os.Rename(path, filepath.Join(folder, "c.db")) },
		"replaced": func() error { return errors.Join(os.Remove(path), os.WriteFile(path, successor, 0o644)) },
	} {
		os.Remove(path)
		db := open(t, path, Create)
		insert := "INSERT INTO entries (day) VALUES (1)"
		must(t, db.Exec(t.Context(), insert))
		must(t, replace())
		_, viewErr := ViewQuery(t.Context(), db, Column[int], "SELECT day FROM entries")
		for what, err := range map[string]error{
			"Exec": db.Exec(t.Context(), insert), "View": viewErr,
			"Transact": db.Transact(t.Context(), func(*Conn) error { return errors.New("it has begun") }),
		} {
			if !errors.Is(err, ErrReplaced) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s, %s: got %v", name, what, err)
			}
		}
		db.Close()
		if now, err := os.ReadFile(path); name == "replaced" && !bytes.Equal(now, successor) {
			t.Errorf("the new file has changed: %v", err)
		}
	}
}

// TestFiles checks that the files of a database are beside the file, not beside a link to it.
func TestFiles(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	path := filepath.Join(folder, "a.db")
	open(t, path, Create).Close()
	must(t, os.Symlink(path, link))
	for _, name := range []string{path, link} {
		for _, end := range []string{"", "-wal", "-shm"} {
			if got := Files(name); !slices.Contains(got, path+end) {
				t.Errorf("%s: got %q, want %s among them", name, got, path+end)
			}
		}
	}
	if got := Files(""); got != nil {
		t.Errorf("without a name: got %q", got)
	}
}

// TestInterrupted ends the context of a query that would never end.
func TestInterrupted(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	_, err := ViewValue[int](ctx, db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
