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
		tree := must(Trace(t.Context(), nim, must(nim.Parse("1,3")), Options{Algorithm: a}, 100))[0]
		if value := tree.Value(true); value != "1" {
			t.Errorf("%v: got the value %s, want 1", a, value)
		}
	}
	if _, err := Trace(t.Context(), games.TicTacToe{}, games.TicTacToe{}.Start(), Options{}, 100); !errors.Is(err,
		ErrTreeTooLarge) {
		t.Errorf("a large tree: got %v", err)
	}
	// Deepening has a tree for each depth, and no line in it is longer.
	deep := must(Trace(t.Context(), nim, must(nim.Parse("1,3")), Options{Algorithm: Deepening, Depth: 3}, 100))
	for i, want := range []string{"0", "0", "1"} { // Max cannot win before the third move
		if value := deep[i].Value(true); value != want || len(deep) != 3 {
			t.Errorf("tree %d of %d: got the value %s, want %s", i+1, len(deep), value, want)
		}
	}
}

// traceable returns the algorithms that suit a game and have a tree.
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

// TestTraceIsTheSearch compares trees with the results of searches, in games with and without a bound.
func TestTraceIsTheSearch(t *testing.T) {
	traces(t, must(games.ParseStones("1,2,-3,6,-4,2,5")), games.Takings{})
	traces(t, games.Nim{}, must(games.Nim{}.Parse("1,2,3")))
	for seed := range uint64(10) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1975)), 9)
		traces(t, g, 0)
		traces(t, boundedDAG{g}, 0)
	}
}

func traces[P any, M comparable](t *testing.T, game Game[P, M], p P) {
	t.Helper()
	for _, a := range traceable[P](game) {
		for _, prefer := range []Prefer{Any, Fast} {
			for _, depth := range []int{0, 3} {
				o := Options{Algorithm: a, Prefer: prefer, Depth: depth}
				tree := must(Trace(t.Context(), game, p, o, 10_000))[0]
				r := find(t, game, p, o)
				if got := searched(tree); got != r.Nodes {
					t.Errorf("%+v of %T: the tree has %d nodes, the search %d", o, game, got, r.Nodes)
				}
				if got := hits(tree); got != r.TableHits {
					t.Errorf("%+v of %T: the tree has %d table hits, the search %d", o, game, got, r.TableHits)
				}
				want := strings.Replace(fmt.Sprint(r.Value), "-", "−", 1)
				if prefer == Fast && r.Value != 0 {
					want += fmt.Sprintf(" in %d", len(r.PV))
				}
				if got := tree.Value(true); depth == 0 && got != want {
					t.Errorf("%+v of %T: the tree has the value %s, the search %s", o, game, got, want)
				}
			}
		}
	}
}

func searched(t *Tree) int64 {
	if t.Pruned {
		return 0
	}
	nodes := int64(len(t.Visits))
	for _, child := range t.Children {
		nodes += searched(child)
	}
	return nodes
}

// hits counts the visits of a tree whose score came from the table.
func hits(t *Tree) (n int64) {
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
	found, err := Trace(context.Background(), g, games.Node{}, Options{Algorithm: AlphaBeta}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(found[0].Draw(func(t *Tree) string {
		switch {
		case t.Ply == 0:
			return t.Value(true)
		case t.Pruned:
			return g.Name(t.Move.(games.Child))
		}
		return g.Name(t.Move.(games.Child)) + ": " + t.Value(t.Ply%2 == 0)
	}))
	// Output:
	// 0
	// ├─ 1: 0
	// │  ├─ 1: 0
	// │  ├─ 2: 1
	// │  └─ 3: 2
	// ├─ 2: ≤ −3
	// │  ├─ 1: −3
	// │  └✗ 2 3  pruned
	// └─ 3: ≤ −6
	//    ├─ 1: −6
	//    └✗ 2 3  pruned
}

// TestTraceOfTheBook follows alpha-beta through the tree of Russell and Norvig: the window and the score of each
// visit, for the player to move, and the positions that prove the value.
func TestTraceOfTheBook(t *testing.T) {
	g := must(games.ParseTree("A(B(3 12 8) C(2 4 6) D(14 5 2))"))
	tree := must(Trace(t.Context(), g, 0, Options{Algorithm: AlphaBeta}, 100))[0]
	const inf = Infinity
	a, b, c, d := tree, tree.Children[0], tree.Children[1], tree.Children[2]
	for name, visit := range map[string]struct{ got, want Visit }{
		"A":     {a.Visits[0], Visit{-inf, inf, 3, 0, false, 3, 3, false}},
		"B":     {b.Visits[0], Visit{-inf, inf, -3, 0, false, -3, -3, false}},
		"12":    {b.Children[1].Visits[0], Visit{-inf, 3, 12, 0, false, 12, 12, false}},
		"C":     {c.Visits[0], Visit{-inf, -3, -2, 1, false, -2, inf, false}},
		"D":     {d.Visits[0], Visit{-inf, -3, -2, 0, false, -2, -2, false}},
		"the 5": {d.Children[1].Visits[0], Visit{3, 14, 5, 0, false, 5, 5, false}},
	} {
		if visit.got != visit.want {
			t.Errorf("%s: got %+v, want %+v", name, visit.got, visit.want)
		}
	}
	if !c.Children[1].Pruned || !c.Children[2].Pruned || d.Children[2].Pruned {
		t.Error("the leaves below C are not the ones that are cut off")
	}
	for i, want := range []int{1, 1, 2, 2} { // A and B are on the principal variation
		if got := []*Tree{a, b, c, d}[i].Type; got != want {
			t.Errorf("position %d has type %d, want %d", i, got, want)
		}
	}
	if first, last := d.Children[0].Type, d.Children[2].Type; first != 0 || last != 3 {
		t.Errorf("below D: types %d and %d, want 0 and 3: the last leaf alone shows that D is at most 2",
			first, last)
	}
	if n := len(tree.Steps); n != 2*11 {
		t.Errorf("got %d steps, want 11 positions entered and left", n)
	}
}

// TestCriticalTree checks that alpha-beta visits only the critical positions if the best move comes first, and that
// minimax marks the same ones.
func TestCriticalTree(t *testing.T) {
	g := must(games.NewUniform(3, 4, games.BestFirst, 0))
	for a, all := range map[Algorithm]int64{AlphaBeta: 9 + 9 - 1, Minimax: 81} {
		critical, leaves := leafTypes(must(Trace(t.Context(), g, games.Node{}, Options{Algorithm: a}, 1000))[0])
		if critical != 9+9-1 || leaves != all {
			t.Errorf("%v: %d of %d leaves are critical, want 17 of %d", a, critical, leaves, all)
		}
	}
}

// leafTypes counts the visited leaves and the critical ones.
func leafTypes(t *Tree) (critical, leaves int64) {
	if t.Finished() {
		return int64(min(t.Type, 1)), 1
	}
	for _, child := range t.Children {
		c, n := leafTypes(child)
		critical, leaves = critical+c, leaves+n
	}
	return critical, leaves
}

// TestVisitsAreTrue compares the reported scores of every visit with plain minimax: a score inside the window must be
// the value, and one outside a bound on the right side.
func TestVisitsAreTrue(t *testing.T) {
	for seed := range uint64(30) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1982)), 12)
		for _, game := range []Game[int, int]{g, boundedDAG{g}} {
			for depth := range 5 {
				for _, a := range traceable[int](game) {
					o := Options{Algorithm: a, Depth: depth, Cut: Cut(seed % 2)}
					tree := must(Trace(t.Context(), game, 0, o, 10_000))[0]
					visitsAreTrue(t, fmt.Sprintf("graph %d, %+v", seed, o), g, tree, 0, depth, depth > 0)
				}
			}
		}
	}
}

// visitsAreTrue checks the visits of a position and its descendants, for a search to a depth or to the end.
func visitsAreTrue(t *testing.T, name string, g dag, tree *Tree, p, depth int, limited bool) {
	t.Helper()
	truth := g.plain(p, depth, limited)
	least, most := -Infinity, Infinity
	for _, v := range tree.Visits {
		inside := v.Alpha < v.Score && v.Score < v.Beta
		if v.Fails == 0 && v.Score != truth && !v.Void || v.Fails*(truth-v.Score) < 0 || inside && v.Fails != 0 {
			t.Errorf("%s: position %d has the value %d, but the visit reports %+v", name, p, truth, v)
		}
		if v.Least > truth || v.Most < truth || v.Least < least || v.Most > most {
			t.Errorf("%s: position %d has the value %d, but the visit's bounds are %+v", name, p, truth, v)
		}
		least, most = v.Least, v.Most
	}
	for _, child := range tree.Children {
		visitsAreTrue(t, name, g, child, child.Move.(int), depth-1, limited)
	}
}

// plain is minimax to a depth or to the end, in points of estimates if it is limited.
func (g dag) plain(p, depth int, limited bool) int {
	switch {
	case g.Finished(p) && limited:
		return g.payoff[p] * g.Weight()
	case g.Finished(p):
		return g.payoff[p]
	case limited && depth == 0:
		return g.estimate[p]
	}
	best := -Infinity
	for _, m := range g.next[p] {
		best = max(best, -g.plain(m, depth-1, limited))
	}
	return best
}

// TestTypes compares the types with Knuth and Moore's definition, except that the best searched move takes the place of
// the first. It also checks that the positions with a type prove the value, whatever the values of the others.
func TestTypes(t *testing.T) {
	for seed := range uint64(200) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1975)), 12)
		for _, a := range []Algorithm{Minimax, Negamax, NegamaxBeta, AlphaBeta, AlphaBetaSoft, Killer, PVS} {
			tree := must(Trace(t.Context(), g, 0, Options{Algorithm: a, Cut: Cut(seed % 2)}, 10_000))[0]
			hasTypes(t, fmt.Sprintf("graph %d, %v", seed, a), g, tree, 0, 1)
			if low, high := proven(g, tree, 0); low != high || low != g.plain(0, 0, false) {
				t.Errorf("graph %d, %v: the types prove %d to %d, but the value is %d",
					seed, a, low, high, g.plain(0, 0, false))
			}
		}
	}
}

// hasTypes checks the types of a position and its descendants.
func hasTypes(t *testing.T, name string, g dag, tree *Tree, p, want int) {
	t.Helper()
	if tree.Type != want {
		t.Errorf("%s: position %d has type %d, want %d", name, p, tree.Type, want)
	}
	best := 0 // children that can take the place of the first
	for _, child := range tree.Children {
		next := 0
		switch {
		case child.Pruned || want == 0:
		case want == 3:
			next = 2
		case want == 1 && child.Type == 1, want == 2 && child.Type == 3:
			best++
			if want == 1 && -g.plain(child.Move.(int), 0, false) != g.plain(p, 0, false) {
				t.Errorf("%s: the move from %d to %d is not the best", name, p, child.Move)
			}
			next = child.Type
		case want == 1:
			next = 2
		}
		if child.Pruned && want == 3 {
			t.Errorf("%s: position %d is cut, though every answer must be searched", name, p)
		}
		hasTypes(t, name, g, child, child.Move.(int), next)
	}
	if (want == 1 || want == 2) && len(tree.Children) > 0 && best != 1 {
		t.Errorf("%s: position %d of type %d has %d best moves", name, p, want, best)
	}
}

// proven returns the bounds that follow from the positions with a type.
func proven(g dag, tree *Tree, p int) (low, high int) {
	switch {
	case tree.Type == 0:
		return -Infinity, Infinity
	case g.Finished(p):
		return g.payoff[p], g.payoff[p]
	}
	low, high = -Infinity, -Infinity
	for _, child := range tree.Children {
		l, h := proven(g, child, child.Move.(int))
		low, high = max(low, -h), max(high, -l)
	}
	return low, high
}

// TestTypesByWindow checks Knuth and Moore's theorem: if the best move comes first, the window with which alpha-beta
// enters a position gives the same type as its value. In the tree of Russell and Norvig the best move does not always
// come first: D is entered with a finite β, and its first leaf with a finite α, though it proves nothing; its second
// leaf is entered with two finite ends.
func TestTypesByWindow(t *testing.T) {
	g := must(games.NewUniform(3, 4, games.BestFirst, 0))
	sameTypes(t, must(Trace(t.Context(), g, games.Node{}, Options{Algorithm: AlphaBeta}, 1000))[0])
	book := must(games.ParseTree("A(B(3 12 8) C(2 4 6) D(14 5 2))"))
	d := must(Trace(t.Context(), book, 0, Options{Algorithm: AlphaBeta}, 100))[0].Children[2]
	for i, want := range []int{3, 0, 0} {
		if got := d.Children[i].TypeBy(ByWindow); got != want || d.TypeBy(ByWindow) != 2 {
			t.Errorf("D has type %d, its leaf %d type %d, want 2 and %d", d.TypeBy(ByWindow), i, got, want)
		}
	}
}

func sameTypes(t *testing.T, tree *Tree) {
	if value, window := tree.TypeBy(ByValue), tree.TypeBy(ByWindow); value != window {
		t.Errorf("after %v: type %d by value, type %d by window", tree.Move, value, window)
	}
	for _, child := range tree.Children {
		sameTypes(t, child)
	}
}
