package plots

import (
	"bytes"
	"testing"

	"menace/arena/experiment"
	"menace/plots/paper"
)

// measured returns an experiment of two cells whose draws against perfect rise with the games.
func measured() Series {
	cell := func(name string, step float64) Line {
		points := map[experiment.Measure][]Point{}
		for games := 0.0; games <= 300; games += 100 {
			rate := games * step / 300
			for m, p := range map[experiment.Measure]Point{
				{Against: "perfect", Name: "draw"}: {Games: games, Value: rate, Low: rate / 2, High: rate},
				{Against: "worst", Name: "value"}:  {Games: games, Value: -1},
				score:                              {Games: games, Value: games},
			} {
				points[m] = append(points[m], p)
			}
		}
		return Line{Name: name, Cell: points}
	}
	return Series{
		Experiment: "pair", Note: "median of 9 runs", Bands: "bands of 5–95 %",
		Lines: []Line{cell("a", 1), cell("b", 0.5)},
	}
}

func TestFiguresOfAnExperiment(t *testing.T) {
	e := measured()
	learning, _ := e.Learning(LearningOptions{Against: []string{"perfect", "random"}})
	strength, total := e.Strength(false), e.Score(false, false)
	for _, c := range []struct {
		panel Panel
		value float64 // of b at the end
	}{
		{learning.Panels[0][1], 0.5}, {strength.Panels[0][0], -1}, {strength.Panels[1][0], 0.5}, {total.Panels[0][0], 300},
	} {
		b := c.panel.Curves[1]
		if b.Name != "b" || b.Hue != 1 || b.Dash != 1 || len(b.Points) != 4 || b.Points[3].Value != c.value {
			t.Errorf("%s: got %+v, want b ending at %g", c.panel.Title, b, c.value)
		}
		if c.panel.X.Max != 300 {
			t.Errorf("%s: the axis ends at %g games", c.panel.Title, c.panel.X.Max)
		}
	}
	if band := learning.Panels[0][1].Curves[0].Points[3]; band.Low != 0.5 || band.High != 1 {
		t.Errorf("the band is lost: %+v", band)
	}
}

func TestScoreOfAnExperimentWithTheTournament(t *testing.T) {
	f := measured().Score(true, false)
	panel := f.Panels[0][0]
	if len(panel.Curves) != 3 || panel.X.Max != tournamentGames {
		t.Fatalf("got %d curves up to game %g", len(panel.Curves), panel.X.Max)
	}
	// The line goes on to the last game of the tournament, between the checkpoints at 200 and 300.
	points := panel.Curves[0].Points
	if want := (Point{Games: tournamentGames, Value: tournamentGames}); len(points) != 4 || points[3] != want {
		t.Errorf("got points %v, the last not %v", points, want)
	}
}

func TestExperimentOfNothing(t *testing.T) {
	for _, e := range []Series{{Experiment: "x"}, {Experiment: "x", Lines: []Line{{}}}} {
		none, _ := e.Learning(LearningOptions{Log: true})
		perfect, _ := e.Learning(LearningOptions{Against: []string{"perfect"}, Log: true})
		for _, f := range []Figure{none, perfect, e.Score(true, true), e.Strength(false)} {
			if _, err := paper.Encode(&bytes.Buffer{}, ".png", f, paper.Format{DPI: 20}); err != nil {
				t.Error(err)
			}
			f.Text(80, false)
		}
	}
}
