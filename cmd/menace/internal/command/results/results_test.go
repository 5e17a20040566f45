package results

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"

	"menace/arena"
	"menace/arena/experiment"
	"menace/arena/learners"
	"menace/cmd/menace/internal/report"
)

// estimate returns a mean with its interval.
func estimate(mean, low, high float64) experiment.Summary {
	return experiment.Summary{Mean: mean, Interval: experiment.Interval{Low: low, High: high}}
}

// TestContenders checks that the best value and those within its error are returned, and those far below are not.
func TestContenders(t *testing.T) {
	var cells []report.Cell
	for i, mean := range []float64{0.2, 0.5, 0.47} {
		c := report.Cell{Number: i}
		c.All.Summaries = map[experiment.Measure]experiment.Summary{
			{Against: "random", Name: "value"}: {N: 60, Mean: mean, SD: 0.1},
		}
		cells = append(cells, c)
	}
	var got []int
	for _, c := range contenders(cells, "random") {
		got = append(got, c.Number)
	}
	if !slices.Equal(got, []int{1, 2}) {
		t.Errorf("got %v", got)
	}
}

// TestWordsFollowTheNumbers checks that two values are only distinguished if the interval of their difference excludes
// 0.
func TestWordsFollowTheNumbers(t *testing.T) {
	for want, by := range map[string]experiment.Summary{
		"a is ahead of b by +0.200 ± 0.100":            estimate(0.2, 0.1, 0.3),
		"a and b cannot be told apart: +0.200 ± 0.300": estimate(0.2, -0.1, 0.5),
		"a is ahead of b by +0.00050 ± 0.00010":        estimate(0.0005, 0.0004, 0.0006),
		"a is behind b by +0.200 ± 0.100":              estimate(-0.2, -0.3, -0.1),
	} {
		if got := ahead("a", "b", by); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestEdges checks that a setting is at the edge if nothing was tried beyond it on one side, but more than one other
// value was. Against perfect play the reward for a win is never given, and no parameter is below 0.
func TestEdges(t *testing.T) {
	cell := func(beads, win, draw, loss int64) (c experiment.Cell) {
		c.Rules.Beads = [4]int64{beads, 4, 2, 1}
		c.Rules.Win, c.Rules.Draw, c.Rules.Loss = win, draw, loss
		c.Opponent = "perfect"
		return c
	}
	tried := []experiment.Cell{cell(1, 1, 0, 0), cell(8, 3, 2, -1), cell(20, 10, 4, -4)}
	c := cell(8, 10, 4, -1)
	if got := edges(c, tried); !slices.Equal(got, []string{"draw"}) {
		t.Errorf("got %q", got)
	}
	c.Opponent = "random"
	if got := edges(c, tried); !slices.Equal(got, []string{"win", "draw"}) {
		t.Errorf("got %q", got)
	}
	for _, learner := range learners.Expand("mc:alpha=0/0.1/0.2,epsilon=0.1/0.2/0.3,initial=0/1", 100) {
		c.Learner = learner
		tried = append(tried, c)
	}
	for learner, want := range map[string]string{
		"mc": "epsilon", "mc:alpha=0.2,epsilon=0.2,initial=1": "alpha", "mc:alpha=0.1,epsilon=0.3": "epsilon",
		"mc:epsilon=0.2": "",
	} {
		if c.Learner = learner; strings.Join(edges(c, tried), ", ") != want {
			t.Errorf("%s: got %q, want %q", learner, edges(c, tried), want)
		}
	}
}

// TestNoIntervalImpliesTheImpossible checks that half an interval is only shown if it means the same as the ends, and
// reaches neither below 0 nor above 100 %.
func TestNoIntervalImpliesTheImpossible(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{percent(estimate(0.712, 0.708, 0.716)), "71.2 ± 0.4"},
		{percent(estimate(0.997, 0.994, 0.998)), "99.7 (99.4–99.8)"},
		{percent(estimate(0.9996, 0.9986, 1)), "100.0 (99.9–100.0)"},
		{percent(estimate(0.0025, 0, 0.005)), "0.2 ± 0.2"},
		{percent(estimate(0.001, 0, 0.002)), "0.1 ± 0.1"},
		{percent(estimate(-0.007, -0.02, 0.006)), "−0.7 ± 1.3"},
		{percent(estimate(math.NaN(), math.NaN(), math.NaN())), "–"},
		{percent(estimate(0.5, math.NaN(), math.NaN())), "–"},
		{value(estimate(-0.0112, -0.0172, -0.0072)), "−0.011 (−0.017 to −0.007)"},
		{value(estimate(0, 0, 0)), "+0.000 ± 0.000"},
		{value(estimate(-1e-7, -2e-7, 0)), "+0.00000 ± 0.00000"},
		{value(estimate(-0.9975, -1, -0.995)), "−0.998 (−1.000 to −0.995)"},
		{value(estimate(0.5, 0.375, 0.625)), "+0.500 ± 0.125"},
		{value(estimate(-1.2, -1.3, -1.1)), "−1.200 ± 0.100"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// drawing returns a replicate, given pairs of a number of games and the share of draws against perfect play at it.
func drawing(pairs ...float64) (r experiment.Replicate) {
	for pair := range slices.Chunk(pairs, 2) {
		r.Curve = append(r.Curve, arena.Point{Games: int64(pair[0]), Perfect: arena.WDL{Draw: pair[1]}})
	}
	return r
}

// TestKept checks that an event that is lost again does not count as reached, and that a replicate for which it does
// not hold at the end is censored.
func TestKept(t *testing.T) {
	runs := []experiment.Replicate{
		drawing(0, 0.2, 10, 0.95, 100, 0.5, 1000, 0.92),
		drawing(0, 0.2, 10, 0.95, 100, 0.5, 10_000, 0.5),
		drawing(0, 0.2, 10, 0.3, 10_000, 0.9),
	}
	if text, want := keptGames(kept(runs, "draws:0.9")), "10,000 (1,000–later), 33.3 % censored"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
	if got := keptGames(kept(runs, "draws:0.99")); got != "100.0 % censored" {
		t.Errorf("got %q", got)
	}
	rare := slices.Repeat([]experiment.Replicate{drawing(0, 0.2, 10_000, 0.5)}, 25)
	if got := keptGames(kept(append(rare, drawing(0, 0.2, 300, 0.9)), "draws:0.9")); got != "96.2 % censored" {
		t.Errorf("got %q", got)
	}
	if got := shareOf(runs, holds("draws:0.9", 10)); got.Part != 2 || got.Whole != 3 {
		t.Errorf("got %v", got)
	}
}

// alike returns replicates that have these values in the worst case at every checkpoint of tuning.
func alike(values ...float64) (runs []experiment.Replicate) {
	for _, v := range values {
		var r experiment.Replicate
		for _, games := range tunedAt {
			r.Curve = append(r.Curve, arena.Point{Games: games, Worst: arena.WDL{Win: v}, Perfect: arena.WDL{Draw: v}})
		}
		r.Curve = append(r.Curve, arena.Point{
			Games: lifetime, MostLosses: arena.WDL{Draw: v, Loss: 1 - v}, Perfect: arena.WDL{Draw: v},
		})
		runs = append(runs, r)
	}
	return runs
}

// TestJudge checks that beads are compared with the tuned learners only. A and C, which Welch's t distinguishes from
// beads, are not distinguished among six comparisons; S and D still are. Softmax policies are not counted among the
// unbeatable ones.
func TestJudge(t *testing.T) {
	learner := func(title string, values ...float64) *contestant {
		c := &contestant{Title: title, Tuned: title != "untuned", Softmax: title == "S"}
		c.measure(alike(slices.Concat(values, values)...), "worst")
		return c
	}
	untuned := learner("untuned", 1, 1)
	lessons := lessons{
		{"noisy:0.2", []*contestant{untuned, learner("beads", 0, 0.5, 1), learner("A", 0.998, 0.999, 1),
			learner("B", 0.1, 0.5, 1), learner("C", 0.001, 0.002, 0.003), untuned}},
		{"random", []*contestant{untuned, learner("beads", 0.5, 0.51, 0.52), learner("S", 0.9, 0.91, 0.92),
			learner("D", 0.54, 0.55, 0.56), learner("E", 0.509, 0.51, 0.511)}},
	}
	alone := func(in *lesson, nth int) float64 {
		return experiment.Compare(in.Tuned()[nth].Value, in.Tuned()[0].Value).P
	}
	if a, d := alone(lessons[0], 1), alone(lessons[1], 2); d > 0.01 || a > 0.05 {
		t.Fatalf("got %v and %v", d, a)
	}
	lessons.judge()
	if got := lessons[0].Learners[2].p; got < 2*alone(lessons[0], 1) || got < 0.05 {
		t.Errorf("among other comparisons %v becomes %v", alone(lessons[0], 1), got)
	}
	for i, want := range []string{
		"tuned beads have +0.500. With the settings tried, better: none. Not told apart: A with +0.999; B with +0.533; C with +0.002. Worse: none. ",
		"tuned beads have +0.510. With the settings tried, better: S with +0.910; D with +0.550. " +
			"Not told apart: E with +0.510. Worse: none. " +
			"Of the machines with tuned beads, fewer than half draw 90 % with perfect play at the end; " +
			"of those with Michie's rules, half do from 100 games on. Unbeatable after 100,000 games, in percent: 0.0 (0.0–45.9) of beads; 0.0 (0.0–45.9) of D; " +
			"0.0 (0.0–45.9) of E.",
	} {
		got := regexp.MustCompile(" ± [0-9.]*[0-9]").ReplaceAllString(renders(t, "compared", lessons[i]), "")
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestAgreement checks that, of figures drawn from the same law as the simulated runs, about one in twenty has an
// agreement below 5 %, and that runs that are far away have hardly any agreement. The hundreds of a run depend on each
// other.
func TestAgreement(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	run := func() (won []float64) {
		good := 5 * random.NormFloat64()
		for i := range 10 {
			won = append(won, math.Round(60+3*float64(i)+good+3*random.NormFloat64()))
		}
		return won
	}
	var runs []experiment.Replicate
	for range 300 {
		r := experiment.Replicate{Curve: []arena.Point{{}}}
		for i, won := range run() {
			won := r.Curve[i].Tally.Win + int64(won)
			r.Curve = append(r.Curve, arena.Point{Games: int64(100*i + 100), Tally: arena.Tally{Win: won}})
		}
		runs = append(runs, r)
	}
	const figures = 200
	below := 0
	for range figures {
		if (reading{7, "win", [][]float64{run(), run()[:8]}}).agreement(runs) < 0.05 {
			below++
		}
	}
	if low, high := 2, 24; below < low || below > high { // 10 ± 4.5 standard deviations
		t.Errorf("%d of %d figures are excluded at the 5 %% level", below, figures)
	}
	far := run()
	far[3] += 40
	if p := (reading{7, "win", [][]float64{far, run()}}).agreement(runs); p > 0.01 {
		t.Errorf("a run with forty more games in one hundred: got %v", p)
	}
	if got := pegasusSettings("pegasus:a=1.1,b=1"); got != "A = 1.1, B = 1" {
		t.Errorf("got %q", got)
	}
	if got := pegasusSettings("pegasus:d=0.9"); got != "A = 1.025, B = 2, sliding origin, D = 0.9" {
		t.Errorf("got %q", got)
	}
}

// TestWeakerReinforcements checks that a finding after 100,000 games is not mistaken for one about Michie's thousand
// games.
func TestWeakerReinforcements(t *testing.T) {
	of80 := func(early, late int) [2]report.Share { return [2]report.Share{share(early, 80), share(late, 80)} }
	for _, c := range []struct {
		own, weak [2]report.Share
		want      string
	}{
		{of80(20, 49), of80(0, 73), "helps over 100,000 games, but hinders over 1,000."},
		{of80(20, 49), of80(21, 73), "helps over 100,000 games, but makes no clear difference over 1,000."},
		{of80(20, 40), of80(60, 80), "helps over 100,000 games, and helps over 1,000."},
		{of80(20, 40), of80(21, 41), "makes no clear difference over 100,000 games, and " +
			"makes no clear difference over 1,000."},
	} {
		got := renders(t, "weaker", []string{helped(c.own[0], c.weak[0]), helped(c.own[1], c.weak[1])})
		if want := "So A = 1.005 " + c.want; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestFitted checks that the text counts and names the pairs that no figure excludes.
func TestFitted(t *testing.T) {
	own := fitted{"A = 1.025, B = 2", []float64{0.05, 0.3, 0.6}}
	pairs := []fitted{own, {"A = 1.1, B = 1", []float64{0.5, 0.02, 0.7}}, {"A = 1.1, B = 3", []float64{0.5, 0.01, 0.7}}}
	for _, want := range []string{
		"2 of 3 pairs agree with all three. Our reading, A = 1.025 and B = 2, is one of them.",
		"All pairs that survive: A = 1.025, B = 2; A = 1.1, B = 1.",
		"| A = 1.025, B = 2 | 0.050 | 0.300 | 0.600 | yes |",
	} {
		if got := renders(t, "fit", pairs); !strings.Contains(got, want) {
			t.Errorf("got %s", got)
		}
	}
	own.Agreement[1] = 0.01
	if got := renders(t, "fit", pairs); !strings.Contains(got, "B = 2, is not one of them.") {
		t.Errorf("got %s", got)
	}
}

// renders executes a part of the page, and returns it on one line.
func renders(t *testing.T, name string, values any) string {
	t.Helper()
	pages, err := template.New("").Funcs((&page{}).functions()).Parse(resultsTemplate)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := pages.ExecuteTemplate(&text, name, values); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
