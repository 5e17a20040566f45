package data

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// asNobody calls f in a thread without special file permissions, even if root runs the tests.
func asNobody(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if os.Getuid() == 0 {
			syscall.Setfsuid(65534)
		}
		f()
	}()
	<-done
}

// TestReadOnlyFolder reads a database on a read-only medium, and checks the error of writing.
func TestReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "menace.db")
	db := open(t, path, Create)
	store(t, db, newAgent(t, "a"))
	db.Close()
	for _, file := range []string{path, folder} {
		must(t, os.Chmod(file, 0o555))
	}
	defer os.Chmod(folder, 0o755)
	if err := os.Chmod(filepath.Dir(folder), 0o755); err != nil { // lets others enter
		t.Fatal(err)
	}
	asNobody(func() {
		db, err := Open(context.Background(), path, Read)
		if err != nil {
			t.Error("reading:", err)
			return
		}
		defer db.Close()
		if _, err := db.Load(context.Background(), "a"); err != nil {
			t.Error("reading:", err)
		}
	})
	asNobody(func() {
		db, err := Open(context.Background(), path, Write)
		if err == nil {
			defer db.Close()
			err = db.Save(context.Background(), newAgent(t, "b"))
			if writable := db.CheckWritable(context.Background()); !errors.Is(writable, ErrReadOnly) {
				t.Errorf("Writable: got %v, want %v", writable, ErrReadOnly)
			}
		}
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("writing: got %v, want %v", err, ErrReadOnly)
		}
	})
	asNobody(func() {
		db, err := Open(context.Background(), filepath.Join(folder, "new.db"), Create)
		if err == nil {
			db.Close()
		}
		if !errors.Is(err, ErrReadOnly) {
			t.Errorf("creating: got %v, want %v", err, ErrReadOnly)
		}
	})
}

// TestReadingFromFullDisk reads a database on a full disk, also after a write to it has failed and left files behind.
func TestReadingFromFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("no small disk can be mounted: ", err)
	}
	defer syscall.Unmount(folder, syscall.MNT_DETACH)
	path := filepath.Join(folder, "menace.db")
	db := open(t, path, Create)
	store(t, db, newAgent(t, "a"))
	db.Close()
	if err := os.WriteFile(filepath.Join(folder, "rest"), make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	for range 2 {
		db, err := Open(t.Context(), path, Read)
		if err == nil {
			_, err = db.Load(t.Context(), "a")
			db.Close()
		}
		if err != nil {
			t.Error("reading:", err)
		}
		if db, err = Open(t.Context(), path, Write); err == nil {
			err = db.Save(t.Context(), newAgent(t, "b"))
			db.Close()
		}
		if !errors.Is(err, ErrFull) {
			t.Errorf("writing: got %v, want %v", err, ErrFull)
		}
	}
}

// TestReadOnlyFile reads a read-only file in a writable folder, and checks that no file stays behind that would
// interfere when the database becomes writable again.
func TestReadOnlyFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "menace.db")
	db := open(t, path, Create)
	store(t, db, newAgent(t, "a"))
	db.Close()
	for file, mode := range map[string]os.FileMode{path: 0o444, folder: 0o777, filepath.Dir(folder): 0o755} {
		must(t, os.Chmod(file, mode))
	}
	asNobody(func() {
		db, err := Open(context.Background(), path, Read)
		if err != nil {
			t.Error(err)
			return
		}
		defer db.Close()
		if _, err := db.Load(context.Background(), "a"); err != nil {
			t.Error(err)
		}
	})
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder contains %v, %v", entries, err)
	}
}

// TestLinks checks that SQLite's other files are beside the database, not beside a link to it.
func TestLinks(t *testing.T) {
	folder, aside := t.TempDir(), t.TempDir()
	path, link := filepath.Join(folder, "menace.db"), filepath.Join(aside, "link.db")
	db := open(t, path, Create)
	a := newAgent(t, "a")
	train(t, a, 10)
	store(t, db, a) // into the write-ahead log, which stays while the database is open
	for file, mode := range map[string]os.FileMode{path: 0o444, filepath.Dir(folder): 0o755,
		filepath.Dir(aside): 0o755} {
		must(t, os.Chmod(file, mode))
	}
	must(t, os.Symlink(path, link))
	asNobody(func() {
		db, err := Open(context.Background(), link, Read)
		if err != nil {
			if !errors.Is(err, ErrReadOnly) {
				t.Error(err)
			}
			return
		}
		defer db.Close()
		if a, err := db.Load(context.Background(), "a"); err != nil || a.Career.Tally.Games() != 10 {
			t.Errorf("through the link: got %+v, %v", a, err)
		}
	})
}
