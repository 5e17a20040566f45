package data

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data/sqlite"
	"menace/menace"
)

// Databases and documents from the time when tic-tac-toe was the only game, schema 2 and document version 1, must
// always be readable.

// oldGames is the number of games of the agent of version 1: Michie's machine with seed 7, against random play.
const oldGames = 20

// oldDocument reads that agent as exported at the time, with two games with people from which it did not learn.
func oldDocument(t *testing.T) (doc *Document) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "version-1.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(text).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != 1 || doc.Rules.Game != "" || len(doc.Beads) != 1087 || doc.Beads[2].Square != 5 ||
		len(doc.Games) != 2 {
		t.Fatalf("no document of version 1: %+v with %d beads", doc.Rules, len(doc.Beads))
	}
	return doc
}

// oldDatabase writes a database of schema 2 with the agent of a document and an experiment with these finished
// replicates.
func oldDatabase(t *testing.T, doc *Document, e *Experiment, done []experiment.Replicate) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "old.db")
	rawExec(t, path, "PRAGMA journal_mode = WAL")
	for version := range 2 {
		script, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", version+1))
		if err != nil {
			t.Fatal(err)
		}
		rawExec(t, path, fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = %d",
			script, applicationID, version+1))
	}
	raw := rawOpen(t, path)
	defer raw.Close()
	if _, err := raw.Exec("BEGIN"); err != nil {
		t.Fatal(err)
	}
	add := func(table, columns string, values ...[]any) {
		t.Helper()
		if _, err := raw.Exec(sqlite.Insertion(table, columns), slices.Concat(values...)...); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
	}
	one := []any{1} // id of the agent or the experiment
	add("agents", "id, name, seed, random, created, revision, changed, "+tallyColumns+", "+oldRuleColumns,
		one, []any{doc.Name, doc.Seed, doc.Random, sqlite.Stamp{Time: &doc.Created}, 1,
			sqlite.Stamp{Time: &doc.Created}}, tallyFields(&doc.Tally), oldRuleFields(&doc.Rules))
	for _, b := range doc.Beads {
		add("beads", "agent, moves, code, square, count", one, []any{b.Moves, b.Code, b.Square, b.Count})
	}
	rules := doc.Rules
	rules.Game = "tic-tac-toe"
	for _, p := range doc.Curve {
		counts, err := unpackCounts(p.Boxes, len(doc.Beads))
		if err != nil {
			t.Fatal(err)
		}
		row, err := newCurveRow(menace.New(rules), p.point(counts))
		if err != nil {
			t.Fatal(err)
		}
		fields := slices.DeleteFunc(p.fields(), func(field any) bool { _, later := field.(unknown); return later })
		add("curve", "agent, games, beads, opening, "+withoutLater(curveColumns), one,
			[]any{row.games, row.beads, row.opening}, fields)
	}
	for _, s := range doc.Sessions {
		add("sessions", "agent, "+strings.TrimPrefix(sessionColumns, "version, "), one, s.fields()[1:])
	}
	for _, g := range doc.Games {
		add("games", "agent, "+oldGameColumns, one, g.fields()[:len(strings.Split(oldGameColumns, ","))])
	}
	checkpoints, _ := json.Marshal(e.Checkpoints)
	add("experiments", "id, name, command, seed, runs, games, checkpoints", one,
		[]any{e.Name, e.Command, e.Seed, e.Runs, e.Games, string(checkpoints)})
	for i, c := range e.Cells {
		add("cells", "experiment, cell, "+oldRuleColumns+", opponent", one, []any{i + 1}, oldRuleFields(&c.Rules),
			[]any{c.Opponent})
	}
	for _, r := range done {
		columns, fields := strings.TrimSuffix(replicateColumns, ", rival_bankrupt, version"), replicateFields(&r)
		add("replicates", "experiment, "+columns, one, fields[:len(fields)-2])
		for _, p := range r.Curve {
			fields := slices.DeleteFunc(checkpointFields(&p),
				func(field any) bool { _, later := field.(unknown); return later })
			add("checkpoints", "experiment, cell, run, "+withoutLater(checkpointColumns), one, taskFields(&r.Task),
				fields)
		}
	}
	if _, err := raw.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	return path
}

// oldRuleColumns are the columns of rules at that time. Newer rules follow them in [menace.Table]; the game precedes
// them.
const oldRuleColumns = "plays, beads_1, beads_2, beads_3, beads_4, reward_win, reward_draw, " +
	"reward_loss, moves, on_empty, " +
	"floor, credit"

// oldGameColumns are the columns of games at that time. Newer ones follow them.
const oldGameColumns = "moves, result, resigned, learned, seed, played"

// oldRuleFields returns pointers to the values of oldRuleColumns.
func oldRuleFields(r *menace.Rules) []any {
	return ruleFields(r)[1:][:len(strings.Split(oldRuleColumns, ","))]
}

// withoutLater returns columns of probabilities without those added by migrations 6 and 8.
func withoutLater(columns string) string {
	return strings.ReplaceAll(strings.ReplaceAll(columns, ", "+wdlColumns("most_losses"), ""),
		", "+wdlColumns(rivalColumns...), "")
}

// rowsOf returns the result of a query as text.
func rowsOf(t testing.TB, path, query string) string {
	t.Helper()
	raw := rawOpen(t, path)
	defer raw.Close()
	return textOf(t, raw, query)
}

// TestOlderDatabase checks that updating a database loses and changes nothing, and that an agent and an experiment
// continue as if there had been no interruption.
func TestOlderDatabase(t *testing.T) {
	whole := open(t, filepath.Join(t.TempDir(), "whole.db"), Create)
	e := planned(t, whole, "e")
	runAll(t, whole, e, experiment.Shard{Part: 1, Of: 2})
	done, err := sqlite.Collect(whole.Replicates(t.Context(), e, 0))
	if err != nil {
		t.Fatal(err)
	}
	path := oldDatabase(t, oldDocument(t), e, done)

	before := map[string]string{} // by query
	raw := rawOpen(t, path)
	for _, table := range []string{"agents", "beads", "sessions", "curve", "games", "experiments", "cells",
		"replicates", "checkpoints"} {
		types, key := columnsOf(t, raw, table)
		query := fmt.Sprintf("SELECT %s FROM %s ORDER BY %s",
			strings.Join(slices.Sorted(maps.Keys(types)), ", "), table, key)
		if before[query] = textOf(t, raw, query); before[query] == "" {
			t.Fatalf("%s is empty", table)
		}
	}
	raw.Close()
	db := open(t, path, Read)
	for query, want := range before {
		if got := rowsOf(t, path, strings.ReplaceAll(query, "square", "move")); got != want {
			t.Errorf("%s: the rows have changed", query)
		}
	}
	for _, table := range []string{"agents", "cells"} {
		if got := rowsOf(t, path, "SELECT DISTINCT game FROM "+table); got != "tic-tac-toe\n" {
			t.Errorf("%s: got the games %q", table, got)
		}
	}
	if faults, err := db.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("got the faults %q, %v", faults, err)
	}
	if version, err := valueOf[int](db, "PRAGMA user_version"); err != nil || version != len(schema.Migrations) {
		t.Errorf("got schema %d, %v", version, err)
	}
	if err := db.Verify(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	exported, err := db.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(exported, today(oldDocument(t))) {
		t.Errorf("the export is %+v", exported)
	}

	db = open(t, path, Write)
	checkOldAgent(t, db, "a")
	loaded, err := db.Experiment(t.Context(), "e")
	if err != nil {
		t.Fatal(err)
	}
	runAll(t, db, loaded, experiment.Whole)
	runAll(t, whole, e, experiment.Whole)
	const from = " FROM replicates r JOIN checkpoints c USING (experiment, cell, run) ORDER BY cell, run, c.games"
	all := "SELECT r.*, " + sqlite.Qualified("c", withoutLater(checkpointColumns)) + from
	if rowsOf(t, db.sqlite.Path, all) != rowsOf(t, whole.sqlite.Path, all) {
		t.Error("the experiment continued differently")
	}

	// The most losses of the first half stay unknown. Those of the second half are known, as without an interruption.
	for r, err := range db.Replicates(t.Context(), loaded, 0) {
		if err != nil {
			t.Fatal(err)
		}
		old := slices.ContainsFunc(done, func(d experiment.Replicate) bool { return d.Task == r.Task })
		for _, p := range r.Curve {
			if _, known := p.Unbeatable(); known == old {
				t.Errorf("%+v at %d games, stored by an earlier version: %t, most losses %+v",
					r.Task, p.Games, old, p.MostLosses)
			}
		}
	}
	merged := filepath.Join(t.TempDir(), "merged.db")
	if _, err := Merge(t.Context(), merged, []*DB{whole, db}, Accept{Missing: true}); err != nil {
		t.Errorf("replicates without most losses cannot be merged with the same ones: %v", err)
	}
	if got := rowsOf(t, merged, "SELECT count(*) FROM checkpoints WHERE most_losses_loss IS NULL"); got != "0\n" {
		t.Errorf("%s checkpoints lost their most losses", got)
	}
}

// today returns a document of version 1 in the current format.
func today(doc *Document) *Document {
	doc.Version, doc.Rules.Game = documentVersion, "tic-tac-toe"
	for i := range doc.Sessions {
		doc.Sessions[i].Version = UnknownVersion
	}
	for i, b := range doc.Beads {
		doc.Beads[i] = DocumentBead{Moves: b.Moves, Code: b.Code, Move: b.Square, Count: b.Count}
	}
	for i, p := range doc.Curve {
		counts, _ := unpackCounts(p.Boxes, len(doc.Beads))
		m := menace.New(doc.Rules)
		if err := m.SetCounts(counts); err != nil {
			panic(err)
		}
		doc.Curve[i].MostLosses = arena.MostLosses(m, doc.Rules.Plays)
	}
	return doc
}

// checkOldAgent checks that the stored agent of version 1 equals a machine trained in the same way today, and still
// does after more training.
func checkOldAgent(t *testing.T, db *DB, name string) {
	t.Helper()
	a, want := reload(t, db, name), newAgent(t, "want")
	train(t, want, oldGames)
	for _, more := range []int64{0, 500} {
		train(t, a, more)
		train(t, want, more)
		if !slices.Equal(a.Machine.Counts(), want.Machine.Counts()) {
			t.Errorf("after %d more games the beads differ", more)
		}
		if a.Machine.Rules() != want.Machine.Rules() || a.Career.Tally != want.Career.Tally ||
			*a.Random != *want.Random {
			t.Errorf("after %d more games got %+v and %+v, want %+v and %+v",
				more, a.Machine.Rules(), a.Career.Tally, want.Machine.Rules(), want.Career.Tally)
		}
	}
	store(t, db, a, want)
	if got, curve := pointsOf(t, db, a), pointsOf(t, db, want); !slices.EqualFunc(got, curve, arena.Point.Same) {
		t.Errorf("the curves differ: got %d points, want %d", len(got), len(curve))
	}
}

func TestOlderDocument(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	if err := oldDocument(t).Check(""); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Import(t.Context(), oldDocument(t), ""); err != nil {
		t.Fatal(err)
	}
	if err := db.Verify(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	got, err := db.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	want := today(oldDocument(t))
	got.Curve, want.Curve = nil, nil // its probabilities were recomputed; see checkOldAgent
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got the export %+v, want %+v", got, want)
	}
	checkOldAgent(t, db, "a")

	// Squares and moves must not be confused.
	moves := oldDocument(t)
	moves.Beads[0].Move, moves.Beads[0].Square = 1, 0
	squares := today(oldDocument(t))
	squares.Beads[0].Move, squares.Beads[0].Square = 0, 1
	for _, doc := range []*Document{moves, squares} {
		if err := doc.Check("b"); err == nil {
			t.Errorf("version %d: %+v is accepted", doc.Version, doc.Beads[0])
		}
	}
}
