package data

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"menace/menace"
	"menace/symmetry"
)

// TestVerifyFinds checks that contradictions are reported as damage, even if each row can be read.
func TestVerifyFinds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "whole.db")
	db := open(t, path, Create)
	a := newAgent(t, "a")
	a.Begin("random", false)
	train(t, a, 1000)
	store(t, db, a)
	a.Begin("random", false)
	train(t, a, 37) // 37 is not a checkpoint
	store(t, db, a)
	if err := db.Verify(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ statement, want string }{
		{"UPDATE curve SET perfect_draw = 0.99, perfect_win = 0.01, perfect_loss = 0 WHERE games = 500",
			"the checkpoint at 500 games: its probabilities"},
		{"UPDATE curve SET random_win = random_win - 1e-6, random_draw = random_draw + 1e-6 WHERE games = 500",
			"the checkpoint at 500 games: its probabilities"},
		{"UPDATE curve SET worst_win = worst_win + 0.1, worst_draw = worst_draw - 0.1 WHERE games = 500",
			"the checkpoint at 500 games: its probabilities"},
		{"UPDATE curve SET boxes = (SELECT boxes FROM curve WHERE games = 100) WHERE games = 500",
			"the checkpoint at 500 games: its probabilities"},
		{"UPDATE curve SET beads = beads + 1 WHERE games = 500", "the checkpoint at 500 games: its beads"},
		{"UPDATE curve SET opening = '{}' WHERE games = 500", "the checkpoint at 500 games: its beads"},
		{"UPDATE curve SET games = 501 WHERE games = 500", "the checkpoint at 501 games: it has 500 wins"},
		{"DELETE FROM curve WHERE games = 1000", "the checkpoint at 1000 games is missing"},
		{"DELETE FROM curve WHERE games = 500", "the checkpoint at 500 games is missing"},
		{"DELETE FROM curve", "the checkpoint at 0 games is missing"},
		{"UPDATE agents SET win = win + 1000", "its sessions and its games with people"},
		{"UPDATE agents SET resigned = resigned + 1", "its sessions and its games with people"},
		{"DELETE FROM sessions", "its sessions and its games with people"},
		{"DELETE FROM sessions WHERE id = 2", "its sessions and its games with people"},
		{"INSERT INTO games (agent, moves, result, resigned, learned, seed, played) VALUES (1, '5', 'win', 'person', " +
			"1, 1, '')",
			"its sessions and its games with people"},
		{"UPDATE beads SET count = count + 1000 WHERE moves = 0 AND move = 1",
			"its beads after 1037 games cannot come from those of the checkpoint at 1000 games"},
		{"UPDATE beads SET count = count + 1000 WHERE moves = 6 AND code = (SELECT max(code) FROM beads WHERE moves " +
			"= 6)",
			"its beads after 1037 games"},
		{"UPDATE beads SET count = 0 WHERE moves = 0", "its beads after 1037 games"},
	} {
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		if !spoil(t, damaged, content, c.statement) {
			t.Errorf("%s: SQLite refuses the statement", c.statement)
			continue
		}
		err := open(t, damaged, Read).Verify(t.Context(), "a")
		if prefix := `machine "a" in ` + damaged + " is damaged: "; !errors.Is(err, ErrCorrupt) ||
			!strings.HasPrefix(err.Error(), prefix) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.statement, err, c.want)
		}
	}
	if err := open(t, path, Read).Verify(t.Context(), "b"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a missing agent: got %v", err)
	}
}

// variedRules returns the nth of many sets of rules, among them some whose machines restock, resign or go bankrupt.
func variedRules(n int) menace.Rules {
	next := func(values ...string) string {
		value := values[n%len(values)]
		n /= len(values)
		return value
	}
	rules := menace.Michie()
	rules.OnEmpty = next(menace.Resign, menace.Restock, menace.Random)
	rules.Game, rules.Plays = next(gameNames...), symmetry.Side(next("first", "second"))
	rewards := map[string][3]int64{"mild": {3, 1, -1}, "harsh": {1, 0, -9}, "perverse": {-1, 2, 5}}
	reward := rewards[next("mild", "harsh", "perverse")]
	rules.Win, rules.Draw, rules.Loss = reward[0], reward[1], reward[2]
	rules.Credit, rules.Moves = next(menace.CreditAll, menace.CreditLast), next(menace.Distinct, menace.All)
	rules.Floor = int64(n % 2)
	return rules
}

// TestVerifyPasses checks that machines with all kinds of rules pass after any number of games, also after games with
// people and as copies.
func TestVerifyPasses(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "menace.db"), Create)
	bankrupt := 0
	for n := 0; n < 3*2*2*3*2*2*2; n += 7 {
		a, err := NewAgent("a", variedRules(n), int64(n))
		if err != nil {
			t.Fatal(err)
		}
		a.Begin("random", false)
		train(t, a, int64(n*17%450))
		store(t, db, a)
		if a = reload(t, db, "a"); a.Machine.Bankrupt() {
			bankrupt++
		} else {
			a.Career.End(symmetry.Win(a.Career.Side), true)
			a.Played(Game{Result: "win", Resigned: "person", Learned: true})
			store(t, db, a)
		}
		doc, err := db.Export(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Import(t.Context(), doc, "copy"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"a", "copy"} {
			if err := errors.Join(db.Verify(t.Context(), name), db.Delete(t.Context(), name)); err != nil {
				t.Errorf("%s of %+v: %v", name, doc.Rules, err)
			}
		}
	}
	if bankrupt == 0 {
		t.Error("no machine was bankrupt: the test does not cover bankruptcy")
	}
}

// TestVerifyRounding checks that differences in the last digits of probabilities, which earlier versions may cause, are
// not reported as damage.
func TestVerifyRounding(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db := open(t, path, Create)
	a := newAgent(t, "a")
	a.Begin("random", false)
	train(t, a, 100)
	store(t, db, a)
	rawExec(t, path, "UPDATE curve SET random_win = random_win + 1e-13, worst_loss = worst_loss - 1e-13")
	if err := db.Verify(t.Context(), "a"); err != nil {
		t.Error(err)
	}
}
