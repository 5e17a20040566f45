package arena_test

import (
	"slices"
	"strings"
	"testing"

	"menace/arena"
	"menace/menace"
	"menace/symmetry"
)

// TestReadingsAreNotExact checks that three of the five points cannot be exact, but all can be right within the error.
func TestReadingsAreNotExact(t *testing.T) {
	impossible := 0
	for _, r := range arena.Tournament {
		if (r.Games+int64(r.Value))%2 != 0 {
			impossible++
		}
	}
	if impossible != 3 {
		t.Errorf("%d readings cannot be exact, want 3", impossible)
	}
}

// TestReadingsAgree checks the error bound: one level for the total, and one game, which usually means another level.
func TestReadingsAgree(t *testing.T) {
	for _, r := range arena.Tournament {
		for off, want := range map[int64]bool{-3: false, -2: true, 0: true, 2: true, 3: false} {
			if got := r.Agrees(int64(r.Value) + off); got != want {
				t.Errorf("total %g%+d after %d games: Agrees returns %t", r.Value, off, r.Games, got)
			}
		}
	}
}

// TestOpeningBoxHoldsTheTotal checks a consequence of Michie's rules: every game uses the opening box, which has 4
// beads for each of 3 moves plus the total. So at −10 a machine is two beads from its end.
func TestOpeningBoxHoldsTheTotal(t *testing.T) {
	bankrupt := 0
	for name, opponent := range standard(ticTacToe) {
		for seed := range int64(40) {
			m, training := newTraining(menace.Michie(), opponent, seed)
			for range arena.TournamentGames {
				training.Play(1)
				box, _ := m.Box(symmetry.Start)
				if got, want := box.Total(), 12+training.Learner.Tally.Score(); got != want {
					t.Fatalf("%s, seed %d: %d beads after %+v, want %d", name, seed, got, training.Learner.Tally, want)
				}
			}
			if m.Bankrupt() {
				bankrupt++
			}
			if broke := training.Learner.Tally.Score() == -12; broke != m.Bankrupt() {
				t.Errorf("%s, seed %d: a total of %d, bankrupt: %t",
					name, seed, training.Learner.Tally.Score(), m.Bankrupt())
			}
		}
	}
	if bankrupt == 0 {
		t.Error("no machine went bankrupt: the test proves nothing")
	}
}

// TestPublishedReadings compares the files with the numbers noted when the drawings were read.
func TestPublishedReadings(t *testing.T) {
	for _, c := range []struct {
		list    []arena.Reading
		measure string
		want    [][]float64 // by series
	}{
		{arena.Tournament, "score", [][]float64{{-10, -10, 25, 12, 152}}},
		{arena.Pegasus[7], "win", [][]float64{
			{56, 78, 88, 90, 98, 86, 93, 95, 97, 94}, {65, 89, 89, 93, 94, 94, 94, 95},
		}},
		{arena.Pegasus[7], "loss", [][]float64{{29, 16, 10, 8, 1, 8, 0, 2, 1, 3}}},
		{arena.Pegasus[8], "win", [][]float64{
			{30, 55, 59, 60, 72, 82, 80, 84, 77, 90}, {43, 41, 59, 65, 66, 67, 78, 84, 81, 84},
		}},
		{arena.Pegasus[9], "draw", [][]float64{{8, 19, 66, 81, 91, 92}}},
	} {
		var got [][]float64
		for _, series := range arena.BySeries(c.list, c.measure) {
			var values []float64
			for i, r := range series {
				if values = append(values, r.Value); c.measure != "score" && r.Games != int64(100*i+100) {
					t.Errorf("%s, %s: reading %d is after %d games", r.Series, c.measure, i, r.Games)
				}
				if r.ValuePrecision != 1 || !strings.HasPrefix(r.Source, "Michie, The Computer Journal 6(3), 1963") {
					t.Errorf("%s after %d games: ±%g, from %q", r.Series, r.Games, r.ValuePrecision, r.Source)
				}
			}
			got = append(got, values)
		}
		if !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s: got %v, want %v", c.measure, got, c.want)
		}
	}
	for hundred := range 10 { // the remaining games were drawn
		sum := 0.0
		for _, measure := range []string{"win", "draw", "loss"} {
			sum += arena.BySeries(arena.Pegasus[7], measure)[0][hundred].Value
		}
		if sum != 100 {
			t.Errorf("hundred %d of run 1 has %g games", hundred+1, sum)
		}
	}
}
