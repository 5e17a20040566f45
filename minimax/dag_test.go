package minimax_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	. "menace/minimax"
)

// dag is a game on a graph without cycles: a move follows one of the edges of a node, and a node without edges ends
// the game. Payoffs are graded, and a node can be reached by plays of different lengths.
type dag struct {
	next     [][]int // by node; edges lead to higher numbers
	payoff   []int   // −3 to 3, for nodes without edges
	estimate []int   // −9 to 9
}

func (g dag) Moves(p int, moves []int) []int { return append(moves, g.next[p]...) }
func (g dag) Apply(_, m int) int             { return m }
func (g dag) Finished(p int) bool            { return len(g.next[p]) == 0 }
func (g dag) Payoff(p int) int               { return g.payoff[p] }
func (g dag) Estimate(p int) int             { return g.estimate[p] }
func (g dag) Weight() int                    { return 10 }
func (g dag) Key(p int) uint64               { return uint64(p+1) * 0x9e3779b97f4a7c15 }
func (g dag) CanonicalKey(p int) uint64      { return g.Key(p) }

// boundedDAG is a dag with a known highest payoff.
type boundedDAG struct{ dag }

func (boundedDAG) Bound() int { return 3 }

// newDAG returns a random graph with this number of nodes, with edges to some of the next few.
func newDAG(r *rand.Rand, nodes int) dag {
	g := dag{make([][]int, nodes), make([]int, nodes), make([]int, nodes)}
	for p := range nodes {
		g.payoff[p], g.estimate[p] = r.IntN(7)-3, r.IntN(19)-9
		if p > 0 && r.IntN(5) == 0 {
			continue
		}
		for to := p + 1; to < min(p+7, nodes); to++ {
			if p == 0 || r.IntN(2) == 0 {
				g.next[p] = append(g.next[p], to)
			}
		}
		r.Shuffle(len(g.next[p]), func(i, j int) { g.next[p][i], g.next[p][j] = g.next[p][j], g.next[p][i] })
	}
	return g
}

// TestSearchesAgreeOnGraphs searches games with graded payoffs and positions that recur at different plies, to every
// depth, with and without a known bound.
func TestSearchesAgreeOnGraphs(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1977)), 14)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			for depth := range 10 {
				agree(t, g, 0, depth)
				agree(t, boundedDAG{g}, 0, depth)
				proves(t, g, depth)
				proves(t, boundedDAG{g}, depth)
			}
		})
	}
}

// TestDeepeningGoesToTheEnd checks on many graphs that table entries of an earlier depth do not hide that the horizon
// was reached.
func TestDeepeningGoesToTheEnd(t *testing.T) {
	for seed := range uint64(2000) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1977)), 14)
		want := find(t, g, 0, Options{}).Value
		if r := find(t, g, 0, Options{Algorithm: Deepening}); r.Value != want || !r.Proved {
			t.Errorf("graph %d: got %d, proved: %t; want %d", seed, r.Value, r.Proved, want)
		}
	}
}

// proves checks that every result that claims to be proved equals that of a search to the end.
func proves(t *testing.T, g Game[int, int], depth int) {
	t.Helper()
	want := find(t, g, 0, Options{}).Value
	for _, a := range Algorithms() {
		r := find(t, g, 0, Options{Algorithm: a, Depth: depth})
		if r.Proved && r.Value != want {
			t.Errorf("%v to depth %d: %d is reported as proved, but the value is %d", a, depth, r.Value, want)
		}
		if depth == 0 && !r.Proved {
			t.Errorf("%v to the end reports no proof", a)
		}
	}
}

// TestProvedOfGradedPayoffs searches a game with a small payoff nearby and a large one further down.
func TestProvedOfGradedPayoffs(t *testing.T) {
	g := dag{
		next:     [][]int{{1, 2}, nil, {3}, {4}, nil},
		payoff:   []int{0, -1, 0, 0, -3},
		estimate: make([]int, 5),
	}
	for _, game := range []Game[int, int]{g, boundedDAG{g}} {
		for _, prefer := range []Prefer{Any, Fast} {
			for _, a := range Algorithms() {
				if r := find(t, game, 0, Options{Algorithm: a, Prefer: prefer}); r.Value != 3 || !r.Proved {
					t.Errorf("%v: got %d, proved: %t; want 3", a, r.Value, r.Proved)
				}
				if r := find(t, game, 0, Options{Algorithm: a, Prefer: prefer, Depth: 1}); r.Value != 1 || r.Proved {
					t.Errorf("%v to depth 1: got %d, proved: %t; want 1, not proved", a, r.Value, r.Proved)
				}
			}
		}
	}
	sure := boundedDAG{dag{[][]int{{1, 2}, nil, {1}}, []int{0, -3, 0}, make([]int, 3)}}
	if r := find(t, sure, 0, Options{Algorithm: Deepening}); r.Value != 3 || !r.Proved || r.Depth != 1 {
		t.Errorf("nothing beats an immediate 3: got %+v", r)
	}
}
