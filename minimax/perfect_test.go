package minimax

import (
	"fmt"
	"testing"

	"menace/board"
	"menace/symmetry"
)

// TestValueByDefinition searches every position to the end without the table.
func TestValueByDefinition(t *testing.T) {
	var search func(b board.Board) int
	memo := map[board.Board]int{}
	search = func(b board.Board) int {
		if v, ok := memo[b]; ok {
			return v
		}
		v := -1
		switch end := b.Outcome(); end {
		case board.Drawn:
			v = 0
		case board.Ongoing:
			for s := range b.Empty().All() {
				v = max(v, -search(b.Play(s)))
			}
		}
		memo[b] = v
		return v
	}
	for b := range board.Reachable() {
		if got, want := Value(b), search(b); got != want {
			t.Errorf("%v: got value %d, want %d", b, got, want)
		}
		for s := range board.Square(board.Squares) {
			keeps := b.Legal(s) && -search(b.Play(s)) == search(b)
			if Best(b).Has(s) != keeps {
				t.Errorf("%v: square %d keeps the value: %t, Best says otherwise", b, s.Number(), keeps)
			}
		}
	}
	if Value(board.Board{}) != 0 {
		t.Error("tic-tac-toe is a draw")
	}
}

func TestValueIsTheSameUnderSymmetry(t *testing.T) {
	for b := range board.Reachable() {
		for u := range symmetry.Transform(symmetry.Transforms) {
			if Value(u.Board(b)) != Value(b) || Best(u.Board(b)) != u.Mask(Best(b)) {
				t.Errorf("%v: %v changes the value or the best moves", b, u)
			}
		}
	}
}

// TestPerfectNeverLoses plays the best moves against every possible reply, from either side.
func TestPerfectNeverLoses(t *testing.T) {
	for _, perfect := range []board.Mark{board.X, board.O} {
		var walk func(b board.Board)
		walk = func(b board.Board) {
			switch b.Outcome() {
			case board.Win(perfect.Other()):
				t.Errorf("perfect play as %v loses in %v", perfect, b)
				return
			case board.Ongoing:
			default:
				return
			}
			moves := b.Empty()
			if b.Turn() == perfect {
				moves = Best(b)
			}
			for s := range moves.All() {
				walk(b.Play(s))
			}
		}
		walk(board.Board{})
	}
}

func ExampleBest() {
	b, _ := board.Parse("X../.../...") // only the centre holds the draw
	for s := range Best(b).All() {
		fmt.Println(s.Number(), Value(b))
	}
	// Output: 5 0
}
