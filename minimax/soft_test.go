package minimax_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// textbook is alpha-beta as in textbooks: a single procedure, which also counts its calls. It returns the best score of
// the moves searched (fail-soft), or at least alpha (fail-hard).
type textbook struct {
	dag
	soft, above bool // cut off only above beta
	calls       int64
	reports     []string // node, window and score of each call, in the order in which they end
}

func (g *textbook) value(p, alpha, beta int) (v int) {
	g.calls++
	defer func(a, b int) { g.reports = append(g.reports, fmt.Sprint(p, a, b, v)) }(alpha, beta)
	if g.Finished(p) {
		return g.payoff[p]
	}
	if v = alpha; g.soft {
		v = -Infinity
	}
	for _, m := range g.next[p] {
		v = max(v, -g.value(m, -beta, -alpha))
		alpha = max(alpha, v)
		if alpha > beta || alpha == beta && !g.above {
			break
		}
	}
	return v
}

// TestHardAndSoft compares every call of alpha-beta by both conventions, with its window and its result, with the
// textbook's, with and without a window of one's own. Both visit the same positions, unless they cut off only above
// beta; then fail-hard reports exactly beta where fail-soft may report more.
func TestHardAndSoft(t *testing.T) {
	tighter := 0
	for seed := range uint64(300) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1983)), 12)
		for _, o := range []Options{
			{Cut: AtBeta}, {Cut: AboveBeta}, {Window: &[2]int{-1, 2}}, {Window: &[2]int{1, 3}, Cut: AboveBeta},
		} {
			var nodes []int64
			for _, way := range []Options{{Algorithm: AlphaBeta}, {Algorithm: AlphaBetaSoft},
				{Algorithm: AlphaBeta, Fail: Soft}} {
				o.Algorithm, o.Fail = way.Algorithm, way.Fail
				soft := o.Algorithm == AlphaBetaSoft || o.Fail == Soft
				book := textbook{dag: g, soft: soft, above: o.Cut == AboveBeta}
				alpha, beta := -Infinity, Infinity
				if o.Window != nil {
					alpha, beta = o.Window[0], o.Window[1]
				}
				value := book.value(0, alpha, beta)
				r := find(t, g, 0, o)
				if nodes = append(nodes, r.Nodes); r.Value != value || r.Nodes != book.calls ||
					o.Window == nil && value != g.plain(0, 0, false) {
					t.Errorf("graph %d, %+v: got %d in %d nodes, want %d in %d", seed, o, r.Value, r.Nodes, value,
						book.calls)
				}
				var reports []string
				for _, step := range must(Trace(t.Context(), g, 0, o, 10_000))[0].Steps {
					if v := step.At.Visits[step.Visit]; step.Left {
						reports = append(reports, fmt.Sprint(step.At.Move, v.Alpha, v.Beta, v.Score))
						if soft && !step.At.Finished() && v.Score < v.Alpha {
							tighter++
						}
					}
				}
				if !slices.Equal(reports, book.reports) {
					t.Errorf("graph %d, %+v: got %v, want %v", seed, o, reports, book.reports)
				}
			}
			if nodes[1] != nodes[2] || nodes[0] != nodes[1] && (o.Cut == AtBeta || nodes[0] < nodes[1]) {
				t.Errorf("graph %d, %+v: fail-hard visits %d nodes, fail-soft %d", seed, o, nodes[0], nodes[1:])
			}
		}
	}
	if tighter == 0 {
		t.Error("fail-soft never finds a tighter bound")
	}
}

// TestCutAboveBeta has a leaf that only equals what Max already has: the usual cut skips the leaf after it.
func TestCutAboveBeta(t *testing.T) {
	g := must(games.ParseTree("((3 5)(3 1))"))
	for cut, leaves := range map[Cut]int64{AtBeta: 3, AboveBeta: 4} {
		for _, a := range []Algorithm{NegamaxBeta, AlphaBeta, AlphaBetaSoft, Killer} {
			if r := find(t, g, 0, Options{Algorithm: a, Cut: cut}); r.Value != 3 || r.Leaves != leaves {
				t.Errorf("%v, %v: got %d with %d leaves, want 3 with %d", a, cut, r.Value, r.Leaves, leaves)
			}
		}
	}
}
