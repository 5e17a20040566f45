//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
)

// asProgram is the environment variable that makes the test binary run as the program itself.
const asProgram = "MENACE_TEST_AS_PROGRAM"

// self returns a command that runs menace with these arguments and is killed when the test ends.
func self(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), binary, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// wait waits until a condition holds, for as long as a slow and busy machine may need.
func wait(t *testing.T, what string, seen func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !seen(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}

// kills returns the number of times that a test kills a program: usual, or the number in MENACE_KILLS.
func kills(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("MENACE_KILLS")); err == nil {
		return n
	}
	return usual
}

// TestKilled kills a long training again and again, each time after it has saved something. The database must be
// intact, and training must continue from what was saved; in the end the machine must equal one that played as many
// games without a break.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	var games int64
	for range kills(3) {
		c := self(t, "--db", path, "train", "--games", "1000000000", "--seed", "5")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		waitForSave(t, path, games)
		c.Process.Kill()
		c.Wait()
		checkIntegrity(t, path)
		now := loadDefault(t, path).Career.Tally.Games()
		if now <= games {
			t.Fatalf("got %d saved games before, but %d now", games, now)
		}
		games = now
	}
	compareWithOneRun(t, loadDefault(t, path), games)
}

// checkIntegrity asks SQLite to check the database.
func checkIntegrity(t *testing.T, path string) {
	t.Helper()
	db := lookInto(t, path)
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity check: %q, %v", verdict, err)
	}
}

// loadDefault loads the default agent with its curve, or returns nil if it has not been saved yet.
func loadDefault(t *testing.T, path string) *data.Agent {
	t.Helper()
	db, err := data.Open(context.Background(), path, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	a, err := db.Load(context.Background(), database.DefaultMachine)
	if errors.Is(err, data.ErrNotFound) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if a.Career.Curve, err = db.Curve(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// waitForSave waits until a training has saved more than this many games.
func waitForSave(t *testing.T, path string, more int64) {
	t.Helper()
	wait(t, "a save", func() bool {
		if _, err := os.Stat(path); err != nil {
			return false
		}
		a := loadDefault(t, path)
		return a != nil && a.Career.Tally.Games() > more
	})
}

// compareWithOneRun compares an agent with one that played as many games without a break.
func compareWithOneRun(t *testing.T, a *data.Agent, games int64) {
	t.Helper()
	m := menace.New(menace.Michie())
	training := arena.Training{Learner: arena.NewCareer(m, a.Career.Side), Opponent: arena.Random(m.Graph()),
		Random: arena.NewRandom(5)}
	if _, err := training.Run(context.Background(), games); err != nil {
		t.Fatal(err)
	}
	for i := range training.Learner.Curve {
		training.Learner.Curve[i].Blocker = arena.WDL{} // not stored
	}
	for what, same := range map[string]bool{
		"beads":     slices.Equal(m.Counts(), a.Machine.Counts()),
		"tally":     training.Learner.Tally == a.Career.Tally,
		"curve":     reflect.DeepEqual(training.Learner.Curve, a.Career.Curve),
		"generator": *training.Random == *a.Random,
	} {
		if !same {
			t.Errorf("after %d games the %s differs from that of a single run", games, what)
		}
	}
}

// TestInterrupted interrupts a long training like Ctrl-C.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	c := self(t, "--db", path, "train", "--games", "1000000000", "--json")
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	waitForSave(t, path, 0)
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if status := c.ProcessState.ExitCode(); status != term.Interrupted {
		t.Errorf("exit status %d, want %d", status, term.Interrupted)
	}
	if got := stderr.String(); !strings.HasPrefix(got, "menace: interrupted after ") || strings.Count(got, "\n") != 1 {
		t.Errorf("standard error: %q", got)
	}
	var report agents.TrainingReport
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if a := loadDefault(t, path); a == nil || a.Career.Tally.Games() != report.Games || report.Games == 0 {
		t.Errorf("reported %d games, but saved %+v", report.Games, a)
	}
}
