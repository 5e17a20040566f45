package experiment

import (
	"math"
	"testing"

	"menace/arena"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestSummarize uses Student's own data (Biometrika 6, 1908), the additional hours of sleep of ten patients. The
// numbers come from R's t.test(extra, data = sleep), summary and quantile.
func TestSummarize(t *testing.T) {
	first := Summarize([]float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0})
	second := Summarize([]float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4})
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"mean", first.Mean, 0.75},
		{"sd", first.SD, 1.7890097},
		{"interval from", first.Interval.Low, -0.5297804},
		{"interval to", first.Interval.High, 2.0297804},
		{"median", first.Median, 0.35},
		{"5 %", first.P5, -1.42},
		{"95 %", first.P95, 3.565},
		{"mean of the second", second.Mean, 2.33},
		{"difference", Compare(first, second).Mean, -1.58},
		{"difference from", Compare(first, second).Interval.Low, -3.3654832},
		{"difference to", Compare(first, second).Interval.High, 0.2054832},
		{"p value", math.Round(1e5 * Compare(first, second).P), 7939},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s: got %.7f, want %.7f", c.what, c.got, c.want)
		}
	}
}

func TestSummaryOfNextToNothing(t *testing.T) {
	one := Summarize([]float64{3})
	if one.Mean != 3 || one.Median != 3 || one.P95 != 3 || !math.IsNaN(one.SD) || !math.IsNaN(one.Interval.Low) {
		t.Errorf("one value: got %+v", one)
	}
	same := Summarize([]float64{2, 2, 2})
	if same.SD != 0 || same.Interval != (Interval{2, 2}) || Compare(same, same) != (Difference{0, Interval{}, 1}) {
		t.Errorf("equal values: got %+v, %+v", same, Compare(same, same))
	}
	if d := Compare(one, same); !math.IsNaN(d.Interval.Low) {
		t.Errorf("a difference from one value has an interval: %+v", d)
	}
}

// TestHolm uses examples from the manuals of pingouin (Python) and stdlib (JavaScript), the one of R's p.adjust, and
// the four hypotheses of the Wikipedia page on Holm's method, two of which are rejected.
func TestHolm(t *testing.T) {
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.50, 0.003, 0.32, 0.054, 0.0003}, []float64{0.64, 0.012, 0.64, 0.162, 0.0015}},
		{[]float64{0.319, 0.201, 0.4, 0.374, 0.113}, []float64{0.957, 0.804, 0.957, 0.957, 0.565}},
		{[]float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0.05, 0.08, 0.09, 0.09, 0.09}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.7, 0.6}, []float64{1, 1}}, {nil, nil},
	} {
		for i, got := range Holm(c.p) {
			if math.Abs(got-c.want[i]) > 1e-9 {
				t.Errorf("%v: got %v, want %v", c.p, Holm(c.p), c.want)
				break
			}
		}
	}
}

// TestShare compares with R's binom.test for 0, 3 and 10 of 10.
func TestShare(t *testing.T) {
	for k, want := range map[int]Interval{
		0: {0, 0.3084971}, 3: {0.06673951, 0.65245285}, 10: {0.6915029, 1},
	} {
		if got := Share(k, 10); !near(got.Low, want.Low) || !near(got.High, want.High) {
			t.Errorf("%d of 10: got %v, want %v", k, got, want)
		}
	}
}

// TestPossible checks that intervals contain only possible values. Those of two values by Student's t are wider.
func TestPossible(t *testing.T) {
	wide := func(m Measure) []Summary {
		return []Summary{m.Describe([]float64{0, 1}), m.Describe([]float64{0, 1})}
	}
	draws, score, value := Measure{"perfect", "draw"}, Measure{"played", "score"}, Measure{"perfect", "value"}
	if d := draws.Compare(wide(draws)[0], wide(draws)[1]); d.Interval != (Interval{-1, 1}) {
		t.Errorf("difference: %v", d.Interval)
	}
	if d := draws.Contrast([]float64{0.5, -0.5}, wide(draws)); d.Interval != (Interval{-0.5, 0.5}) {
		t.Errorf("contrast: %v", d.Interval)
	}
	if d := score.Contrast([]float64{0.5, -0.5}, wide(score)); d.Interval.Low > -1 {
		t.Errorf("score: %v", d.Interval)
	}
	// Two machines that cannot win have values from −1 to 0, which differ by at most 1.
	a, b := value.Describe([]float64{-1, 0}).AtMost(0), value.Describe([]float64{-1, 0}).AtMost(0)
	if d := value.Compare(a, b); d.Interval != (Interval{-1, 1}) {
		t.Errorf("difference of values of at most 0: %v", d.Interval)
	}
}

// TestContrastShares checks that half the sum of two equal differences is that difference, with an interval
// narrower by √2, and that shares of 0 do not have an interval of width 0.
func TestContrastShares(t *testing.T) {
	one := CompareShares(56, 70, 48, 80)
	both := ContrastShares([]float64{0.5, -0.5, 0.5, -0.5}, []int{56, 48, 56, 48}, []int{70, 80, 70, 80})
	if !near(both.Mean, one.Mean) || !near(both.Interval.Low-both.Mean, (one.Interval.Low-one.Mean)/math.Sqrt2) ||
		!near(both.Interval.High-both.Mean, (one.Interval.High-one.Mean)/math.Sqrt2) || !math.IsNaN(both.P) {
		t.Errorf("got %+v, of which each half is %+v", both, one)
	}
	if none := ContrastShares([]float64{1, -1}, []int{0, 0}, []int{6, 6}); none.Mean != 0 || none.Interval.High < 0.2 {
		t.Errorf("no successes: %+v", none)
	}
}

// TestCompareShares compares the intervals with table II of Newcombe (1998), method 10, and the p values with R's
// fisher.test for Fisher's lady tasting tea and for his twins and convictions.
func TestCompareShares(t *testing.T) {
	for _, c := range []struct {
		k, m, l, n int
		low, high  float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090}, {6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926}, {0, 10, 0, 20, -0.1611, 0.2775}, {0, 10, 0, 10, -0.2775, 0.2775},
		{10, 10, 0, 20, 0.6791, 1}, {10, 10, 0, 10, 0.6075, 1},
	} {
		d := CompareShares(c.k, c.m, c.l, c.n)
		if math.Abs(d.Interval.Low-c.low) > 5e-5 || math.Abs(d.Interval.High-c.high) > 5e-5 ||
			!near(d.Mean, float64(c.k)/float64(c.m)-float64(c.l)/float64(c.n)) {
			t.Errorf("%d of %d and %d of %d: %+v, want %v to %v", c.k, c.m, c.l, c.n, d, c.low, c.high)
		}
	}
	for _, c := range []struct {
		k, m, l, n int
		p          float64
	}{{3, 4, 1, 4, 0.4857143}, {2, 17, 10, 13, 0.0005367241}, {0, 10, 0, 20, 1}, {5, 5, 0, 5, 0.007936508}} {
		if got := CompareShares(c.k, c.m, c.l, c.n).P; !near(got, c.p) {
			t.Errorf("%d of %d and %d of %d: p %v, want %v", c.k, c.m, c.l, c.n, got, c.p)
		}
	}
}

// TestWilson compares with Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
		{20, 20, 1 - 0.1611, 1},
	} {
		if got := Wilson(c.k, c.n); math.Abs(got.Low-c.low) > 5e-5 || math.Abs(got.High-c.high) > 5e-5 {
			t.Errorf("%d of %d: %v, want %v to %v", c.k, c.n, got, c.low, c.high)
		}
	}
}

func TestIntervalsHoldPossibleValues(t *testing.T) {
	bold, timid := arena.Point{Perfect: arena.WDL{Draw: 1}}, arena.Point{Perfect: arena.WDL{Loss: 1}}
	for _, m := range small().Measures() {
		if m.Against != "perfect" || m.Name == "win" {
			continue
		}
		s := m.Summarize([]arena.Point{bold, timid})
		want := map[string]Interval{"draw": {0, 1}, "loss": {0, 1}, "value": {-1, 1}}[m.Name]
		if s.Interval != want {
			t.Errorf("%s: got %v, want %v", m.Name, s.Interval, want)
		}
		if got := m.Compare(s, s).Interval; got != (Interval{want.Low - want.High, want.High - want.Low}) {
			t.Errorf("difference of %s: got %v", m.Name, got)
		}
	}
}
