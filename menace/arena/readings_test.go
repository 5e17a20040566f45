package arena_test

import (
	"slices"
	"strings"
	"testing"

	"menace/menace/arena"
)

// TestPublishedReadings compares the files with the numbers noted when the drawings were read.
func TestPublishedReadings(t *testing.T) {
	for _, c := range []struct {
		list    []arena.Reading
		measure string
		want    [][]float64 // by series
	}{
		{arena.Pegasus(7), "win", [][]float64{
			{56, 78, 88, 90, 98, 86, 93, 95, 97, 94}, {65, 89, 89, 93, 94, 94, 94, 95},
		}},
		{arena.Pegasus(7), "loss", [][]float64{{29, 16, 10, 8, 1, 8, 0, 2, 1, 3}}},
		{arena.Pegasus(8), "win", [][]float64{
			{30, 55, 59, 60, 72, 82, 80, 84, 77, 90}, {43, 41, 59, 65, 66, 67, 78, 84, 81, 84},
		}},
		{arena.Pegasus(9), "draw", [][]float64{{8, 19, 66, 81, 91, 92}}},
	} {
		var got [][]float64
		for _, series := range arena.BySeries(c.list, c.measure) {
			var values []float64
			for i, r := range series {
				if values = append(values, r.Value); r.Games != int64(100*i+100) {
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
			sum += arena.BySeries(arena.Pegasus(7), measure)[0][hundred].Value
		}
		if sum != 100 {
			t.Errorf("hundred %d of run 1 has %g games", hundred+1, sum)
		}
	}
}
