package sqlite

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFailedWrite runs in a separate process with a limit on the size of files.
func TestFailedWrite(t *testing.T) {
	const limited = "MENACE_TEST_LIMITED"
	if os.Getenv(limited) == "" {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFailedWrite$")
		c.Env = append(os.Environ(), limited+"=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	path := filepath.Join(t.TempDir(), "menace.db")
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 12, Max: 1 << 12}))
	_, err := Open(t.Context(), path, Create, diary)
	said := fmt.Sprint(err) // a driver may take the limit for a full disk
	if strings.Count(said, "reading or writing failed")+strings.Count(said, "no space left") != 1 {
		t.Errorf("got %v, want one mention of the failure", err)
	}
}

// TestDanglingLinks checks that a database is created at the target of a link, if its folder exists.
func TestDanglingLinks(t *testing.T) {
	folder := t.TempDir()
	for name, to := range map[string]string{"a": "b", "b": filepath.Join(folder, "made.db"), "c": "none/made.db",
		"d": "d"} {
		must(t, os.Symlink(to, filepath.Join(folder, name)))
	}
	for name, fault := range map[string]string{"a": "", "b": "", "c": "cannot be opened", "d": "too many"} {
		db, err := Open(t.Context(), filepath.Join(folder, name), Create, diary)
		if fault != "" {
			if err == nil || !strings.Contains(err.Error(), fault) {
				t.Errorf("%s: got %v, want %s", name, err, fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		db.Close()
	}
	if made, err := filepath.Glob(filepath.Join(folder, "*.db*")); err != nil || len(made) != 1 {
		t.Errorf("created: %v, %v", made, err)
	}
}

// TestNoFile checks that anything other than a regular file is refused at once.
func TestNoFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	for _, path := range []string{pipe, os.DevNull} {
		for _, mode := range []Mode{Read, Write, Create} {
			_, err := Open(t.Context(), path, mode, diary)
			if !errors.Is(err, ErrNotADatabase) || !strings.Contains(err.Error(), path+" is not a file") {
				t.Errorf("%s, mode %d: got %v", path, mode, err)
			}
		}
	}
}
