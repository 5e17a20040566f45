//go:build !js

package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"menace/data"
)

// killSoon starts a program and kills it at some moment of its usual running time. It reports whether the program had
// ended before. The tests must hold for any moment.
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

// TestImportKilled kills imports. A machine must be there as a whole or not at all.
func TestImportKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	folder := t.TempDir()
	path, file := filepath.Join(folder, "menace.db"), filepath.Join(folder, "a.json")
	runWhole(t, "--db", path, "train", "--games", "20000", "--seed", "1")
	runWhole(t, "--db", path, "agents", "export", "default", "--out", file)
	usual := runWhole(t, "--db", path, "agents", "import", file, "whole")
	there := 0
	for n := range kills(3) {
		name := fmt.Sprint("m", n)
		killSoon(t, usual, "--db", path, "agents", "import", file, name)
		checkIntegrity(t, path)
		db, err := data.Open(t.Context(), path, data.Write)
		if err != nil {
			t.Fatal(err)
		}
		if names, err := db.AllNames(t.Context()); err != nil {
			t.Error(err)
		} else if slices.Contains(names, name) {
			there++
			again := filepath.Join(folder, name+".json")
			runWhole(t, "--db", path, "agents", "export", name, "--out", again)
			got, _ := os.ReadFile(again)
			want, err := os.ReadFile(file)
			if strings.Replace(string(got), name, "default", 1) != string(want) || err != nil {
				t.Errorf("%s differs from what was imported, %v", name, err)
			}
			if err := db.CheckAgent(t.Context(), name); err != nil {
				t.Error(err)
			}
		}
		db.Close()
	}
	t.Logf("%d of %d imports were stored", there, kills(3))
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

// TestClassMadeKilled kills the program while a teacher makes classes with new machines. No machine may be left without
// a class.
func TestClassMadeKilled(t *testing.T) {
	needs(t, "class")
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	classes := 0
	for n := range kills(3) {
		l := begin(t, path)
		teacher := browserOf(t)
		send(t, teacher, l.teacher, nil)
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			for i := 0; ; i++ {
				form := url.Values{"name": {fmt.Sprint(n, "-", i)}, "machine": {"her"}}
				reply, err := teacher.PostForm(l.at+"/class", form)
				if err != nil {
					return
				}
				reply.Body.Close()
			}
		}()
		wait(t, "a class", func() bool { return queryNumber(t, path, "SELECT count(*) FROM classes") > classes })
		time.Sleep(time.Duration(rand.Int64N(int64(20 * time.Millisecond))))
		l.Process.Kill()
		<-stopped
		l.Wait()
		checkIntegrity(t, path)
		classes = queryNumber(t, path, "SELECT count(*) FROM classes")
		if machines := queryNumber(t, path, "SELECT count(*) FROM agents"); machines != classes {
			t.Fatalf("after %d kills: %d machines, %d classes", n+1, machines, classes)
		}
		if n%10 == 9 {
			path = filepath.Join(t.TempDir(), "menace.db") // starting opens all classes again
			classes = 0
		}
	}
}
