package minimax_test

import (
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// TestWindow checks that a search with a window reports on which side of it the value lies.
func TestWindow(t *testing.T) {
	g := must(games.ParseTree("(((3 5)(6 9))((1 2)(0 -1)))")) // worth 5
	for window, fails := range map[[2]int]int{{0, 4}: 1, {0, 5}: 1, {5, 9}: -1, {6, 9}: -1, {4, 6}: 0} {
		for _, a := range []Algorithm{AlphaBeta, AlphaBetaSoft, Killer, History, PVS, AlphaBetaTT} {
			r := find(t, g, 0, Options{Algorithm: a, Window: &window})
			if r.Fails != fails || r.Fails == 0 && r.Value != 5 || r.Fails*(5-r.Value) < 0 {
				t.Errorf("%v from %v: got %d, fails %d", a, window, r.Value, r.Fails)
			}
		}
	}
}

// TestFirstWinAndTies checks that a search stops at the first win, and that ties fall on every best move, and on no
// other. X wins by 3 and by 6, and at once by either.
func TestFirstWinAndTies(t *testing.T) {
	p := must(games.TicTacToe{}.Parse("XX./.OX/OO."))
	all := find(t, games.TicTacToe{}, p, Options{Algorithm: Minimax})
	first := find(t, games.TicTacToe{}, p, Options{Algorithm: Minimax, Choose: FirstWin})
	if first.Value != 1 || first.Nodes >= all.Nodes || len(first.Best) != 1 {
		t.Errorf("got %d with %d nodes, of %d", first.Value, first.Nodes, all.Nodes)
	}
	met := map[string]bool{}
	for seed := range int64(20) {
		r := find(t, games.TicTacToe{}, games.TicTacToe{}.Start(), Options{
			Algorithm: AlphaBetaTT, Choose: RandomBest, Sampling: Sampling{Seed: seed},
		})
		met[games.TicTacToe{}.Name(r.Best[0])] = true
	}
	if len(met) < 6 {
		t.Errorf("in 20 searches of the first move only %v", met)
	}
}
