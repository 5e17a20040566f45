package data

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"menace/data/sqlite"
	"menace/menace/experiment"
)

// whole writes a small database with everything in it: an agent with a session, a curve and a game, and an experiment.
func whole(t *testing.T, game string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.db")
	db := open(t, path, Create)
	a := agentOf(t, "a", game)
	a.Begin("random", false, "test")
	train(t, a, 12)
	a.AddGame(PlayedGame{Moves: begun(t, game), Result: "win", Resigned: "person"})
	store(t, db, a)
	a.Begin("machine:b", true, "test")
	train(t, a, 3)
	store(t, db, a)
	e := &Experiment{Name: "e", Command: "menace experiment run e",
		Design: planned(t, open(t, filepath.Join(t.TempDir(), "other.db"), Create), "e").Design}
	e.Runs, e.Games, e.Checkpoints = 2, 4, []int64{0, 2, 4}
	must(t, db.Plan(t.Context(), e))
	runAll(t, db, e, experiment.Whole)
	db.Close()
	content := contentOf(t, path)
	content[18], content[19] = 1, 1 // without a write-ahead log, whose files would be made anew for each damage
	return content
}

// readAll reads everything in a database, and returns the errors.
func readAll(ctx context.Context, db *DB) (errs []error) {
	agents, err := db.AllNames(ctx)
	errs = append(errs, err)
	for _, name := range agents {
		_, err := db.Export(ctx, name)
		errs = append(errs, err)
	}
	experiments, err := db.AllExperimentNames(ctx)
	errs = append(errs, err)
	for _, name := range experiments {
		e, err := db.Experiment(ctx, name)
		if err == nil {
			_, err = sqlite.Collect(db.Replicates(ctx, e, 0))
		}
		errs = append(errs, err)
	}
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// spoil writes a database and damages it. It reports whether SQLite accepts the statement.
func spoil(t *testing.T, path string, content []byte, statement string) bool {
	t.Helper()
	must(t, os.WriteFile(path, content, 0o644))
	raw, err := sql.Open(sql.Drivers()[0], sqlite.DSN(path, "rw"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	_, err = raw.Exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = 0; PRAGMA foreign_keys = 0; " +
		"PRAGMA ignore_check_constraints = 1; " + statement)
	return err == nil
}

// TestDamageIsFound lists damage that must not go unnoticed.
func TestDamageIsFound(t *testing.T) {
	content := whole(t, "tic-tac-toe")
	for statement, want := range map[string]string{
		"UPDATE agents SET name = 'b' || char(27)":                                         `machine "b\x1b"`,
		"UPDATE agents SET win = -1":                                                       `machine "a"`,
		"UPDATE agents SET loss = 2000000000000":                                           `machine "a"`,
		"UPDATE agents SET seed = -1":                                                      `machine "a"`,
		"UPDATE agents SET plays = 'third'":                                                `machine "a"`,
		"UPDATE agents SET random = x'00'":                                                 `machine "a"`,
		"DELETE FROM beads WHERE moves_played = 2":                                         `machine "a"`,
		"UPDATE beads SET beads = 1000000000000000000":                                     `machine "a"`,
		"UPDATE beads SET move = 257 WHERE move = 1 AND moves_played = 0":                  `machine "a"`,
		"UPDATE beads SET move = 15 WHERE move = 1 AND moves_played = 0":                   `machine "a"`,
		"UPDATE agents SET game = 'hexapawn'":                                              `machine "a"`,
		"UPDATE agents SET game = 'chess'":                                                 `machine "a"`,
		"UPDATE sessions SET opponent = 'random' || char(27)":                              `machine "a"`,
		"UPDATE sessions SET opponent = 'machine:b' || char(10)":                           `machine "a"`,
		"UPDATE sessions SET start = 1":                                                    `machine "a"`,
		"UPDATE sessions SET win = win + 1 WHERE id = 1":                                   `machine "a"`,
		"UPDATE sessions SET loss = loss + 1, start = start + 1 WHERE id = 2":              `machine "a"`,
		"UPDATE sessions SET both_learn = 2":                                               `machine "a"`,
		"UPDATE sessions SET seconds = 9e999":                                              `machine "a"`,
		"UPDATE agents SET win = win + 1":                                                  `machine "a"`,
		"DELETE FROM sessions WHERE id = 2":                                                `machine "a"`,
		"UPDATE sessions SET seconds = -1":                                                 `machine "a"`,
		"UPDATE sessions SET version = ''":                                                 `machine "a"`,
		"UPDATE replicates SET version = ''":                                               `experiment "e"`,
		"UPDATE curve SET random_win = 2 WHERE games = 5":                                  `machine "a"`,
		"UPDATE curve SET win = win + 1 WHERE games = 5":                                   `machine "a"`,
		"UPDATE curve SET win = win + 1, loss = loss - 1 WHERE games = 0":                  `machine "a"`,
		"UPDATE curve SET boxes = x'ff'":                                                   `machine "a"`,
		"UPDATE curve SET loss = loss + 9 WHERE games = 15":                                `machine "a"`,
		"UPDATE games SET moves = '599'":                                                   `machine "a"`,
		"UPDATE games SET moves = '7-4 2-4'":                                               `machine "a"`,
		"UPDATE games SET learned = 1, result = 'loss', resigned_by = 'agent', moves = ''": `machine "a"`,
		"UPDATE experiments SET name = 'e' || char(27)":                                    `experiment "e\x1b"`,
		"UPDATE experiments SET command = 'a' || char(10)":                                 `experiment "e"`,
		"UPDATE experiments SET checkpoints = '[0,4,2]'":                                   `experiment "e"`,
		"UPDATE experiments SET checkpoints = 'null'":                                      `experiment "e"`,
		"UPDATE experiments SET runs = 1":                                                  `experiment "e"`,
		"UPDATE experiments SET seed = 5":                                                  `experiment "e"`,
		"UPDATE cells SET opponent = 'search:09' WHERE cell = 1":                           `experiment "e"`,
		"DELETE FROM cells WHERE cell = 2":                                                 `experiment "e"`,
		"UPDATE cells SET game = 'hexapawn' WHERE cell = 2":                                `experiment "e"`,
		"UPDATE cells SET game = 'hexapawn'":                                               `experiment "e"`,
		"UPDATE cells SET cell = 0 WHERE cell = 2":                                         `experiment "e"`,
		"DELETE FROM cells WHERE cell = 3":                                                 `experiment "e"`,
		"UPDATE replicates SET run = 99 WHERE run = 2 AND cell = 1":                        `experiment "e"`,
		"UPDATE replicates SET bankrupt_game = 1":                                          `experiment "e"`,
		"UPDATE replicates SET unbeaten_from_game = 0":                                     `experiment "e"`,
		"UPDATE replicates SET win = win + 1":                                              `experiment "e"`,
		"DELETE FROM checkpoints WHERE games = 2 AND cell = 1 AND run = 2":                 `experiment "e"`,
		"DELETE FROM checkpoints":                                                          `experiment "e"`,
		"UPDATE checkpoints SET games = 3 WHERE games = 2 AND cell = 1 AND run = 2":        `experiment "e"`,
		"UPDATE checkpoints SET blocker_win = -0.5":                                        `experiment "e"`,
		"UPDATE checkpoints SET worst_draw = 9e999":                                        `experiment "e"`,
		"UPDATE checkpoints SET resigned = loss + 1 WHERE games = 2":                       `experiment "e"`,
	} {
		path := filepath.Join(t.TempDir(), "damaged.db")
		if !spoil(t, path, content, statement) {
			t.Errorf("%s: SQLite refuses the statement", statement)
			continue
		}
		db := open(t, path, Read)
		found := slices.ContainsFunc(readAll(t.Context(), db), func(err error) bool {
			return errors.Is(err, ErrCorrupt) && strings.Contains(err.Error(), want+" in "+path+" is damaged: ") &&
				!strings.ContainsFunc(err.Error(), unicode.IsControl)
		})
		if !found {
			t.Errorf("%s: got %v, want %s to be reported as damaged", statement, readAll(t.Context(), db), want)
		}
		if !strings.HasPrefix(want, "experiment") {
			continue
		}
		merged := filepath.Join(t.TempDir(), "merged.db")
		if _, err := Merge(t.Context(), merged, []*DB{db}, true); err == nil || sqlite.Exists(merged) {
			t.Errorf("%s: the experiment was merged: %v", statement, err)
		}
	}
}

// TestSeconds checks that the seconds of a session do not depend on the wall clock.
func TestSeconds(t *testing.T) {
	a := newAgent(t, "a")
	s := a.Begin("random", false, "test")
	s.Started = s.Started.Add(time.Hour)
	store(t, open(t, filepath.Join(t.TempDir(), "a.db"), Create), a)
	if s.Seconds < 0 {
		t.Errorf("got %v seconds", s.Seconds)
	}
}

func TestFaults(t *testing.T) {
	content := whole(t, "tic-tac-toe")
	for statement, want := range map[string]string{
		"SELECT 1":                         "",
		"DELETE FROM agents":               "rows of beads that belong to no row of agents",
		"DELETE FROM cells WHERE cell = 1": "rows of replicates that belong to no row of cells: 2",
		"UPDATE games SET result = 'won'":  "CHECK constraint failed in games",

		"CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END":              `the trigger "t" on "games" belongs to another program`,
		"CREATE VIEW v AS SELECT * FROM agents":                                            `the view "v" belongs to another program`,
		"CREATE TABLE notes (text TEXT)":                                                   `the table "notes" belongs to another program`,
		"CREATE INDEX i ON games (moves)":                                                  `the index "i" on "games" belongs to another program`,
		"ALTER TABLE agents ADD COLUMN note TEXT":                                          `the table "agents" was changed by another program`,
		"DROP INDEX games_agent":                                                           `the index "games_agent" is missing`,
		"PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'games_agent'": "never used",
	} {
		path := filepath.Join(t.TempDir(), "damaged.db")
		if !spoil(t, path, content, statement) {
			t.Errorf("%s: SQLite refuses the statement", statement)
		}
		faults, err := open(t, path, Read).Faults(t.Context())
		if err != nil || (want == "") != (len(faults) == 0) || !strings.Contains(strings.Join(faults, "\n"), want) {
			t.Errorf("%s: got %q, %v, want %q", statement, faults, err, want)
		}
	}
}

// TestDamageInTheWay saves rows that already exist as a result of damage.
func TestDamageInTheWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "damaged.db")
	spoil(t, path, whole(t, "tic-tac-toe"), "UPDATE curve SET games = 16 WHERE games = 15")
	db := open(t, path, Write)
	a := reload(t, db, "a")
	train(t, a, 1)
	if err := db.Save(t.Context(), a); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}
