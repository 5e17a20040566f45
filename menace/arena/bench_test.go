package arena_test

import (
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

func benchmarkTraining(b *testing.B, opponent arena.Opponent) {
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock // never bankrupt, so that every game is played
	m := menace.New(rules)
	g, random := m.Graph(), arena.NewRandom(42)
	// Skip the first games, in which most of the learning happens.
	for range 100_000 {
		end, _ := arena.Play(g, m, opponent, random)
		m.Learn(end)
	}
	b.ReportAllocs()
	for b.Loop() {
		end, _ := arena.Play(g, m, opponent, random)
		m.Learn(end)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkTrainAgainstRandom(b *testing.B)  { benchmarkTraining(b, arena.Random(ticTacToe)) }
func BenchmarkTrainAgainstPerfect(b *testing.B) { benchmarkTraining(b, arena.Perfect(ticTacToe)) }

func BenchmarkEvaluate(b *testing.B) {
	m, random := menace.New(menace.Michie()), arena.Random(ticTacToe)
	b.ReportAllocs()
	for b.Loop() {
		arena.Evaluate(m, symmetry.First, random)
	}
}

// BenchmarkMeasure evaluates a machine against all standard opponents and the worst replies in one pass.
func BenchmarkMeasure(b *testing.B) {
	m := menace.New(menace.Michie())
	b.ReportAllocs()
	for b.Loop() {
		arena.Measure(m, symmetry.First, arena.Tally{})
	}
}
