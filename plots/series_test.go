package plots

import (
	"bytes"
	"strings"
	"testing"

	"menace/arena"
	"menace/arena/experiment"
	"menace/menace"
	"menace/plots/paper"
)

// measured returns an experiment of two cells whose share of draws against perfect play rises with the games.
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
		Experiment: "pair", Measured: []string{"random", "blocker", "perfect"}, Note: "median of 9 runs",
		Bands: "bands of 5–95 %",
		Lines: []Line{cell("a", 1), cell("b", 0.5)},
	}
}

func TestFiguresOfAnExperiment(t *testing.T) {
	e := measured()
	learning, _ := e.Learning(LearningOptions{Against: []string{"perfect", "random"}})
	strength, total := e.Strength(false), e.Score(nil, false, false)
	for _, c := range []struct {
		panel Panel
		value float64 // final value of b
	}{
		{learning.Panels[0][0], 0.5}, {strength.Panels[0][0], -1}, {strength.Panels[1][0], 0.5},
		{total.Panels[0][0], 300},
	} {
		b := c.panel.Curves[1]
		if b.Name != "b" || b.Hue != 1 || b.Dash != 1 || len(b.Points) != 4 || b.Points[3].Value != c.value {
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

// difference returns a difference that starts below 0 and ends above it.
func difference() Series {
	design := experiment.Design{Cells: []experiment.Cell{{Rules: menace.Michie()}}}
	all, points := design.Measures(), map[experiment.Measure][]Point{}
	for _, n := range rungs(2000) {
		v := 0.5*float64(n)/float64(n+100) - 0.1
		p := Point{float64(n), v, v - 0.05, v + 0.05}
		for _, m := range all {
			points[m] = append(points[m], p)
		}
	}
	return Series{
		Experiment: "pair", Measured: []string{"random", "blocker", "perfect"}, Difference: true,
		Note:  "mean of cell 2 (b) − mean of cell 1 (a), 9 runs of each",
		Bands: "band of the 95 % Welch interval", Lines: []Line{{Name: "cell 2 – cell 1", Cell: points}},
	}
}

// TestDifference checks that a difference is drawn with a line at 0, on paper and in a terminal, on an axis that
// extends no further than both.
func TestDifference(t *testing.T) {
	s := difference()
	learning, _ := s.Learning(LearningOptions{Against: []string{"perfect"}})
	for _, f := range []Figure{learning, s.Strength(true), s.Score(nil, false, true)} {
		if !strings.HasSuffix(f.Title, " of pair: cell 2 – cell 1") {
			t.Errorf("got title %q", f.Title)
		}
		for _, p := range f.rows() {
			p = p.extended()
			if len(p.Curves) != 2 || p.Curves[1].Name != "cell 2 – cell 1" || !p.Curves[1].banded() {
				t.Fatalf("%s: got %d curves, want 0 and the difference with its band", p.Title, len(p.Curves))
			}
			zero := p.Curves[0].Points
			if len(zero) != 2 || zero[0] != (Point{Games: p.X.Min}) || zero[1] != (Point{Games: 2000}) {
				t.Errorf("%s: got a line through %v, want one at 0 all along", p.Title, zero)
			}
			if p.Y.Min < -0.16 || p.Y.Max > 0.45 || !strings.HasPrefix(p.Y.Label, "difference in ") ||
				p.Y.Percent != (p.Y.Label == "difference in % points") || strings.Contains(p.Y.label(0.1), "%") {
				t.Errorf("%s: %q from %g to %g", p.Title, p.Y.Label, p.Y.Min, p.Y.Max)
			}
		}
		text := f.Text(80, false)
		if !strings.Contains(text, "·· no difference  ── cell 2 – cell 1") || !strings.Contains(text, "    0 ") {
			t.Errorf("the line at 0 is missing from the text:\n%s", text)
		}
	}
}

// TestNoDifference checks that a difference of 0 still has an axis.
func TestNoDifference(t *testing.T) {
	s := difference()
	for m := range s.Lines[0].Cell {
		s.Lines[0].Cell[m] = []Point{{Games: 0}, {Games: 2000}}
	}
	for _, p := range s.Strength(false).rows() {
		if p = p.extended(); p.Y.Max <= p.Y.Min {
			t.Errorf("%s: from %g to %g", p.Title, p.Y.Min, p.Y.Max)
		}
	}
}

func TestScoreOfAnExperimentWithTheTournament(t *testing.T) {
	f := measured().Score(arena.Tournament, true, false)
	panel := f.Panels[0][0]
	if len(panel.Curves) != 3 || panel.X.Max != arena.TournamentGames {
		t.Fatalf("got %d curves up to game %g", len(panel.Curves), panel.X.Max)
	}
	// The line ends at the last game of the tournament, between the checkpoints at 200 and 300.
	points := panel.Curves[0].Points
	if want := (Point{Games: arena.TournamentGames, Value: arena.TournamentGames}); len(points) != 4 ||
		points[3] != want {
		t.Errorf("got points %v, want %v at the end", points, want)
	}
}

func TestExperimentOfNothing(t *testing.T) {
	for _, e := range []Series{{Experiment: "x"}, {Experiment: "x", Lines: []Line{{}}}} {
		none, _ := e.Learning(LearningOptions{Log: true})
		perfect, _ := e.Learning(LearningOptions{Against: []string{"perfect"}, Log: true})
		for _, f := range []Figure{none, perfect, e.Score(arena.Tournament, true, true), e.Strength(false)} {
			if _, err := paper.Encode(&bytes.Buffer{}, ".png", f, paper.Format{DPI: 20}); err != nil {
				t.Error(err)
			}
			f.Text(80, false)
		}
	}
}

// TestShorten checks that only whole words and settings are moved, and that each line keeps a name.
func TestShorten(t *testing.T) {
	for _, c := range []struct {
		names, want []string
		note        string
	}{
		{[]string{"michie, trained with random*5,perfect", "michie, trained with random*9,perfect"},
			[]string{"random*5,perfect", "random*9,perfect"}, "; each line is michie, trained with …"},
		{[]string{"q, trained with noisy:0.2", "beads, trained with noisy:0.2"},
			[]string{"q", "beads"}, "; each line is … trained with noisy:0.2"},
		{[]string{"loss -3, trained with perfect", "beads 8,4,2,1, loss -3, trained with perfect"},
			[]string{"loss -3", "beads 8,4,2,1, loss -3"}, "; each line is … trained with perfect"},
		{[]string{"a b, c", "a x, c"}, []string{"b", "x"}, "; each line is a … c"},
		{[]string{"a", "a b"}, []string{"a", "a b"}, ""},
		{[]string{"a b", "a b"}, []string{"b", "b"}, "; each line is a …"},
		{[]string{"a b"}, []string{"a b"}, ""},
	} {
		var s Series
		for _, name := range c.names {
			s.Lines = append(s.Lines, Line{Name: name})
		}
		s.Shorten()
		for i, l := range s.Lines {
			if l.Name != c.want[i] || s.Note != c.note {
				t.Errorf("%q: got %q and %q, want %q and %q", c.names[i], l.Name, s.Note, c.want[i], c.note)
			}
		}
	}
}
