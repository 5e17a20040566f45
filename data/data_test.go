package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// fresh returns the content of a new database.
var fresh = sync.OnceValues(func() (content []byte, err error) {
	folder, err := os.MkdirTemp("", "menace")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "fresh.db")
	db, err := Open(context.Background(), path, Create)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// open opens a database. A new one is a copy, because that is several times faster than creating the tables.
func open(t testing.TB, path string, mode Mode) *DB {
	t.Helper()
	if _, err := os.Stat(path); mode == Create && errors.Is(err, fs.ErrNotExist) {
		content, err := fresh()
		must(t, errors.Join(err, os.WriteFile(path, content, 0o644)))
	}
	db, err := Open(context.Background(), path, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// built returns the content of a new database after do.
func built(t testing.TB, do func(*DB)) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "built.db")
	db := open(t, path, Create)
	do(db)
	must(t, db.Close())
	content := contentOf(t, path)
	return content
}

// reopened opens a database with this content.
func reopened(t testing.TB, path string, content []byte) *DB {
	t.Helper()
	must(t, os.WriteFile(path, content, 0o644))
	return open(t, path, Write)
}

func newAgent(t testing.TB, name string) *Agent {
	t.Helper()
	return agentOf(t, name, "tic-tac-toe")
}

// gameNames lists the games that machines play.
var gameNames = new(menace.Rules).Options()[0].Choices

// begun returns the first three moves of a game, each with the lowest number after which it goes on.
func begun(t testing.TB, game string) string {
	t.Helper()
	rules, _ := menace.Usual(game)
	g := menace.New(rules).Graph()
	var moves []symmetry.Move
	for position := g.Code(symmetry.Start); len(moves) < 3; {
		possible := g.MovesFrom(position)
		i := slices.IndexFunc(possible, func(m symmetry.Move) bool { return len(g.MovesFrom(g.Play(position, m))) > 0 })
		moves, position = append(moves, possible[i]), g.Play(position, possible[i])
	}
	return symmetry.FormatMoves(moves)
}

// agentOf returns a new agent with the usual rules of a game: Michie's machine, or Gardner's for Black.
func agentOf(t testing.TB, name, game string) *Agent {
	t.Helper()
	rules, _ := menace.Usual(game)
	return agentWith(t, name, rules, 7)
}

// agentWith returns a new agent with rules and a seed.
func agentWith(t testing.TB, name string, rules menace.Rules, seed int64) *Agent {
	t.Helper()
	a, err := NewAgent(name, rules, seed)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// train plays n games against random.
func train(t testing.TB, a *Agent, n int64) {
	t.Helper()
	training := arena.Training{Learner: a.Career, Opponent: arena.Random(a.Machine.Graph()), Random: a.Random}
	if _, err := training.Run(context.Background(), n); err != nil {
		t.Fatal(err)
	}
}

func store(t testing.TB, db *DB, agents ...*Agent) {
	t.Helper()
	must(t, db.Save(context.Background(), agents...))
}

func reload(t testing.TB, db *DB, name string) *Agent {
	t.Helper()
	a, err := db.Load(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func pointsOf(t testing.TB, db *DB, a *Agent) []arena.Point {
	t.Helper()
	points, err := db.Curve(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// TestSavedAndLoadedPlaysOn checks that saving and loading between games does not affect training.
func TestSavedAndLoadedPlaysOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	for _, game := range gameNames {
		whole, pieces := agentOf(t, "whole-"+game, game), agentOf(t, "pieces-"+game, game)
		train(t, whole, 6000)
		store(t, db, whole)
		for _, n := range []int64{1, 999, 4000, 1000} {
			train(t, pieces, n)
			store(t, db, pieces)
			pieces = reload(t, db, pieces.Name)
		}
		if !slices.Equal(whole.Machine.Counts(), pieces.Machine.Counts()) {
			t.Errorf("%s: the beads differ", game)
		}
		if *whole.Random != *pieces.Random {
			t.Errorf("%s: the generators differ", game)
		}
		a, b := pointsOf(t, db, whole), pointsOf(t, db, pieces)
		if len(a) < 100 || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the curves differ: they have %d and %d points", game, len(a), len(b))
		}
	}
}

// TestSchemaHasEveryRule checks that agents and cells have the columns of every rule.
func TestSchemaHasEveryRule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	open(t, path, Create)
	for _, table := range []string{"agents", "cells"} {
		columns := strings.Fields(rowsOf(t, path, "SELECT name FROM pragma_table_info('"+table+"')"))
		for _, rule := range new(menace.Rules).Options() {
			for _, column := range rule.Columns {
				if !slices.Contains(columns, column) {
					t.Errorf("the table %s in schema.sql needs the column %s of the rule %s", table, column, rule.Name)
				}
			}
		}
	}
}

func TestRulesAndHistoryAreKept(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	for _, game := range gameNames {
		rules := menace.Rules{
			Game: game, Plays: symmetry.Second, Beads: [4]int64{9, 8, 7, 6}, Win: 5, Draw: -4, Loss: -3,
			Moves: menace.All, OnEmpty: menace.Restock, Credit: menace.CreditLast,
		}
		name := "odd-one.2_é_" + game
		a := agentWith(t, name, rules, 99)
		session := a.Begin("perfect", false, "test")
		a.AddGame(PlayedGame{Moves: begun(t, game), Result: "loss", Resigned: "agent", Learned: true, Seed: 99})
		store(t, db, a)
		store(t, db, a) // a second save must not store anything twice
		b := reload(t, db, name)
		if b.Machine.Rules() != rules || b.Seed != 99 || !b.Created.Equal(a.Created) || !b.Changed.Equal(a.Changed) {
			t.Errorf("got %+v", b)
		}
		sessions, err := db.Sessions(context.Background(), b)
		if err != nil || len(sessions) != 1 || sessions[0].Opponent != "perfect" ||
			!sessions[0].Started.Equal(session.Started) {
			t.Errorf("%s: sessions %+v, %v", game, sessions, err)
		}
		games, err := db.Games(context.Background(), b)
		if err != nil || len(games) != 1 || games[0].Moves != begun(t, game) || games[0].Resigned != "agent" ||
			!games[0].Learned {
			t.Errorf("%s: games %+v, %v", game, games, err)
		}
	}
}

// TestTheKeyOfTheTableIsVisible queries the beads as a person would.
func TestTheKeyOfTheTableIsVisible(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	for game, c := range map[string]struct {
		boxes []string // number of moves, boxes, colours and beads
		move  string   // in an opening box
		beads string
	}{
		"tic-tac-toe": {[]string{"0 1 3 12", "2 12 66 198", "4 108 492 984", "6 183 526 526"}, `".../.../...".5`, "4"},
		"hexapawn":    {[]string{"1 2 5 5", "3 10 26 26", "5 7 14 14"}, `"BBB/..W/WW."."2-6"`, "1"},
	} {
		store(t, db, agentOf(t, game, game))
		got, err := sqlite.ViewQuery(context.Background(), db.sqlite, sqlite.Column[string], `
			SELECT concat_ws(' ', b.moves_played, count(DISTINCT position_code), count(*), sum(beads))
			FROM beads b JOIN agents ON agents.id = agent WHERE game = ? GROUP BY b.moves_played`, game)
		if err != nil || !slices.Equal(got, c.boxes) {
			t.Errorf("%s: got %v, %v, want %v", game, got, err, c.boxes)
		}
		opening, err := valueOf[string](db, "SELECT opening ->> ? FROM curve JOIN agents ON agents.id = agent WHERE "+
			"game = ?", "$."+c.move, game)
		if err != nil || opening != c.beads {
			t.Errorf("%s: beads for %s in the opening box: got %q, %v", game, c.move, opening, err)
		}
	}
}

func TestConflicts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	one, other := open(t, path, Create), open(t, path, Write)
	store(t, one, newAgent(t, "a"), newAgent(t, "b"))
	mine, theirs := reload(t, one, "a"), reload(t, other, "a")
	train(t, mine, 100)
	store(t, one, mine)
	train(t, theirs, 5)
	second := reload(t, other, "b")
	train(t, second, 5)
	err := other.Save(context.Background(), second, theirs)
	if !errors.Is(err, ErrConflict) {
		t.Errorf("saving over another process: got %v", err)
	}
	if got := reload(t, one, "a"); !slices.Equal(got.Machine.Counts(), mine.Machine.Counts()) {
		t.Error("the conflict has overwritten the beads")
	}
	if got := reload(t, one, "b").Career.Tally.Games(); got != 0 {
		t.Errorf("a part of the transaction was stored: got %d games", got)
	}
	if err := other.Save(context.Background(), newAgent(t, "a")); !errors.Is(err, ErrExists) {
		t.Errorf("saving a new agent with a taken name: got %v", err)
	}
	must(t, other.Delete(context.Background(), "a"))
	if err := one.Save(context.Background(), mine); !errors.Is(err, ErrNotFound) {
		t.Errorf("saving a deleted agent: got %v", err)
	}
	// A new agent with the same name is a different one.
	store(t, one, newAgent(t, "a"))
	if err := one.Save(context.Background(), mine); !errors.Is(err, ErrNotFound) {
		t.Errorf("saving over an agent of the same name: got %v", err)
	}
}

func TestManage(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	a := newAgent(t, "a")
	train(t, a, 100)
	store(t, db, a, newAgent(t, "b"))
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"rename to a taken name", db.Rename(ctx, "a", "b"), ErrExists},
		{"rename a missing agent", db.Rename(ctx, "x", "y"), ErrNotFound},
		{"rename to itself", db.Rename(ctx, "b", "b"), nil},
		{"rename", db.Rename(ctx, "b", "c"), nil},
		{"delete", db.Delete(ctx, "a"), nil},
		{"delete again", db.Delete(ctx, "a"), ErrNotFound},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	if names, err := db.Names(ctx); err != nil || !slices.Equal(names, []string{"c"}) {
		t.Errorf("got the names %v, %v", names, err)
	}
	for _, table := range []string{"beads", "curve", "sessions", "games"} {
		left, err := valueOf[int](db, "SELECT count(*) FROM "+table+" WHERE agent NOT IN (SELECT id FROM agents)")
		if err != nil || left != 0 {
			t.Errorf("got %d rows of a deleted agent in %s, %v", left, table, err)
		}
	}
}

func TestDocumentRoundTrip(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	for _, game := range gameNames {
		a, played := agentOf(t, game, game), PlayedGame{Moves: begun(t, game), Result: "win", Resigned: "person"}
		a.Begin("random", false, "test")
		train(t, a, 300)
		a.AddGame(played)
		store(t, db, a)
		doc, err := db.Export(ctx, game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := db.Import(ctx, written(t, doc), "copy-"+game)
		if err != nil {
			t.Fatal(err)
		}
		again, err := db.Export(ctx, "copy-"+game)
		if err != nil {
			t.Fatal(err)
		}
		again.Name, again.Games[0].ID = doc.Name, doc.Games[0].ID
		if !reflect.DeepEqual(doc, again) {
			t.Errorf("%s: the import exports as another document:\n%+v\n%+v", game, doc.Sessions, again.Sessions)
		}
		train(t, a, 300)
		train(t, b, 300)
		if !slices.Equal(a.Machine.Counts(), b.Machine.Counts()) || *a.Random != *b.Random ||
			a.Career.Tally != b.Career.Tally {
			t.Errorf("%s: after more training, the import is a different machine", game)
		}
	}
}

// written writes a document to a file and returns it as read back.
func written(t *testing.T, doc *Document) (read *Document) {
	t.Helper()
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	must(t, json.Unmarshal(text, &read))
	return read
}

// TestExportIsOneState exports after each of many saves, while another process keeps saving.
func TestExportIsOneState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db, writer := open(t, path, Create), open(t, path, Create)
	a := newAgent(t, "a")
	a.Begin("random", false, "test") // a session with more games than the agent would reveal a mix of two states
	store(t, writer, a)
	const saves = 60
	saved := make(chan int64, saves) // buffered, so that the writer never waits
	go func() {
		defer close(saved)
		for range saves {
			train(t, a, 1)
			if err := writer.Save(context.Background(), a); err != nil {
				t.Error(err)
				return
			}
			saved <- a.Career.Tally.Games()
		}
	}()
	for games := range saved {
		doc, err := db.Export(context.Background(), "a")
		if err == nil {
			err = doc.Check("b")
		}
		if err != nil {
			t.Errorf("after %d games: %v", games, err)
		} else if doc.Tally.Games() < games {
			t.Errorf("exported %d games after %d were saved", doc.Tally.Games(), games)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	a := newAgent(t, "a")
	a.Begin("random", false, "test")
	train(t, a, 30)
	store(t, db, a)
	for name, damage := range map[string]func(*Document){
		"format":        func(d *Document) { d.Format = "" },
		"version 0":     func(d *Document) { d.Version = 0 },
		"version 2":     func(d *Document) { d.Version = documentVersion + 1 },
		"rules":         func(d *Document) { d.Rules.Credit = "card" },
		"seed":          func(d *Document) { d.Seed = -1 },
		"generator":     func(d *Document) { d.Random = d.Random[1:] },
		"bead count":    func(d *Document) { d.Beads[0].Count = -1 },
		"bead move":     func(d *Document) { d.Beads[0].Move = 0 },
		"beads missing": func(d *Document) { d.Beads = d.Beads[1:] },
		"tally":         func(d *Document) { d.Tally.Win = -1 },
		"resigned":      func(d *Document) { d.Tally.Resigned = d.Tally.Loss + 1 },
		"curve order":   func(d *Document) { d.Curve[0], d.Curve[1] = d.Curve[1], d.Curve[0] },
		"curve boxes":   func(d *Document) { d.Curve[0].Boxes = d.Curve[0].Boxes[:5] },
		"curve future":  func(d *Document) { d.Tally = arena.Tally{} },
		"session":       func(d *Document) { d.Sessions = []Session{{Start: -1}} },
		"session later": func(d *Document) { d.Sessions = []Session{{Start: 31}} },
		"game":          func(d *Document) { d.Games = []PlayedGame{{Moves: "0", Result: "win"}} },
		"game boxes": func(d *Document) {
			d.Games = []PlayedGame{{Moves: "1", Result: "win", Resigned: "person",
				Boxes: "4,4"}}
		},
		"game result": func(d *Document) { d.Games = []PlayedGame{{Moves: "1", Result: "won"}} },
	} {
		doc, err := db.Export(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		damage(doc)
		if _, err := db.Import(ctx, doc, "b"); err == nil {
			t.Errorf("%s: the import succeeds", name)
			db.Delete(ctx, "b")
		}
	}
}

// TestImportExplains checks that errors explain what is wrong with a game or a move.
func TestImportExplains(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"), agentOf(t, "h", "hexapawn"))
	for _, c := range []struct {
		name   string
		damage func(*Document)
		want   string
	}{
		{"a", func(d *Document) { d.Rules.Game = "chess" }, `game: "chess" is not one of ` +
			strings.Join(gameNames, ", ")},
		{"h", func(d *Document) { d.Rules.Game = "" }, `game: "" is not one of ` +
			strings.Join(gameNames, ", ")},
		{"h", func(d *Document) { d.Rules.Game = "tic-tac-toe" }, "do not belong to this machine"},
		{"a", func(d *Document) { d.Rules.Game = "hexapawn" }, "do not belong to this machine"},
		{"a", func(d *Document) { d.Beads[0].Move = 15 },
			"the beads for move 1-5 of the box with code 0 after 0 moves do not belong"},
		{"a", func(d *Document) { d.Beads[1].Move = 1 },
			"the beads for move 1 of the box with code 0 after 0 moves do not belong"},
		{"h", func(d *Document) { d.Beads[0].Move = 33 }, "the beads for move 3-3 of the box with code"},
		{"h", func(d *Document) { d.Beads[0].Move = 256 + 14 }, "there is no move 270 in the box with code"},
		{"h", func(d *Document) { d.Beads[0].Move = -1 }, "there is no move -1 in the box with code"},
		{"h", func(d *Document) { d.Beads[0].Code += 1 << 16 }, "after 1 moves"},
		{"h", func(d *Document) { d.Beads = d.Beads[1:] }, "1 counts of beads are missing"},
		{"h", func(d *Document) { d.Games = []PlayedGame{{Moves: "7-4 2-4", Result: "win"}} },
			`impossible moves or result: "7-4 2-4" "win"`},
	} {
		doc, err := db.Export(ctx, c.name)
		if err != nil {
			t.Fatal(err)
		}
		c.damage(doc)
		if err := doc.Check("b"); err == nil || !strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for _, name := range []string{"a", "A1", "menace-1961", "x.y_z", "Ñandú", "机", strings.Repeat("é", MaxName)} {
		if err := CheckName(name); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", " ", "a b", "-a", ".a", "a/b", "a\x00", "a:b", "a\n", "\u3164", "a\uffa0",
		strings.Repeat("a", MaxName+1), "\xff"} {
		if CheckName(name) == nil {
			t.Errorf("%q is accepted as a name", name)
		}
	}
}

// write creates a file and returns its path.
func write(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.db")
	must(t, os.WriteFile(path, content, 0o644))
	return path
}

// valueOf returns the only value of a query.
func valueOf[T any](db *DB, text string, args ...any) (T, error) {
	return sqlite.ViewValue[T](context.Background(), db.sqlite, text, args...)
}

// rawOpen opens a file directly with the SQLite driver.
func rawOpen(t testing.TB, path string) *sql.DB {
	t.Helper()
	raw, err := sql.Open(sql.Drivers()[0], sqlite.DSN(path, "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	raw.SetMaxOpenConns(1) // so that a transaction stays on one connection
	return raw
}

// must ends a test whose set-up has failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// contentOf returns the content of a file.
func contentOf(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// rawExec runs SQL on a file directly with the SQLite driver.
func rawExec(t *testing.T, path, text string) {
	t.Helper()
	raw := rawOpen(t, path)
	defer raw.Close()
	if _, err := raw.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// TestDamage overwrites the middle of a database.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	a := newAgent(t, "a")
	train(t, a, 1000)
	store(t, db, a)
	db.Close()
	content := contentOf(t, path)
	for i := 4096; i < len(content); i++ {
		content[i] = 0xAA
	}
	damaged, err := Open(context.Background(), write(t, content), Write)
	if err == nil {
		_, err = damaged.Load(context.Background(), "a")
		damaged.Close()
	}
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v, want %v", err, ErrCorrupt)
	}
}

// TestErrorsShowCuts checks that an error shows where it quotes only the beginning of a text.
func TestErrorsShowCuts(t *testing.T) {
	long := strings.Repeat("a", 40)
	for _, err := range []error{checkVersion(long + " b"), (&Experiment{Command: long + "\n"}).check()} {
		if err == nil || !strings.Contains(err.Error(), `"`+long+`"…`) {
			t.Errorf("got %v, want a quotation that is cut after 40 characters", err)
		}
	}
}

func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db, other := open(t, path, Create), open(t, path, Write)
	must(t, db.sqlite.Exec(t.Context(), "PRAGMA busy_timeout = 50"))
	a := newAgent(t, "a")
	err := other.sqlite.Transact(context.Background(), func(*sqlite.Conn) error {
		if err := db.Save(context.Background(), a); !errors.Is(err, ErrBusy) {
			t.Errorf("got %v, want %v", err, ErrBusy)
		}
		if err := db.CheckWritable(context.Background()); !errors.Is(err, ErrBusy) {
			t.Errorf("got %v, want %v", err, ErrBusy)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if err := db.CheckWritable(context.Background()); err != nil {
		t.Error(err)
	}
	store(t, db, a) // nothing was lost by the failure
}

// TestSaveGames checks that games from which an agent has not learned can always be stored, and do not change the
// agent.
func TestSaveGames(t *testing.T) {
	ctx := context.Background()
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	store(t, db, newAgent(t, "a"))
	playing, training := reload(t, db, "a"), reload(t, db, "a")
	train(t, training, 10)
	store(t, db, training)
	playing.AddGame(PlayedGame{Moves: "519", Result: "win", Resigned: "person"})
	must(t, db.SaveGames(ctx, playing))
	playing.AddGame(PlayedGame{Moves: "123", Result: "loss", Resigned: "agent"})
	must(t, db.SaveGames(ctx, playing))
	now := reload(t, db, "a")
	if !slices.Equal(now.Machine.Counts(), training.Machine.Counts()) || now.Career.Tally != training.Career.Tally {
		t.Error("saving games changed the agent")
	}
	if games, err := db.Games(ctx, now); err != nil || len(games) != 2 || games[1].Moves != "123" {
		t.Errorf("got %v, %v", games, err)
	}
	store(t, db, training) // must not conflict
	must(t, db.Delete(ctx, "a"))
	playing.AddGame(PlayedGame{Moves: "519", Result: "win", Resigned: "person"})
	if err := db.SaveGames(ctx, playing); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want %v", err, ErrNotFound)
	}
}

func ExampleDB_Save() {
	dir, _ := os.MkdirTemp("", "menace")
	defer os.RemoveAll(dir)
	ctx := context.Background()
	db, _ := Open(ctx, filepath.Join(dir, "menace.db"), Create)
	defer db.Close()
	agent, _ := NewAgent("first", menace.Michie(), 1961)
	fmt.Println(db.Save(ctx, agent))
	again, err := db.Load(ctx, "first")
	fmt.Println(again.Machine.Total(), err)
	// Output:
	// <nil>
	// 1720 <nil>
}

func TestPossibleGames(t *testing.T) {
	for _, c := range []struct {
		game string
		g    PlayedGame
		side symmetry.Side
		want bool
	}{
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win"}, symmetry.First, true}, // 1 2 3 against 4 5
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "loss"}, symmetry.Second, true},
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "loss"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "142536", Result: "win"}, symmetry.First, false}, // continues after the end
		{"tic-tac-toe", PlayedGame{Moves: "123546879", Result: "draw"}, symmetry.First, true},
		{"tic-tac-toe", PlayedGame{Moves: "5", Result: "draw"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "55", Result: "draw"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "5", Result: "win", Resigned: "person"}, symmetry.First, true},
		{"tic-tac-toe", PlayedGame{Moves: "", Result: "loss", Resigned: "agent"}, symmetry.First, true},
		{"tic-tac-toe", PlayedGame{Moves: "5", Result: "loss", Resigned: "person"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Resigned: "person"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "5", Result: "win", Resigned: "nobody"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "50", Result: "win", Resigned: "person"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "5x", Result: "win", Resigned: "person"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "7-4", Result: "win", Resigned: "person"}, symmetry.First, false},

		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Boxes: "4,4,4 3,3,3,3,3,3,0 2,2,2,2,2"}, symmetry.First,
			true},
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Boxes: "4,4,4 3,3,3,3,3,3,0"}, symmetry.First, true},
		// Too few moves.
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Boxes: "4,4,4 3,3,3,3,3,0"}, symmetry.First, false},
		// Negative.
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Boxes: "4,4,-4 3,3,3,3,3,3,0"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Boxes: "4,4,x"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "14253", Result: "win", Boxes: "4,4,04"}, symmetry.First, false},
		{"tic-tac-toe", PlayedGame{Moves: "", Result: "loss", Resigned: "agent", Boxes: "0,0,0"}, symmetry.First, true},
		{"tic-tac-toe", PlayedGame{Moves: "", Result: "loss", Resigned: "agent", Boxes: "0,0,0 1"}, symmetry.First, false},
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4 3-6", Result: "win"}, symmetry.Second, true}, // White has no move
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4 3-6", Result: "loss"}, symmetry.First, true},
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4 3-6", Result: "loss"}, symmetry.Second, false},
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4 3-6", Result: "draw"}, symmetry.Second, false},
		// Continues after the end.
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4 3-6 9-6", Result: "win"}, symmetry.Second, false},
		// Black reaches the far row.
		{"hexapawn", PlayedGame{Moves: "8-5 1-5 7-4 5-8", Result: "win"}, symmetry.Second, true},
		{"hexapawn", PlayedGame{Moves: "8-5 3-6 5-1", Result: "loss"}, symmetry.Second, true},  // White wins
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4", Result: "loss"}, symmetry.Second, false}, // is not over
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4", Result: "loss", Resigned: "agent"}, symmetry.Second, true},
		{"hexapawn", PlayedGame{Moves: "", Result: "win", Resigned: "person"}, symmetry.Second, true},
		{"hexapawn", PlayedGame{Moves: "7-4 2-4 8-4 3-6", Result: "loss", Resigned: "agent"}, symmetry.Second, false},
		{"hexapawn", PlayedGame{Moves: "7-5", Result: "win", Resigned: "person"}, symmetry.Second, false}, // captures nothing
		{"hexapawn", PlayedGame{Moves: "2-5", Result: "win", Resigned: "person"}, symmetry.Second, false}, // out of turn
		{"hexapawn", PlayedGame{Moves: "7-4 8-4", Result: "win", Resigned: "person"}, symmetry.Second, false},
		{"hexapawn", PlayedGame{Moves: "5", Result: "win", Resigned: "person"}, symmetry.Second, false},
		{"hexapawn", PlayedGame{Moves: "7-4  2-4", Result: "win", Resigned: "person"}, symmetry.Second, false},
		{"hexapawn", PlayedGame{Moves: "7-42-4", Result: "win", Resigned: "person"}, symmetry.Second, false},
		{"hexapawn", PlayedGame{Moves: "7424", Result: "win", Resigned: "person"}, symmetry.Second, false},
	} {
		rules, _ := menace.Usual(c.game)
		rules.Plays = c.side
		if got := c.g.possible(menace.New(rules)); got != c.want {
			t.Errorf("%+v as %s: possible returns %t", c.g, c.side, got)
		}
	}
}

// TestIdentity checks that an agent keeps its ID when other processes save or rename it, that its revision shows
// whether they saved it, and that its ID is not reused.
func TestIdentity(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	a := newAgent(t, "a")
	store(t, db, a)
	other := reload(t, db, "a")
	train(t, other, 10)
	store(t, db, other)
	if revision, err := db.Revision(t.Context(), a.ID()); err != nil || revision != other.Revision() ||
		revision == a.Revision() {
		t.Errorf("got revision %d, want %d and not %d; %v", revision, a.Revision(), other.Revision(), err)
	}
	must(t, db.Rename(t.Context(), "a", "b"))
	id, err := db.ID(t.Context(), "b")
	if err != nil || id != a.ID() {
		t.Errorf("after renaming, got ID %d, want %d; %v", id, a.ID(), err)
	}
	if store(t, db, other); other.Name != "b" {
		t.Errorf("saving after renaming: got the name %s", other.Name)
	}
	if _, err := db.Load(t.Context(), "a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("loading by the old name: got %v", err)
	}
	if found, err := db.LoadID(t.Context(), id); err != nil || found.Name != "b" {
		t.Errorf("loading by ID: got %v, %v", found, err)
	}
	must(t, db.Delete(t.Context(), "b"))
	store(t, db, newAgent(t, "b"))
	if again, err := db.ID(t.Context(), "b"); err != nil || again == id {
		t.Errorf("a new agent has the ID %d of a deleted one, %v", again, err)
	}
	_, byID := db.LoadID(t.Context(), id)
	_, revision := db.Revision(t.Context(), id)
	_, byName := db.ID(t.Context(), "a")
	for _, err := range []error{byID, revision, byName} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("a deleted agent: got %v", err)
		}
	}
}
