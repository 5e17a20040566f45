package data

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"menace/data/sqlite"
)

var update = flag.Bool("update", false, "write the tables of the present schema into testdata if they are missing there")

// restored makes a database of a dump and returns its path.
func restored(t testing.TB, dump string) string {
	t.Helper()
	text := contentOf(t, filepath.Join("testdata", dump))
	path := filepath.Join(t.TempDir(), "menace.db")
	execute(t, path, string(text))
	return path
}

// execute runs SQL on a file directly with the SQLite driver.
func execute(t testing.TB, path, text string) {
	t.Helper()
	raw := rawOpen(t, path)
	defer raw.Close()
	if _, err := raw.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// TestVersion1 opens a database that the program wrote when its schema was 1: read-only, when only a copy is brought up
// to date, and for writing.
func TestVersion1(t *testing.T) {
	for _, mode := range []Mode{Read, Write} {
		path := restored(t, "version-1/database.sql")
		before := contentOf(t, path)
		db := open(t, path, mode)
		checkVersion1(t, db)
		if faults, err := db.Faults(t.Context()); err != nil || len(faults) > 0 {
			t.Errorf("%v, %v", faults, err)
		}
		if mode == Read {
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, before) {
				t.Errorf("reading changed the file, %v", err)
			}
			continue
		}
		a := newAgent(t, "new")
		store(t, db, a)
		if a.ID() != 4 { // 3 was that of a machine that has been deleted
			t.Errorf("a new machine has the ID %d", a.ID())
		}
		db.Close()
		if len(steps) == 0 {
			continue
		}
		kept := sqlite.BeforePath(path, len(steps)+1)
		if got := version(t, kept); got != 1 {
			t.Errorf("the copy has schema %d", got)
		}
		checkVersion1(t, open(t, kept, Read))
	}
}

// The keys of a pupil and of the teacher in the database of schema 1.
const ada, teacher = "XIJQ4ET54SVVGWBZTHLP6IUIJX", "3IDECQAIBOCN4SQOAZCRODA5U3"

// TestRestoreVersion1 checks that keys and codes that somebody has read in a backup of schema 1 open nothing after it
// was restored, and that its machines, classes and games are there.
func TestRestoreVersion1(t *testing.T) {
	backup := restored(t, "version-1/database.sql")
	path := filepath.Join(t.TempDir(), "menace.db")
	from := open(t, backup, Read)
	if _, err := Restore(t.Context(), from, path); err != nil {
		t.Fatal(err)
	}
	content := contentOf(t, path)
	for _, secret := range []string{"438482", teacher, ada} {
		for _, form := range []string{secret, HashKey(secret)} {
			if bytes.Contains(content, []byte(form)) {
				t.Errorf("the file contains %s", form)
			}
		}
	}
	db := open(t, path, Write)
	if ok, err := db.HasTeacherKey(t.Context(), teacher); ok || err != nil {
		t.Errorf("the teacher's key is known: %v, %v", ok, err)
	}
	names, err := db.Names(t.Context())
	classes, failed := db.Classes(t.Context())
	if err != nil || failed != nil || len(names) != 2 || len(classes) != 1 || !strings.Contains(classes[0].State, "Blaise") {
		t.Errorf("got %v, %v, %v, %v", names, classes, err, failed)
	}
}

// TestPupilsOfVersion6 checks that the pupils of classes, which schema 6 kept in one text for each class, are all there
// in their order, with names, keys and games, and that a class that cannot be read stays as it is.
func TestPupilsOfVersion6(t *testing.T) {
	text := contentOf(t, "testdata/tables-6.sql")
	path := filepath.Join(t.TempDir(), "menace.db")
	const rest = `"Settings":{"Paused":true},"Trial":{"Twin":7}`
	var pupils []string
	for i := range 40 {
		const pupil = `{"ID":%d,"Name":"Zoë {\"%d\"}]","KeyHash":"%s","Unfinished":{"Moves":"7-4 2-4"}}`
		pupils = append(pupils, fmt.Sprintf(pupil, i+1, 40-i, HashKey(strconv.Itoa(i))))
	}
	states := []string{
		"{" + rest + `,"Pupils":[` + strings.Join(pupils, ",") + `],"Language":"de"}`,
		`{"Pupils":null,` + rest + "}",
		`{"Pupils":[{"ID":1`,
		`{"Pupils":[` + pupils[0] + ",null]}",
	}
	script := string(text)
	for i, state := range states {
		script += fmt.Sprintf(`;
			INSERT INTO agents VALUES (%[1]d, 'm%[1]d', 'tictactoe', 'first', 4, 3, 2, 1, 3, 1, -1, 'distinct', 'resign',
				'all', 1, x'', 0, 0, 0, 0, 1, '', '', x'', -1, 0, 0, 0, x'');
			INSERT INTO classes VALUES (%[1]d, 'c%[1]d', %[1]d, '%[1]d', 1, '%[2]s', 9)`, i+1, state)
	}
	execute(t, path, fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = 6", script, applicationID))
	db := open(t, path, Write)
	for i, want := range states {
		c, err := db.Class(t.Context(), int64(i+1))
		if err != nil || c.Revision != 9 || c.Code != strconv.Itoa(i+1) || !c.Open {
			t.Errorf("class %d: got %+v, %v", i+1, c, err)
			continue
		}
		if !json.Valid([]byte(want)) {
			if c.State != want {
				t.Errorf("a state that cannot be read became %s", c.State)
			}
			continue
		}
		var before, now any
		if err := errors.Join(json.Unmarshal([]byte(want), &before), json.Unmarshal([]byte(c.State), &now)); err != nil ||
			!reflect.DeepEqual(now, before) {
			t.Errorf("%v: got %s, want %s", err, c.State, want)
		}
	}
	rows, err := sqlite.ViewQuery(t.Context(), db.sqlite, sqlite.Column[string],
		"SELECT state FROM pupils WHERE class = 1 ORDER BY pupil")
	if err != nil || !slices.Equal(rows, pupils) {
		t.Errorf("got the pupils %v, %v", rows, err)
	}
}

// TestOldMachineNames checks that a stored machine that an older version has named agent:NAME as an opponent is called
// machine:NAME, in the database and in an export.
func TestOldMachineNames(t *testing.T) {
	path := restored(t, "version-1/database.sql")
	execute(t, path, "UPDATE sessions SET opponent = 'agent:x' WHERE id = 1; UPDATE sessions SET opponent = 'agent:her' WHERE id = 2")
	db := open(t, path, Write)
	must(t, db.Rename(t.Context(), "her", "him"))
	doc, err := db.Export(t.Context(), "michie")
	if err != nil || doc.Sessions[0].Opponent != "machine:x" || doc.Sessions[1].Opponent != "machine:him" {
		t.Fatalf("got %+v, %v", doc, err)
	}
	doc.Sessions[0].Opponent, doc.Sessions[1].Opponent = "agent:his", "random"
	if _, err := db.Import(t.Context(), doc, "imported"); err != nil {
		t.Fatal(err)
	}
	doc, err = db.Export(t.Context(), "imported")
	if err != nil || doc.Sessions[0].Opponent != "machine:his" || doc.Sessions[1].Opponent != "random" {
		t.Errorf("got %+v, %v", doc.Sessions, err)
	}
}

// version returns the version of the schema in a file.
func version(t *testing.T, path string) (version int) {
	t.Helper()
	raw, err := sql.Open(sql.Drivers()[0], sqlite.DSN(path, "rw"))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	must(t, raw.QueryRow("PRAGMA user_version").Scan(&version))
	return version
}

// checkVersion1 compares a database with the exports that the program of schema 1 made of it.
func checkVersion1(t *testing.T, db *DB) {
	t.Helper()
	ctx := t.Context()
	names, err := db.Names(ctx)
	if err != nil || !slices.Equal(names, []string{"her", "michie"}) {
		t.Errorf("got the machines %v, %v", names, err)
	}
	for _, name := range names {
		text := contentOf(t, filepath.Join("testdata/version-1", name+".json"))
		want := new(Document)
		must(t, json.Unmarshal(text, want))
		if err := want.Check(""); err != nil {
			t.Errorf("the export of %s: %v", name, err)
		}
		got, err := db.Export(ctx, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want.Version = got.Version
		for i := range got.Games { // those of a class are not exported
			got.Games[i].Class, got.Games[i].Pupil = 0, 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s differs from its export:\n%+v\n%+v", name, got, want)
		}
	}
	classes, err := db.Classes(ctx)
	if err != nil || len(classes) != 1 {
		t.Fatalf("got the classes %v, %v", classes, err)
	}
	const unfinished = `"Unfinished":{"Seed":267894573,"Moves":"7-4 2-4"}`
	if c := classes[0]; c.Name != "7a" || c.Machine != "her" || c.Games != 2 || !c.Open ||
		!strings.Contains(c.State, `"Name":"Ada"`) || !strings.Contains(c.State, unfinished) {
		t.Errorf("got the class %+v", c)
	}
	rows, err := sqlite.ViewQuery(ctx, db.sqlite, sqlite.Column[string],
		`SELECT pupil || (state ->> 'Name') || (state ->> 'ID') FROM pupils WHERE class = 1 ORDER BY pupil`)
	if err != nil || !slices.Equal(rows, []string{"1Ada1", "2Blaise2"}) {
		t.Errorf("got the pupils %v, %v", rows, err)
	}
	if state := classes[0].State; strings.Contains(state, ada) || !strings.Contains(state, `"KeyHash":"`+HashKey(ada)+`"`) {
		t.Errorf("the keys of pupils are stored as %s", state)
	}
	if ok, err := db.HasTeacherKey(ctx, teacher); !ok || err != nil {
		t.Errorf("the teacher's browser is out: %v", err)
	}
	checkExperiment1(t, db, "half", "version-1/half.csv")
}

// checkExperiment1 compares an experiment with a table that the program of schema 1 exported.
func checkExperiment1(t *testing.T, db *DB, name, table string) {
	t.Helper()
	text := contentOf(t, filepath.Join("testdata", table))
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	e, err := db.Experiment(t.Context(), name)
	if err != nil {
		t.Error(err)
		return
	}
	i := 1
	for r, err := range db.Replicates(t.Context(), e, 0) {
		if err != nil {
			t.Error(err)
			return
		}
		for _, p := range r.Curve {
			got := map[string]string{
				"cell": fmt.Sprint(r.Cell), "run": fmt.Sprint(r.Run), "seed": fmt.Sprint(r.Seed),
				"games": fmt.Sprint(p.Games), "win": fmt.Sprint(p.Tally.Win),
				"opponent":   e.Cells[r.Cell-1].Opponent,
				"random_win": strconv.FormatFloat(p.Random.Win, 'g', -1, 64),
			}
			for column, value := range got {
				at := slices.Index(rows[0], column)
				if i >= len(rows) || rows[i][at] != value {
					t.Fatalf("%s: line %d: %s is %s, but exported was %v", name, i, column, value, rows[min(i, len(rows)-1)])
				}
			}
			i++
		}
	}
	if i != len(rows) {
		t.Errorf("%s: got %d checkpoints, want %d", name, i-1, len(rows)-1)
	}
}

// TestMergeVersion1 merges shards that the program wrote when its schema was 1, into a new database and into an older
// one.
func TestMergeVersion1(t *testing.T) {
	older := restored(t, "version-1/database.sql")
	for _, into := range []string{filepath.Join(t.TempDir(), "new.db"), older} {
		var shards []*DB
		for _, dump := range []string{"shard-1.sql", "shard-2.sql"} {
			shards = append(shards, open(t, restored(t, filepath.Join("version-1", dump)), Read))
		}
		merged, err := Merge(t.Context(), into, shards, false)
		if err != nil || len(merged) != 1 || merged[0].Stored != 4 {
			t.Errorf("got %+v, %v", merged, err)
			continue
		}
		db := open(t, into, Read)
		checkExperiment1(t, db, "shards", "version-1/shards.csv")
		if into == older {
			checkExperiment1(t, db, "half", "version-1/half.csv")
		}
	}
}

// TestEverySchema checks that a change of the tables has a step, and that the steps lead from the tables of every
// version to the present ones.
func TestEverySchema(t *testing.T) {
	now := len(steps) + 1
	present := tablesOf(tables)
	file := func(version int) string { return fmt.Sprintf("testdata/tables-%d.sql", version) }
	if *update && !sqlite.Exists(file(now)) {
		must(t, os.WriteFile(file(now), []byte(present), 0o644))
	}
	for v := 1; v <= now; v++ {
		text, err := os.ReadFile(file(v))
		if err != nil {
			t.Fatalf("%v: once steps.go has the step to version %d, -update writes it", err, v)
		}
		if v == now && string(text) != present {
			t.Errorf("schema.sql has other tables than version %d, which files have: add a step to steps.go, and then "+
				"write %s by -update", v, file(v+1))
		}
		path := filepath.Join(t.TempDir(), "menace.db")
		execute(t, path, fmt.Sprintf("%s; PRAGMA application_id = %d; PRAGMA user_version = %d", text, applicationID, v))
		db := open(t, path, Write)
		if faults, err := db.Faults(t.Context()); err != nil || len(faults) > 0 {
			t.Errorf("from version %d: %v, %v", v, faults, err)
		}
	}
}

// tablesOf returns the statements of a script without comments and with single spaces, each on a line.
func tablesOf(script string) string {
	script = regexp.MustCompile(`--.*`).ReplaceAllString(script, "")
	return strings.ReplaceAll(strings.Join(strings.Fields(script), " "), "; ", ";\n") + "\n"
}
