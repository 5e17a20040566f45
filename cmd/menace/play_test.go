//go:build !js

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/term"
	"menace/data"
)

// player is a process of menace play with its input held open.
type player struct {
	*exec.Cmd
	input  io.WriteCloser
	output *bufio.Reader
	stderr bytes.Buffer
}

func startPlayer(t *testing.T, db string, args ...string) *player {
	t.Helper()
	p := &player{Cmd: self(t, append([]string{"--db", db, "play"}, args...)...)}
	p.Stderr = &p.stderr
	var err error
	if p.input, err = p.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	output, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.output = bufio.NewReader(output)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// types sends a line.
func (p *player) types(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(p.input, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// reads waits until the text has been printed.
func (p *player) reads(t *testing.T, text string) {
	t.Helper()
	var seen strings.Builder
	for !strings.HasSuffix(seen.String(), text) {
		b, err := p.output.ReadByte()
		if err != nil {
			t.Fatalf("%v before %q: %s%s", err, text, &seen, &p.stderr)
		}
		seen.WriteByte(b)
	}
}

// ends waits for the end of the process, and returns its exit status and standard error.
func (p *player) ends() (int, string) {
	io.Copy(io.Discard, p.output)
	p.Wait()
	return p.ProcessState.ExitCode(), p.stderr.String()
}

// stored returns the stored games with people of the default agent, and the number of games in its tally.
func stored(t *testing.T, db string) (played []data.PlayedGame, counted int64) {
	t.Helper()
	checkIntegrity(t, db)
	d, err := data.Open(context.Background(), db, data.Read)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, err := d.Load(context.Background(), database.DefaultMachine)
	if err != nil {
		t.Fatal(err)
	}
	if played, err = d.Games(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	return played, a.Career.Tally.Games()
}

const prompt = "(h: hint, ?: help): "

// TestPlayBrokenOff breaks off a match in its second game, with Ctrl-C and by force. The first game must be stored, and
// nothing of the second.
func TestPlayBrokenOff(t *testing.T) {
	for name, breakOff := range map[string]func(*os.Process) error{
		"interrupted": func(p *os.Process) error { return p.Signal(os.Interrupt) },
		"killed":      (*os.Process).Kill,
	} {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "menace.db")
			p := startPlayer(t, db, "--seed", "1") // it opens with 5
			p.reads(t, prompt)
			p.types(t, "r")
			p.reads(t, "Game 2")
			p.reads(t, prompt)
			p.types(t, "1")
			p.reads(t, prompt)
			if err := breakOff(p.Process); err != nil {
				t.Fatal(err)
			}
			status, stderr := p.ends()
			if name == "interrupted" && (status != term.Interrupted ||
				stderr != "menace: interrupted after 1 finished game, which is saved\n") {
				t.Errorf("got status %d, %q", status, stderr)
			}
			played, counted := stored(t, db)
			if len(played) != 1 || counted != 1 || played[0].Moves != "5" || played[0].Resigned != "person" {
				t.Errorf("got the stored games %+v and a count of %d", played, counted)
			}
		})
	}
}

// TestPlayLongLine checks that a line longer than anybody types is refused like any other, and that the match
// continues.
func TestPlayLongLine(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", db, "train", "--games", "0", "--seed", "1") // it opens with 5
	for _, character := range []string{"x", "1"} {
		var stdout, stderr bytes.Buffer
		input := strings.NewReader(strings.Repeat(character, 70_000) + "\n1\n")
		status := run(t.Context(), []string{"menace", "--db", db, "play", "--seed", "1", "--no-learn"}, input, &stdout,
			&stderr)
		asked := strings.Count(stdout.String(), prompt)
		echoed := strings.Contains(stdout.String(), strings.Repeat(character, 100))
		if status != term.Done || stderr.Len() > 0 || asked < 3 || echoed {
			t.Errorf("got status %d, %s\n%s", status, &stderr, &stdout)
		}
	}
}
