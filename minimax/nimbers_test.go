package minimax_test

import (
	"errors"
	"fmt"
	"strings"
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

// TestNimbersOfOctalGames compares nimbers with the OEIS: Kayles, A002186, Dawson's chess, A002187, and Dawson's Kayles;
// the period of Kayles from 72 on; and the subtraction game of 2 and 3.
func TestNimbersOfOctalGames(t *testing.T) {
	kayles := []int{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6,
		7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7}
	period := []int{4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7}
	dawson := []int{0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4}
	for code, want := range map[string][]int{"0.77": kayles, "0.137": dawson, "0.07": append([]int{0}, dawson...)} {
		g := must(games.NewOctal(code, false))
		n := must(NewNimbers(g))
		for size, nimber := range want {
			if _, got := n.Parts(must(g.Parse(fmt.Sprint(size)))); NimSum(got) != nimber {
				t.Errorf("%s, %d: got %d, want %d", code, size, NimSum(got), nimber)
			}
		}
		for size := 72; code == "0.77" && size < 200; size++ {
			if _, got := n.Parts(must(g.Parse(fmt.Sprint(size)))); got[0] != period[size%12] {
				t.Errorf("Kayles, %d: got %d, want %d", size, got[0], period[size%12])
			}
		}
	}
	g := games.Nim{Only: []int{2, 3}}
	for size, want := range []int{0, 0, 1, 1, 2, 0, 0, 1, 1, 2} {
		if _, got := must(NewNimbers(g)).Parts(must(g.Parse(fmt.Sprint(size)))); got[0] != want {
			t.Errorf("S({2,3}), %d: got %d, want %d", size, got[0], want)
		}
	}
}

// TestMisere checks for all sums of piles up to 14 that the winner in misère play is that of a plain search.
func TestMisere(t *testing.T) {
	var sums func(left, largest int, sum []string, do func(string))
	sums = func(left, largest int, sum []string, do func(string)) {
		if left == 0 {
			do(strings.Join(sum, ","))
		}
		for size := 1; size <= min(left, largest); size++ {
			sums(left-size, size, append(sum, fmt.Sprint(size)), do)
		}
	}
	grundy, kayles := games.NewGrundy(true), must(games.NewOctal("0.77", true))
	known, met := [2]map[games.Piles]bool{{}, {}}, 0
	ng, nk := must(NewNimbers(grundy)), must(NewNimbers(kayles))
	for left := 1; left <= 14; left++ {
		sums(left, left, nil, func(text string) {
			p := must(grundy.Parse(text))
			if wins(grundy, p, known[0]) != ng.Wins(p) || wins(kayles, p, known[1]) != nk.Wins(p) {
				t.Errorf("%s: the winners differ", text)
			}
			met++
		})
	}
	if met < 400 {
		t.Errorf("only %d sums", met)
	}
	for text, won := range map[string]bool{"1": false, "2": true, "3": true, "4": false, "1,1": true} { // by hand, Kayles
		if got := nk.Wins(must(kayles.Parse(text))); got != won {
			t.Errorf("misère Kayles, %s: got %t", text, got)
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
