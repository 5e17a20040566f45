package arena

import "testing"

func TestLadder(t *testing.T) {
	for _, games := range []int64{0, 1, 9, 10, 20, 50, 100, 150, 220, 1000, 5000, 10_000, 1_000_000, 10_000_000} {
		if !OnLadder(games) {
			t.Errorf("%d games is not a checkpoint", games)
		}
	}
	for decade := int64(100); decade <= 1_000_000; decade *= 10 {
		n := 0
		for g := decade; g < 10*decade; g = NextCheckpoint(g) {
			n++
		}
		if n < 45 || n > 55 {
			t.Errorf("%d checkpoints between %d and %d, want about fifty", n, decade, 10*decade)
		}
	}
}

func TestNextCheckpointIsTheNextOnTheLadder(t *testing.T) {
	for games := range int64(20_000) {
		next := games + 1
		for !OnLadder(next) {
			next++
		}
		if got := NextCheckpoint(games); got != next {
			t.Fatalf("after %d games: got %d, want %d", games, got, next)
		}
	}
}
