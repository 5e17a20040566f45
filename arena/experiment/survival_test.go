package experiment

import (
	"math"
	"testing"

	"menace/arena"
)

// times returns times of events, or of censoring if they are negative.
func times(games ...int64) (list []Time) {
	for _, g := range games {
		list = append(list, Time{Games: max(g, -g), Censored: g < 0})
	}
	return list
}

// Remissions of children with acute leukaemia, in weeks, under 6-mercaptopurine and under placebo: E. J. Freireich et
// al., Blood 21, 1963; E. A. Gehan, Biometrika 52, 1965.
var (
	mercaptopurine = times(6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35)
	placebo        = times(1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)
)

// TestKaplanMeierPublished compares the estimates under 6-MP with those of D. G. Kleinbaum and M. Klein, Survival
// Analysis, and their 95 % intervals on the scale of log(−log) with those of M. Cleves et al., An Introduction to
// Survival Analysis Using Stata.
func TestKaplanMeierPublished(t *testing.T) {
	s := KaplanMeier(mercaptopurine)
	if s.N != 21 || s.Reached != 9 {
		t.Errorf("%d of %d reached the event, want 9 of 21", s.Reached, s.N)
	}
	want := []Step{
		{6, 21, 3, 0.8571, Interval{0.6197, 0.9516}}, {7, 17, 1, 0.8067, Interval{0.5631, 0.9228}},
		{10, 15, 1, 0.7529, Interval{0.5032, 0.8894}}, {13, 12, 1, 0.6902, Interval{0.4316, 0.8491}},
		{16, 11, 1, 0.6275, Interval{0.3675, 0.8049}}, {22, 7, 1, 0.5378, Interval{0.2678, 0.7468}},
		{23, 6, 1, 0.4482, Interval{0.1881, 0.6801}},
	}
	if len(s.Steps) != len(want) {
		t.Fatalf("steps %v, want %v", s.Steps, want)
	}
	for i, step := range s.Steps {
		round := func(v float64) float64 { return math.Round(v*1e4) / 1e4 }
		step.Left, step.Interval = round(step.Left), Interval{round(step.Interval.Low), round(step.Interval.High)}
		if step != want[i] {
			t.Errorf("step %+v, want %+v", step, want[i])
		}
	}
}

// TestSurvivalQuantiles compares the medians and their intervals with those that Stata prints for the same data, 23
// (13, –) and 8 (4, 11). The ends of the other intervals are where the published limits of the estimates cross the
// quartiles.
func TestSurvivalQuantiles(t *testing.T) {
	never := math.Inf(1)
	for _, c := range []struct {
		times     []Time
		p         float64
		want      float64
		low, high float64
	}{
		{mercaptopurine, 0.25, 13, 6, 22}, {mercaptopurine, 0.5, 23, 13, never}, {mercaptopurine, 0.75, never, 23, never},
		{placebo, 0.25, 4, 1, 5}, {placebo, 0.5, 8, 4, 11}, {placebo, 0.75, 12, 8, 22},
	} {
		got, interval := KaplanMeier(c.times).Quantile(c.p)
		if got != c.want || interval != (Interval{c.low, c.high}) {
			t.Errorf("quantile %v: %v %v, want %v (%v–%v)", c.p, got, interval, c.want, c.low, c.high)
		}
	}
	if got, i := KaplanMeier(nil).Quantile(0.5); !math.IsNaN(got) || !math.IsNaN(i.Low) {
		t.Errorf("the median without machines: got %v %v", got, i)
	}
}

// TestSurvivalWithoutCensoring checks that, without censoring, the estimate is the share of the machines that are left,
// even if times are equal.
func TestSurvivalWithoutCensoring(t *testing.T) {
	all := times(5, 1, 5, 2, 5, 9, 2, 9, 30, 7)
	for _, step := range KaplanMeier(all).Steps {
		left := 0.0
		for _, other := range all {
			if other.Games > step.Games {
				left += 0.1
			}
		}
		if math.Abs(step.Left-left) > 1e-12 || step.Interval.Low > left || step.Interval.High < left {
			t.Errorf("after %d games: got %v %v, want %v", step.Games, step.Left, step.Interval, left)
		}
	}
}

// TestLogRankPublished compares with the published 16.79 with one degree of freedom for the remissions (Kleinbaum and
// Klein). It also checks that for three groups the statistic does not depend on their order, and that two equal groups
// differ less than by chance.
func TestLogRankPublished(t *testing.T) {
	a, b := KaplanMeier(mercaptopurine), KaplanMeier(placebo)
	chi2, freedom, p := LogRank(a, b)
	if math.Abs(chi2-16.79) > 0.005 || freedom != 1 || math.Abs(p-4.17e-5) > 1e-7 {
		t.Errorf("log-rank χ² %v with %d degrees of freedom, p %v; want 16.79, 1, 0.0000417", chi2, freedom, p)
	}
	c := KaplanMeier(times(2, 3, 6, 6, 7, -9, 12, 15))
	one, freedom, _ := LogRank(a, b, c)
	two, _, _ := LogRank(c, a, b, KaplanMeier(nil))
	if freedom != 2 || math.Abs(one-two) > 1e-9 || one < chi2 {
		t.Errorf("three groups: χ² %v and %v with %d degrees of freedom", one, two, freedom)
	}
	if same, _, p := LogRank(c, c); math.Abs(same) > 1e-9 || p < 0.999 {
		t.Errorf("equal groups: χ² %v, p %v", same, p)
	}
	if none, _, _ := LogRank(a); !math.IsNaN(none) {
		t.Errorf("one group: χ² %v", none)
	}
	if none, _, _ := LogRank(KaplanMeier(times(-3)), KaplanMeier(times(-4))); !math.IsNaN(none) {
		t.Errorf("without events: χ² %v", none)
	}
}

// TestEventTime checks that a machine has reached an event only if the event holds at every later checkpoint, and that
// a machine for which it does not hold at the end is censored.
func TestEventTime(t *testing.T) {
	curve := func(draws ...float64) (r Replicate) {
		for i, d := range draws {
			r.Curve = append(r.Curve, arena.Point{Games: int64(10 * i), Perfect: arena.WDL{Draw: d, Loss: 1 - d}})
		}
		return r
	}
	bankrupt := curve(0.2, 0, 0)
	bankrupt.Bankrupt = 7
	for _, c := range []struct {
		event string
		r     Replicate
		want  Time
	}{
		{"draws:0.9", curve(0.2, 0.9, 0.95), Time{Games: 10}},
		{"draws:0.9", curve(0.95, 0.8, 0.95), Time{Games: 20}},
		{"draws:0.9", curve(0.95, 0.9, 0.8), Time{Games: 20, Censored: true}},
		{"draws:0.9", curve(0.9, 0.9, 0.9), Time{Games: 0}},
		{"losses:0.1:perfect", curve(0.2, 0.875, 0.95), Time{Games: 20}},
		{"bankrupt", curve(0.2, 0.2, 0.2), Time{Games: 20, Censored: true}},
		{"bankrupt", bankrupt, Time{Games: 7}},
	} {
		e, err := ParseEvent(c.event)
		if got := e.Time(c.r); err != nil || got != c.want {
			t.Errorf("%s of %v: %+v, %v; want %+v", c.event, c.r.Curve, got, err, c.want)
		}
	}
	for _, wrong := range []string{
		"", "draws", "draws:", "draws:1.1", "draws:NaN", "draws:0.9:nobody", "wins:0.5:played",
	} {
		if _, err := ParseEvent(wrong); err == nil {
			t.Errorf("event %q is accepted", wrong)
		}
	}
}
