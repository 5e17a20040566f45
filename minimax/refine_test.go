package minimax_test

import (
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// TestKillerMove checks that the second move, which refutes 2, is tried first after 3, which it refutes as well.
func TestKillerMove(t *testing.T) {
	g := dag{
		next:     [][]int{{1, 2, 3}, {6}, {5, 4}, {5, 4}, nil, nil, nil},
		payoff:   []int{4: -1, 5: 2, 6: 1},
		estimate: make([]int, 7),
	}
	for a, leaves := range map[Algorithm]int64{Minimax: 5, AlphaBeta: 5, Killer: 4} {
		if r := find(t, g, 0, Options{Algorithm: a}); r.Value != 1 || r.Leaves != leaves {
			t.Errorf("%v: got %d with %d leaves, want 1 with %d", a, r.Value, r.Leaves, leaves)
		}
	}
}

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

// TestMTDF checks a value far from the first guess, and one equal to it.
func TestMTDF(t *testing.T) {
	g := must(games.ParseTree("((3 5)(7 9))"))
	r := find(t, g, 0, Options{Algorithm: MTDF})
	if r.Value != 7 || g.Name(r.Best[0]) != "2" {
		t.Errorf("got %d by %v, want 7 by 2", r.Value, r.Best)
	}
	best := must(games.NewUniform(3, 4, games.BestFirst, 0)) // its value is 0, the first guess
	if r := find(t, best, games.Node{}, Options{Algorithm: MTDF}); r.Value != 0 {
		t.Errorf("got %d, want 0", r.Value)
	}
}
