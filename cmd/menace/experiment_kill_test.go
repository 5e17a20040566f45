//go:build !js

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/term"
)

// TestExperimentKilled kills an experiment again and again once it has saved something, and interrupts it with Ctrl-C.
// The experiment has billions of replicates, so no process can finish it. Nothing that was saved may be lost, and
// continuing to the end of a shard must give the rows of a shard that was never stopped.
func TestExperimentKilled(t *testing.T) {
	needs(t, "experiment")
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	const cells, runs = 2, 1_000_000_000
	folder := t.TempDir()
	stopped, whole := filepath.Join(folder, "stopped.db"), filepath.Join(folder, "whole.db")
	design := strings.Fields(fmt.Sprint("experiment run one --runs ", runs,
		" --games 100 --checkpoints 100 --opponent blocker --opponent random"))
	finish := func(path string, more ...string) {
		t.Helper()
		if out, err := self(t, slices.Concat([]string{"--db", path}, design, more)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	finish(stopped, "--shard", "1/1000000") // creates the database
	const stored, last = "SELECT count(*) FROM replicates", "SELECT max((run - 1) * ? + cell) FROM replicates"
	before := queryNumber(t, stopped, stored)
	for n := range kills(3) + 1 {
		signal := os.Kill
		if n == 1 {
			signal = os.Interrupt
		}
		stop(t, self(t, append([]string{"--db", stopped}, design...)...), signal, func() bool {
			return queryNumber(t, stopped, stored) > before
		})
		checkIntegrity(t, stopped)
		now := queryNumber(t, stopped, stored)
		if now <= before || now >= cells*runs {
			t.Fatalf("got %d stored replicates, fewer than the %d before", now, before)
		}
		before = now
	}
	shard := fmt.Sprintf("1/%d", min(cells*runs/queryNumber(t, stopped, last, cells), 1_000_000))
	finish(stopped, "--shard", shard)
	finish(whole, "--shard", shard)
	if experimentRows(t, stopped) != experimentRows(t, whole) {
		t.Error("an experiment that was stopped has different rows")
	}
}

// stop starts a process and sends it a signal once done returns true. An interrupted process must report how far it
// got.
func stop(t *testing.T, c *exec.Cmd, signal os.Signal, done func() bool) {
	t.Helper()
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	wait(t, "a save", done)
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	if status := c.ProcessState.ExitCode(); signal == os.Interrupt &&
		(status != term.Interrupted || !strings.HasPrefix(stderr.String(), "menace: interrupted after ")) {
		t.Errorf("exit status %d, standard error %q", status, &stderr)
	}
}

// lookInto opens a database to which a process may be writing, or which it may be recovering, and waits for that. The
// caller closes it.
func lookInto(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open(sql.Drivers()[0], path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // the timeout applies to one connection
	if _, err := db.Exec("PRAGMA busy_timeout = 60000"); err != nil {
		t.Fatal(err)
	}
	return db
}

// queryNumber returns the number that a query returns.
func queryNumber(t *testing.T, path, query string, args ...any) (n int) {
	t.Helper()
	db := lookInto(t, path)
	defer db.Close()
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// experimentRows returns all rows of the tables of experiments.
func experimentRows(t *testing.T, path string) string {
	t.Helper()
	db := lookInto(t, path)
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
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
