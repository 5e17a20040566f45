package term

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWriteFileIntoAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- string(text)
	}()
	if err := new(IO).WriteFile(t.Context(), pipe, writes("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("got %q", got)
	}
	if info, err := os.Stat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Errorf("the pipe is now %v, %v", info.Mode(), err)
	}
}

// TestPipesEndWithTheContext reads and writes a pipe that nobody else opens.
func TestPipesEndWithTheContext(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	con := &IO{}
	if err := con.WriteFile(ctx, pipe, writes("never")); !errors.Is(err, context.Canceled) {
		t.Errorf("writing gives %v", err)
	}
	if _, err := con.ReadFile(ctx, pipe); !errors.Is(err, context.Canceled) {
		t.Errorf("reading gives %v", err)
	}
}

// TestWriteFileMode checks that the umask applies to a new file, but not to an existing one.
func TestWriteFileMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	file := filepath.Join(t.TempDir(), "file")
	for _, c := range []struct {
		umask int
		mode  os.FileMode // mode of the existing file; 0 for none
		want  os.FileMode
	}{{0o022, 0, 0o644}, {0o077, 0, 0o600}, {0o002, 0, 0o664}, {0o077, 0o644, 0o644}, {0o022, 0o600, 0o600}} {
		os.Remove(file)
		if c.mode != 0 {
			if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chmod(file, c.mode)); err != nil {
				t.Fatal(err)
			}
		}
		syscall.Umask(c.umask)
		if err := new(IO).WriteFile(t.Context(), file, writes("")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode() != c.want {
			t.Errorf("umask %#o, mode %#o before: got %v, %v, want %v", c.umask, c.mode, info.Mode(), err, c.want)
		}
	}
}
