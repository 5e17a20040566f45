package term

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writes returns a function that writes a text.
func writes(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestWriteFile(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := new(IO).WriteFile(t.Context(), file, writes("first")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(file, 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	half := func(w io.Writer) error { return errors.Join(writes("half")(w), full) }
	if err := new(IO).WriteFile(t.Context(), link, half); !errors.Is(err, full) {
		t.Errorf("a write that fails: got %v", err)
	}
	if text, err := os.ReadFile(file); string(text) != "first" {
		t.Errorf("after a write that fails: got %q, %v", text, err)
	}
	if err := new(IO).WriteFile(t.Context(), link, writes("second")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); to != file {
		t.Errorf("the link now leads to %q, %v", to, err)
	}
	text, err := os.ReadFile(file)
	if info, statErr := os.Stat(file); string(text) != "second" || errors.Join(err, statErr) != nil ||
		info.Mode() != 0o600 {
		t.Errorf("through a link: got %q of mode %v, %v", text, info.Mode(), errors.Join(err, statErr))
	}
	if list, err := os.ReadDir(folder); len(list) != 2 {
		t.Errorf("files left behind: %v, %v", list, err)
	}
}

func TestWriteFileRefuses(t *testing.T) {
	folder := t.TempDir()
	for path, want := range map[string]string{
		"":                                    "cannot write a file without a name",
		folder:                                ": it is a folder",
		filepath.Join(folder, "none", "file"): "none",
	} {
		if err := new(IO).WriteFile(t.Context(), path, writes("")); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want …%s", path, err, want)
		}
	}
}

// TestWriteFileSpares checks that no file of a database is overwritten under any name, even if it does not
// exist.
func TestWriteFileSpares(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	con := &IO{Spared: Spared{[]string{in("a.db"), in("a.db-wal")}, "the database"}}
	err := errors.Join(
		os.WriteFile(in("a.db"), []byte("kept"), 0o600), os.Mkdir(in("sub"), 0o700), os.Symlink(folder, in("sub/back")),
		os.Symlink("a.db", in("link.svg")), os.Symlink("a.db-wal", in("none.svg")), os.Link(in("a.db"), in("hard.svg")))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for _, path := range []string{"a.db", "./a.db", in("a.db"), "sub/../a.db", "sub/back/a.db", "link.svg", "hard.svg",
		"a.db-wal", in("a.db-wal"), "sub/back/a.db-wal", "none.svg"} {
		err := con.WriteFile(t.Context(), path, writes("lost"))
		if err == nil || !strings.Contains(err.Error(), "cannot write "+path+": it belongs to the database") {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if text, err := os.ReadFile("a.db"); string(text) != "kept" {
		t.Errorf("the database is now %q, %v", text, err)
	}
	for _, path := range []string{"a.db.csv", "sub/a.db", "sub/a.db-wal"} {
		if err := con.WriteFile(t.Context(), path, writes("")); err != nil {
			t.Error(err)
		}
	}
}

// TestWriteFileInACircle checks that links that form a cycle are refused.
func TestWriteFileInACircle(t *testing.T) {
	t.Chdir(t.TempDir())
	err := errors.Join(os.Symlink("self.csv", "self.csv"), os.Symlink("b.csv", "a.csv"), os.Symlink("a.csv", "b.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"self.csv", "a.csv"} {
		if err := new(IO).WriteFile(t.Context(), path, writes("")); err == nil ||
			!strings.Contains(err.Error(), "cannot write "+path+": too many") {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"a b.json":                  "a b.json",
		`C:\"Übung" 日本.svg`:         `C:\"Übung" 日本.svg`,
		"a" + NoBreak + "b":         "a" + NoBreak + "b",
		"\x1b]0;x\a.json":           `\x1b]0;x\a.json`,
		"\u009b2J\x9b2J\x7f\r\n":    `\u009b2J\x9b2J\x7f\r\n`,
		"cod.\u202egnp\u2028\ufffd": `cod.\u202egnp\u2028` + "\ufffd",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestFileName checks that a name of the most and longest letters that a machine may have makes a name of a file.
func TestFileName(t *testing.T) {
	for base, want := range map[string]string{
		"learning-default":                    "learning-default.svg",
		"learning-" + strings.Repeat("𠀋", 64): "learning-" + strings.Repeat("𠀋", 56) + ".svg",
		strings.Repeat("é", 1000):             strings.Repeat("é", 118) + ".svg",
	} {
		name := FileName(base, ".svg")
		if name != want {
			t.Errorf("%q becomes %q", base, name)
		}
		if err := os.WriteFile(filepath.Join(t.TempDir(), name), nil, 0o600); err != nil {
			t.Error(err)
		}
	}
}
