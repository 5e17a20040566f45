package minimax_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/board"
	. "menace/minimax"
	"menace/minimax/games"
)

func TestSearchRefuses(t *testing.T) {
	won := must(board.Parse("XXX/OO./..."))
	if _, err := Search(t.Context(), games.TicTacToe{}, won, Options{}); !errors.Is(err, ErrFinished) {
		t.Errorf("a finished game: got %v", err)
	}
	for _, o := range []Options{{Depth: -1}, {Depth: MaxDepth + 1}, {Algorithm: 99}} {
		if _, err := Search(t.Context(), games.TicTacToe{}, games.TicTacToe{}.Start(), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	stones := must(games.ParseStones("1,2,3"))
	for _, a := range []Algorithm{MinimaxSym, AlphaBetaSym} {
		if _, err := Search(t.Context(), stones, games.Takings{}, Options{Algorithm: a}); err == nil {
			t.Errorf("%v of a game without symmetry: no error", a)
		}
	}
}

// TestAlgorithmNames checks that every algorithm has a description and a unique name.
func TestAlgorithmNames(t *testing.T) {
	seen := map[string]bool{"": true}
	for _, a := range Algorithms() {
		if seen[a.String()] || a.About() == "" {
			t.Errorf("algorithm %d has the name %q and the description %q", a, a, a.About())
		}
		seen[a.String()] = true
	}
}

// TestPreferFast checks a position in which X can win at once at 3, but a plain search settles for a later win.
func TestPreferFast(t *testing.T) {
	var g games.TicTacToe
	p := must(board.Parse("XX./O../O.."))
	if r := find(t, g, p, Options{}); r.Value != 1 || len(r.Best) != 5 {
		t.Errorf("minimax: got %d by %v, want 1 by five moves", r.Value, r.Best)
	}
	for _, a := range Algorithms() {
		r := find(t, g, p, Options{Algorithm: a, Prefer: Fast, AllBest: true})
		if r.Value != 1 || !slices.Equal(r.Best, []board.Square{2}) || len(r.PV) != 1 {
			t.Errorf("%v: got %d by %v in the line %v, want 1 by [2]", a, r.Value, r.Best, r.PV)
		}
	}
	fork := must(board.Parse("X../.O./..X")) // O draws at an edge, and loses soonest elsewhere
	if r := find(t, g, fork, Options{Prefer: Fast}); r.Value != 0 || len(r.Best) != 4 {
		t.Errorf("got %d by %v, want 0 by the four edges", r.Value, r.Best)
	}
}

// TestTableMayBeSmall checks that a search with a table too small to keep most entries still finds the same value.
func TestTableMayBeSmall(t *testing.T) {
	four := must(games.NewConnectFour(4, 3))
	want := find(t, four, games.Discs{}, Options{Algorithm: AlphaBeta})
	for _, a := range []Algorithm{AlphaBetaTT, AlphaBetaSym, MTDF, Deepening} {
		for _, size := range []int{1, 64, 500} {
			r := find(t, four, games.Discs{}, Options{Algorithm: a, Table: size})
			if r.Value != want.Value || r.TableEntries > 512 {
				t.Errorf("%v with a table of %d: got value %d, %d entries, %d hits; want %d",
					a, size, r.Value, r.TableEntries, r.TableHits, want.Value)
			}
		}
	}
}

// patience is a context that is done after this many polls, regardless of time.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSearchStops starts searches that would take years, and checks the partial result.
func TestSearchStops(t *testing.T) {
	t.Parallel()
	four := must(games.NewConnectFour(8, 8))
	for _, a := range Algorithms() {
		const polls = 20
		r, err := Search(&patience{t.Context(), polls}, four, games.Discs{}, Options{Algorithm: a})
		if !errors.Is(err, context.Canceled) || r.Moves != 8 || r.Searched >= 8 {
			t.Errorf("%v: got %+v, %v", a, r, err)
		}
		if every := r.Nodes / (polls + 1); every < 1000 || every > 10_000 {
			t.Errorf("%v: %d nodes between two polls of the context", a, every)
		}
		if a == Deepening && (r.Depth < 2 || len(r.Best) != 1 || len(r.PV) != r.Depth) {
			t.Errorf("%v only reached %+v", a, r)
		}
		if a != Deepening && r.Best != nil {
			t.Errorf("%v claims to have proved %v", a, r.Best)
		}
	}
}

// TestSearchStopsInTheLine stops a search that has its value but is still looking for the principal variation.
func TestSearchStopsInTheLine(t *testing.T) {
	const depth = 6
	var g games.TicTacToe
	for _, a := range []Algorithm{Minimax, Negamax} {
		whole := find(t, g, games.TicTacToe{}.Start(), Options{Algorithm: a})
		polls := int(whole.Nodes >> 12) // polls of the search before the line
		r, err := Search(&patience{t.Context(), polls}, g, games.TicTacToe{}.Start(), Options{Algorithm: a})
		if !errors.Is(err, context.Canceled) || !r.PVCut {
			t.Errorf("%v: stopped while looking for the line: got %+v, %v", a, r, err)
		}
		if r.Value != whole.Value || !r.Proved || !slices.Equal(r.Best, whole.Best) || r.Nodes != whole.Nodes ||
			len(r.PV) >= len(whole.PV) {
			t.Errorf("%v: stopped while looking for the line: got %+v, want %+v", a, r, whole)
		}
		if whole.PVCut {
			t.Errorf("%v: the complete line %v is reported as cut", a, whole.PV)
		}
	}
	four := must(games.NewConnectFour(7, 6))
	for polls := range 200 {
		r, err := Search(&patience{t.Context(), polls}, four, games.Discs{},
			Options{Algorithm: Deepening, Depth: depth})
		want := find(t, four, games.Discs{}, Options{Algorithm: Deepening, Depth: max(r.Depth, 1)})
		if r.Value != want.Value || !slices.Equal(r.Best, want.Best) || !r.PVCut && !slices.Equal(r.PV, want.PV) {
			t.Errorf("after %d polls: got %+v, want %+v", polls, r, want)
		}
		if (r.PVCut || r.Depth < depth) != (err != nil) {
			t.Errorf("after %d polls: got %+v, %v", polls, r, err)
		}
		if err == nil {
			break
		}
	}
}

// TestDeepeningCounts checks that the counts cover the searches of all depths and nothing else. On a line of single
// moves, a search to n plies visits n + 1 positions.
func TestDeepeningCounts(t *testing.T) {
	const height = 9
	g := must(games.NewUniform(1, height, games.BestFirst, 0))
	want := int64(0)
	for depth := 1; depth <= height; depth++ {
		want += int64(depth) + 1
		r := find(t, g, games.Node{}, Options{Algorithm: Deepening, Depth: depth})
		if r.Nodes != want || r.Leaves != int64(depth) || len(r.PV) != depth {
			t.Errorf("to %d plies: got %d nodes, %d leaves and the line %v; want %d nodes",
				depth, r.Nodes, r.Leaves, r.PV, want)
		}
	}
}

// TestStoppedSearchLeavesNothingFalse checks that a stopped search leaves only valid entries in its tables, so that a
// second search with these tables finds the right value.
func TestStoppedSearchLeavesNothingFalse(t *testing.T) {
	for seed := range uint64(20) {
		g := newDAG(rand.New(rand.NewPCG(seed, 1962)), 45)
		want := find(t, g, 0, Options{Algorithm: AlphaBetaTT})
		for _, a := range []Algorithm{Killer, PVS, MinimaxTT, MinimaxSym, AlphaBetaTT, AlphaBetaSym, MTDF} {
			for after := int64(1); after < 200; after += 7 {
				got, err := StopAndResume(g, 0, Options{Algorithm: a}, after)
				if err != nil || got.Value != want.Value {
					t.Errorf("graph %d, %v stopped after %d nodes: got %d, %v, want %d",
						seed, a, after, got.Value, err, want.Value)
				}
			}
		}
	}
}

// TestSearchAllocates checks that visiting nodes does not allocate: a search of 550,000 nodes makes as many allocations
// as one of 19,000.
func TestSearchAllocates(t *testing.T) {
	for _, a := range []Algorithm{Minimax, Negamax, NegamaxBeta, AlphaBeta} {
		start := games.TicTacToe{}.Start()
		allocs := testing.AllocsPerRun(1, func() { find(t, games.TicTacToe{}, start, Options{Algorithm: a}) })
		if allocs > 100 {
			t.Errorf("%v: %v allocations", a, allocs)
		}
	}
}

func TestProved(t *testing.T) {
	for _, c := range []struct {
		position string
		depth    int
		value    int
		proved   bool
	}{
		{".........", 1, 4, false}, // the centre: 8 lines open for X, 4 for O
		{".........", 2, 1, false}, // O replies in a corner: 5 and 4
		{"XX./OO./...", 1, 1, true},
		{"XX./O../O..", 9, 1, true},
		{"XOX/OXO/.X.", 1, -1, false},
		{"XOX/XOO/.X.", 2, 0, true},
	} {
		p := must(games.TicTacToe{}.Parse(c.position))
		r := find(t, games.TicTacToe{}, p, Options{Algorithm: AlphaBeta, Depth: c.depth})
		if r.Value != c.value || r.Proved != c.proved {
			t.Errorf("%s to %d plies: got %d, proved: %t; want %d, %t",
				c.position, c.depth, r.Value, r.Proved, c.value, c.proved)
		}
	}
}

func ExampleSearch() {
	nim := games.Nim{}
	rows, _ := nim.Parse("1,3")
	found, err := Search(context.Background(), nim, rows, Options{})
	fmt.Println(found.Value, nim.Name(found.Best[0]), found.Nodes, err)
	// Output: 1 r2-2 28 <nil>
}
