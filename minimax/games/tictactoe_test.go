package games

import (
	"context"
	"slices"
	"testing"

	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// TestLookAhead: nine plies are perfect play, one ply wins where it can, and every position has the
// moves that a search of that position itself finds.
func TestLookAhead(t *testing.T) {
	for _, plies := range []int{1, 2, 3, 9} {
		best := must(LookAhead(plies))
		for b := range board.Reachable() {
			if b.Outcome() != board.Ongoing {
				if best(b) != 0 {
					t.Errorf("%v is over, and has best moves", b)
				}
				continue
			}
			if plies == 9 && best(b) != minimax.Best(b) {
				t.Errorf("%v: nine plies give %b, perfect play %b", b, best(b), minimax.Best(b))
			}
			if wins := b.Winning(b.Turn()); plies == 1 && wins != 0 && best(b) != wins {
				t.Errorf("%v: one ply gives %b, and misses the wins %b", b, best(b), wins)
			}
			if plies < 4 {
				found := must(minimax.Search(context.Background(), TicTacToe{}, TicTacToe{}.At(b), minimax.Options{Depth: plies}))
				if !slices.Equal(found.Best, slices.Collect(best(b).All())) {
					t.Errorf("%v: %d plies give %b, minimax %v", b, plies, best(b), found.Best)
				}
			}
		}
	}
}

func TestLookAheadIsSymmetric(t *testing.T) {
	best := must(LookAhead(2))
	for b := range board.Reachable() {
		for u := range symmetry.Transform(symmetry.Transforms) {
			if best(u.Board(b)) != u.Mask(best(b)) {
				t.Errorf("%v: %v changes the best moves", b, u)
			}
		}
	}
}

func TestLookAheadRefuses(t *testing.T) {
	for _, plies := range []int{-1, 0, 10} {
		if _, err := LookAhead(plies); err == nil {
			t.Errorf("no error for %d plies", plies)
		}
	}
}

func BenchmarkLookAhead(b *testing.B) {
	for b.Loop() {
		must(LookAhead(board.Squares))
	}
}
