package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/data"
	"menace/menace"
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

// ends waits for the end of the process and returns its exit status and what it had to complain of.
func (p *player) ends() (int, string) {
	io.Copy(io.Discard, p.output)
	p.Wait()
	return p.ProcessState.ExitCode(), p.stderr.String()
}

// stored returns the stored games with people of the default agent, and how many games it counts.
func stored(t *testing.T, db string) (played []data.Game, counted int64) {
	t.Helper()
	checkIntegrity(t, db)
	d, err := data.Open(context.Background(), db, data.Read)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, err := d.Load(context.Background(), defaultAgent)
	if err != nil {
		t.Fatal(err)
	}
	if played, err = d.Games(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	return played, a.Career.Tally.Games()
}

const prompt = "(h for help): "

// A match is broken off in its second game, by Ctrl-C and by force: the first is stored, and of the
// second nothing.
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
			if name == "interrupted" && (status != exitInterrupted || stderr != "menace: interrupted after 1 finished game, which is saved\n") {
				t.Errorf("status %d, %q", status, stderr)
			}
			played, counted := stored(t, db)
			if len(played) != 1 || counted != 1 || played[0].Moves != "5" || played[0].Resigned != "person" {
				t.Errorf("stored %+v, counted %d", played, counted)
			}
		})
	}
}

// While a person plays, somebody else trains the agent: the person is told and loses nothing
// unknowingly; what was trained stays.
func TestPlayConflict(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	p := startPlayer(t, db, "--seed", "1")
	p.reads(t, prompt)
	if out, err := self(t, "--db", db, "train", "--games", "10").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p.types(t, "r")
	status, stderr := p.ends()
	want := "menace: agent \"default\" was changed by another process in the meantime; nothing was saved over it; the game just played, squares 5, is not saved\n"
	if status != exitFailed || stderr != want {
		t.Errorf("status %d, %q", status, stderr)
	}
	if played, counted := stored(t, db); len(played) != 0 || counted != 10 {
		t.Errorf("stored %v, counted %d", played, counted)
	}
}

// Without learning there is no conflict.
func TestPlayBesideTraining(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	p := startPlayer(t, db, "--no-learn", "--games", "1")
	p.reads(t, prompt)
	if out, err := self(t, "--db", db, "train", "--games", "10").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p.types(t, "r")
	if status, stderr := p.ends(); status != exitDone || stderr != "" {
		t.Errorf("status %d, %q", status, stderr)
	}
	if played, counted := stored(t, db); len(played) != 1 || played[0].Learned || counted != 10 {
		t.Errorf("stored %v, counted %d", played, counted)
	}
}

// The stored games, played again by their seeds and the person's moves, make the stored machine.
func TestStoredGamesAgain(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	for _, args := range [][]string{{"--games", "3", "--seed", "5"}, {"--games", "4"}, {"--games", "2", "--seed", "1"}} {
		keys := strings.NewReader(strings.Repeat("1\n2\n3\n4\n5\n6\n7\n8\n9\n", 4))
		var stderr bytes.Buffer
		if run(t.Context(), append([]string{"menace", "--db", db, "play"}, args...), keys, io.Discard, &stderr) != exitDone {
			t.Fatal(stderr.String())
		}
	}
	machine := menace.New(menace.Michie())
	career := arena.NewCareer(machine, board.X)
	played, _ := stored(t, db)
	for _, want := range played {
		m := match.New(machine, career, want.Seed)
		g := m.Start()
		for !g.Over() {
			if g.MachineMoves() {
				g.Move()
			} else if err := g.Play(board.Square(want.Moves[len(g.Moves())] - '1')); err != nil {
				t.Fatal(err)
			}
		}
		if m.End(g); squaresText(g.Moves()) != want.Moves {
			t.Fatalf("game %d was %s and is %s", want.ID, want.Moves, squaresText(g.Moves()))
		}
	}
	d, err := data.Open(t.Context(), db, data.Read)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, err := d.Load(t.Context(), defaultAgent)
	if err != nil || len(played) != 9 || !slices.Equal(a.Machine.Counts(), machine.Counts()) {
		t.Errorf("%d stored games make another machine: %v", len(played), err)
	}
}

func TestLines(t *testing.T) {
	l := readLines(t.Context(), strings.NewReader("one\r\ntwo"))
	for _, want := range []string{"one", "two"} {
		if got, err := l.next(t.Context()); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	if _, err := l.next(t.Context()); err != io.EOF {
		t.Errorf("after the end: %v", err)
	}
	endless := readLines(t.Context(), strings.NewReader(strings.Repeat("1", 1<<20)))
	if _, err := endless.next(t.Context()); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("a line without end: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	silent, _ := io.Pipe()
	if _, err := readLines(ended, silent).next(ended); err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
}
