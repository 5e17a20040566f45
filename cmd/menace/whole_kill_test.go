//go:build !js

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// killSoon starts a program and kills it at some moment of the time that it usually takes. It reports whether the
// program had ended before. Tests hold whenever it is killed.
func killSoon(t *testing.T, usual time.Duration, args ...string) (ended bool) {
	t.Helper()
	c := self(t, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Duration(rand.Int64N(int64(usual))))
	c.Process.Kill()
	return c.Wait() == nil
}

// runWhole runs a program to its end and returns how long that takes.
func runWhole(t *testing.T, args ...string) time.Duration {
	t.Helper()
	begun := time.Now()
	if out, err := self(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v: %s", args, err, out)
	}
	return time.Since(begun)
}

// TestMergeKilled kills merges into a new database and into an existing one. The experiment must be there as a whole or
// not at all, and a merge afterwards must complete it.
func TestMergeKilled(t *testing.T) {
	needs(t, "experiment")
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	for shard := 1; shard <= 2; shard++ {
		runWhole(t, "--db", file(fmt.Sprint("shard", shard)), "experiment", "run", "one", "--runs", "400", "--games",
			"100", "--opponent", "random", "--shard", fmt.Sprintf("%d/2", shard))
	}
	merge := func(into string) []string {
		return []string{"--db", into, "experiment", "merge", file("shard1"), file("shard2")}
	}
	usual := runWhole(t, merge(file("whole"))...)
	want := experimentRows(t, file("whole"))
	there := 0
	for n := range kills(4) {
		into := file(fmt.Sprint("into", n))
		if n%2 == 1 {
			runWhole(t, "--db", into, "train", "--games", "10")
		}
		killSoon(t, usual, merge(into)...)
		if _, err := os.Stat(into); err == nil {
			checkIntegrity(t, into)
			switch rows := experimentRows(t, into); rows {
			case want:
				there++
			case "":
			default:
				t.Error("a merge that was killed left a part of the experiment")
			}
		} else if n%2 == 1 {
			t.Error("the database is gone")
		}
		runWhole(t, merge(into)...)
		if experimentRows(t, into) != want {
			t.Error("a merge after one that was killed has different rows")
		}
		os.Remove(into)
	}
	t.Logf("%d of %d merges were complete", there, kills(4))
}
