package minimax_test

import (
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// TestScoutSearchesAgain checks that a better move is searched again. If the better move comes second, its leaves show
// that its value is at least 7, and the first leaf, visited again, that it is no more. If the better move comes first,
// one leaf of the other is enough.
func TestScoutSearchesAgain(t *testing.T) {
	for text, leaves := range map[string]int64{"((3 5)(7 9))": 4 + 1, "((7 9)(3 5))": 3} {
		g := must(games.ParseTree(text))
		if r := find(t, g, 0, Options{Algorithm: PVS}); r.Leaves != leaves {
			t.Errorf("%s: got %d leaves, want %d", text, r.Leaves, leaves)
		}
	}
}
