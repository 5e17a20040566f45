package minimax_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"menace/board"
	. "menace/minimax"
	"menace/minimax/games"
	"menace/symmetry"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// agree searches a position with every algorithm. It checks that the value and the best moves equal those of plain
// minimax, and that each line leads to the value.
func agree[P, M comparable](t *testing.T, game Game[P, M], p P, depth int) {
	t.Helper()
	_, symmetric := game.(Symmetric[P])
	for _, prefer := range []Prefer{Any, Fast} {
		want := find(t, game, p, Options{Depth: depth, Prefer: prefer})
		for _, a := range Algorithms()[1:] {
			if a.Symmetric() && !symmetric {
				continue
			}
			o := Options{Algorithm: a, Depth: depth, Prefer: prefer}
			got := find(t, game, p, o)
			all := got
			if a.Cuts() {
				o.AllBest = true
				all = find(t, game, p, o)
				if got.Value != want.Value || len(got.Best) != 1 || !slices.Contains(want.Best, got.Best[0]) {
					t.Errorf("%+v of %+v: got %d by %v, want %d by one of %v",
						o, p, got.Value, got.Best, want.Value, want.Best)
				}
				if (a == NegamaxBeta || a == AlphaBeta) && all.Nodes < got.Nodes { // others reorder, or search again
					t.Errorf("%+v of %+v: all best moves take %d nodes, a single one %d", o, p, all.Nodes, got.Nodes)
				}
			}
			if all.Value != want.Value || !slices.Equal(all.Best, want.Best) {
				t.Errorf("%+v of %+v: got %d by %v, want %d by %v", o, p, all.Value, all.Best, want.Value, want.Best)
			}
			if prefer == Fast && len(got.PV) != len(want.PV) && want.Value != 0 {
				t.Errorf("%+v of %+v: got the line %v, want one as long as %v", o, p, got.PV, want.PV)
			}
			if won := prefer == Fast && got.Proved && got.Value != 0; won && got.Plies != len(got.PV) ||
				!won && got.Plies != 0 {
				t.Errorf("%+v of %+v: the game ends in %d plies, but the line is %v", o, p, got.Plies, got.PV)
			}
			if a != Deepening && got.Horizon != want.Horizon && !a.Cuts() {
				t.Errorf("%+v of %+v: reached the horizon: %t", o, p, got.Horizon)
			}
			follow(t, game, p, got, depth)
		}
	}
}

// follow plays the principal variation and compares the value at its end with that of the search.
func follow[P, M comparable](t *testing.T, game Game[P, M], p P, r Result[M], depth int) {
	t.Helper()
	sign := 1
	for _, m := range r.PV {
		if !slices.Contains(game.Moves(p, nil), m) {
			t.Errorf("the line %v has a move that is impossible in %+v", r.PV, p)
			return
		}
		p, sign = game.Apply(p, m), -sign
	}
	switch {
	case game.Finished(p):
		if got := sign * game.Payoff(p); got != r.Value {
			t.Errorf("the line %v leads to %d, want %d", r.PV, got, r.Value)
		}
	case len(r.PV) == depth:
		estimate := 0
		if e, ok := game.(Estimator[P]); ok {
			estimate = e.Estimate(p)
		}
		if sign*estimate != r.Value && (!r.Proved || sign*estimate != r.Value*game.(Estimator[P]).Weight()) {
			t.Errorf("the line %v leads to an estimate of %d, want %d", r.PV, sign*estimate, r.Value)
		}
	default:
		t.Errorf("the line %v ends early, at %+v", r.PV, p)
	}
}

// TestSearchesAgreeOnTicTacToe searches positions to the end and compares minimax with the solved graph. It covers
// every position after four or more moves and, because the earlier trees are larger, one position of each earlier
// orbit. The other algorithms are compared with minimax on one position of each orbit.
func TestSearchesAgreeOnTicTacToe(t *testing.T) {
	t.Parallel()
	var g games.TicTacToe
	graph := graphOf(g)
	perfect := Solve(graph, symmetry.MaxLength)
	for c := range board.Code(board.Codes) {
		b := c.Board()
		if b.Check() != nil {
			continue // cannot arise in a game
		}
		canonical, _ := symmetry.Canonical(b, symmetry.All)
		if b.Over() || b.Moves() < 4 && (testing.Short() || b != canonical) {
			continue
		}
		r := find(t, g, b, Options{})
		if value, best := solved(g, graph, perfect, b); r.Value*g.Weight() != value ||
			!slices.Equal(r.Best, best) {
			t.Errorf("%v: got %d by %v, want %d by %v", b, r.Value*g.Weight(), r.Best, value, best)
		}
		if b == canonical {
			agree(t, g, b, 0)
		}
	}
}

// TestSearchesAgreeOnOtherGames searches positions reached by random play.
func TestSearchesAgreeOnOtherGames(t *testing.T) {
	t.Parallel()
	domineering := must(games.NewDomineering(4, 3))
	four := must(games.NewConnectFour(4, 3))
	wide := must(games.NewConnectFour(7, 6))
	orders := []games.LeafOrder{games.BestFirst, games.WorstFirst, games.RandomLeaves}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1962))
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			stones := must(games.ParseStones(fmt.Sprintf("%d,%d,%d,%d,5,-3,2",
				r.IntN(9)-4, r.IntN(9)-4, r.IntN(9)-4, r.IntN(9)-4)))
			agreeFrom(t, stones, games.Takings{}, r, 2)
			agreeFrom(t, games.Grundy{}, must(games.Grundy{}.Parse(list(3+r.IntN(6), 1+r.IntN(5)))), r, 2)
			agreeFrom(t, games.Nim{}, must(games.Nim{}.Parse(list(r.IntN(3), 1+r.IntN(3), r.IntN(2)))), r, 1)
			agreeFrom(t, domineering, domineering.Start(seed%2 == 0), r, 4)
			agreeFrom(t, four, games.Discs{}, r, 6)
			agreeFrom(t, games.Hexapawn{}, games.Hexapawn{}.Start(), r, 4)
			agreeFrom(t, must(games.NewUniform(3, 4, orders[seed%3], seed)), games.Node{}, r, 1)
			for depth := 1; depth <= 3; depth++ {
				p := wander(wide, games.Discs{}, r, r.IntN(25))
				if !wide.Finished(p) {
					agree(t, wide, p, depth)
				}
			}
		})
	}
}

// agreeFrom makes up to a given number of random moves, and compares the searches there, to the end and to two depths.
func agreeFrom[P, M comparable](t *testing.T, game Game[P, M], p P, r *rand.Rand, moves int) {
	t.Helper()
	p = wander(game, p, r, moves)
	if game.Finished(p) {
		return
	}
	for depth := range 3 {
		agree(t, game, p, depth)
	}
}

// wander makes up to a given number of random moves.
func wander[P, M any](game Game[P, M], p P, r *rand.Rand, moves int) P {
	for range moves {
		if game.Finished(p) {
			break
		}
		choice := game.Moves(p, nil)
		p = game.Apply(p, choice[r.IntN(len(choice))])
	}
	return p
}

// TestBoundsOfAlphaBeta checks Knuth and Moore's theorem: it compares the number of leaves that alpha-beta visits with
// the smallest possible number and with the number of all leaves.
func TestBoundsOfAlphaBeta(t *testing.T) {
	for width := 2; width <= 4; width++ {
		for height := 1; height <= 6; height++ {
			all := power(width, height)
			least := power(width, (height+1)/2) + power(width, height/2) - 1
			for _, order := range []games.LeafOrder{games.BestFirst, games.WorstFirst, games.RandomLeaves} {
				g := must(games.NewUniform(width, height, order, 7))
				plain := find(t, g, games.Node{}, Options{Algorithm: Minimax})
				f1 := find(t, g, games.Node{}, Options{Algorithm: NegamaxBeta})
				f2 := find(t, g, games.Node{}, Options{Algorithm: AlphaBeta})
				if plain.Leaves != all || f2.Leaves < least || f2.Leaves > f1.Leaves || f1.Leaves > all {
					t.Errorf("%d^%d, %v: want %d ≤ %d ≤ %d ≤ %d",
						width, height, order, least, f2.Leaves, f1.Leaves, all)
				}
				for _, a := range []Algorithm{Killer, PVS} {
					if r := find(t, g, games.Node{}, Options{Algorithm: a}); order == games.BestFirst &&
						r.Leaves != least {
						t.Errorf("%d^%d by %v: %d leaves, want %d", width, height, a, r.Leaves, least)
					}
				}
				if order == games.BestFirst && f2.Leaves != least || order == games.WorstFirst && f2.Leaves != all {
					t.Errorf("%d^%d, %v: got %d leaves", width, height, order, f2.Leaves)
				}
			}
		}
	}
}

func power(base, exponent int) int64 {
	return int64(math.Pow(float64(base), float64(exponent)))
}
