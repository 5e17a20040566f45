package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace/arena"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestSummarize uses Student's own data (Biometrika 6, 1908), the additional hours of sleep of ten patients. The
// numbers come from R's t.test(extra, data = sleep), summary and quantile.
func TestSummarize(t *testing.T) {
	first := Summarize([]float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}, 0.95)
	second := Summarize([]float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}, 0.95)
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
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s: got %.7f, want %.7f", c.what, c.got, c.want)
		}
	}
}

func TestSummaryOfNextToNothing(t *testing.T) {
	one := Summarize([]float64{3}, 0.95)
	if one.Mean != 3 || one.Median != 3 || one.P95 != 3 || !math.IsNaN(one.SD) || !math.IsNaN(one.Interval.Low) {
		t.Errorf("one value: got %+v", one)
	}
	same := Summarize([]float64{2, 2, 2}, 0.95)
	if same.SD != 0 || same.Interval != (Interval{2, 2}) || Compare(same, same) != (Difference{}) {
		t.Errorf("equal values: got %+v, %+v", same, Compare(same, same))
	}
	if d := Compare(one, same); !math.IsNaN(d.Interval.Low) {
		t.Errorf("a difference from one value has an interval: %+v", d)
	}
}

// TestShare compares with R's binom.test for 0, 3 and 10 of 10.
func TestShare(t *testing.T) {
	for k, want := range map[int]Interval{
		0: {0, 0.3084971}, 3: {0.06673951, 0.65245285}, 10: {0.6915029, 1},
	} {
		if got := Share(k, 10, 0.95); !near(got.Low, want.Low) || !near(got.High, want.High) {
			t.Errorf("%d of 10: got %v, want %v", k, got, want)
		}
	}
}

// TestPossible checks that intervals contain only possible values. Those of two values by Student's t are wider.
func TestPossible(t *testing.T) {
	wide := func(m Measure) []Summary {
		return []Summary{m.Describe([]float64{0, 1}, 0.95), m.Describe([]float64{0, 1}, 0.95)}
	}
	draws, score, value := Measure{"perfect", "draw"}, Measure{"played", "score"}, Measure{"perfect", "value"}
	if d := draws.Compare(wide(draws)[0], wide(draws)[1]); d.Interval != (Interval{-1, 1}) {
		t.Errorf("difference: %v", d.Interval)
	}
	if d := score.Compare(wide(score)[0], wide(score)[1]); d.Interval.Low > -1 {
		t.Errorf("score: %v", d.Interval)
	}
	// Two machines that cannot win have values from −1 to 0, which differ by at most 1.
	a, b := value.Describe([]float64{-1, 0}, 0.95).AtMost(0), value.Describe([]float64{-1, 0}, 0.95).AtMost(0)
	if d := value.Compare(a, b); d.Interval != (Interval{-1, 1}) {
		t.Errorf("difference of values of at most 0: %v", d.Interval)
	}
}

// TestCompareShares compares the intervals with table II of Newcombe (1998), method 10.
func TestCompareShares(t *testing.T) {
	for _, c := range []struct {
		k, m, l, n int
		low, high  float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339}, {9, 10, 3, 10, 0.1705, 0.8090}, {6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926}, {0, 10, 0, 20, -0.1611, 0.2775}, {0, 10, 0, 10, -0.2775, 0.2775},
		{10, 10, 0, 20, 0.6791, 1}, {10, 10, 0, 10, 0.6075, 1},
	} {
		d := CompareShares(c.k, c.m, c.l, c.n, 0.95)
		if math.Abs(d.Interval.Low-c.low) > 5e-5 || math.Abs(d.Interval.High-c.high) > 5e-5 ||
			!near(d.Mean, float64(c.k)/float64(c.m)-float64(c.l)/float64(c.n)) {
			t.Errorf("%d of %d and %d of %d: %+v, want %v to %v", c.k, c.m, c.l, c.n, d, c.low, c.high)
		}
	}
}

func TestIntervalsHoldPossibleValues(t *testing.T) {
	bold, timid := arena.Point{Perfect: arena.WDL{Draw: 1}}, arena.Point{Perfect: arena.WDL{Loss: 1}}
	for _, m := range small().Measures() {
		if m.Against != "perfect" || m.Name == "win" {
			continue
		}
		s := m.Summarize([]arena.Point{bold, timid}, 0.95)
		want := map[string]Interval{"draw": {0, 1}, "loss": {0, 1}, "value": {-1, 1}}[m.Name]
		if s.Interval != want {
			t.Errorf("%s: got %v, want %v", m.Name, s.Interval, want)
		}
		if got := m.Compare(s, s).Interval; got != (Interval{want.Low - want.High, want.High - want.Low}) {
			t.Errorf("difference of %s: got %v", m.Name, got)
		}
	}
}

// ranks returns which of n sorted values are the ends of the interval of a quantile, counted from 1: 0 and n + 1 stand
// for no end.
func ranks(p float64, n int, confidence float64) [2]int {
	values := make([]float64, n)
	for i := range values {
		values[i] = float64(i + 1)
	}
	i := QuantileInterval(p, values, confidence)
	return [2]int{int(max(i.Low, 0)), int(min(i.High, float64(n+1)))}
}

// TestMedianInterval uses the well-known table of the sign test, as in W. J. Conover, Practical Nonparametric Statistics
// (1999), table A3 and chapter 3: the ranks of the median's interval of at least 95 %, or 99 %, for n values.
func TestMedianInterval(t *testing.T) {
	for _, c := range []struct {
		n          int
		confidence float64
		want       [2]int
	}{
		{5, 0.95, [2]int{0, 6}}, {6, 0.95, [2]int{1, 6}}, {8, 0.95, [2]int{1, 8}}, {9, 0.95, [2]int{2, 8}},
		{10, 0.95, [2]int{2, 9}}, {12, 0.95, [2]int{3, 10}}, {15, 0.95, [2]int{4, 12}}, {16, 0.95, [2]int{4, 13}},
		{20, 0.95, [2]int{6, 15}}, {25, 0.95, [2]int{8, 18}}, {7, 0.99, [2]int{0, 8}}, {8, 0.99, [2]int{1, 8}},
		{10, 0.99, [2]int{1, 10}}, {20, 0.99, [2]int{4, 17}}, {0, 0.95, [2]int{0, 1}},
	} {
		if got := ranks(0.5, c.n, c.confidence); got != c.want {
			t.Errorf("%d values, %g: got ranks %v, want %v", c.n, c.confidence, got, c.want)
		}
	}
	ten := Summarize([]float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}, 0.95)
	if ten.MedianInterval != (Interval{-1.2, 3.4}) {
		t.Errorf("Student's patients: got %v", ten.MedianInterval)
	}
	if five := Summarize([]float64{1, 2, 3, 4, 5}, 0.95); !math.IsNaN(five.MedianInterval.Low) {
		t.Errorf("five values: got %v", five.MedianInterval)
	}
}

// TestQuantileIntervalByCounting adds up integer binomial coefficients: each end of the interval is on the wrong side
// with a probability of at most half of the allowed error, and the next value inwards would exceed it.
func TestQuantileIntervalByCounting(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for _, quarter := range []float64{1, 2, 3} {
			for _, confidence := range []float64{0.9, 0.95, 0.998} {
				fewer := []float64{0} // fewer[r] is the chance that fewer than r of the values are below the quantile
				ways := 1.0
				for k := range n + 1 {
					chance := ways * math.Pow(quarter/4, float64(k)) * math.Pow(1-quarter/4, float64(n-k))
					fewer = append(fewer, fewer[k]+chance)
					ways *= float64(n-k) / float64(k+1)
				}
				tail, got := (1-confidence)/2, ranks(quarter/4, n, confidence)
				low, high := got[0], got[1]
				if fewer[low] > tail || low < n && fewer[low+1] <= tail ||
					high <= n && 1-fewer[high] > tail || high > 1 && 1-fewer[high-1] <= tail {
					t.Errorf("quantile %g of %d values, %g: got ranks %v", quarter/4, n, confidence, got)
				}
			}
		}
	}
}

// TestQuantileIntervalCovers draws values of a distribution in which a few are far from the rest, and of one with three
// values. The intervals of the quartiles contain the true ones at least as often as promised.
func TestQuantileIntervalCovers(t *testing.T) {
	const samples = 4000
	random := rand.New(rand.NewPCG(1, 2))
	for name, d := range map[string]struct {
		draw  func() float64
		truth [3]float64
	}{
		"Cauchy": {func() float64 { return math.Tan(math.Pi * (random.Float64() - 0.5)) }, [3]float64{-1, 0, 1}},
		"three":  {func() float64 { return math.Floor(3 * random.Float64()) }, [3]float64{0, 1, 2}},
	} {
		for i, truth := range d.truth {
			covered := 0
			for range samples {
				values := make([]float64, 30)
				for j := range values {
					values[j] = d.draw()
				}
				slices.Sort(values)
				if in := QuantileInterval(float64(i+1)/4, values, 0.95); in.Low <= truth && truth <= in.High {
					covered++
				}
			}
			if share := float64(covered) / samples; share < 0.95-5*math.Sqrt(0.95*0.05/samples) {
				t.Errorf("%s, quartile %d: covered in %.4f", name, i+1, share)
			}
		}
	}
}
