package console

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// says returns a function that writes a text.
func says(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestWriteFile(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := WriteFile(file, says("first")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(file, 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	if err := WriteFile(link, func(w io.Writer) error { return errors.Join(says("half")(w), full) }); !errors.Is(err, full) {
		t.Errorf("a write that fails: got %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "first" {
		t.Errorf("after a write that fails: got %q, %v", text, err)
	}
	if err := WriteFile(link, says("second")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); to != file {
		t.Errorf("the link now leads to %q, %v", to, err)
	}
	text, err := os.ReadFile(file)
	if info, statErr := os.Stat(file); string(text) != "second" || errors.Join(err, statErr) != nil || info.Mode() != 0o600 {
		t.Errorf("through a link: got %q of mode %v, %v", text, info.Mode(), errors.Join(err, statErr))
	}
	if list, err := os.ReadDir(folder); len(list) != 2 {
		t.Errorf("what is left aside: %v, %v", list, err)
	}
}

func TestWriteFileRefuses(t *testing.T) {
	folder := t.TempDir()
	for path, want := range map[string]string{
		"":                                    "cannot write a file without a name",
		folder:                                ": it is a folder",
		filepath.Join(folder, "none", "file"): "none",
	} {
		if err := WriteFile(path, says("")); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want …%s", path, err, want)
		}
	}
}
