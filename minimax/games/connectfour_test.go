package games

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"menace/minimax"
)

// TestFour compares the bitboard's wins with the windows of four, on boards of every shape.
func TestFour(t *testing.T) {
	for width := 1; width <= 8; width++ {
		for height := 1; height <= 8; height++ {
			g := must(NewConnectFour(width, height))
			for _, window := range g.windows {
				if !g.wins(window) || g.wins(g.board&^window) != slices.ContainsFunc(g.windows,
					func(w uint64) bool { return w&window == 0 }) {
					t.Errorf("%dx%d: the line %b is missed, or its complement is misjudged", width, height, window)
				}
				for discs := window; discs != 0; discs &= discs - 1 {
					if broken := window &^ (discs & -discs); g.wins(broken) {
						t.Errorf("%dx%d: the broken line %b counts as four", width, height, broken)
					}
				}
			}
			for n := range uint64(200) {
				discs := random(n) & g.board
				want := slices.ContainsFunc(g.windows, func(w uint64) bool { return discs&w == w })
				if g.wins(discs) != want {
					t.Errorf("%dx%d: %b has four in a row: %t; four disagrees", width, height, discs, want)
				}
			}
		}
	}
}

func ExampleInARow() {
	g, _ := NewConnectFour(7, 6)
	p, _ := g.Parse("4455") // the columns played
	found, err := minimax.Search(context.Background(), g, p,
		minimax.Options{Algorithm: minimax.Deepening, Depth: 8, Prefer: minimax.Fast, AllBest: true})
	fmt.Println(g.Format(p), err)
	for _, m := range found.Best {
		fmt.Println(g.Name(m), "wins in", len(found.PV))
	}
	// Output:
	// ......./......./......./......./...OO../...XX.. <nil>
	// 3 wins in 3
	// 6 wins in 3
}
