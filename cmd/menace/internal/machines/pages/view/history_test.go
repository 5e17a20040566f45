package view

import (
	"fmt"
	"regexp"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/symmetry"
)

// TestHistory draws every box of machines. The areas must lie above one another, and end at the current shares.
func TestHistory(t *testing.T) {
	db := datatest.Open(t, "")
	train(t, db, "a", menace.Michie(), 100)
	second := menace.Michie()
	second.Plays, second.Moves = symmetry.Second, menace.All
	train(t, db, "second", second, 2000)
	end := regexp.MustCompile(fmt.Sprintf(`L%d ([0-9]+)V%d`, int(historyWidth), historyHeight))
	for _, name := range []string{"a", "second"} {
		a, err := db.Load(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		curve, err := db.Curve(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, moves := range a.Machine.Buckets() {
			for _, o := range a.Machine.Bucket(moves) {
				code := a.Machine.Graph().Code(o)
				held := a.Machine.Held(code)
				areas, ticks := history(sentences.English, a.Machine, curve, a.Career.Tally.Games(), code)
				if len(areas) != len(held) || len(ticks) < 3 {
					t.Fatalf("%s: got %d areas for %d moves, and the ticks %v", name, len(areas), len(held), ticks)
				}
				sum := 1.0
				for i, drawn := range areas {
					of := held[len(held)-1-i]
					want := fmt.Sprintf("%.0f", historyHeight*(1-sum))
					if box, _ := a.Machine.Box(o); box.Total() == 0 {
						want = fmt.Sprint(historyHeight)
					}
					if got := end.FindStringSubmatch(drawn.Path); got == nil || got[1] != want ||
						drawn.Colour != menace.Colour(of.Move) {
						t.Errorf("%s, box %d, move %v: ends at %v, want %s: %s", name, code,
							of.Move, got, want, drawn.Path)
					}
					sum -= of.Chance
				}
			}
		}
	}
	fresh, err := agents.Make(t.Context(), db, "fresh", menace.Michie(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if areas, _ := history(sentences.English, fresh.Machine, nil, 0, 0); areas != nil {
		t.Error("a machine that has played no games has a history")
	}
}

// train trains a machine against random play with seed 1.
func train(t *testing.T, db *data.DB, name string, rules menace.Rules, games int64) {
	t.Helper()
	run, err := live.NewMachines(db).NewRun(t.Context(),
		live.TrainOptions{Agent: name, Rules: rules, Seed: 1, Games: games, Opponent: "random"})
	if err == nil {
		err = run.Do(t.Context(), live.Unobserved{})
	}
	if err != nil {
		t.Fatal(err)
	}
}
