package games

import (
	"testing"

	"menace/minimax"
)

// TestPublishedResults compares m,n,k games with published results: the first player wins 4,3,3 and draws 3,3,3 and
// 4,4,4, as in J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, Information Sciences 122
// (2000). With gravity, four in a row on 4 x 4, 5 x 4 and 5 x 5 is a draw, and the second player wins on 6 x 4, as J.
// Tromp's tables of connect four have it.
func TestPublishedResults(t *testing.T) {
	for _, c := range []struct {
		width, height, length int
		gravity               bool
		value                 int
	}{
		{3, 3, 3, false, 0}, {4, 3, 3, false, 1}, {3, 4, 3, false, 1}, {2, 5, 3, false, 0}, {4, 4, 3, false, 1},
		{3, 3, 2, false, 1}, {4, 3, 4, false, 0}, {4, 4, 4, true, 0}, {5, 4, 4, true, 0},
	} {
		g := must(NewInARow(c.width, c.height, c.length, c.gravity))
		r, err := minimax.Search(t.Context(), g, Discs{}, minimax.Options{Algorithm: minimax.AlphaBetaSym})
		if err != nil || r.Value != c.value {
			t.Errorf("%+v: got %d, %v", c, r.Value, err)
		}
	}
}

// TestPresets checks that 3,3,3 is tic-tac-toe: each search counts the same, unless it uses estimates.
func TestPresets(t *testing.T) {
	g := must(NewInARow(3, 3, 3, false))
	for _, a := range minimax.Algorithms()[:minimax.Deepening] {
		own, err := minimax.Search(t.Context(), g, Discs{}, minimax.Options{Algorithm: a})
		want, wrong := minimax.Search(t.Context(), TicTacToe{}, TicTacToe{}.Start(), minimax.Options{Algorithm: a})
		if err != nil || wrong != nil || own.Value != want.Value || own.Nodes != want.Nodes {
			t.Errorf("%v: got %d with %d nodes, want %d with %d", a, own.Value, own.Nodes, want.Value, want.Nodes)
		}
	}
	keys := map[uint64]bool{}
	for p := range visit(t, g, Discs{}) {
		keys[g.CanonicalKey(p)] = true
	}
	if len(keys) != 765 {
		t.Errorf("got %d keys, want one for each of 765 orbits", len(keys))
	}
}

// TestRowsByDefinition compares rows on boards of several sizes with a walk from every cell in every direction.
func TestRowsByDefinition(t *testing.T) {
	for _, c := range [][3]int{{4, 3, 3}, {3, 5, 4}, {8, 8, 5}, {6, 2, 5}, {5, 5, 2}, {32, 2, 9}} {
		width, height, length := c[0], c[1], c[2]
		g := must(NewInARow(width, height, length, false))
		for seed := range uint64(2000) {
			discs := random(seed) & random(seed+5000) & g.board
			if seed%2 == 0 {
				discs |= random(seed+9000) & g.board
			}
			want := false
			for column := range width {
				for row := range height {
					for _, way := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
						n := 0
						for x, y := column, row; x < width && y >= 0 && y < height && discs>>(x*height+y)&1 == 1; n++ {
							x, y = x+way[0], y+way[1]
						}
						want = want || n >= length
					}
				}
			}
			if got := g.wins(discs); got != want {
				t.Fatalf("%v: %b wins %t", c, discs, got)
			}
		}
	}
}
