package arena_test

import (
	"testing"

	"menace/arena"
	"menace/board"
	"menace/menace"
)

func benchmarkTraining(b *testing.B, opponent arena.Opponent) {
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock // never bankrupt, so that every game is played
	m := menace.New(rules)
	random := arena.NewRandom(42)
	// Past the first games, in which most changes.
	for range 100_000 {
		end, _ := arena.Play(m, opponent, random)
		m.Learn(end)
	}
	b.ReportAllocs()
	for b.Loop() {
		end, _ := arena.Play(m, opponent, random)
		m.Learn(end)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkTrainAgainstRandom(b *testing.B)  { benchmarkTraining(b, arena.Random) }
func BenchmarkTrainAgainstPerfect(b *testing.B) { benchmarkTraining(b, arena.Perfect) }

func BenchmarkEvaluate(b *testing.B) {
	m := menace.New(menace.Michie())
	b.ReportAllocs()
	for b.Loop() {
		arena.Evaluate(m, board.X, arena.Random)
	}
}

func BenchmarkWorstCase(b *testing.B) {
	m := menace.New(menace.Michie())
	b.ReportAllocs()
	for b.Loop() {
		arena.WorstCase(m, board.X)
	}
}
