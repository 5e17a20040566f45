//go:build !js

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"menace/cmd/menace/internal/term"
)

// asOtherProgramsWrite returns a text in the encodings of PowerShell 5, Notepad and others.
func asOtherProgramsWrite(t *testing.T, text string) map[string]string {
	t.Helper()
	windows := strings.ReplaceAll(text, "\n", "\r\n")
	all := map[string]string{"mark": "\ufeff" + windows}
	for name, order := range map[string]unicode.Endianness{"little": unicode.LittleEndian, "big": unicode.BigEndian} {
		encoded, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(windows)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = encoded
	}
	return all
}

// TestTextOfOtherPrograms reads machines and moves as other programs write them.
func TestTextOfOtherPrograms(t *testing.T) {
	folder := t.TempDir()
	db := filepath.Join(folder, "menace.db")
	prints(t, "--db", db, "train", "--games", "100", "--seed", "1")
	exported := prints(t, "--db", db, "agents", "export", "default")
	for name, text := range asOtherProgramsWrite(t, exported) {
		file := filepath.Join(folder, name+".json")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		prints(t, "--db", db, "agents", "import", file, name)
		var stdout, stderr bytes.Buffer
		args := []string{"menace", "--db", db, "agents", "import", "-", name + "-piped"}
		if status := run(t.Context(), args, strings.NewReader(text), &stdout, &stderr); status != term.Done {
			t.Errorf("%s, piped: status %d, %s", name, status, &stderr)
		}
	}
	want := ""
	for name, text := range asOtherProgramsWrite(t, "1\nbox\nr\n") {
		var stdout, stderr bytes.Buffer
		args := []string{"menace", "--db", db, "play", "--no-learn", "--seed", "1", "--games", "1"}
		status := run(t.Context(), args, strings.NewReader(text), &stdout, &stderr)
		if want == "" {
			want = stdout.String()
		}
		if status != term.Done || stderr.Len() > 0 || stdout.String() != want ||
			strings.Contains(want, "I do not") || strings.Contains(want, "\ufeff") {
			t.Errorf("moves with %s: status %d, %s\n%s", name, status, &stderr, &stdout)
		}
	}
}

// waiting is an input that never says anything. It calls read once somebody waits for it.
type waiting struct {
	read  func()
	never chan struct{}
}

func (w waiting) Read([]byte) (int, error) {
	w.read()
	<-w.never
	return 0, io.EOF
}

// TestInterruptedWhileReading interrupts commands that wait for their input.
func TestInterruptedWhileReading(t *testing.T) {
	needs(t, "search")
	db := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", db, "train", "--games", "0", "--seed", "1")
	for _, line := range []string{"machines import -", "play", "search exercise tree"} {
		ctx, interrupt := context.WithCancel(t.Context())
		input := waiting{interrupt, make(chan struct{})}
		var stdout, stderr bytes.Buffer
		args := append([]string{"menace", "--db", db}, strings.Fields(line)...)
		if status := run(ctx, args, input, &stdout, &stderr); status != term.Interrupted {
			t.Errorf("menace %s: status %d, %s", line, status, &stderr)
		}
		close(input.never)
	}
}

// TestErrorsAreBrief checks that an error repeats at most a line of what was read, and does not hide what is wrong.
func TestErrorsAreBrief(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", db, "train", "--games", "0", "--seed", "1")
	exported := prints(t, "--db", db, "agents", "export", "default")
	long := strings.Repeat("long ", 100_000)
	for input, want := range map[string]string{
		strings.Replace(exported, `"seed"`, `"`+long+`"`, 1):            "unknown field",
		strings.Replace(exported, `"tic-tac-toe"`, `"`+long+`"`, 1):     "is not one of tic-tac-toe, hexapawn",
		strings.Replace(exported, `"created":"`, `"created":"`+long, 1): "cannot parse",
		"position,move,beads\n" + long + ",1,1\n":                       "line 2",
		"position,move,beads\n.../.../...," + long + ",1\n":             "line 2",
		strings.ReplaceAll(long, " ", "") + ",move,beads\n":             "nor a table of beads",
		long + ",move,beads\n":                                          "two columns are named",
	} {
		var stdout, stderr bytes.Buffer
		run(t.Context(), []string{"menace", "--db", db, "agents", "import", "-", "new"}, strings.NewReader(input), &stdout, &stderr)
		if stderr.Len() > 400 || !strings.Contains(stderr.String(), want) {
			t.Errorf("want %q: %.500s", want, &stderr)
		}
	}
}
