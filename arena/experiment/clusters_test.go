package experiment

import (
	"math"
	"testing"
)

// The populations of ten American cities in 1920 and 1930, in thousands, whose ratio is the standard example of a
// bootstrap (the data set city of the R package boot, after Davison and Hinkley, 1997). Two published runs of boot.ci
// with 999 resamples give 1.245 to 2.057 and 1.241 to 2.180.
var (
	in1920 = []float64{138, 93, 61, 179, 48, 37, 29, 23, 30, 2}
	in1930 = []float64{143, 104, 69, 260, 75, 63, 50, 48, 111, 50}
)

// TestClusterRatio compares the ends of an interval with the exact distribution of the bootstrap, over all 92,378 ways
// to draw ten cities from ten with replacement.
func TestClusterRatio(t *testing.T) {
	got := ClusterRatio(in1930, in1920, 1)
	below := map[float64]float64{} // probability of a smaller ratio, by end of the interval
	var draw func(city, left int, part, whole, probability float64)
	draw = func(city, left int, part, whole, probability float64) {
		if city == len(in1920)-1 {
			part, whole = part+float64(left)*in1930[city], whole+float64(left)*in1920[city]
			for _, end := range []float64{got.Low, got.High} {
				if part/whole < end {
					below[end] += probability / factorial(left)
				}
			}
			return
		}
		for n := range left + 1 {
			times := float64(n)
			draw(city+1, left-n, part+times*in1930[city], whole+times*in1920[city], probability/factorial(n))
		}
	}
	draw(0, 10, 0, 0, factorial(10)/1e10)
	five := 5 * math.Sqrt(tail*(1-tail)/ClusterResamples) // standard errors of a quantile's probability
	if p := below[got.Low]; math.Abs(p-tail) > five {
		t.Errorf("%.4f of the ratios lie below %.3f, want %.3f", p, got.Low, tail)
	}
	if p := below[got.High]; math.Abs(p-1+tail) > five {
		t.Errorf("%.4f of the ratios lie below %.3f, want %.3f", p, got.High, 1-tail)
	}
	if math.Abs(got.Low-1.243) > 0.02 || math.Abs(got.High-2.118) > 0.1 {
		t.Errorf("got %.3f to %.3f, far from what R prints", got.Low, got.High)
	}
}

func factorial(n int) float64 { return math.Round(math.Gamma(float64(n + 1))) }

// TestClusterRatioOfOneKind checks that equal clusters give an interval of width 0, and that the same seed gives the
// same interval.
func TestClusterRatioOfOneKind(t *testing.T) {
	if got := ClusterRatio([]float64{2, 2, 2}, []float64{5, 5, 5}, 1); got != (Interval{0.4, 0.4}) {
		t.Errorf("equal clusters: got %v", got)
	}
	if ClusterRatio(in1930, in1920, 2) != ClusterRatio(in1930, in1920, 2) {
		t.Error("the same seed gives two intervals")
	}
	if got := ClusterRatio([]float64{1, 0}, []float64{2, 0}, 1); got != (Interval{0.5, 0.5}) {
		t.Errorf("an empty cluster: got %v", got)
	}
}
