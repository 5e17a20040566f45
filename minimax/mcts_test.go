package minimax_test

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/board"
	. "menace/minimax"
	"menace/minimax/games"
)

// plainUCT is UCT as Kocsis and Szepesvári define it, with rewards from 0 to 1 and maps in place of a tree: the visits
// of each line of play, and the rewards of its last move to the player who made it.
type plainUCT[P, M comparable] struct {
	game     Game[P, M]
	constant float64 // 2·Cp
	visits   map[string]int
	rewards  map[string]float64
	random   *rand.PCG
}

// episode plays on from a position after a line of moves, and returns the reward to the player to move.
func (u *plainUCT[P, M]) episode(p P, line string) (reward float64) {
	if u.game.Finished(p) {
		reward = (1 + float64(u.game.Payoff(p))) / 2
	} else {
		var chosen M
		var name string
		highest := math.Inf(-1)
		for _, m := range u.game.Moves(p, nil) {
			child := fmt.Sprintf("%s %v", line, m)
			bound, n := math.Inf(1), float64(u.visits[child])
			if n > 0 {
				bound = u.rewards[child]/n + u.constant*math.Sqrt(math.Log(float64(u.visits[line]))/n)
			}
			if bound > highest {
				chosen, name, highest = m, child, bound
			}
		}
		after := u.game.Apply(p, chosen)
		if u.visits[name] == 0 {
			reward = 1 - u.rollout(after)
			u.visits[name], u.rewards[name] = 1, reward
		} else {
			reward = 1 - u.episode(after, name)
			u.rewards[name] += reward
		}
	}
	u.visits[line]++
	return reward
}

// rollout plays at random, and returns the reward to the player to move.
func (u *plainUCT[P, M]) rollout(p P) float64 {
	if u.game.Finished(p) {
		return (1 + float64(u.game.Payoff(p))) / 2
	}
	moves := u.game.Moves(p, nil)
	i, _ := bits.Mul64(u.random.Uint64(), uint64(len(moves)))
	return 1 - u.rollout(u.game.Apply(p, moves[i]))
}

// agreeUCT compares the visits and means of all positions with those of the plain implementation.
func agreeUCT[P, M comparable](t *testing.T, game Game[P, M], p P, exploration float64) {
	t.Helper()
	for seed := range uint64(3) {
		plain := &plainUCT[P, M]{game, exploration, map[string]int{}, map[string]float64{}, rand.NewPCG(seed, 0)}
		for range 1000 {
			plain.episode(p, "")
		}
		u := must(NewUCT(game, p, exploration, rand.NewPCG(seed, 1)))
		u.Run(t.Context(), 500)
		u.Restart(p, rand.NewPCG(seed, 0))
		if err := u.Run(t.Context(), 1000); err != nil {
			t.Fatal(err)
		}
		var compare func(n *Node[P, M], line string) (size int)
		compare = func(n *Node[P, M], line string) int {
			size := 1
			mean := 2*plain.rewards[line]/float64(plain.visits[line]) - 1
			if int(n.Visits) != plain.visits[line] || n.Parent != nil && math.Abs(n.Mean()-mean) > 1e-9 {
				t.Fatalf("%T, seed %d, %s: got %d visits with the mean %v, want %d with %v",
					game, seed, line, n.Visits, n.Mean(), plain.visits[line], mean)
			}
			for _, child := range n.Children {
				size += compare(child, fmt.Sprintf("%s %v", line, child.Move))
			}
			return size
		}
		if size := compare(u.Root, ""); size != len(plain.visits) || size != int(u.Size) {
			t.Errorf("%T, seed %d: %d positions, want %d", game, seed, size, len(plain.visits))
		}
	}
}

func TestUCTByDefinition(t *testing.T) {
	agreeUCT(t, games.TicTacToe{}, games.TicTacToe{}.Start(), math.Sqrt2)
	agreeUCT(t, games.TicTacToe{}, must(board.Parse("X../.O./..X")), 0.3)
	agreeUCT(t, games.Hexapawn{}, games.Hexapawn{}.Start(), 1)
	agreeUCT(t, games.Nim{}, must(games.Nim{}.Parse("3,4,5")), math.Sqrt2)
	agreeUCT(t, games.Grundy{}, must(games.Grundy{}.Parse("12")), 0.7)
	connectFour := must(games.NewConnectFour(5, 4))
	agreeUCT(t, connectFour, games.Discs{}, math.Sqrt2)
	domineering := must(games.NewDomineering(4, 4))
	agreeUCT(t, domineering, domineering.Start(false), 0.5)
}

// TestUCTByHand follows a search in which the three moves of Max are always worth 3, 2 and 0. With C = 0.5 and a width
// of 3, before the seventh playout, the upper bounds are 3 + 1.5·√(ln 6 / 4) = 4.004 and 2 + 1.5·√(ln 6 / 1) = 4.008.
func TestUCTByHand(t *testing.T) {
	tree := must(must(games.ParseTree("((3 3)(2 2)(0 0))")).WithOrder(false, games.Given))
	u := must(NewUCT(tree, 0, 0.5, rand.NewPCG(1, 0)))
	for i, want := range [][3]int64{
		{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}, {4, 2, 1}, {5, 2, 1},
	} {
		if err := u.Run(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		var got [3]int64
		for j, child := range u.Root.Children {
			got[j] = child.Visits
		}
		if got != want {
			t.Errorf("after playout %d: got %v visits, want %v", i+1, got, want)
		}
	}
	first := u.Root.Children[0]
	if got, want := u.Upper(first), 3+1.5*math.Sqrt(math.Log(8)/5); first.Mean() != 3 || math.Abs(got-want) > 1e-12 {
		t.Errorf("got the mean %v and the upper bound %v, want 3 and %v", first.Mean(), got, want)
	}
}

// TestUCTConverges checks that with many playouts the most visited move is a best one.
func TestUCTConverges(t *testing.T) {
	var g games.Nim
	for _, text := range []string{"1,3", "1,2,4", "2,7"} {
		p := must(g.Parse(text))
		best := find(t, g, p, Options{Algorithm: MinimaxTT}).Best
		u := must(NewUCT(g, p, UsualSampling.Exploration, rand.NewPCG(1, 0)))
		if err := u.Run(t.Context(), 20_000); err != nil {
			t.Fatal(err)
		}
		if got := u.Root.MostVisited().Move; !slices.Contains(best, got) {
			t.Errorf("%s: got %v, want one of %v", text, got, best)
		}
	}
}

func TestUCTRefuses(t *testing.T) {
	random := rand.NewPCG(1, 0)
	if _, err := NewUCT(games.TicTacToe{}, must(board.Parse("XXX/OO./...")), 1, random); !errors.Is(err, ErrFinished) {
		t.Errorf("a finished game: got %v", err)
	}
	tree := must(must(games.ParseTree("(1 -inf)")).WithOrder(false, games.Given))
	if _, err := NewUCT(tree, 0, 1, random); !errors.Is(err, ErrInfinite) {
		t.Errorf("an infinite payoff: got %v", err)
	}
	if _, err := Search(t.Context(), games.TicTacToe{}, games.TicTacToe{}.Start(), Options{Algorithm: MCTS}); err == nil {
		t.Error("Search by mcts: no error")
	}
}
