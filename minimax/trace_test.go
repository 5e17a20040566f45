package minimax_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"menace/games"
	. "menace/minimax"
)

func TestTrace(t *testing.T) {
	nim := games.Nim{}
	for _, a := range []Algorithm{Minimax, Negamax, NegamaxBeta, AlphaBeta} {
		r := find(t, nim, must(nim.At(1, 3)), Options{Algorithm: a})
		tree, err := Trace(t.Context(), nim, must(nim.At(1, 3)), Options{Algorithm: a}, 100)
		if err != nil {
			t.Fatal(err)
		}
		if got := searched(tree); got != r.Nodes {
			t.Errorf("%v: a tree of %d nodes of a search of %d", a, got, r.Nodes)
		}
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
