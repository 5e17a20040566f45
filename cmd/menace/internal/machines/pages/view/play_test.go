package view

import (
	"slices"
	"testing"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/match"
)

// TestOpened checks that a finished game shows the box of the machine's last move, and no earlier one if it took the
// last square without a box.
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
		last := g.Turns()[len(g.Turns())-1]
		shown := PlayOf(sentences.English, live.MatchView{GameView: live.GameView{Game: g}}, "MENACE", "")
		if last.Reason == match.Forced {
			if forced++; !shown.Forced || shown.Opened != nil {
				t.Errorf("after %v, whose last move was forced: got %+v", g.Moves(), shown.Opened)
			}
			continue
		}
		if opened := shown.Opened; shown.Forced || opened == nil || opened.Position != g.Graph().Format(last.Position) ||
			!slices.ContainsFunc(opened.Colours, func(c Colour) bool { return c.Drawn && c.Move == last.Move }) {
			t.Errorf("after %v: got %+v", g.Moves(), opened)
		}
	}
	if forced == 0 {
		t.Error("no game ends on the last square")
	}
}
