package minimax_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// list formats numbers for the positions of Nim and of Grundy's game.
func list(numbers ...int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers), " ", ","), "[]")
}

// must returns the value, and panics on an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// find searches, and fails the test on an error.
func find[P any, M comparable](t testing.TB, game Game[P, M], p P, o Options) Result[M] {
	t.Helper()
	r, err := Search(context.Background(), game, p, o)
	if err != nil {
		t.Fatalf("%v: %v", o.Algorithm, err)
	}
	return r
}

// TestTicTacToeCounts compares the searches from the empty board with known facts: the tree has 549,946 nodes and
// 255,168 leaves; there are 5,478 positions, 958 of them finished, and 765 and 138 up to symmetry. The counts of
// alpha-beta and of the tables, with squares in ascending order, come from an independent program in another language.
func TestTicTacToeCounts(t *testing.T) {
	for _, want := range []struct {
		Options
		nodes, leaves, entries int64
	}{
		{Options{Algorithm: Minimax}, 549946, 255168, 0},
		{Options{Algorithm: Negamax}, 549946, 255168, 0},
		{Options{Algorithm: AlphaBeta}, 18297, 7330, 0},
		{Options{Algorithm: AlphaBeta, Depth: 9}, 16811, 6740, 0},
		{Options{Algorithm: MinimaxTT}, 16168, 958, 5478},
		{Options{Algorithm: MinimaxSym}, 2271, 138, 765},
	} {
		r := find(t, games.TicTacToe{}, games.TicTacToe{}.Start(), want.Options)
		if r.Value != 0 || !r.Proved || r.Nodes != want.nodes || r.Leaves != want.leaves ||
			r.TableEntries != want.entries {
			t.Errorf("%v: got value %d, %d nodes, %d leaves, %d entries; want 0, %d, %d, %d",
				want.Algorithm, r.Value, r.Nodes, r.Leaves, r.TableEntries, want.nodes, want.leaves, want.entries)
		}
		if len(r.PV) != 9 {
			t.Errorf("%v: got the line %v, want the 9 moves of a draw", want.Algorithm, r.PV)
		}
	}
}

func TestStones(t *testing.T) {
	for text, want := range map[string]int{"1,2,3,6": 0, "1,2,3,7": -1, "1,2,3,-9": 15, "1,2,3,-1,-2,-3,7": 9} {
		for _, a := range []Algorithm{Minimax, Negamax, NegamaxBeta, AlphaBeta, MinimaxTT, AlphaBetaTT, Deepening} {
			r := find(t, must(games.ParseStones(text)), games.Takings{}, Options{Algorithm: a})
			if r.Value != want || !r.Proved {
				t.Errorf("%s: %v gives %+d, want %+d", text, a, r.Value, want)
			}
		}
	}
}

// grundyValues holds the Grundy values of single piles from 0. The player to move loses if the exclusive or of the
// values of all piles is 0. OEIS A002188.
var grundyValues = [...]int{
	0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4, 1, 2,
	4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
}

// TestGrundy searches single and double piles, whose winner follows from the Grundy values. The second pile is the
// smallest with each value, because larger sums take long.
func TestGrundy(t *testing.T) {
	t.Parallel()
	var g games.Grundy
	r := find(t, g, must(g.Parse("7")), Options{Algorithm: Minimax})
	if r.Value != -1 || r.Nodes != 24 || r.Leaves != 7 {
		t.Errorf("a pile of 7: value %d, %d nodes, %d leaves; want -1, 24, 7", r.Value, r.Nodes, r.Leaves)
	}
	if r := find(t, g, must(g.Parse("7")), Options{Algorithm: MinimaxTT}); r.TableEntries != 14 {
		t.Errorf("a pile of 7 leads to %d positions, want 14", r.TableEntries)
	}
	for a, value := range grundyValues {
		for _, b := range []int{1, 3, 5, 13, 18, 41} {
			if a < 3 || b > 1 && a+b > 34 || testing.Short() && a+b > 40 {
				continue
			}
			want := 1
			if value == grundyValues[b] {
				want = -1
			}
			if r := find(t, g, must(g.Parse(list(a, b))), Options{Algorithm: AlphaBetaSym}); r.Value != want {
				t.Errorf("piles of %d and %d: got value %d, want %d", a, b, r.Value, want)
			}
		}
	}
}

// TestNim searches, among others, small positions, whose winner follows from the exclusive or of the rows.
func TestNim(t *testing.T) {
	var g games.Nim
	r := find(t, g, must(g.Parse("1,3")), Options{Algorithm: Minimax})
	if r.Value != 1 || r.Nodes != 28 || r.Leaves != 12 {
		t.Errorf("rows 1, 3: value %d, %d nodes, %d leaves; want 1, 28, 12", r.Value, r.Nodes, r.Leaves)
	}
	if want := []games.Removal{{Row: 1, Number: 2}}; !slices.Equal(r.Best, want) {
		t.Errorf("rows 1, 3: got best %v, want %v", r.Best, want)
	}
	for a := range 7 {
		for b := range 7 {
			for c := 1; c < 7; c++ {
				want := 1
				if a^b^c == 0 {
					want = -1
				}
				if r := find(t, g, must(g.Parse(list(a, b, c))), Options{Algorithm: AlphaBetaSym}); r.Value != want {
					t.Errorf("rows %d, %d, %d: got value %d, want %d", a, b, c, r.Value, want)
				}
			}
		}
	}
}

// domineeringWinners holds the winners for 1 to 5 rows and 1 to 5 columns: V or H if that player always wins, N if the
// player who moves first wins, P if the other does.
var domineeringWinners = [5]string{"PHHHH", "VNNHV", "VNNHH", "VVVNV", "VHVHP"}

func TestDomineering(t *testing.T) {
	for i, winners := range domineeringWinners {
		for j := range winners {
			if got := domineeringWinner(t, i+1, j+1); got != winners[j] {
				t.Errorf("domineering %dx%d: got %c, want %c", i+1, j+1, got, winners[j])
			}
		}
	}
}

func domineeringWinner(t *testing.T, rows, columns int) byte {
	g := must(games.NewDomineering(rows, columns))
	wins := func(across bool) bool {
		r, err := Search(t.Context(), g, g.Start(across), Options{Algorithm: AlphaBetaSym})
		return !errors.Is(err, ErrFinished) && r.Value == 1 // a player who cannot move has lost
	}
	switch vertical, horizontal := wins(false), wins(true); {
	case vertical && horizontal:
		return 'N'
	case vertical:
		return 'V'
	case horizontal:
		return 'H'
	}
	return 'P'
}

// TestDomineeringToADepth compares counts with those of a course whose estimate is infinite if a player has no place
// left, and which cuts off when alpha reaches beta, even at infinity.
func TestDomineeringToADepth(t *testing.T) {
	for _, want := range []struct{ rows, columns, depth, nodes, leaves, cuts, value int }{
		{3, 3, 2, 7, 4, 2, 1}, {3, 4, 3, 111, 76, 18, -1},
	} {
		g := must(games.NewDomineering(want.rows, want.columns))
		for _, a := range []Algorithm{NegamaxBeta, AlphaBeta} { // they make the same cuts this close to the root
			r := find(t, g, g.Start(false), Options{Algorithm: a, Depth: want.depth})
			got := []int{int(r.Nodes), int(r.Leaves), int(r.Cutoffs), r.Value}
			if !slices.Equal(got, []int{want.nodes, want.leaves, want.cuts, want.value}) || !r.Proved {
				t.Errorf("%v: got %v nodes, leaves, cuts and value, want %+v", a, got, want)
			}
		}
	}
}

// TestHexapawn compares with known facts, among them the numbers of positions in the tables: all that can arise, and
// those up to mirror image.
func TestHexapawn(t *testing.T) {
	var g games.Hexapawn
	for _, a := range Algorithms() {
		if r := find(t, g, g.Start(), Options{Algorithm: a}); r.Value != -1 || !r.Proved {
			t.Errorf("%v: got value %d, want -1", a, r.Value)
		}
	}
	r := find(t, g, g.Start(), Options{Algorithm: Minimax})
	if r.Nodes != 252 || r.Leaves != 134 {
		t.Errorf("%d nodes, %d leaves; want 252, 134", r.Nodes, r.Leaves)
	}
	for a, want := range map[Algorithm]int64{MinimaxTT: 135, MinimaxSym: 71} {
		if r := find(t, g, g.Start(), Options{Algorithm: a}); r.TableEntries != want {
			t.Errorf("%v: %d positions, want %d", a, r.TableEntries, want)
		}
	}
}

func TestConnectFour(t *testing.T) {
	t.Parallel()
	for _, want := range []struct{ width, height, value int }{
		{4, 4, 0}, {5, 4, 0}, {4, 5, 0}, {6, 4, -1},
	} {
		if want.width == 6 && testing.Short() {
			continue
		}
		g := must(games.NewConnectFour(want.width, want.height))
		r := find(t, g, games.Discs{}, Options{Algorithm: AlphaBetaSym})
		if r.Value != want.value || !r.Proved {
			t.Errorf("connect four %dx%d: got value %d, want %d", want.width, want.height, r.Value, want.value)
		}
	}
}
