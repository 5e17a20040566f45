package data

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestAlterationIsFound changes a machine from outside in ways that leave it playable, and checks that it is still
// loaded, that the check finds this, the machine itself unless its curve was changed, and that playing on does not hide
// it.
func TestAlterationIsFound(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	a := newAgent(t, "a")
	a.Begin("random", false, "test")
	train(t, a, 12)
	store(t, db, a, newAgent(t, "b"))
	db.Close()
	content := contentOf(t, path)
	for statement, noticed := range map[string]bool{
		"UPDATE beads SET beads = beads + 64":                                                          true,
		"UPDATE beads SET beads = beads + 1 WHERE moves_played = 6 AND move = 9":                       true,
		"UPDATE agents SET reward_win = 2":                                                             true,
		"UPDATE agents SET on_empty = 'restock'":                                                       true,
		"UPDATE agents SET credit = 'last'":                                                            true,
		"UPDATE agents SET seed = seed + 1":                                                            true,
		"UPDATE agents SET random = CAST(substr(random, 1, 8) || x'00' || substr(random, 10) AS BLOB)": true,
		"UPDATE agents SET win = win + 1; UPDATE sessions SET win = win + 1":                           true,
		"UPDATE agents SET digest = x''":                                                               true,
		"UPDATE agents SET digest = zeroblob(32)":                                                      true,
		"UPDATE curve SET random_win = random_win - 0.001, random_draw = random_draw + 0.001":          false,
		"UPDATE curve SET worst_loss = 0, worst_draw = 0, worst_win = 1":                               false,
	} {
		path := filepath.Join(t.TempDir(), "altered.db")
		if !spoil(t, path, content, statement) {
			t.Errorf("%s: SQLite refuses the statement", statement)
			continue
		}
		db := open(t, path, Write)
		a := reload(t, db, "a")
		if a.ChangedOutside() != noticed {
			t.Errorf("%s: changed outside: %t", statement, a.ChangedOutside())
		}
		want := map[bool]error{true: ErrAltered, false: ErrCorrupt}[noticed]
		if err := db.CheckAgent(t.Context(), "a"); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", statement, err, want)
		}
		a.Begin("random", false, "test")
		train(t, a, 5)
		store(t, db, a)
		if err := db.CheckAgent(t.Context(), "a"); !errors.Is(err, want) {
			t.Errorf("%s: after saving: got %v, want %v", statement, err, want)
		}
	}
}

// TestWhatMenaceChangesIsNoAlteration checks agents after everything that this program does to them.
func TestWhatMenaceChangesIsNoAlteration(t *testing.T) {
	ctx := t.Context()
	for _, game := range gameNames {
		db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
		a := agentOf(t, "a", game)
		store(t, db, a)
		a.Begin("random", false, "test")
		train(t, a, 30)
		a.AddGame(PlayedGame{Moves: begun(t, game), Result: "win", Resigned: "person"})
		store(t, db, a)
		doc, err := db.Export(ctx, "a")
		if err == nil {
			_, err = db.Import(ctx, doc, "copied")
		}
		if err == nil {
			err = db.Rename(ctx, "a", "renamed")
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"renamed", "copied"} {
			if err := db.CheckAgent(ctx, name); err != nil {
				t.Errorf("%s: %v", game, err)
			}
			if a := reload(t, db, name); a.ChangedOutside() {
				t.Errorf("%s: %s counts as changed outside", game, name)
			}
		}
	}
}
