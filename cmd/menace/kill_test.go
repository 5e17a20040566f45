package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

// asProgram makes the test binary run as the program itself.
const asProgram = "MENACE_TEST_AS_PROGRAM"

// self returns a command that runs menace with these arguments.
func self(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(binary, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// TestKilled kills a long training again and again, whenever. Each time the database is whole, and
// training goes on from what was saved; in the end the machine is the one that as many games
// without a break would have made.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	random := rand.New(rand.NewPCG(1, 1))
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	var games int64
	for range 12 {
		c := self(t, "--db", path, "train", "--games", "1000000000", "--seed", "5")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(1500 * time.Millisecond))))
		c.Process.Kill()
		c.Wait()
		if _, err := os.Stat(path); err != nil {
			continue // killed before it had begun
		}
		checkIntegrity(t, path)
		if a := loadDefault(t, path); a != nil {
			if now := a.Career.Tally.Games(); now < games {
				t.Fatalf("%d games were saved before, %d are now", games, now)
			}
			games = a.Career.Tally.Games()
		}
	}
	a := loadDefault(t, path)
	if games == 0 || a == nil {
		t.Fatal("nothing was ever saved: the test proves nothing")
	}
	compareWithOneRun(t, a, games)
}

// checkIntegrity asks SQLite whether the database is whole.
func checkIntegrity(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open(sql.Drivers()[0], path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity check: %q, %v", verdict, err)
	}
}

// loadDefault loads the default agent, or returns nil if it was not saved yet.
func loadDefault(t *testing.T, path string) *data.Agent {
	t.Helper()
	db, err := data.Open(context.Background(), path, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	a, err := db.Load(context.Background(), defaultAgent)
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

// waitForSave waits until a training has saved games, and returns their number.
func waitForSave(t *testing.T, path string, more int64) int64 {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(path); err != nil {
			continue
		}
		if a := loadDefault(t, path); a != nil && a.Career.Tally.Games() > more {
			return a.Career.Tally.Games()
		}
	}
	t.Fatal("nothing was saved for a minute")
	return 0
}

// compareWithOneRun compares an agent with what as many games without a break make.
func compareWithOneRun(t *testing.T, a *data.Agent, games int64) {
	t.Helper()
	m := menace.New(menace.Michie())
	training := arena.Training{Learner: arena.NewCareer(m, a.Career.Mark), Opponent: arena.Random, Random: arena.NewRandom(5)}
	if _, err := training.Run(context.Background(), games); err != nil {
		t.Fatal(err)
	}
	for what, same := range map[string]bool{
		"beads":     slices.Equal(m.Counts(), a.Machine.Counts()),
		"tally":     training.Learner.Tally == a.Career.Tally,
		"curve":     reflect.DeepEqual(training.Learner.Curve, a.Career.Curve),
		"generator": *training.Random == *a.Random,
	} {
		if !same {
			t.Errorf("after %d games the %s is not that of one run", games, what)
		}
	}
}

// TestInterrupted breaks off a long training as Ctrl-C does.
func TestInterrupted(t *testing.T) {
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
	if status := c.ProcessState.ExitCode(); status != exitInterrupted {
		t.Errorf("exit status %d, want %d", status, exitInterrupted)
	}
	if got := stderr.String(); !strings.HasPrefix(got, "menace: interrupted after ") || strings.Count(got, "\n") != 1 {
		t.Errorf("standard error: %q", got)
	}
	var report trainingReport
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if a := loadDefault(t, path); a == nil || a.Career.Tally.Games() != report.Games || report.Games == 0 {
		t.Errorf("reported %d games, saved %+v", report.Games, a)
	}
}

// TestTwoAtOnce trains one agent in two processes: the second to save is told, also when it is
// broken off, and the machine is that of the other alone.
func TestTwoAtOnce(t *testing.T) {
	for _, interrupt := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "menace.db")
		long := self(t, "--db", path, "train", "--games", "10000000000", "--seed", "5")
		var stdout, stderr bytes.Buffer
		long.Stdout, long.Stderr = &stdout, &stderr
		if err := long.Start(); err != nil {
			t.Fatal(err)
		}
		// Whoever loads and saves between two saves of the long run wins.
		for won := false; !won; {
			waitForSave(t, path, 0)
			won = self(t, "--db", path, "train", "--games", "1").Run() == nil
		}
		if interrupt {
			long.Process.Signal(os.Interrupt)
		}
		long.Wait()
		if status := long.ProcessState.ExitCode(); status != exitFailed {
			t.Errorf("interrupt %t: exit status %d, want %d", interrupt, status, exitFailed)
		}
		if got := stderr.String(); !strings.Contains(got, "changed by another process in the meantime") || stdout.Len() > 0 {
			t.Errorf("interrupt %t: standard output %q, standard error %q", interrupt, stdout.String(), got)
		}
		a := loadDefault(t, path)
		compareWithOneRun(t, a, a.Career.Tally.Games())
	}
}

// TestExperimentKilled kills an experiment again and again, and breaks it off as Ctrl-C does; in the end
// it has the rows of one that was never stopped.
func TestExperimentKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	folder := t.TempDir()
	design := []string{"experiment", "run", "one", "--runs", "1000", "--games", "1000", "--opponent", "blocker", "--opponent", "random"}
	path := filepath.Join(folder, "stopped.db")
	command := append([]string{"--db", path}, design...)
	partial := false
	before := 0
	for i := range 6 {
		c := self(t, command...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i+1) * 200 * time.Millisecond)
		killed := i%3 != 2
		if killed {
			c.Process.Kill()
		} else {
			c.Process.Signal(os.Interrupt)
		}
		c.Wait()
		if _, err := os.Stat(path); err == nil {
			checkIntegrity(t, path)
			stored := storedReplicates(t, path)
			partial = partial || killed && before < stored && stored < 2000
			before = stored
		}
	}
	if !partial {
		t.Error("no killed process had saved something and not all: the test proves nothing")
	}
	if out, err := self(t, command...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := filepath.Join(folder, "whole.db")
	if out, err := self(t, append([]string{"--db", whole}, append(design, "--workers", "1")...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if experimentRows(t, path) != experimentRows(t, whole) {
		t.Error("an experiment that was stopped has other rows")
	}
}

// storedReplicates returns how many there are; none when the tables are not there yet.
func storedReplicates(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open(sql.Drivers()[0], path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT count(*) FROM replicates").Scan(&n); err != nil {
		return 0
	}
	return n
}

// experimentRows returns all rows of the tables of experiments.
func experimentRows(t *testing.T, path string) string {
	t.Helper()
	db, err := sql.Open(sql.Drivers()[0], path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all strings.Builder
	for _, table := range []string{"experiments", "cells", "replicates", "checkpoints"} {
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		row := make([]any, len(columns))
		for i := range row {
			row[i] = new(sql.RawBytes)
		}
		for rows.Next() {
			if err := rows.Scan(row...); err != nil {
				t.Fatal(err)
			}
			for _, value := range row {
				fmt.Fprintf(&all, "%s|", *value.(*sql.RawBytes))
			}
			all.WriteByte('\n')
		}
	}
	return all.String()
}
