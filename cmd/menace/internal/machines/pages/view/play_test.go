package view

import (
	"slices"
	"testing"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/match"
)

// TestOpened checks that a finished game shows the last box that the machine opened, even if it took the last square
// without a box.
func TestOpened(t *testing.T) {
	forced := 0
	for seed := range int64(50) {
		g := match.Seeded(menace.New(menace.Michie()), seed)
		for !g.Over() {
			if g.MachineMoves() {
				g.Move()
			} else if err := g.Play(g.Graph().MovesFrom(g.Position())[0]); err != nil {
				t.Fatal(err)
			}
		}
		turns := g.Turns()
		if turns[len(turns)-1].Reason == match.Forced {
			forced++
		}
		last := slices.IndexFunc(turns, func(turn match.Turn) bool { return turn.Reason == match.Forced }) - 1
		if last < 0 {
			last = len(turns) - 1
		}
		opened := PlayOf(sentences.English, live.MatchView{GameView: live.GameView{Game: g}}, "MENACE", "").Opened
		drawn := slices.IndexFunc(opened.Colours, func(c Colour) bool { return c.Drawn })
		if opened.Position != g.Graph().Format(turns[last].Position) || drawn < 0 ||
			opened.Colours[drawn].Move != turns[last].Move {
			t.Errorf("after %v: got %+v", g.Moves(), opened)
		}
	}
	if forced == 0 {
		t.Error("no game ends on the last square")
	}
}
