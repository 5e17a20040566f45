package experiment

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the confidence level of all intervals.
const Confidence = 0.95

// tail is the probability left out on either side of an interval.
const tail = (1 - Confidence) / 2

// Interval is a range that contains the true value in 95 % of cases.
type Interval struct{ Low, High float64 }

// within returns the part of the interval inside bounds. NaN stays NaN.
func (i Interval) within(bounds Interval) Interval {
	return Interval{max(i.Low, bounds.Low), min(i.High, bounds.High)}
}

// Summary describes the values of the replicates of a cell.
type Summary struct {
	N               int
	Mean            float64
	SD              float64  // sample standard deviation; NaN for one value
	Interval        Interval // of the mean, by Student's t, or BCa from [Bootstrap]; NaN for one value
	P5, Median, P95 float64

	bootstrap *bootstrap // nil for a t interval
	possible  Interval   // range of possible values, of a [Measure]
}

// Summarize describes one or more values. It sorts them. If a value is NaN, that is, unknown, so is everything except
// N.
func Summarize(values []float64) Summary {
	count := len(values)
	if slices.Sort(values); math.IsNaN(values[0]) { // NaN comes first
		values = values[:1]
	}
	mean, sd := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	return Summary{
		N: count, Mean: mean, SD: sd,
		Interval: tInterval(mean, sd/math.Sqrt(n), n-1),
		P5:       Quantile(0.05, values), Median: Quantile(0.5, values), P95: Quantile(0.95, values),
	}
}

// tInterval returns the t interval of an estimate from its standard error and degrees of freedom. Its width is 0 if
// the error is 0.
func tInterval(estimate, err, freedom float64) Interval {
	if err == 0 {
		return Interval{estimate, estimate}
	}
	if math.IsNaN(err) {
		return Interval{math.NaN(), math.NaN()}
	}
	half := err * distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(1-tail)
	return Interval{estimate - half, estimate + half}
}

// Quantile returns the quantile p, 0 to 1, of sorted values with the default method of R, NumPy and pandas: type 7 of
// Hyndman and Fan, The American Statistician 50(4), 1996. (Package stat has types 1 and 4, whose median of an even
// number of values is the lower of the middle two.)
func Quantile(p float64, sorted []float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(at)
	if rest := at - float64(low); rest > 0 {
		return sorted[low] + rest*(sorted[low+1]-sorted[low])
	}
	return sorted[low]
}

// Difference is the difference of the means of two cells.
type Difference struct {
	Mean     float64
	Interval Interval
	P        float64 // two-sided p value of no difference, by Welch's t; NaN if a cell has one value
}

// Compare returns a − b. Like [Contrast] of two cells it uses Welch's t, but if both summaries come from [Bootstrap]
// the interval is BCa.
func Compare(a, b Summary) Difference {
	d := Contrast([]float64{1, -1}, []Summary{a, b})
	if a.bootstrap != nil && b.bootstrap != nil {
		d.Interval = a.bootstrap.minus(b.bootstrap).interval()
	}
	return d
}

// Contrast returns the weighted sum of the means of cells. It does not assume equal variances; its degrees of freedom
// are those of B. L. Welch, The generalization of “Student's” problem when several different population variances are
// involved, Biometrika 34, 1947. The replicates of cells are independent, because their seeds differ.
func Contrast(weights []float64, cells []Summary) Difference {
	mean, variance, spread := 0.0, 0.0, 0.0
	for i, c := range cells {
		v := weights[i] * weights[i] * c.SD * c.SD / float64(c.N)
		mean, variance, spread = mean+weights[i]*c.Mean, variance+v, spread+v*v/float64(c.N-1)
	}
	err, freedom := math.Sqrt(variance), variance*variance/spread
	return Difference{mean, tInterval(mean, err, freedom), pValue(mean, err, freedom)}
}

// pValue returns the two-sided p value, by t, of the hypothesis that the true value of an estimate is 0. If the
// standard error is 0, it is 1 for an estimate of 0 and 0 for any other.
func pValue(estimate, err, freedom float64) float64 {
	switch {
	case math.IsNaN(err):
		return math.NaN()
	case err == 0 && estimate == 0:
		return 1
	case err == 0:
		return 0
	}
	return 2 * distuv.StudentsT{Sigma: 1, Nu: freedom}.CDF(-math.Abs(estimate/err))
}

// Holm returns the adjusted p values of a family of tests, none of them NaN. With a probability of at least 95 % no
// true hypothesis among them gets a value of 0.05 or less, however the tests depend on each other: S. Holm, A simple
// sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range p {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(p)-rank)*p[i]))
		adjusted[i] = least
	}
	return adjusted
}

// Share returns the interval of a probability after k successes in n ≥ 1 trials, by Clopper and Pearson (Biometrika
// 26, 1934).
func Share(k, n int) Interval {
	share := Interval{0, 1}
	if k > 0 {
		share.Low = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(tail)
	}
	if k < n {
		share.High = distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(1 - tail)
	}
	return share
}

// Wilson returns the interval of a probability after k successes in n ≥ 1 trials, which unlike [Share] is not exact
// (E. B. Wilson, Journal of the American Statistical Association 22, 1927).
func Wilson(k, n int64) Interval {
	z := distuv.UnitNormal.Quantile(1 - tail)
	p, trials := float64(k)/float64(n), float64(n)
	scale := 1 / (1 + z*z/trials)
	centre := scale * (p + z*z/(2*trials))
	half := scale * z * math.Sqrt(p*(1-p)/trials+z*z/(4*trials*trials))
	return Interval{centre - half, centre + half}.within(Interval{0, 1})
}

// CompareShares returns k/m − l/n for m ≥ 1 and n ≥ 1 machines, with its interval from Wilson's (R. G. Newcombe,
// Interval estimation for the difference between independent proportions, Statistics in Medicine 17, 1998, method 10)
// and the two-sided p value of Fisher's exact test.
func CompareShares(k, m, l, n int) Difference {
	d := ContrastShares([]float64{1, -1}, []int{k, l}, []int{m, n})
	d.P = 0
	binomial := func(n, k int) float64 { return combin.LogGeneralizedBinomial(float64(n), float64(k)) }
	chance := func(first int) float64 { // probability of this many successes among the m, given k + l among all
		return math.Exp(binomial(m, first) + binomial(n, k+l-first) - binomial(m+n, k+l))
	}
	for other := max(0, k+l-n); other <= min(m, k+l); other++ {
		if c := chance(other); c <= chance(k)*(1+1e-7) { // same tolerance as R
			d.P += c
		}
	}
	d.P = min(d.P, 1)
	return d
}

// ContrastShares returns the weighted sum of the shares k[i]/n[i], where n[i] ≥ 1, with its interval from Wilson's:
// G. Y. Zou, W. Huang and X. Zhang, A note on confidence interval estimation for a linear function of binomial
// proportions, Computational Statistics & Data Analysis 53, 2009. The p value is NaN.
func ContrastShares(weights []float64, k, n []int) Difference {
	sum, below, above := 0.0, 0.0, 0.0
	for i, w := range weights {
		p, share := w*float64(k[i])/float64(n[i]), Wilson(int64(k[i]), int64(n[i]))
		sum += p
		below = math.Hypot(below, p-min(w*share.Low, w*share.High))
		above = math.Hypot(above, max(w*share.Low, w*share.High)-p)
	}
	return Difference{sum, Interval{sum - below, sum + above}, math.NaN()}
}
