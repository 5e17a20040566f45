package minimax_test

import (
	"errors"
	"fmt"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// TestNimbersOfGrundy compares the nimbers of Grundy's game with A002188 of the OEIS.
func TestNimbersOfGrundy(t *testing.T) {
	n := must(NewNimbers(games.Grundy{}))
	for i, want := range []int{
		0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2, 4, 1, 2, 4,
		1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
	} {
		if _, got := n.Parts(must(games.Grundy{}.Parse(fmt.Sprint(i + 1)))); got[0] != want {
			t.Errorf("a pile of %d: got %d, want %d", i+1, got[0], want)
		}
	}
}

// wins finds by plain search whether the player to move wins.
func wins[P comparable, M any](game Game[P, M], p P, known map[P]bool) bool {
	if game.Finished(p) {
		return game.Payoff(p) > 0
	}
	won, ok := known[p]
	if ok {
		return won
	}
	for _, m := range game.Moves(p, nil) {
		won = won || !wins(game, game.Apply(p, m), known)
	}
	known[p] = won
	return won
}

// TestNimbersOfSums checks, for all positions of three rows up to 6 in all variants of Nim, and for all sums of piles up
// to 14 in Grundy's game, that the nimbers name the winner, and that the nim-sum is the mex of the whole position.
func TestNimbersOfSums(t *testing.T) {
	for _, g := range []games.Nim{{}, {Misere: true}, {Most: 1}, {Most: 2}, {Most: 3}, {Most: 1, Misere: true},
		{Most: 2, Misere: true}, {Most: 3, Misere: true}} {
		n, known := must(NewNimbers(g)), map[games.Rows]bool{}
		for i := range 343 {
			p := must(g.Parse(fmt.Sprintf("%d,%d,%d", i/49, i/7%7, i%7)))
			if got, want := n.Wins(p), wins(g, p, known); got != want {
				t.Errorf("%+v, %s: got %v, want %v", g, g.Format(p), got, want)
			}
			for row, want := range []int{i / 49, i / 7 % 7, i % 7} {
				if _, nimbers := n.Parts(p); g.Most == 0 && nimbers[row] != want {
					t.Errorf("%s: got %d for row %d", g.Format(p), nimbers[row], row+1)
				}
			}
		}
	}
	var g games.Grundy
	n, whole := must(NewNimbers(g)), map[games.Piles]int{}
	var mex func(p games.Piles) int
	mex = func(p games.Piles) int {
		if known, ok := whole[p]; ok {
			return known
		}
		after, least := map[int]bool{}, 0
		for _, m := range g.Moves(p, nil) {
			after[mex(g.Apply(p, m))] = true
		}
		for after[least] {
			least++
		}
		whole[p] = least
		if _, nimbers := n.Parts(p); NimSum(nimbers) != least {
			t.Errorf("%s: the nim-sum is %d, but the mex %d", g.Format(p), NimSum(nimbers), least)
		}
		return least
	}
	for _, text := range []string{"14", "9,5", "7,4,3", "13,1", "8,6", "10,3"} {
		mex(must(g.Parse(text)))
	}
	if len(whole) < 100 {
		t.Errorf("only %d positions", len(whole))
	}
	if _, err := NewNimbers(games.TicTacToe{}); !errors.Is(err, ErrNotSum) {
		t.Errorf("tic-tac-toe: got %v", err)
	}
}
