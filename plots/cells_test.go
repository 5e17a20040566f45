package plots

import (
	"bytes"
	"testing"
)

// measured returns an experiment of two cells whose draws against perfect rise with the games.
func measured() Experiment {
	cell := func(name string, step float64) Cell {
		points := map[Measure][]Point{}
		for games := 0.0; games <= 300; games += 100 {
			rate := games * step / 300
			points[Measure{"perfect", "draw"}] = append(points[Measure{"perfect", "draw"}],
				Point{Games: games, Value: rate, Low: rate / 2, High: rate})
			points[Measure{"worst", "value"}] = append(points[Measure{"worst", "value"}], Point{Games: games, Value: -1})
			points[Measure{"played", "score"}] = append(points[Measure{"played", "score"}], Point{Games: games, Value: games})
		}
		return Cell{name, points}
	}
	return Experiment{"pair", "median of 9 runs", "bands of 5–95 %", []Cell{cell("a", 1), cell("b", 0.5)}}
}

func TestFiguresOfAnExperiment(t *testing.T) {
	e := measured()
	learning, strength, score := e.Learning([]string{"perfect", "random"}, false), e.Strength(false), e.Score(false, false)
	for _, c := range []struct {
		panel Panel
		value float64 // of b at the end
	}{
		{learning.Panels[0][1], 0.5}, {strength.Panels[0][0], -1}, {strength.Panels[1][0], 0.5}, {score.Panels[0][0], 300},
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
	for _, e := range []Experiment{{}, {Cells: []Cell{{}}}} {
		for _, f := range []Figure{e.Learning(nil, true), e.Learning([]string{"perfect"}, true), e.Score(true, true), e.Strength(false)} {
			if err := Encode(&bytes.Buffer{}, ".png", f, Format{DPI: 20}); err != nil {
				t.Error(err)
			}
			f.Text(80, false)
		}
	}
}
