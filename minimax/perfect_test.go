package minimax_test

import (
	"fmt"
	"slices"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
	"menace/symmetry"
)

// charted is a game that has a graph.
type charted[P, M any] interface {
	Game[P, M]
	symmetry.Rules[P, M]
}

// graphOf returns the graph of a game.
func graphOf[P, M any](g charted[P, M]) *symmetry.Graph { return must(games.Graph(g.Game())) }

// arising returns the positions that can arise on the board, each after its predecessors.
func arising[P comparable, M any](g charted[P, M]) (all []P) {
	met := map[P]bool{}
	var visit func(p P)
	visit = func(p P) {
		if met[p] {
			return
		}
		met[p] = true
		if !g.Finished(p) {
			for _, m := range g.Moves(p, nil) {
				visit(g.Apply(p, m))
			}
		}
		all = append(all, p)
	}
	visit(g.Start())
	return all
}

// solved returns the solution of a position on the board: its value, and its best moves in the order of the game.
func solved[P, M any](g charted[P, M], graph *symmetry.Graph, s *Solution, p P) (value int, best []M) {
	o, to := graph.Find(g.Code(p))
	if g.Finished(p) {
		return s.Value(o), nil
	}
	for _, m := range g.Moves(p, nil) {
		if s.Best(o).Has(slices.Index(graph.Moves(o), to.Move(g.Number(m)))) {
			best = append(best, m)
		}
	}
	return s.Value(o), best
}

// TestValueByDefinition computes the values backwards from the end of the game, position by position on the board, and
// so also checks that they respect symmetry. Tic-tac-toe is a draw; in hexapawn the second player wins.
func TestValueByDefinition(t *testing.T) {
	valuesByDefinition(t, games.TicTacToe{}, 0)
	valuesByDefinition(t, games.Hexapawn{}, -games.Hexapawn{}.Weight())
}

func valuesByDefinition[P comparable, M comparable](t *testing.T, g charted[P, M], start int) {
	t.Helper()
	graph, values := graphOf(g), map[P]int{}
	s := Solve(graph, symmetry.MaxLength)
	for _, p := range arising(g) {
		var moves, want []M
		if g.Finished(p) {
			values[p] = g.Payoff(p) * g.Weight()
		} else {
			moves, values[p] = g.Moves(p, nil), -g.Weight()
		}
		for _, m := range moves {
			values[p] = max(values[p], -values[g.Apply(p, m)])
		}
		for _, m := range moves {
			if -values[g.Apply(p, m)] == values[p] {
				want = append(want, m)
			}
		}
		if got, best := solved(g, graph, s, p); got != values[p] || !slices.Equal(best, want) {
			t.Errorf("%s: got %d by %v, want %d by %v", g.Format(p), got, best, values[p], want)
		}
		if o, _ := graph.Find(g.Code(p)); s.Best(o).Count() != len(want) {
			t.Errorf("%s: got %d best moves, want %d", g.Format(p), s.Best(o).Count(), len(want))
		}
	}
	if got := s.Value(symmetry.Start); got != start {
		t.Errorf("%s has the value %d, want %d", g.Game(), got, start)
	}
}

// TestSolveAgreesWithSearch checks that a search from every position on the board to the same horizon finds the same
// value and the same best moves in the same order.
func TestSolveAgreesWithSearch(t *testing.T) {
	t.Parallel()
	for _, plies := range []int{1, 2, 3, 4, 6, 9} {
		solveAgrees(t, games.TicTacToe{}, plies)
		solveAgrees(t, games.Hexapawn{}, plies)
	}
}

func solveAgrees[P, M comparable](t *testing.T, g charted[P, M], plies int) {
	t.Helper()
	graph := graphOf(g)
	s := Solve(graph, plies)
	for _, p := range arising(g) {
		if g.Finished(p) {
			continue
		}
		r := find(t, g, p, Options{Algorithm: AlphaBeta, AllBest: true, Depth: plies})
		want := r.Value // an estimate or, if it is proved, a payoff
		if r.Proved {
			want *= g.Weight()
		}
		if got, best := solved(g, graph, s, p); got != want || !slices.Equal(best, r.Best) {
			t.Errorf("%s: to %d plies, got %d by %v, want %d by %v", g.Format(p), plies, got, best, want, r.Best)
		}
	}
}

// TestSolveFastAgreesWithSearch checks the best moves of every position on the board against a search that prefers the
// shortest win and the longest loss.
func TestSolveFastAgreesWithSearch(t *testing.T) {
	t.Parallel()
	solveFastAgrees(t, games.TicTacToe{})
	solveFastAgrees(t, games.Hexapawn{})
}

func solveFastAgrees[P, M comparable](t *testing.T, g charted[P, M]) {
	t.Helper()
	graph := graphOf(g)
	s := SolveFast(graph)
	for _, p := range arising(g) {
		if g.Finished(p) {
			continue
		}
		r := find(t, g, p, Options{Algorithm: AlphaBeta, AllBest: true, Prefer: Fast})
		if _, best := solved(g, graph, s, p); !slices.Equal(best, r.Best) {
			t.Errorf("%s: got %v, want %v", g.Format(p), best, r.Best)
		}
	}
}

// TestPerfectPassesWinsBy counts the orbits of tic-tac-toe in which a player can win at once. In 97 of 321 some perfect
// move does not; the fast player always does. An independent program found both numbers.
func TestPerfectPassesWinsBy(t *testing.T) {
	g := must(games.Graph("tic-tac-toe"))
	perfect, fast := Solve(g, symmetry.MaxLength), SolveFast(g)
	wins, passes := 0, 0
	for o := range g.All() {
		var winning symmetry.Set
		for i := range g.Moves(o) {
			if g.Outcome(g.Next(o, i)) == symmetry.Win(g.Turn(o)) {
				winning |= 1 << i
			}
		}
		if winning == 0 {
			continue
		}
		wins++
		if perfect.Best(o) != winning {
			passes++
		}
		if fast.Best(o) != winning || fast.Value(o) != symmetry.MaxLength {
			t.Errorf("%s: got the moves %b, worth %d; the moves %b win",
				g.Format(g.Code(o)), fast.Best(o), fast.Value(o), winning)
		}
	}
	if wins != 321 || passes != 97 {
		t.Errorf("perfect play can pass a win by in %d of %d orbits, want 97 of 321", passes, wins)
	}
}

func ExampleSolve() {
	g, _ := games.Graph("tic-tac-toe")
	perfect := Solve(g, symmetry.MaxLength)
	position, _ := g.Parse("X../.../...") // only the centre draws
	orbit, to := g.Find(position)
	for i := range perfect.Best(orbit).All() {
		fmt.Println(to.Inverse().Move(g.Moves(orbit)[i]), perfect.Value(orbit))
	}
	// Output: 5 0
}
