package minimax_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// bracketTree writes a random tree of this height.
func bracketTree(r *rand.Rand, plies int) string {
	if plies == 0 {
		return fmt.Sprint(r.IntN(21) - 10)
	}
	var children []string
	for range 2 + r.IntN(2) {
		children = append(children, bracketTree(r, plies-1))
	}
	return "(" + strings.Join(children, " ") + ")"
}

// failHard is alpha-beta as textbooks have it, fail-hard: it returns α, β or the value in between. It notes what it
// returns for each position that it visits.
func failHard(g *games.Tree, p games.Place, alpha, beta int, returned map[games.Place]int) int {
	if g.Finished(p) {
		returned[p] = g.Payoff(p)
		return returned[p]
	}
	for _, child := range g.Moves(p, nil) {
		score := -failHard(g, child, -beta, -alpha, returned)
		if score >= beta {
			returned[p] = beta
			return beta
		}
		alpha = max(alpha, score)
	}
	returned[p] = alpha
	return alpha
}

// failSoft is the same, fail-soft: it returns the best score found.
func failSoft(g *games.Tree, p games.Place, alpha, beta int, returned map[games.Place]int) int {
	if g.Finished(p) {
		returned[p] = g.Payoff(p)
		return returned[p]
	}
	best := -math.MaxInt
	for _, child := range g.Moves(p, nil) {
		best = max(best, -failSoft(g, child, -beta, -max(alpha, best), returned))
		if best >= beta {
			break
		}
	}
	returned[p] = best
	return best
}

// TestConventions compares what alpha-beta returns for each position of random trees, by both conventions, with and
// without a window of one's own, with textbooks.
func TestConventions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 60))
	differ := 0
	for range 100 {
		g := must(games.ParseTree(bracketTree(r, 4)))
		low := r.IntN(15) - 10
		for _, window := range []*[2]int{nil, {low, low + 1 + r.IntN(8)}} {
			alpha, beta := -math.MaxInt, math.MaxInt
			if window != nil {
				alpha, beta = window[0], window[1]
			}
			hard, soft := map[games.Place]int{}, map[games.Place]int{}
			failHard(g, 0, alpha, beta, hard)
			failSoft(g, 0, alpha, beta, soft)
			for fail, want := range map[Fail]map[games.Place]int{Hard: hard, Soft: soft} {
				o := Options{Algorithm: AlphaBeta, Fail: fail, Window: window}
				trees, err := Trace(context.Background(), g, 0, o, 10_000)
				if err != nil {
					t.Fatal(err)
				}
				var compare func(n *Tree, p games.Place)
				compare = func(n *Tree, p games.Place) {
					if len(n.Visits) == 0 {
						return
					}
					if got := n.Visits[0].Score; got != want[p] {
						t.Fatalf("fail %d, window %v: %s returned %d, want %d", fail, window, g.Format(p), got, want[p])
					}
					if hard[p] != soft[p] {
						differ++
					}
					for _, child := range n.Children {
						compare(child, child.Move.(games.Place))
					}
				}
				compare(trees[0], 0)
			}
		}
	}
	if differ < 100 {
		t.Errorf("the conventions differ at %d positions only", differ)
	}
}

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
