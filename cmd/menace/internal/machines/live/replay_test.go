package live

import (
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// TestThen plays games and replays them. Turns and box contents must be those of the time, whatever the machine has
// learned since. Games stored without boxes have neither.
func TestThen(t *testing.T) {
	second := menace.Michie()
	second.Plays, second.Moves, second.OnEmpty, second.Loss = symmetry.Second, menace.All, menace.Restock, -3
	her, _ := menace.Preset("her")
	for _, rules := range []menace.Rules{menace.Michie(), second, her} {
		db := datatest.Open(t, "")
		if _, err := agents.Make(t.Context(), db, "a", rules, 1); err != nil {
			t.Fatal(err)
		}
		var played []*match.Game
		for n := range 30 {
			g := begin(t, db, int64(n))
			play(t, g, n%7 == 6)
			played = append(played, g)
			if finish(t, db, g, true).Bankrupt {
				break
			}
		}
		a := train(t, db, "a", 100).Agent
		for i, g := range played {
			stored, steps, err := agents.Replay(t.Context(), db, a, int64(i+1))
			if err != nil {
				t.Fatal(err)
			}
			then, turns, err := agents.MachineDuring(a, stored, steps)
			if err != nil {
				t.Fatal(err)
			}
			checkThen(t, g, then, turns)
			stored.Boxes = ""
			if _, turns, err := agents.MachineDuring(a, stored, steps); err != nil || len(turns) > 0 {
				t.Errorf("without boxes: got %v, %v", turns, err)
			}
		}
	}
}

// checkThen compares the turns of a machine with those of a replay.
func checkThen(t *testing.T, g *match.Game, then *menace.Machine, turns map[int]match.Turn) {
	t.Helper()
	was := g.Machine()
	for i, want := range g.Turns() {
		ply := 2 * i
		if g.Side() == symmetry.Second {
			ply++
		}
		got, told := turns[ply]
		at, _ := g.Graph().Find(want.Position)
		held, isBox := was.Box(at)
		if told != isBox || told && (got.Position != want.Position || got.Move != want.Move ||
			got.Reason != want.Reason || got.Beads != want.Beads || got.Total != want.Total) {
			t.Errorf("%v, after %d moves: got %+v, want %+v", g.Moves(), ply, got, want)
		}
		if now, _ := then.Box(at); isBox && now != held {
			t.Errorf("%v, after %d moves: got %+v, want %+v", g.Moves(), ply, now, held)
		}
	}
}
