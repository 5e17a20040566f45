package minimax_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

func TestTrace(t *testing.T) {
	nim := games.Nim{}
	for _, a := range []Algorithm{Minimax, Negamax, NegamaxBeta, AlphaBeta} {
		tree := must(Trace(t.Context(), nim, must(nim.At(1, 3)), Options{Algorithm: a}, 100))
		if text := tree.Draw(nim.Name); !strings.HasPrefix(text, "max 1\n") {
			t.Errorf("%v:\n%s", a, text)
		}
	}
	if _, err := Trace(t.Context(), games.TicTacToe{}, games.Marks{}, Options{}, 100); !errors.Is(err, ErrTreeTooLarge) {
		t.Errorf("a large tree: got %v", err)
	}
	if _, err := Trace(t.Context(), games.TicTacToe{}, games.Marks{}, Options{Algorithm: AlphaBetaTT}, 100); err == nil {
		t.Error("a search with a table has a tree")
	}
}

// TestTraceIsTheSearch compares trees with what is searched, in games with and without a bound.
func TestTraceIsTheSearch(t *testing.T) {
	traces(t, must(games.ParseStones("1,2,-3,6,-4,2,5")), games.Takings{})
	traces(t, games.Nim{}, must(games.Nim{}.At(1, 2, 3)))
	for seed := range uint64(10) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1975)), 9)
		traces(t, g, 0)
		traces(t, boundedDAG{g}, 0)
	}
}

func traces[P any, M comparable](t *testing.T, game Game[P, M], p P) {
	t.Helper()
	for _, a := range []Algorithm{Minimax, Negamax, NegamaxBeta, AlphaBeta} {
		for _, window := range []Window{DefaultWindow, Open, Narrow} {
			for _, prefer := range []Prefer{Any, Fast} {
				for _, depth := range []int{0, 3} {
					o := Options{Algorithm: a, Window: window, Prefer: prefer, Depth: depth}
					tree := must(Trace(t.Context(), game, p, o, 10_000))
					if got, want := searched(tree), find(t, game, p, o).Nodes; got != want {
						t.Errorf("%+v of %T: a tree of %d nodes of a search of %d", o, game, got, want)
					}
				}
			}
		}
	}
}

func searched[M any](t *Tree[M]) int64 {
	if t.Pruned {
		return 0
	}
	nodes := int64(1)
	for _, child := range t.Children {
		nodes += searched(child)
	}
	return nodes
}

func ExampleTree_Draw() {
	g, _ := games.NewUniform(3, 2, games.BestFirst, 0)
	tree, err := Trace(context.Background(), g, games.Node{}, Options{Algorithm: AlphaBeta}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(tree.Draw(g.Name))
	// Output:
	// max 0
	// ├─ 1  min 0
	// │  ├─ 1  = 0
	// │  ├─ 2  = 1
	// │  └─ 3  = 2
	// ├─ 2  min ≤ -3
	// │  ├─ 1  = -3
	// │  └✗ 2 3  pruned
	// └─ 3  min ≤ -6
	//    ├─ 1  = -6
	//    └✗ 2 3  pruned
}
