package minimax_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// plainTree is a tree for an independent search: a leaf with its payoff to Max, or an inner node.
type plainTree struct {
	payoff   int
	children []*plainTree
}

// randomTree returns a random tree of this height, in which some leaves are higher up.
func randomTree(random *rand.Rand, height int) *plainTree {
	n := &plainTree{payoff: random.IntN(30)}
	for range 2 + random.IntN(3) {
		if height > 0 && random.IntN(6) > 0 {
			n.children = append(n.children, randomTree(random, height-1))
		}
	}
	return n
}

// String formats the tree for [games.ParseTree].
func (n *plainTree) String() string {
	if n.children == nil {
		return fmt.Sprint(n.payoff)
	}
	return "(" + strings.Trim(fmt.Sprint(n.children), "[]") + ")"
}

// plainSearch is alpha-beta for two players, independent of the package. If order is set, it chooses the order in which
// children are tried, by their numbers from 0; refuted is called for each cut-off.
type plainSearch struct {
	nodes, leaves int64
	order         func(n *plainTree, ply int) []int
	refuted       func(child, ply int)
}

func (s *plainSearch) value(n *plainTree, ply, alpha, beta int) int {
	s.nodes++
	if n.children == nil {
		s.leaves++
		return n.payoff
	}
	for _, i := range s.order(n, ply) {
		v := s.value(n.children[i], ply+1, alpha, beta)
		if ply%2 == 0 {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if alpha >= beta {
			s.refuted(i, ply)
			break
		}
	}
	if ply%2 == 0 {
		return alpha
	}
	return beta
}

// compareTrees compares a search with an independent one on 200 random trees. It counts the trees in which it visits
// other numbers of nodes than alpha-beta.
func compareTrees(t *testing.T, a Algorithm, independent func() *plainSearch) (unlikeAlphaBeta int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1977, uint64(a)))
	for range 200 {
		plain := randomTree(random, 4)
		for plain.children == nil {
			plain = randomTree(random, 4)
		}
		tree := must(games.ParseTree(plain.String()))
		want := independent()
		value := want.value(plain, 0, -1<<40, 1<<40)
		got := find(t, tree, games.Place(0), Options{Algorithm: a})
		if got.Value != value || got.Nodes != want.nodes || got.Leaves != want.leaves {
			t.Errorf("%v of %v: got value %d, %d nodes, %d leaves, want %d, %d, %d",
				a, plain, got.Value, got.Nodes, got.Leaves, value, want.nodes, want.leaves)
		}
		if got.Nodes != find(t, tree, games.Place(0), Options{Algorithm: AlphaBeta}).Nodes {
			unlikeAlphaBeta++
		}
	}
	return unlikeAlphaBeta
}

// inOrder returns the numbers of the children of a node.
func (n *plainTree) inOrder() (numbers []int) {
	for i := range n.children {
		numbers = append(numbers, i)
	}
	return numbers
}

// TestKillersOfTrees compares killer moves, by the numbers of the children, with an independent search.
func TestKillersOfTrees(t *testing.T) {
	unlike := compareTrees(t, Killer, func() *plainSearch {
		killers := map[int][]int{} // the latest first
		return &plainSearch{
			order: func(n *plainTree, ply int) (order []int) {
				for _, i := range slices.Concat(killers[ply], n.inOrder()) {
					if i < len(n.children) && !slices.Contains(order, i) {
						order = append(order, i)
					}
				}
				return order
			},
			refuted: func(child, ply int) {
				if known := killers[ply]; len(known) == 0 || known[0] != child {
					killers[ply] = append([]int{child}, known[:min(len(known), 1)]...)
				}
			},
		}
	})
	if unlike < 50 {
		t.Errorf("killer differs from alpha-beta in only %d trees", unlike)
	}
	tree := must(games.ParseTree("((3 5)(9 2 7)(8 1 6))"))
	if r := find(t, tree, games.Place(0), Options{Algorithm: Killer}); r.Nodes != 9 || r.Leaves != 5 {
		t.Errorf("got %d nodes and %d leaves, want 9 and 5", r.Nodes, r.Leaves)
	}
}

// TestHistoryOfTrees compares the history heuristic, by the numbers of the children, with an independent search.
func TestHistoryOfTrees(t *testing.T) {
	unlike := compareTrees(t, History, func() *plainSearch {
		cuts := map[[2]int]int{} // by child and player
		return &plainSearch{
			order: func(n *plainTree, ply int) (order []int) {
				for most := 1000; most >= 0; most-- { // of the most cut-offs first
					for i := range n.children {
						if cuts[[2]int{i, ply % 2}] == most {
							order = append(order, i)
						}
					}
				}
				return order
			},
			refuted: func(child, ply int) { cuts[[2]int{child, ply % 2}]++ },
		}
	})
	if unlike < 50 {
		t.Errorf("history differs from alpha-beta in only %d trees", unlike)
	}
}
