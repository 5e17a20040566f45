package minimax_test

import (
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
	"menace/symmetry"
)

// benchmark searches repeatedly, and reports nodes per second.
func benchmark[P any, M comparable](b *testing.B, game Game[P, M], p P, o Options) {
	b.ReportAllocs()
	nodes := int64(0)
	for b.Loop() {
		nodes += find(b, game, p, o).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func BenchmarkTicTacToe(b *testing.B) {
	for _, a := range Algorithms() {
		b.Run(a.String(), func(b *testing.B) {
			benchmark(b, games.TicTacToe{}, games.TicTacToe{}.Start(), Options{Algorithm: a})
		})
	}
}

func BenchmarkConnectFour(b *testing.B) {
	g := must(games.NewConnectFour(7, 6))
	for _, a := range []Algorithm{AlphaBeta, AlphaBetaTT, AlphaBetaSym, Deepening} {
		b.Run(a.String(), func(b *testing.B) {
			benchmark(b, g, games.Discs{}, Options{Algorithm: a, Depth: 8})
		})
	}
}

func BenchmarkSolveConnectFour(b *testing.B) {
	g := must(games.NewConnectFour(5, 4))
	for _, a := range []Algorithm{AlphaBetaTT, AlphaBetaSym, Deepening} {
		b.Run(a.String(), func(b *testing.B) {
			benchmark(b, g, games.Discs{}, Options{Algorithm: a})
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, name := range games.Names() {
		b.Run(name, func(b *testing.B) {
			g := must(games.Graph(name))
			for b.Loop() {
				Solve(g, symmetry.MaxLength)
			}
		})
	}
}
