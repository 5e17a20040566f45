package games

import (
	"testing"

	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// TestLookAhead: nine plies are perfect play, one ply wins where it can, and a mask is the same
// under the symmetries of its position.
func TestLookAhead(t *testing.T) {
	for _, plies := range []int{1, 2, 3, 9} {
		best := must(LookAhead(plies))
		for orbit := range symmetry.All() {
			b := orbit.Board()
			if orbit.Outcome() != board.Ongoing {
				if best[orbit] != 0 {
					t.Errorf("%v is over, and has best moves", b)
				}
				continue
			}
			if plies == 9 && best[orbit] != minimax.Best(b) {
				t.Errorf("%v: nine plies give %b, perfect play %b", b, best[orbit], minimax.Best(b))
			}
			if wins := b.Winning(b.Turn()); plies == 1 && wins != 0 && best[orbit] != wins {
				t.Errorf("%v: one ply gives %b, and misses the wins %b", b, best[orbit], wins)
			}
			for _, u := range symmetry.Stabilizer(b) {
				if u.Mask(best[orbit]) != best[orbit] {
					t.Errorf("%v: %b is not the same under %v", b, best[orbit], u)
				}
			}
		}
	}
	if _, err := LookAhead(-1); err == nil {
		t.Error("a search of -1 plies")
	}
}
