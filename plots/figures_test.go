package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"menace/menace/arena"
	"menace/minimax/games"
	"menace/plots/chart"
	"menace/plots/paper"
	"menace/symmetry"
)

// learning returns the learning figure of machines.
func learning(o LearningOptions, machines ...Line) chart.Figure {
	return Series{Lines: machines}.Learning(o)
}

func TestLearningOfOne(t *testing.T) {
	l := sample("default", "random", 2000, 5)
	f := learning(LearningOptions{}, l)
	if f.Title != "After 2,000 games default wins 93 of 100 games against random moves; it began at 60" ||
		!strings.HasPrefix(f.Subtitle, "Learning curve of default against random moves; ") || len(f.AllPanels()) != 1 {
		t.Fatalf("got %q with %d panels", f.Title, len(f.AllPanels()))
	}
	curves := f.AllPanels()[0].Curves
	if got, want := len(curves), 6; got != want {
		t.Fatalf("got %d curves, want %d", got, want)
	}
	for i, out := range Outcomes {
		if sampled := curves[i]; sampled.Form != chart.Faint || sampled.Hue != i {
			t.Errorf("curve %d: form %d of hue %d, want the sampled rate of %s", i, sampled.Form, sampled.Hue, out.Name)
		}
		exact := curves[3+i]
		if exact.Name != []string{"won", "drawn", "lost"}[i] || exact.Form != chart.Clear || len(exact.Points) != len(l.Curve) {
			t.Errorf("curve %d: got %q with %d points, want %q at every checkpoint",
				3+i, exact.Name, len(exact.Points), out.Name)
		}
		for j, p := range exact.Points {
			if c := l.Curve[j]; p.X != float64(c.Games) ||
				p.Y != c.Number("random", out.Name) {
				t.Errorf("%s: got %v, want the exact wdl %v after %d games", out.Name, p, c.Random, c.Games)
			}
		}
	}
}

// TestSampledRatesAddUp checks that the rates add up to 1 in every window.
func TestSampledRatesAddUp(t *testing.T) {
	f := learning(LearningOptions{}, sample("default", "perfect", 2000, 5))
	curves := f.AllPanels()[0].Curves
	for i := range curves[0].Points {
		sum := curves[0].Points[i].Y + curves[1].Points[i].Y + curves[2].Points[i].Y
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("after %g games the rates add up to %g", curves[0].Points[i].X, sum)
		}
	}
}

func TestLearningOfSeveral(t *testing.T) {
	a, b := sample("a", "random", 500, 5), sample("b", "perfect", 900, 5)
	f := learning(LearningOptions{}, a, b)
	var titles []string
	for _, p := range f.AllPanels() {
		titles = append(titles, p.Title)
		if p.X.Max != 900 {
			t.Errorf("%s: the axis ends at %g games, want 900", p.Title, p.X.Max)
		}
		// The exact lines of both, and the sampled line of the machine that met this opponent.
		if got, want := len(p.Curves), 3; got != want {
			t.Errorf("%s: got %d curves, want %d", p.Title, got, want)
		}
	}
	want := []string{
		"won against random moves", "drawn against random moves", "lost to random moves",
		"drawn against perfect play", "lost to perfect play", // nobody wins against perfect play, so that place is empty
	}
	if !slices.Equal(titles, want) {
		t.Errorf("got panels %q, want %q", titles, want)
	}
}

// TestLogBeginsAtTheFirstCheckpoint checks that a logarithmic axis begins at the first checkpoint.
func TestLogBeginsAtTheFirstCheckpoint(t *testing.T) {
	l := sample("a", "random", 500, 5)
	l.Curve = slices.DeleteFunc(l.Curve, func(p arena.Point) bool { return p.Games > 0 && p.Games < 120 })
	x := Series{Lines: []Line{l}}.Strength(true).Panels[0][0].Extended().X
	if first := float64(l.Curve[1].Games); first < 120 || x.Min != first {
		t.Errorf("the axis begins at %g, want %g", x.Min, first)
	}
}

// TestLearningAgainstOthers checks that sampled rates are never clear lines, even if nothing exact is known.
func TestLearningAgainstOthers(t *testing.T) {
	l := sample("a", "random", 500, 5)
	l.Met[0].Opponent = "blocker"
	f := learning(LearningOptions{}, l)
	if want := "Learning curve of a against blocker; 500 games against blocker; rates against blocker are means over 20–39 games"; f.Subtitle != want || f.Bands == "" {
		t.Errorf("got %q and %q, want %q", f.Subtitle, f.Bands, want)
	}
	curves := f.AllPanels()[0].Curves
	if len(curves) != 3 {
		t.Fatalf("got %d curves, want 3", len(curves))
	}
	for i, c := range curves {
		if want := []string{"won", "drawn", "lost"}[i]; c.Form != chart.Faint || c.Name != want || c.Dash != i {
			t.Errorf("got form %d of %q, dash %d, want a faint %q with its own dash", c.Form, c.Name, c.Dash, want)
		}
	}
	both := learning(LearningOptions{Against: []string{"blocker", "random"}}, l)
	for _, p := range both.AllPanels() {
		for _, c := range p.Curves {
			if c.Form == chart.Clear && (p.Title != "against random moves" || len(c.Points) != len(l.Curve)) {
				t.Errorf("%s: a clear line is not exact", p.Title)
			}
		}
	}
}

// TestWindowOfEach checks that each machine gets a window that suits its number of games, and that opponents without
// data are left out.
func TestWindowOfEach(t *testing.T) {
	long, short := sample("long", "random", 50000, 5), sample("short", "random", 30, 5)
	short.Met[0].Opponent = "blocker"
	s := Series{Lines: []Line{long, short}}
	f := s.Learning(LearningOptions{})
	for _, p := range f.AllPanels() {
		if !known(p) {
			t.Errorf("%s: the panel is empty", p.Title)
		}
	}
	if len(f.Panels) != 2 || strings.Contains(f.Subtitle, " 0 games") {
		t.Errorf("got %d rows; %s", len(f.Panels), f.Subtitle)
	}
}

// TestLearningFitsAColumn of a journal, 86 mm wide, even with the longest legend.
func TestLearningFitsAColumn(t *testing.T) {
	f := learning(LearningOptions{}, sample("default", "random", 1_000_000, 5), sample("careful", "perfect", 50_000, 6))
	if !f.Fits(paper.Size{Width: 86 * vg.Millimeter, Height: 40 * vg.Centimeter}) {
		t.Errorf("the figure with the legend %q does not fit", f.AllPanels()[0].Curves[0].Name)
	}
}

func TestScore(t *testing.T) {
	l := Line{Name: "a", Curve: []arena.Point{{}, {Games: 6, Tally: arena.Tally{Win: 1, Draw: 2, Loss: 3}}}}
	curves := Series{Lines: []Line{l}}.Score(true, false).AllPanels()[0].Curves
	if got, want := fmt.Sprint(curves[0].Points), "[{0 0 0 0} {6 2 0 0}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// D. Michie, The Computer Journal 6 (1963), 232–236: the running total of the tournament of 1961.
	if dots := curves[1].Points; len(dots) != 219 || dots[16].Y != -11 || dots[131] != (chart.Point{X: 132, Y: 26}) ||
		dots[218].Y != 149 {
		t.Errorf("Michie's games: got %v", dots)
	}
	if rings, want := curves[2].Points, []float64{1, 2, 30, 31, 160, 161, 173, 174}; len(rings) != len(want) {
		t.Errorf("the doubtful games: got %v, want %v", rings, want)
	} else {
		for i, p := range rings {
			if p.X != want[i] {
				t.Errorf("a ring around game %g, want %g", p.X, want[i])
			}
		}
	}
}

func TestStrength(t *testing.T) {
	l := sample("a", "random", 100, 5)
	panels := Series{Lines: []Line{l}}.Strength(false).AllPanels()
	for i, c := range l.Curve {
		if got := panels[0].Curves[0].Points[i].Y; got != c.Worst.Value() {
			t.Errorf("%d games: got a worst case of %g, want %g", c.Games, got, c.Worst.Value())
		}
		if got := panels[1].Curves[0].Points[i].Y; got != c.Perfect.Draw {
			t.Errorf("%d games: got draws %g, want %g", c.Games, got, c.Perfect.Draw)
		}
	}
}

func TestBeads(t *testing.T) {
	h := history("a")
	counts := Beads(chart.English, []History{h}, false, false).AllPanels()[0].Curves
	shares := Beads(chart.English, []History{h}, true, false).AllPanels()[0].Curves
	if got, want := counts[0].Name+counts[1].Name+counts[2].Name, "1 (corner)2 (edge)5 (centre)"; got != want {
		t.Errorf("got curves %q, want %q", got, want)
	}
	for i, c := range h.Contents {
		sum := 0.0
		for j, m := range h.Moves {
			if got := counts[j].Points[i].Y; got != float64(c.Beads[j]) {
				t.Errorf("%d games, move %v: got %g beads, want %d", c.Games, m, got, c.Beads[j])
			}
			sum += shares[j].Points[i].Y
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d games: the chances add up to %g", c.Games, sum)
		}
	}
	if got, ok := (Contents{Beads: make([]int64, 3)}).value(1, true); ok {
		t.Errorf("a move of an empty box has the chance %g", got)
	}
}

// TestBeadsOfSteps checks that the name of a move from square to square has both squares.
func TestBeadsOfSteps(t *testing.T) {
	h := hexapawnHistory()
	f := Beads(chart.English, []History{h}, false, false)
	if want := "After 60 games the box BBB/..W/WW. of her has 28 of 44 beads for 1-4: 64 %"; f.Title != want ||
		!strings.HasPrefix(f.Subtitle, "Beads in the box BBB/..W/WW. of her; ") {
		t.Errorf("got %q and %q, want %q", f.Title, f.Subtitle, want)
	}
	for i, want := range []string{"1-4", "2-5", "2-6"} {
		c := f.AllPanels()[0].Curves[i]
		if last := c.Points[len(c.Points)-1]; c.Name != want || last.X != 60 ||
			last.Y != []float64{28, 14, 2}[i] {
			t.Errorf("curve %d: got %q, ending at %+v", i, c.Name, last)
		}
	}
	if title := Beads(chart.English, []History{{Graph: h.Graph, Name: "him", Position: h.Graph.Code(symmetry.Start)}}, false,
		false).Title; title != "Beads in the opening box of him" {
		t.Errorf("got %q", title)
	}
}

// graphOf returns the graph of a game.
func graphOf(game string) *symmetry.Graph {
	g, err := games.Graph(game)
	if err != nil {
		panic(err)
	}
	return g
}

// history returns a plausible history of an opening box over 1,000 games.
func history(name string) History {
	h := History{Name: name, Graph: graphOf("tic-tac-toe"), Moves: []symmetry.Move{1, 2, 5}}
	for _, n := range rungs(1000) {
		h.Contents = append(h.Contents, Contents{n, []int64{4 + n, 4 + n/200, 4 + n/3}})
	}
	return h
}

// TestLogAxisLeavesOutTheStart checks that a logarithmic axis omits the point at 0 games.
func TestLogAxisLeavesOutTheStart(t *testing.T) {
	f := Series{Lines: []Line{sample("a", "random", 100, 5)}}.Strength(true)
	p := f.AllPanels()[0].Extended()
	if p.X.Min != 1 || p.X.Max != 100 {
		t.Errorf("the axis goes from %g to %g, want 1 to 100", p.X.Min, p.X.Max)
	}
	if got := p.X.Visible(p.Curves[0].Points)[0].X; got != 1 {
		t.Errorf("the first point shown is at %g games, want 1", got)
	}
}

// TestTournamentHas220Games checks that longer curves are cut to the length of Michie's tournament.
func TestTournamentHas220Games(t *testing.T) {
	l := sample("a", "perfect", 1000, 5)
	p := Series{Lines: []Line{l}}.Score(true, false).AllPanels()[0].Extended()
	if p.X.Max != arena.TournamentGames {
		t.Errorf("the axis ends at %g games, want %d", p.X.Max, arena.TournamentGames)
	}
	points := p.Curves[0].Points
	if end := points[len(points)-1].X; end > arena.TournamentGames || end < 200 {
		t.Errorf("the curve ends at %g games", end)
	}
}

func TestLearningShowsALessonWithPeople(t *testing.T) {
	for games, want := range map[int64]int{9: 1, 12: 2} {
		l := sample("a", "random", 500, 5)
		l.Met = []Span{{People, games}, {"random", 500 - games}}
		if f := learning(LearningOptions{}, l); len(f.Panels) != want {
			t.Errorf("%d games with people: got %d panels, want %d", games, len(f.Panels), want)
		}
	}
}
