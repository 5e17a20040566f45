package learners

import (
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// BenchmarkTrain trains each method. It skips the first games, in which most changes happen.
func BenchmarkTrain(b *testing.B) {
	for _, m := range Table {
		b.Run(m.Name, func(b *testing.B) {
			l, random, opponent := learner(m.Name, ticTacToe, symmetry.First), arena.NewRandom(42),
				arena.Random(ticTacToe)
			train(l, symmetry.First, opponent, 10_000, 1)
			b.ReportAllocs()
			for b.Loop() {
				end, _ := arena.Play(ticTacToe, l, opponent, random)
				l.Learn(end)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
