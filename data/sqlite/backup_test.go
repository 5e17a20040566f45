package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// addDay adds a day to a diary.
func addDay(t testing.TB, db *DB, day int64) {
	t.Helper()
	err := ErrBusy
	for errors.Is(err, ErrBusy) { // on a busy computer another writer may keep the file for seconds
		err = db.Transact(t.Context(), func(conn *Conn) error {
			_, err := Insert(t.Context(), conn, "entries", entryColumns, (&entry{day, strings.Repeat("x", 3000)}).fields())
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// unchanged leaves a copy as it is.
func unchanged(*Conn) error { return nil }

// TestBackup checks that a copy that is made while another goroutine writes is a state between two transactions, and
// that only its owner can read it.
func TestBackup(t *testing.T) {
	folder := t.TempDir()
	db := open(t, filepath.Join(folder, "a.db"), Create)
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		var err error
		for day := int64(0); err == nil; day++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			err = db.Transact(t.Context(), func(conn *Conn) error {
				for part := range int64(2) {
					e := entry{2*day + part, "x"}
					if _, err := Insert(t.Context(), conn, "entries", entryColumns, e.fields()); err != nil {
						return err
					}
				}
				return nil
			})
		}
		stopped <- err
	}()
	path := filepath.Join(folder, "copy.db")
	for range 20 {
		if err := db.Backup(t.Context(), path, unchanged); err != nil {
			t.Error(err)
		}
		copied := open(t, path, Read)
		if n := len(days(t, copied)); n%2 != 0 {
			t.Errorf("the copy has half a transaction: %d days", n)
		}
		copied.Close()
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	addDay(t, db, 1<<40)
	if err := db.Backup(t.Context(), path, unchanged); err != nil {
		t.Error(err)
	}
	if got, want := days(t, open(t, path, Read)), days(t, db); !slices.Equal(got, want) {
		t.Errorf("the copy has %d days, want %d", len(got), len(want))
	}
	for _, own := range Files(db.Path) {
		if err := db.Backup(t.Context(), own, unchanged); err == nil {
			t.Errorf("the copy was written over %s", own)
		}
	}
}

// TestBackupForgets checks that a copy has nothing of what was deleted, before or by the change that it gets: whoever
// gets the file could read it there.
func TestBackupForgets(t *testing.T) {
	folder := t.TempDir()
	db := open(t, filepath.Join(folder, "a.db"), Create)
	secret := strings.Repeat("secret", 1000)
	addDay(t, db, 1)
	err := db.Exec(t.Context(), "INSERT INTO entries ("+entryColumns+") VALUES (2, ?), (3, ?)", secret, secret)
	if err == nil {
		err = db.Exec(t.Context(), "DELETE FROM entries WHERE day = 2; PRAGMA wal_checkpoint(TRUNCATE)")
	}
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "copy.db")
	err = db.Backup(t.Context(), path, func(conn *Conn) error {
		return Exec(t.Context(), conn, "UPDATE entries SET text = 'short' WHERE day = 3")
	})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{db.file: 1900, path: 0} {
		content, err := os.ReadFile(file)
		if got := strings.Count(string(content), "secret"); err != nil || got < want || want == 0 && got > 0 {
			t.Errorf("%s has the secret %d times, want at least %d, %v", filepath.Base(file), got, want, err)
		}
	}
	if got := days(t, open(t, path, Read)); !slices.Equal(got, []int64{1, 3}) {
		t.Errorf("the copy has the days %v", got)
	}
}

// TestOnlyOwnerReads checks the permissions of all files that are made.
func TestOnlyOwnerReads(t *testing.T) {
	folder := t.TempDir()
	db := open(t, filepath.Join(folder, "a.db"), Create)
	addDay(t, db, 1)
	unlock, err := db.Lock(t.Context(), "class")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	must(t, db.Backup(t.Context(), filepath.Join(folder, "copy.db"), unchanged))
	open(t, filepath.Join(folder, "copy.db"), Write)
	n := 0
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if info, failed := entry.Info(); failed == nil && !entry.IsDir() {
			if n++; info.Mode().Perm() != 0o600 {
				t.Errorf("%s has the permissions %v", path, info.Mode())
			}
		}
		return err
	})
	if err != nil || n < 6 { // two databases, -wal and -shm of the one that is open, the lock, …
		t.Errorf("got %d files, %v", n, err)
	}
}

// crashed returns the path of a database whose program was killed after it had added days 1 and 2: the second is in the
// log beside the file only.
func crashed(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.db")
	db := open(t, filepath.Join(t.TempDir(), "b.db"), Create)
	addDay(t, db, 1)
	must(t, db.Exec(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"))
	addDay(t, db, 2)
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(db.file + suffix)
		if err == nil {
			err = os.WriteFile(path+suffix, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// TestRestore puts a backup in the place of a database whose program was killed. The log beside it must not be mixed
// into the backup, and nothing of the former database may be lost.
func TestRestore(t *testing.T) {
	backup := open(t, filepath.Join(t.TempDir(), "backup.db"), Create)
	addDay(t, backup, 9)
	path := crashed(t)
	kept, err := Restore(t.Context(), backup, path, unchanged)
	if err != nil {
		t.Fatal(err)
	}
	if got := days(t, open(t, path, Write)); !slices.Equal(got, []int64{9}) {
		t.Errorf("restored: got %v", got)
	}
	if got := days(t, open(t, kept, Write)); !slices.Equal(got, []int64{1, 2}) {
		t.Errorf("kept: got %v", got)
	}
	if files, _ := filepath.Glob(path + "*incomplete*"); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}

	// In the place of nothing, of a file that is no database, and of one that is in use.
	if kept, err := Restore(t.Context(), backup, filepath.Join(t.TempDir(), "new.db"), unchanged); kept != "" || err != nil {
		t.Errorf("got %s, %v", kept, err)
	}
	broken := write(t, []byte(strings.Repeat("broken", 500)))
	kept, err = Restore(t.Context(), backup, broken, unchanged)
	if content, _ := os.ReadFile(kept); err != nil || !strings.HasPrefix(string(content), "broken") {
		t.Errorf("got %s with %.20s, %v", kept, content, err)
	}
	if got := days(t, open(t, broken, Write)); !slices.Equal(got, []int64{9}) {
		t.Errorf("in the place of a broken file: got %v", got)
	}
	if _, err := Restore(t.Context(), backup, broken, unchanged); !errors.Is(err, ErrBusy) {
		t.Errorf("in use: got %v, want %v", err, ErrBusy)
	}
	raw(t, backup.file, "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END")
	if _, err := Restore(t.Context(), backup, filepath.Join(t.TempDir(), "new.db"), unchanged); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a backup with the trigger of another program: got %v", err)
	}
}

// TestOverwritten overwrites a database with a backup while it is open, which SQLite does not notice: it would answer
// from both.
func TestOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db := open(t, path, Create)
	addDay(t, db, 1)
	backup := filepath.Join(t.TempDir(), "backup.db")
	must(t, db.Backup(t.Context(), backup, unchanged))
	for day := int64(2); day < 600; day++ { // the log is written into the file by itself meanwhile
		addDay(t, db, day)
	}
	raw(t, path, "CREATE INDEX others ON entries (text); PRAGMA wal_checkpoint") // of another program
	addDay(t, db, 600)
	content, err := os.ReadFile(backup)
	if err == nil {
		err = os.WriteFile(path, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ViewValue[int](t.Context(), db, "SELECT count(*) FROM entries"); !errors.Is(err, ErrReplaced) {
		t.Errorf("reading: got %v, want %v", err, ErrReplaced)
	}
	if err := db.Transact(t.Context(), func(*Conn) error { return nil }); !errors.Is(err, ErrReplaced) {
		t.Errorf("writing: got %v, want %v", err, ErrReplaced)
	}
	db.Close()
	if now, err := os.ReadFile(path); err != nil || string(now) != string(content) {
		t.Errorf("the new file was changed, %v", err)
	}
}

// TestCopiedOver copies files over a database by hand while it is open: its own earlier states, of this session and of
// one before, and another new database. All of them have the schema cookie that SQLite gives them.
func TestCopiedOver(t *testing.T) {
	contents := func(path string) []byte {
		t.Helper()
		content := contentOf(t, path)
		return content
	}
	checkpointed := func(db *DB) []byte {
		t.Helper()
		must(t, db.Exec(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"))
		return contents(db.file)
	}
	for what, begin := range map[string]func(db *DB) (copied []byte){
		"from before the start": func(db *DB) []byte {
			db.Close()
			return contents(db.file)
		},
		"of this session": func(db *DB) []byte {
			addDay(t, db, 2)
			return checkpointed(db)
		},
		"another database": func(*DB) []byte {
			other := open(t, filepath.Join(t.TempDir(), "b.db"), Create)
			addDay(t, other, 1)
			return checkpointed(other)
		},
	} {
		db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
		addDay(t, db, 1)
		copied := begin(db)
		if what == "from before the start" {
			db = open(t, db.Path, Write)
		}
		addDay(t, db, 3) // in the log only, so that the copy is still what the file is
		want := days(t, db)
		if what != "another database" {
			must(t, os.WriteFile(db.file, copied, 0o600))
		}
		if got := days(t, db); !slices.Equal(got, want) {
			t.Errorf("%s: before a checkpoint: got %v, want %v", what, got, want)
		}
		checkpointed(db)
		addDay(t, db, 4)
		must(t, os.WriteFile(db.file, copied, 0o600))
		if err := db.Transact(t.Context(), func(*Conn) error { return nil }); !errors.Is(err, ErrReplaced) {
			t.Errorf("%s: got %v, want %v", what, err, ErrReplaced)
		}
		db.Close()
		if !bytes.Equal(contents(db.file), copied) {
			t.Errorf("%s: the new file was changed", what)
		}
	}
}

// TestBothWrite checks that no program believes that its database was overwritten because another one writes, changes
// tables, or writes the log into the file, however often, and whether it looks at the file all the time or rarely.
func TestBothWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	writer, looker, sleeper := open(t, path, Create), open(t, path, Write), open(t, path, Read)
	done := make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() {
		for day := int64(1000); ; day++ {
			select {
			case <-done:
				return
			default:
			}
			if err := looker.CheckNotReplaced(); err != nil {
				t.Error(err)
				return
			}
			if day%20 == 0 {
				addDay(t, looker, day)
			}
		}
	})
	for day := range int64(20) {
		addDay(t, writer, day)
		if err := writer.Exec(t.Context(), "PRAGMA wal_checkpoint"); err != nil {
			t.Error(err)
		}
		if day%5 == 0 {
			raw(t, path, fmt.Sprintf("CREATE TABLE others%d (a); PRAGMA wal_checkpoint", day))
		}
	}
	close(done)
	looking.Wait()
	for _, db := range []*DB{writer, looker, sleeper} {
		if got := days(t, db); len(got) < 20 {
			t.Errorf("got %d days", len(got))
		}
	}
}

// TestLockFile checks that garbage in the file of a lock is reported as such.
func TestLockFile(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	lock := db.Path + "-class-1"
	must(t, os.WriteFile(lock, []byte(strings.Repeat("garbage ", 200)), 0o600))
	_, err := db.Lock(t.Context(), "class-1")
	if err == nil || errors.Is(err, ErrNotADatabase) || !strings.Contains(err.Error(), "the lock file "+lock) {
		t.Errorf("got %v", err)
	}
}

// TestPower checks which transactions wait for the disk: all but those that can be repeated, also after one of those.
func TestPower(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "a.db"), Create)
	for i, want := range []int{2, 1, 2, 1, 1, 2} { // FULL is 2, NORMAL is 1
		ctx := t.Context()
		if want == 1 {
			ctx = Repeatable(ctx)
		}
		err := db.Transact(ctx, func(conn *Conn) error {
			got, err := Value[int](ctx, conn, "PRAGMA synchronous")
			if got != want {
				err = fmt.Errorf("got %d, want %d", got, want)
			}
			return err
		})
		if err != nil {
			t.Errorf("transaction %d: %v", i, err)
		}
	}
}
