package view

import (
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// TestEffect checks what a pupil sees after a game: Michie's rules give each box three beads for a win and one for a
// draw, and take one for a loss, and chances are those of the beads before and after.
func TestEffect(t *testing.T) {
	rules := menace.Michie()
	for seed := range int64(30) {
		m := menace.New(rules)
		g := match.Seeded(m.Copy(), seed)
		for !g.Over() {
			if g.MachineMoves() {
				g.Move()
				continue
			}
			moves := g.Graph().MovesFrom(g.Position())
			if err := g.Play(moves[0]); err != nil {
				t.Fatal(err)
			}
		}
		ended := &live.Ended{Before: 0.764, Now: 0.7651}
		ended.Lessons = match.Learn(m, arena.NewCareer(m, rules.Plays), g)
		ended.Machine = m
		view := live.MatchView{GameView: live.GameView{Game: g, Other: sentences.You, Ended: ended, Teaches: true}}
		p := PlayOf(sentences.English, view, "MENACE", "")
		change, sum := int64(-1), "Your game took "
		switch g.Outcome() {
		case symmetry.Win(g.Side()):
			change, sum = 3, "Your game gave it "
		case symmetry.Drawn:
			change, sum = 1, "Your game gave it "
		}
		if !strings.Contains(p.Effect.Heading, sum) ||
			!strings.Contains(p.Effect.Exact, "have lost 76.4 of 100 games to perfect play, now 76.5.") {
			t.Errorf("seed %d: got %+v", seed, p.Effect)
		}
		for _, l := range p.Lessons {
			if l.After.Beads-l.Before.Beads != change || l.Gain() != (change > 0) {
				t.Errorf("seed %d: box %d has %+v and then %+v", seed, l.Number, l.Before, l.After)
			}
			// The chance is that of the box before: all beads of the box now, without what came.
			if want := float64(l.Before.Beads) / float64(l.Box.Total-change); l.Before.Chance != want {
				t.Errorf("seed %d: box %d had a chance of %g, want %g", seed, l.Number, l.Before.Chance, want)
			}
			if want := float64(l.After.Beads) / float64(l.Box.Total); l.After.Chance != want {
				t.Errorf("seed %d: box %d has a chance of %g, want %g", seed, l.Number, l.After.Chance, want)
			}
		}
	}
}
