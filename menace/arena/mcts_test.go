package arena_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"menace/menace/arena"
	"menace/minimax"
	"menace/symmetry"
)

// score returns the mean result, +1, 0 or −1, of n games of a first player against random play.
func score(player arena.Player, g *symmetry.Graph, n int) float64 {
	random, sum := rand.NewPCG(1, 1), 0
	for range n {
		o := symmetry.Start
		for g.Outcome(o) == symmetry.Ongoing {
			if g.Turn(o) == symmetry.First {
				o = player.Move(o, random)
			} else {
				o = arena.Random(g).Move(o, random)
			}
		}
		switch g.Outcome(o) {
		case symmetry.FirstWins:
			sum++
		case symmetry.SecondWins:
			sum--
		}
	}
	return float64(sum) / float64(n)
}

// wonWithin reports whether a side has won, or wins whatever the other player does, within this number of moves.
func wonWithin(g *symmetry.Graph, o symmetry.Orbit, side symmetry.Side, moves int) bool {
	if g.Outcome(o) != symmetry.Ongoing || moves == 0 {
		return g.Outcome(o) == symmetry.Win(side)
	}
	for i := range g.Moves(o) {
		if !wonWithin(g, g.Next(o, i), side, moves-1) {
			return false
		}
	}
	return true
}

// TestMCTS checks that Monte-Carlo tree search makes legal moves, the same with the same random numbers, keeps the win
// where it could win at once, or by leaving only moves that lose at once, and plays better with more playouts.
func TestMCTS(t *testing.T) {
	for _, g := range all {
		player, perfect, wins := arena.MCTS(g, 200), minimax.Solve(g, symmetry.MaxLength), 0
		for o := range g.All() {
			if g.Outcome(o) != symmetry.Ongoing {
				continue
			}
			next, again := player.Move(o, rand.NewPCG(3, 0)), player.Move(o, rand.NewPCG(3, 0))
			legal, win := false, false
			for i := range g.Moves(o) {
				legal = legal || g.Next(o, i) == next
				win = win || wonWithin(g, g.Next(o, i), g.Turn(o), 1)
			}
			if !legal || next != again {
				t.Errorf("%s, orbit %d: got %d and %d", g.Name(), o, next, again)
			}
			if win && perfect.Value(next) != -perfect.Value(o) {
				t.Errorf("%s, orbit %d: gives a win away", g.Name(), o)
			}
			if win {
				wins++
			}
		}
		if wins == 0 {
			t.Errorf("%s: no such win", g.Name())
		}
	}
	few, many := score(arena.MCTS(ticTacToe, 10), ticTacToe, 500), score(arena.MCTS(ticTacToe, 300), ticTacToe, 500)
	if plain := score(arena.Random(ticTacToe), ticTacToe, 500); few < plain+0.2 || many < few || many < 0.95 {
		t.Errorf("random play scores %v, 10 playouts %v, 300 playouts %v", plain, few, many)
	}
}

// plainGame is a graph for Monte-Carlo tree search, without shortcuts.
type plainGame struct{ *symmetry.Graph }

func (g plainGame) Moves(o symmetry.Orbit, moves []symmetry.Orbit) []symmetry.Orbit {
	for i := range g.Distinct(o).All() {
		moves = append(moves, g.Next(o, i))
	}
	return moves
}

func (g plainGame) Apply(_, next symmetry.Orbit) symmetry.Orbit { return next }
func (plainGame) Bound() int                                    { return 1 }
func (g plainGame) Finished(o symmetry.Orbit) bool              { return g.Outcome(o) != symmetry.Ongoing }

func (g plainGame) Payoff(o symmetry.Orbit) int {
	return map[symmetry.Outcome]int{symmetry.Win(g.Turn(o)): 1, symmetry.Win(g.Turn(o).Other()): -1}[g.Outcome(o)]
}

// TestMCTSPlaysBySearch compares moves with those of a new search on a game that knows no shortcuts.
func TestMCTSPlaysBySearch(t *testing.T) {
	for _, g := range all {
		player, random, same := arena.MCTS(g, 40), rand.NewPCG(1, 2), rand.NewPCG(1, 2)
		for o := range g.All() {
			if g.Outcome(o) != symmetry.Ongoing {
				continue
			}
			u, err := minimax.NewUCT(plainGame{g}, o, math.Sqrt2, same)
			if err != nil {
				t.Fatal(err)
			}
			u.Run(t.Context(), 40)
			if got, want := player.Move(o, random), u.Root.MostVisited().Move; got != want {
				t.Fatalf("%s, orbit %d: got %d, want %d", g.Name(), o, got, want)
			}
		}
	}
}

// TestInexact checks that nothing computes exactly against Monte-Carlo tree search.
func TestInexact(t *testing.T) {
	if _, err := arena.ParseOpponent(ticTacToe, "mcts:100"); !errors.Is(err, arena.ErrInexact) {
		t.Errorf("got %v", err)
	}
	if s, err := arena.ParseSchedule(ticTacToe, "random*5,mcts:50"); err != nil || len(s) != 2 {
		t.Errorf("got %v, %v", s, err)
	}
	for _, name := range []string{"noisy:0.1/mcts:100", "mcts:9", "mcts:0.5", "mcts", "mcts:20000"} {
		if err := arena.CheckOpponent(name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
