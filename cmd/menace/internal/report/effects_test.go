package report

import (
	"math"
	"testing"

	"menace/arena"
	"menace/arena/experiment"
	"menace/menace"
)

var draws = experiment.Measure{Against: "perfect", Name: "draw"}

// cellOf returns a cell whose two machines have these shares of draws against perfect play.
func cellOf(win, draw int64, opponent string, values ...float64) Cell {
	c := Cell{Settings: experiment.Cell{Rules: menace.Michie(), Opponent: opponent}}
	c.Settings.Rules.Win, c.Settings.Rules.Draw = win, draw
	var points []arena.Point
	for _, v := range values {
		points = append(points, arena.Point{Perfect: arena.WDL{Draw: v, Loss: 1 - v}})
	}
	c.All = Group{len(points), map[experiment.Measure]experiment.Summary{draws: draws.Summarize(points)}}
	return c
}

// pilotPlant returns cells with the yields of a pilot plant, by temperature (here the reward for a win), concentration
// (a draw) and catalyst (the opponent): G. E. P. Box, W. G. Hunter and J. S. Hunter, Statistics for Experimenters,
// 1978, chapter 10.
func pilotPlant() (cells []Cell) {
	yields := [][2]float64{{59, 61}, {74, 70}, {50, 58}, {69, 67}, {50, 54}, {81, 85}, {46, 44}, {79, 81}}
	for i, pair := range yields {
		opponent := []string{"random", "perfect"}[i/4]
		cells = append(cells, cellOf(int64(1+i%2), int64(1+i/2%2), opponent, pair[0]/100, pair[1]/100))
	}
	return cells
}

// TestEffectsPublished compares with the published effects, which are the differences between the two levels: T 23, C
// −5, K 1.5, TC 1.5, TK 10 and CK 0, with the standard error 1.4. Relative to the mean of all cells they are half of
// that.
func TestEffectsPublished(t *testing.T) {
	e := Experiment{Cells: pilotPlant(), Measures: []experiment.Measure{draws}}
	list, err := e.effects()
	if err != nil || len(list) != 1 || len(list[0].List) != 6 {
		t.Fatalf("got %+v, %v", list, err)
	}
	for i, want := range []struct {
		setting      string
		mean, effect float64
	}{
		{"win 2", 75.75, 23}, {"draw 2", 61.75, -5}, {"opponent perfect", 65, 1.5},
		{"win 2 × draw 2", 74, 1.5}, {"win 2 × opponent perfect", 81.5, 10}, {"draw 2 × opponent perfect", 62.5, 0},
	} {
		got := list[0].List[i]
		// The eight cells have one degree of freedom each, so Welch's degrees of freedom are between 1 and 8.
		half := 100 * (got.Interval.High - got.Interval.Low) / 2
		if got.Title != want.setting || math.Abs(100*got.Values[0]-want.mean) > 1e-9 ||
			math.Abs(200*got.Mean-want.effect) > 1e-9 || half < 2.306*math.Sqrt2/2 || half > 3.2*math.Sqrt2/2 {
			t.Errorf("%s: got mean %v, effect %v, half width %v; want %+v",
				got.Title, 100*got.Values[0], 200*got.Mean, half, want)
		}
	}
	if first := list[0].List[0]; first.Holm != 6*first.P {
		t.Errorf("the smallest p value %v became %v among six", first.P, first.Holm)
	}
}

// TestEffectsOfThree checks that, if a setting has three values, the effects of each setting add up to 0, and every
// cell is the mean of all cells plus the effects of its settings and their interaction.
func TestEffectsOfThree(t *testing.T) {
	var cells []Cell
	total := 0.0
	for i, v := range []float64{0.1, 0.7, 0.4, 0.9, 0.3, 0.2} {
		cells = append(cells, cellOf(int64(1+i/2), 1, []string{"random", "perfect"}[i%2], v-0.05, v+0.05))
		total += v / 6
	}
	list, err := Experiment{Cells: cells, Measures: []experiment.Measure{draws}}.effects()
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]float64{}
	for _, e := range list[0].List {
		by[e.Title] = e.Mean
	}
	if sum := by["win 1"] + by["win 2"] + by["win 3"]; math.Abs(sum) > 1e-12 || len(by) != 7 {
		t.Errorf("got the effects %v", by)
	}
	for i, win := range []string{"win 1", "win 2", "win 3"} {
		got := total + by[win] + by["opponent perfect"] + by[win+" × opponent perfect"]
		if want := cells[2*i+1].All.Of(draws).Mean; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s with perfect: got %v, want %v", win, got, want)
		}
	}
}

// TestFactors checks that rules that vary together, such as those of presets, are one factor, and that cells which are
// not every combination have no factors.
func TestFactors(t *testing.T) {
	if _, err := Factors(pilotPlant()[:7]); err == nil {
		t.Error("factors are found although one of eight combinations is missing")
	}
	var cells []Cell
	for _, preset := range []string{"michie", "scroggs", "restock"} {
		rules, err := menace.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, opponent := range []string{"random", "perfect"} {
			cells = append(cells, Cell{Settings: experiment.Cell{Rules: rules, Opponent: opponent}})
		}
	}
	found, err := Factors(cells)
	if err != nil || len(found) != 2 || found[0].Name != "machine" || len(found[0].Values) != 3 ||
		found[1].Name != "opponent" || len(found[1].Values) != 2 {
		t.Errorf("factors of presets: got %+v, %v", found, err)
	}
}
