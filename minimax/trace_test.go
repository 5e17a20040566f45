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
	for _, a := range traceable[games.Rows](nim) {
		tree := must(Trace(t.Context(), nim, must(nim.At(1, 3)), Options{Algorithm: a}, 100))
		if text := tree.Draw(nim.Name, View{}); !strings.HasPrefix(text, "max 1\n") {
			t.Errorf("%v:\n%s", a, text)
		}
	}
	if _, err := Trace(t.Context(), games.TicTacToe{}, games.Marks{}, Options{}, 100); !errors.Is(err, ErrTreeTooLarge) {
		t.Errorf("a large tree: got %v", err)
	}
	if _, err := Trace(t.Context(), games.TicTacToe{}, games.Marks{}, Options{Algorithm: Deepening}, 100); err == nil {
		t.Error("a search to every depth has one tree")
	}
}

// traceable returns the searches that suit a game and have a tree.
func traceable[P any](game any) (all []Algorithm) {
	_, keyed := game.(Keyed[P])
	_, symmetric := game.(Symmetric[P])
	for _, a := range Algorithms() {
		if a != Deepening && (keyed || !a.Table()) && (symmetric || !a.Symmetric()) {
			all = append(all, a)
		}
	}
	return all
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
	for _, a := range traceable[P](game) {
		for _, window := range []Window{DefaultWindow, Open, Narrow} {
			for _, prefer := range []Prefer{Any, Fast} {
				for _, depth := range []int{0, 3} {
					o := Options{Algorithm: a, Window: window, Prefer: prefer, Depth: depth}
					tree := must(Trace(t.Context(), game, p, o, 10_000))
					r := find(t, game, p, o)
					if got := searched(tree); got != r.Nodes {
						t.Errorf("%+v of %T: a tree of %d nodes of a search of %d", o, game, got, r.Nodes)
					}
					if got := hits(tree); got != r.TableHits {
						t.Errorf("%+v of %T: a tree with %d answers of a table that gave %d", o, game, got, r.TableHits)
					}
					if got := tree.Value(true); depth == 0 && got != fmt.Sprint(r.Value) {
						t.Errorf("%+v of %T: a tree worth %s of a search that finds %d", o, game, got, r.Value)
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
	nodes := int64(len(t.Visits))
	for _, child := range t.Children {
		nodes += searched(child)
	}
	return nodes
}

// hits counts the visits of a tree that the table answered.
func hits[M any](t *Tree[M]) (n int64) {
	for _, v := range t.Visits {
		if v.Known {
			n++
		}
	}
	for _, child := range t.Children {
		n += hits(child)
	}
	return n
}

func ExampleTree_Draw() {
	g, _ := games.NewUniform(3, 2, games.BestFirst, 0)
	tree, err := Trace(context.Background(), g, games.Node{}, Options{Algorithm: AlphaBeta}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(tree.Draw(g.Name, View{}))
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

// TestTraceOfTheBook follows alpha-beta through the tree of Russell and Norvig: which window each position is entered
// with and what it is left with, to the player to move, and which positions prove the value.
func TestTraceOfTheBook(t *testing.T) {
	g := must(games.ParseTree("A(B(3 12 8) C(2 4 6) D(14 5 2))"))
	tree := must(Trace(t.Context(), g, 0, Options{Algorithm: AlphaBeta}, 100))
	const inf = Infinity
	a, b, c, d := tree, tree.Children[0], tree.Children[1], tree.Children[2]
	for name, visit := range map[string]struct{ got, want Visit }{
		"A":     {a.Visits[0], Visit{-inf, inf, 3, false}},
		"B":     {b.Visits[0], Visit{-inf, inf, -3, false}},
		"12":    {b.Children[1].Visits[0], Visit{-inf, 3, 12, false}},
		"C":     {c.Visits[0], Visit{-inf, -3, -2, false}},
		"D":     {d.Visits[0], Visit{-inf, -3, -2, false}},
		"the 5": {d.Children[1].Visits[0], Visit{3, 14, 5, false}},
	} {
		if visit.got != visit.want {
			t.Errorf("%s: got %+v, want %+v", name, visit.got, visit.want)
		}
	}
	if !c.Children[1].Pruned || !c.Children[2].Pruned || d.Children[2].Pruned {
		t.Error("not the leaves below C are cut off")
	}
	for i, want := range []int{1, 1, 2, 2} { // the leaves of B: the 3, and two that must be at least 3
		if got := []*Tree[games.Place]{a, b, c, d}[i].Type; got != want {
			t.Errorf("position %d has type %d, want %d", i, got, want)
		}
	}
	if first, last := d.Children[0].Type, d.Children[2].Type; first != 0 || last != 3 {
		t.Errorf("below D: types %d and %d, want 0 and 3: the last leaf alone shows that D is worth at most 2", first, last)
	}
	if n := len(tree.Steps); n != 2*11 {
		t.Errorf("%d steps, want that 11 positions are entered and left", n)
	}
}

// TestCriticalTree: where the best move comes first, alpha-beta looks at the critical positions alone, and minimax finds
// the same ones among all.
func TestCriticalTree(t *testing.T) {
	g := must(games.NewUniform(3, 4, games.BestFirst, 0))
	for a, all := range map[Algorithm]int64{AlphaBeta: 9 + 9 - 1, Minimax: 81} {
		critical, leaves := leafTypes(must(Trace(t.Context(), g, games.Node{}, Options{Algorithm: a}, 1000)))
		if critical != 9+9-1 || leaves != all {
			t.Errorf("%v: %d of %d leaves are critical, want 17 of %d", a, critical, leaves, all)
		}
	}
}

// leafTypes counts the leaves that a search looked at, and the critical ones.
func leafTypes[M any](t *Tree[M]) (critical, leaves int64) {
	if t.Finished() {
		return int64(min(t.Type, 1)), 1
	}
	for _, child := range t.Children {
		c, n := leafTypes(child)
		critical, leaves = critical+c, leaves+n
	}
	return critical, leaves
}
