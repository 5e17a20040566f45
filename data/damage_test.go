package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"menace/arena/experiment"
	"menace/data/sqlite"
)

// whole writes a small database with everything in it: an agent with a session, a curve and a game, and an experiment.
func whole(t *testing.T, game string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.db")
	db := open(t, path, Create)
	a := agentOf(t, "a", game)
	a.Begin("random", false)
	train(t, a, 12)
	a.Played(Game{Moves: begun(t, game), Result: "win", Resigned: "person"})
	store(t, db, a)
	a.Begin("agent:b", true)
	train(t, a, 3)
	store(t, db, a)
	e := &Experiment{Name: "e", Command: "menace experiment run e",
		Design: planned(t, open(t, filepath.Join(t.TempDir(), "other.db"), Create), "e").Design}
	e.Runs, e.Games, e.Checkpoints = 2, 4, []int64{0, 2, 4}
	if err := db.Plan(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	runAll(t, db, e, experiment.Whole)
	db.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[18], content[19] = 1, 1 // without a write-ahead log, whose files would be made anew for each damage
	return content
}

// failures collects the errors of uses of a database.
type failures []error

// note records an error and any partial result returned with it. It reports whether there was no error.
func (f *failures) note(found any, err error) bool {
	if err != nil {
		*f = append(*f, err)
	}
	if list := reflect.ValueOf(found); err != nil && list.Kind() == reflect.Slice && list.Len() > 0 {
		*f = append(*f, errors.New("a partial result was returned with an error"))
	}
	return err == nil
}

// useAgents reads everything about agents in a database, as figures and commands do, and returns the errors.
func useAgents(ctx context.Context, db, _ *DB) (f failures) {
	names, err := db.Names(ctx)
	f.note(names, err)
	for _, name := range names {
		f.note(db.Load(ctx, name))
	}
	if a, err := db.Load(ctx, "a"); f.note(a, err) {
		f.note(db.Curve(ctx, a))
		f.note(db.Sessions(ctx, a))
		f.note(db.Games(ctx, a))
		f.note(db.Export(ctx, "a"))
		f.note(nil, db.Verify(ctx, "a"))
	}
	return f
}

// useExperiments reads everything about experiments, and merges them into a target.
func useExperiments(ctx context.Context, db, target *DB) (f failures) {
	f.note(db.ExperimentNames(ctx))
	f.note(db.Experiments(ctx))
	f.note(Merge(ctx, target.sqlite.Path, []*DB{db}, Accept{Missing: true, Mixed: true}))
	e, err := db.Experiment(ctx, "e")
	if !f.note(e, err) {
		return f
	}
	f.note(sqlite.Collect(db.Replicates(ctx, e, 0)))
	f.note(sqlite.Collect(db.Missing(ctx, e, 0, e.Replicates())))
	f.note(db.Done(ctx, e, 0, e.Replicates()))
	for cell := range e.Cells {
		for _, games := range e.Checkpoints {
			f.note(db.At(ctx, e, cell+1, games))
		}
	}
	return f
}

// useAll reads everything in a database.
func useAll(ctx context.Context, db, target *DB) failures {
	return append(useAgents(ctx, db, target), useExperiments(ctx, db, target)...)
}

// use reads a part of a database.
type use = func(ctx context.Context, db, target *DB) failures

// damage is a statement that damages a part of a database, and the function that reads that part.
type damage struct {
	statement string
	use       use
}

// damages returns statements that each damage one column, in one row or in all, or remove rows.
func damages(t *testing.T, db *sql.DB) (all []damage) {
	t.Helper()
	values := map[string][]string{ // values that a STRICT table accepts, by type
		"INTEGER": {"-1", "0", "257", "9223372036854775807"},
		"REAL":    {"-0.5", "2", "9e999"},
		"TEXT":    {"''", "'[0,4,2]'", "'\x1b[2J'"},
		"BLOB":    {"x''", "x'ff'"},
	}
	for _, table := range []struct {
		name string
		use  use
	}{
		{"agents", useAll}, {"beads", useAgents}, {"sessions", useAgents}, {"curve", useAgents}, {"games", useAgents},
		{"experiments", useAll}, {"cells", useExperiments}, {"replicates", useExperiments},
		{"checkpoints", useExperiments},
	} {
		add := func(format string, args ...any) {
			all = append(all, damage{fmt.Sprintf(format, args...), table.use})
		}
		types, key := columnsOf(t, db, table.name)
		second := fmt.Sprintf("(%s) = (SELECT %s FROM %[3]s ORDER BY %[2]s LIMIT 1 OFFSET "+
			"(SELECT count(*) FROM %[3]s) / 2)", key, key, table.name)
		conditions, rows := []string{"true", second}, 0
		if err := db.QueryRow("SELECT count(*) FROM " + table.name).Scan(&rows); err != nil {
			t.Fatal(err)
		}
		if rows == 1 { // which both conditions choose
			conditions = conditions[:1]
		}
		for column, kind := range types {
			for _, value := range values[kind] {
				for _, condition := range conditions {
					add("UPDATE OR REPLACE %s SET %s = %s WHERE %s", table.name, column, value, condition)
				}
			}
			add("UPDATE OR REPLACE %s SET %s = %s + 1 WHERE %s", table.name, column, column, second)
		}
		for _, condition := range conditions {
			add("DELETE FROM %s WHERE %s", table.name, condition)
		}
		add("DROP TABLE %s", table.name)
	}
	return all
}

// columnsOf returns the types of the stored columns of a table, and its key.
func columnsOf(t *testing.T, db *sql.DB, table string) (types map[string]string, key string) {
	t.Helper()
	types = map[string]string{}
	rows, err := db.Query("SELECT name, type, pk FROM pragma_table_info(?)", table) // without generated columns
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var keys []string
	for rows.Next() {
		var name, kind string
		var pk int
		if err := rows.Scan(&name, &kind, &pk); err != nil {
			t.Fatal(err)
		}
		types[name] = kind
		if pk > 0 {
			keys = append(keys, name)
		}
	}
	return types, strings.Join(keys, ", ")
}

// TestDamagedRows damages a database in every way that SQL allows, and uses everything that depends on it. Each use
// must end with a result, or with a one-line error that names the file.
func TestDamagedRows(t *testing.T) {
	content := whole(t, "hexapawn") // it has only 19 boxes to read
	db := open(t, write(t, content), Write)
	if errs := useAll(t.Context(), db, open(t, filepath.Join(t.TempDir(), "target.db"), Create)); len(errs) > 0 {
		t.Fatal(errs)
	}
	raw := rawOpen(t, db.sqlite.Path)
	defer raw.Close()
	all := damages(t, raw)
	if testing.Short() {
		all = slices.DeleteFunc(all, func(damage) bool { return rand.IntN(10) > 0 })
	}
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			path, found := filepath.Join(t.TempDir(), "damaged.db"), 0
			target := open(t, filepath.Join(t.TempDir(), "target.db"), Create)
			for i := part; i < len(all); i += parts {
				if spoil(t, path, content, all[i].statement) {
					found += useDamaged(t, path, target, all[i])
				}
			}
			if found == 0 {
				t.Error("no damage was found")
			}
		})
	}
}

// spoil writes a database and damages it. It reports whether SQLite accepts the statement.
func spoil(t *testing.T, path string, content []byte, statement string) bool {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open(sql.Drivers()[0], sqlite.DSN(path, "rw"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	_, err = raw.Exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = 0; PRAGMA foreign_keys = 0; " +
		"PRAGMA ignore_check_constraints = 1; " + statement)
	return err == nil
}

// useDamaged uses a damaged database and returns the number of errors.
func useDamaged(t *testing.T, path string, target *DB, d damage) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // far more than is needed
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", d.statement, r)
		}
	}()
	db, err := Open(ctx, path, Read)
	if err != nil {
		t.Errorf("%s: %v", d.statement, err)
		return 0
	}
	defer db.Close()
	errs := d.use(ctx, db, target)
	for _, err := range errs {
		named := strings.Contains(err.Error(), path) &&
			!strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' })
		if !(errors.Is(err, ErrCorrupt) && named || errors.Is(err, ErrNotFound) || errors.Is(err, ErrDiffers)) {
			t.Errorf("%q: got %q", d.statement, err)
		}
	}
	if err := target.sqlite.Exec(t.Context(), "DELETE FROM experiments"); err != nil { // undo the merge
		t.Fatal(err)
	}
	return len(errs)
}

// TestDamageIsFound lists damage that must not go unnoticed.
func TestDamageIsFound(t *testing.T) {
	content := whole(t, "tic-tac-toe")
	target := open(t, filepath.Join(t.TempDir(), "target.db"), Create)
	for statement, want := range map[string]string{
		"UPDATE agents SET name = 'b' || char(27)":                                      `machine "b\x1b"`,
		"UPDATE agents SET win = -1":                                                    `machine "a"`,
		"UPDATE agents SET loss = 2000000000000":                                        `machine "a"`,
		"UPDATE agents SET seed = -1":                                                   `machine "a"`,
		"UPDATE beads SET count = 1000000000000000000":                                  `machine "a"`,
		"UPDATE beads SET move = 257 WHERE move = 1 AND moves = 0":                      `machine "a"`,
		"UPDATE beads SET move = 15 WHERE move = 1 AND moves = 0":                       `machine "a"`,
		"UPDATE agents SET game = 'hexapawn'":                                           `machine "a"`,
		"UPDATE agents SET game = 'chess'":                                              `machine "a"`,
		"UPDATE sessions SET opponent = 'random' || char(27)":                           `machine "a"`,
		"UPDATE sessions SET opponent = 'agent:b' || char(10)":                          `machine "a"`,
		"UPDATE sessions SET start = 1":                                                 `machine "a"`,
		"UPDATE sessions SET win = win + 1 WHERE id = 1":                                `machine "a"`,
		"UPDATE sessions SET loss = loss + 1, start = start + 1 WHERE id = 2":           `machine "a"`,
		"UPDATE sessions SET both_learn = 2":                                            `machine "a"`,
		"UPDATE sessions SET seconds = 9e999":                                           `machine "a"`,
		"UPDATE curve SET random_win = 2 WHERE games = 5":                               `machine "a"`,
		"UPDATE curve SET win = win + 1 WHERE games = 5":                                `machine "a"`,
		"UPDATE curve SET win = win + 1, loss = loss - 1 WHERE games = 0":               `machine "a"`,
		"UPDATE curve SET boxes = x'ff'":                                                `machine "a"`,
		"UPDATE curve SET loss = loss + 9 WHERE games = 15":                             `machine "a"`,
		"UPDATE games SET moves = '599'":                                                `machine "a"`,
		"UPDATE games SET moves = '7-4 2-4'":                                            `machine "a"`,
		"UPDATE games SET learned = 1, result = 'loss', resigned = 'agent', moves = ''": `machine "a"`,
		"UPDATE experiments SET name = 'e' || char(27)":                                 `experiment "e\x1b"`,
		"UPDATE experiments SET command = 'a' || char(10)":                              `experiment "e"`,
		"UPDATE experiments SET checkpoints = '[0,4,2]'":                                `experiment "e"`,
		"UPDATE experiments SET checkpoints = 'null'":                                   `experiment "e"`,
		"UPDATE experiments SET runs = 1":                                               `experiment "e"`,
		"UPDATE experiments SET seed = 5":                                               `experiment "e"`,
		"UPDATE cells SET opponent = 'search:09' WHERE cell = 1":                        `experiment "e"`,
		"DELETE FROM cells WHERE cell = 2":                                              `experiment "e"`,
		"UPDATE cells SET game = 'hexapawn' WHERE cell = 2":                             `experiment "e"`,
		"UPDATE cells SET game = 'hexapawn'":                                            `experiment "e"`,
		"UPDATE cells SET cell = 0 WHERE cell = 2":                                      `experiment "e"`,
		"DELETE FROM cells WHERE cell = 3":                                              `experiment "e"`,
		"UPDATE replicates SET run = 99 WHERE run = 2 AND cell = 1":                     `experiment "e"`,
		"UPDATE replicates SET bankrupt = 1":                                            `experiment "e"`,
		"UPDATE replicates SET unbeaten_from = 0":                                       `experiment "e"`,
		"UPDATE replicates SET win = win + 1":                                           `experiment "e"`,
		"DELETE FROM checkpoints WHERE games = 2 AND cell = 1 AND run = 2":              `experiment "e"`,
		"DELETE FROM checkpoints":                                                       `experiment "e"`,
		"UPDATE checkpoints SET games = 3 WHERE games = 2 AND cell = 1 AND run = 2":     `experiment "e"`,
		"UPDATE checkpoints SET blocker_win = -0.5":                                     `experiment "e"`,
		"UPDATE checkpoints SET worst_draw = 9e999":                                     `experiment "e"`,
		"UPDATE checkpoints SET resigned = loss + 1 WHERE games = 2":                    `experiment "e"`,
	} {
		path := filepath.Join(t.TempDir(), "damaged.db")
		if !spoil(t, path, content, statement) {
			t.Errorf("%s: SQLite refuses the statement", statement)
			continue
		}
		db := open(t, path, Read)
		errs := useAll(t.Context(), db, target)
		found := slices.ContainsFunc(errs, func(err error) bool {
			return errors.Is(err, ErrCorrupt) && strings.Contains(err.Error(), want+" in "+path+" is damaged: ")
		})
		if !found {
			t.Errorf("%s: got %v, want %s to be reported as damaged", statement, errs, want)
		}
		if strings.HasPrefix(want, "experiment") && dump(t, target) != "" {
			t.Errorf("%s: the experiment was merged", statement)
		}
		if err := target.sqlite.Exec(t.Context(), "DELETE FROM experiments"); err != nil { // undo the merge
			t.Fatal(err)
		}
	}
}

// TestDamagedGamesOfHexapawn checks that impossible games with a person are reported as damage, and possible ones are
// not.
func TestDamagedGamesOfHexapawn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	db := open(t, path, Create)
	a := agentOf(t, "a", "hexapawn")
	a.Played(Game{Moves: "7-4 2-4 8-4 3-6", Result: "win"})
	store(t, db, a)
	for moves, possible := range map[string]bool{
		"7-4 2-4 8-4 3-6": true, "9-6 2-6 8-6 1-4": true, // its mirror image
		"": false, "519": false, "7-4 2-4 8-4": false, "7-4 2-4 8-4 3-6 9-6": false, "7-4 2-4 8-4 3-5": false,
		"7-4 2-4 8-4 33-6": false,
	} {
		if err := db.sqlite.Exec(t.Context(), "UPDATE games SET moves = ?", moves); err != nil {
			t.Fatal(err)
		}
		list, err := db.Games(t.Context(), a)
		if possible && (err != nil || len(list) != 1 || list[0].Moves != moves) {
			t.Errorf("%q: got %+v, %v", moves, list, err)
		}
		if !possible && (!errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), `machine "a" in `+path)) {
			t.Errorf("%q: got %v, want %v", moves, err, ErrCorrupt)
		}
	}
}

// TestClockSetBack checks that negative seconds of a stored session are read as 0.
func TestClockSetBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "damaged.db")
	spoil(t, path, whole(t, "tic-tac-toe"), "UPDATE sessions SET seconds = -3600")
	db := open(t, path, Write)
	doc, err := db.Export(t.Context(), "a")
	if err != nil || doc.Sessions[0].Seconds != 0 {
		t.Fatalf("got %+v, %v", doc, err)
	}
	doc.Sessions[0].Seconds = -3600 // like exports of earlier versions
	if _, err := db.Import(t.Context(), doc, "b"); err != nil {
		t.Error(err)
	}
}

// TestSeconds checks that the seconds of a session do not depend on the wall clock.
func TestSeconds(t *testing.T) {
	a := newAgent(t, "a")
	s := a.Begin("random", false)
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
