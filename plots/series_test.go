package plots

import (
	"bytes"
	"testing"

	"menace/menace/arena"
	"menace/plots/chart"
	"menace/plots/paper"
)

// measured returns a series of two lines whose share of draws against perfect play rises with the games.
func measured() Series {
	cell := func(name string, step float64) Line {
		points := map[Measure][]chart.Point{}
		for games := 0.0; games <= 300; games += 100 {
			rate := games * step / 300
			for m, p := range map[Measure]chart.Point{
				{Against: "perfect", Name: "draw"}: {X: games, Y: rate, Low: rate / 2, High: rate},
				{Against: "worst", Name: "value"}:  {X: games, Y: -1},
				score:                              {X: games, Y: games},
			} {
				points[m] = append(points[m], p)
			}
		}
		return Line{Name: name, Summary: points}
	}
	return Series{
		Sample: "pair", Measured: []string{"random", "blocker", "perfect"}, Note: "median of 9 runs",
		Bands: "bands of 5–95 %",
		Lines: []Line{cell("a", 1), cell("b", 0.5)},
	}
}

func TestFiguresOfManyMachines(t *testing.T) {
	e := measured()
	learning := e.Learning(LearningOptions{Against: []string{"perfect", "random"}})
	strength, total := e.Strength(false), e.Score(false, false)
	for _, c := range []struct {
		panel chart.Panel
		value float64 // final value of b
	}{
		{learning.Panels[0][0], 0.5}, {strength.Panels[0][0], -1}, {strength.Panels[1][0], 0.5},
		{total.Panels[0][0], 300},
	} {
		b := c.panel.Curves[1]
		if b.Name != "b" || b.Hue != 1 || b.Dash != 1 || len(b.Points) != 4 || b.Points[3].Y != c.value {
			t.Errorf("%s: got %+v, want b ending at %g", c.panel.Title, b, c.value)
		}
		if c.panel.X.Max != 300 {
			t.Errorf("%s: the axis ends at %g games", c.panel.Title, c.panel.X.Max)
		}
	}
	if band := learning.Panels[0][0].Curves[0].Points[3]; band.Low != 0.5 || band.High != 1 {
		t.Errorf("the band is missing: %+v", band)
	}
}

func TestScoreOfManyMachinesWithTheTournament(t *testing.T) {
	f := measured().Score(true, false)
	panel := f.Panels[0][0]
	if len(panel.Curves) != 4 || panel.X.Max != arena.TournamentGames {
		t.Fatalf("got %d curves up to game %g", len(panel.Curves), panel.X.Max)
	}
	// The line ends at the last game of the tournament, between the checkpoints at 200 and 300.
	points := panel.Curves[0].Points
	if want := (chart.Point{X: arena.TournamentGames, Y: arena.TournamentGames}); len(points) != 4 ||
		points[3] != want {
		t.Errorf("got points %v, want %v at the end", points, want)
	}
}

func TestSampleOfNothing(t *testing.T) {
	for _, e := range []Series{{Sample: "x"}, {Sample: "x", Lines: []Line{{}}}} {
		none := e.Learning(LearningOptions{Log: true})
		perfect := e.Learning(LearningOptions{Against: []string{"perfect"}, Log: true})
		for _, f := range []chart.Figure{none, perfect, e.Score(true, true), e.Strength(false)} {
			if _, err := paper.Encode(&bytes.Buffer{}, ".png", f, paper.Format{DPI: 20}); err != nil {
				t.Error(err)
			}
		}
	}
}
