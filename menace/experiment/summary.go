package experiment

import (
	"math"
	"menace/menace/arena"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the usual confidence level of intervals.
const Confidence = 0.95

// Interval is a range that contains the true value with a given confidence.
type Interval struct{ Low, High float64 }

// unknown is the interval of a value with too few observations.
var unknown = Interval{math.NaN(), math.NaN()}

// within returns the part of the interval inside bounds. NaN stays NaN.
func (i Interval) within(bounds Interval) Interval {
	return Interval{max(i.Low, bounds.Low), min(i.High, bounds.High)}
}

// Summary describes the values of the replicates of a cell.
type Summary struct {
	N               int
	Mean            float64
	SD              float64  // sample standard deviation; NaN for one value
	Interval        Interval // of the mean, by Student's t; NaN for one value
	P5, Median, P95 float64
	MedianInterval  Interval // by [QuantileInterval]; NaN if it is unbounded on both sides

	confidence float64
	possible   Interval // range of possible values, of a [Measure]
}

// Summarize describes one or more values, with intervals of this confidence. It sorts them. If a value is NaN, that is,
// unknown, so is everything except N.
func Summarize(values []float64, confidence float64) Summary {
	count := len(values)
	if slices.Sort(values); math.IsNaN(values[0]) { // NaN comes first
		values = values[:1]
	}
	mean, sd := stat.MeanStdDev(values, nil)
	n := float64(len(values))
	s := Summary{
		N: count, Mean: mean, SD: sd, Interval: tInterval(mean, sd/math.Sqrt(n), n-1, confidence),
		P5: Quantile(0.05, values), Median: Quantile(0.5, values), P95: Quantile(0.95, values),
		MedianInterval: QuantileInterval(0.5, values, confidence), confidence: confidence,
	}
	if math.IsInf(s.MedianInterval.Low, -1) {
		s.MedianInterval = unknown
	}
	return s
}

// tInterval returns the t interval of an estimate from its standard error and degrees of freedom. Its width is 0 if
// the error is 0.
func tInterval(estimate, err, freedom, confidence float64) Interval {
	if err == 0 {
		return Interval{estimate, estimate}
	}
	if math.IsNaN(err) {
		return unknown
	}
	half := err * distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1+confidence)/2)
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

// QuantileInterval returns a confidence interval of quantile p, 0 to 1, of the distribution behind sorted values. Its
// ends are two of the values. It assumes nothing about the distribution: the number of values below the quantile is
// binomial, so each end is on the wrong side of it with a probability of at most (1 − confidence)/2 (H. A. David and H.
// N. Nagaraja, Order Statistics, 2003, section 7.1). If there are too few values for such an end, it is infinite.
func QuantileInterval(p float64, sorted []float64, confidence float64) Interval {
	n, tail := len(sorted), (1-confidence)/2
	below := distuv.Binomial{N: float64(n), P: p}
	interval := Interval{math.Inf(-1), math.Inf(1)}
	above := distuv.Binomial{N: float64(n), P: 1 - p}
	if i := sort.Search(n, func(i int) bool { return below.CDF(float64(i)) > tail }); i > 0 {
		interval.Low = sorted[i-1]
	}
	if i := sort.Search(n, func(i int) bool { return above.CDF(float64(i)) > tail }); i > 0 {
		interval.High = sorted[n-i]
	}
	return interval
}

// Difference is the difference of two means or shares.
type Difference struct {
	Mean     float64
	Interval Interval
}

// Compare returns the difference of the means of a and b, with the confidence of a. It does not assume equal variances;
// its degrees of freedom follow B. L. Welch, The generalization of “Student's” problem when several different
// population variances are involved, Biometrika 34, 1947.
func Compare(a, b Summary) Difference {
	v, w := a.SD*a.SD/float64(a.N), b.SD*b.SD/float64(b.N)
	freedom := (v + w) * (v + w) / (v*v/float64(a.N-1) + w*w/float64(b.N-1))
	d := a.Mean - b.Mean
	return Difference{d, tInterval(d, math.Sqrt(v+w), freedom, a.confidence)}
}

// Share returns the interval of a probability after k successes in n ≥ 1 trials, by Clopper and Pearson (Biometrika
// 26, 1934).
func Share(k, n int, confidence float64) Interval {
	share, tail := Interval{0, 1}, (1-confidence)/2
	if k > 0 {
		share.Low = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(tail)
	}
	if k < n {
		share.High = distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(1 - tail)
	}
	return share
}

// wilson is [arena.Wilson] for counts of machines.
func wilson(k, n int, confidence float64) Interval {
	low, high := arena.Wilson(int64(k), int64(n), confidence)
	return Interval{low, high}
}

// CompareShares returns k/m − l/n for m ≥ 1 and n ≥ 1 machines, with its interval from Wilson's (R. G. Newcombe,
// Interval estimation for the difference between independent proportions, Statistics in Medicine 17, 1998, method 10).
func CompareShares(k, m, l, n int, confidence float64) Difference {
	p, q := float64(k)/float64(m), float64(l)/float64(n)
	a, b := wilson(k, m, confidence), wilson(l, n, confidence)
	return Difference{p - q, Interval{
		p - q - math.Hypot(p-a.Low, b.High-q), p - q + math.Hypot(a.High-p, q-b.Low),
	}}
}
