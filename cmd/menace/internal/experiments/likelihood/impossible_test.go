package likelihood

import (
	"context"
	"math"
	"strings"
	"testing"

	"menace/menace"
	"menace/symmetry"
)

// TestProofs checks that −∞ is proved, and by the right argument: each is derived by hand from the rules.
func TestProofs(t *testing.T) {
	corner := []Given{{17, symmetry.Place(0)}}
	opening := func(beads int64) menace.Rules {
		return rules("michie", func(r *menace.Rules) { r.Beads[0] = beads })
	}
	opposite := tournament1961("reply:centre/soonest*22,reply:far/soonest*36,reply:centre/soonest*19,"+
		"reply:edge/soonest*29,reply:opposite/soonest", 130)
	opposite.Given = corner
	for name, c := range map[string]struct {
		tournament Tournament
		why        string
	}{
		"nobody beats soonest": {tournament1961("soonest", 60), "never allows that result of game 47"},
		"his last answer":      {tournament1961("reply:centre/soonest", 60), "never allows that result of game"},
		// four beads of three moves: after twelve losses none is left, and the machine can only lose
		"empty": {Tournament{opening(4), "random", results("LLLLLLLLLLLLD"), nil}, "empty before game 13"},
		// every game opens the box after a corner and the opposite corner, which has four moves with three beads each: after
		// 13 defeats and a draw it is empty
		"second box": {opposite, "box ..O/.../X.. is empty before game 121"},
		// 14 defeats in 17 games take at most 14 of the 16 beads for edge and centre, eight each
		"17 games": {Tournament{opening(8), "1961/soonest", tournament1961("1961", 17).Results, corner}, "at most 14 beads"},
	} {
		e, err := Filter{Particles: 50, Runs: 1, Seed: 1}.Run(context.Background(), c.tournament, nil)
		if err != nil || !math.IsInf(e.Log, -1) || !strings.Contains(e.Why, c.why) {
			t.Errorf("%s: got %v, %q, %v, want %q", name, e.Log, e.Why, err, c.why)
		}
	}
}

// TestNoParticleIsNoProof checks that results which no particle had are not called impossible. With 18 beads in the
// opening box, an independent computation by importance sampling gives the results of 17 games and the label the
// probability 5.06e-9; with 250 particles the bound must lie above that.
func TestNoParticleIsNoProof(t *testing.T) {
	c := tournament1961("1961/soonest", 17)
	c.Rules.Beads[0], c.Given = 6, []Given{{17, symmetry.Place(0)}}
	e, err := Filter{Particles: 250, Runs: 1, Seed: 1}.Run(context.Background(), c, nil)
	if err != nil || e.Impossible == 0 || e.Why != "" || e.Log < math.Log(5.06e-9) || e.Log > 0 {
		t.Errorf("got %v, none left at game %d, %q, %v", e.Log, e.Impossible, e.Why, err)
	}
}
