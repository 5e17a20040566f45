package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"menace/arena"
)

// Resamples is the number of resamples behind a bootstrap interval.
const Resamples = 2000

// FewestBootstrapped is the smallest number of values that get a bootstrap interval. The interval lies within their
// range, and even the whole range of n values misses the median with a probability of 2·2⁻ⁿ, which is more than 5 % for
// n < 6: H. A. David and H. N. Nagaraja, Order Statistics, 2003, section 7.1.
const FewestBootstrapped = 6

// batches is the number of independent parts of the resamples. Each part has its own generator, so that the resamples
// do not depend on the number of cores.
const batches = 8

// tie is the distance, in standard errors, within which a resample counts as equal to the estimate. It is far above
// the rounding of a float32 and far below any visible difference.
const tie = 1e-3

// rounding is the relative difference within which values count as equal.
const rounding = 1e-12

// bootstrap holds an estimate, which is a mean or a difference of two means, and the ingredients of its BCa interval.
type bootstrap struct {
	estimate  float64
	err       float64   // standard error, over n rather than n − 1; NaN for too few values
	skew      float64   // sum of the cubed influences of the values, in units of err³
	resampled []float32 // resampled estimates minus estimate, in units of err
	possible  Interval  // range of possible resampled estimates
}

// Bootstrap summarizes measures of at least one point as [Measure.Summarize] does, but with the intervals of [BCa]
// for the means. All measures share the same resamples.
func Bootstrap(measures []Measure, points []arena.Point) []Summary {
	summaries, columns := make([]Summary, len(measures)), make([][]float64, len(measures))
	for i, m := range measures {
		columns[i] = m.values(points)
		summaries[i] = m.Summarize(points)
	}
	for i, b := range bootstrapMeans(columns) {
		summaries[i].bootstrap = b
		summaries[i].Interval = b.interval().within(measures[i].bounds())
	}
	return summaries
}

// WithoutResamples returns the summary without the resamples of [Bootstrap], which take much memory. [Compare] then
// uses Welch's t.
func (s Summary) WithoutResamples() Summary {
	s.bootstrap = nil
	return s
}

// BCa returns the bias-corrected and accelerated bootstrap interval of the mean of at least one value: B. Efron, Better
// bootstrap confidence intervals, Journal of the American Statistical Association 82, 1987. Unlike a t interval it
// keeps its confidence when some values are far from the rest, unless there are fewer than about four of these, and it
// stays within the range of the values. The same values in the same order give the same interval. For fewer than
// [FewestBootstrapped] values it is NaN. For equal values its width is 0, because resamples cannot show variation that
// did not occur.
func BCa(values []float64) Interval { return bootstrapMeans([][]float64{values})[0].interval() }

// bootstrapMeans bootstraps the means of columns of equal length, all with the same resamples.
func bootstrapMeans(columns [][]float64) []*bootstrap {
	all, scaled := make([]*bootstrap, len(columns)), make([]blas32.Vector, len(columns))
	for i, values := range columns {
		all[i], scaled[i] = newBootstrap(values)
	}
	var group sync.WaitGroup
	for batch := range batches {
		group.Go(func() {
			random := rand.NewPCG(1987, uint64(batch))
			times := blas32.Vector{N: len(columns[0]), Inc: 1, Data: aligned[float32](len(columns[0]))}
			for r := batch; r < Resamples; r += batches {
				resample(times.Data, random)
				for i, b := range all {
					if b.err > 0 {
						b.resampled[r] = blas32.Dot(times, scaled[i])
					}
				}
			}
		})
	}
	group.Wait()
	return all
}

// newBootstrap returns a bootstrap of the mean, without resamples so far, and the influence of each value: how far one
// more copy of it moves the mean, in standard errors.
func newBootstrap(values []float64) (*bootstrap, blas32.Vector) {
	n := float64(len(values))
	b := &bootstrap{estimate: stat.Mean(values, nil), resampled: make([]float32, Resamples)}
	b.possible = Interval{slices.Min(values), slices.Max(values)}
	influences := blas32.Vector{N: len(values), Inc: 1, Data: aligned[float32](len(values))}
	switch {
	case n < FewestBootstrapped:
		b.err = math.NaN()
		return b, influences
	case b.possible.High-b.possible.Low <= rounding*max(math.Abs(b.possible.Low), math.Abs(b.possible.High)):
		return b, influences
	}
	b.err = stat.PopStdDev(values, nil) / math.Sqrt(n)
	for i, v := range values {
		u := (v - b.estimate) / (n * b.err)
		b.skew += u * u * u
		influences.Data[i] = float32(u)
	}
	return b, influences
}

// aligned returns n zeros at an address that is a multiple of 16, as that of 32 bytes or more always is. Otherwise
// gonum would add them in another order, and the last digits of a sum would change from run to run.
func aligned[F float32 | float64](n int) []F { return make([]F, n, max(n, 8)) }

// resample draws len(times) indices with replacement and stores how often each was drawn.
func resample(times []float32, random *rand.PCG) {
	clear(times)
	n := uint64(len(times))
	for left := n; left > 0; left-- {
		u := random.Uint64()
		times[(u>>32)*n>>32]++
		if left--; left == 0 {
			return
		}
		times[(u&math.MaxUint32)*n>>32]++
	}
}

// interval returns the BCa interval of the estimate. A resample equal to the estimate counts half as below it.
func (b *bootstrap) interval() Interval {
	switch {
	case math.IsNaN(b.err):
		return Interval{math.NaN(), math.NaN()}
	case b.err == 0:
		return Interval{b.estimate, b.estimate}
	}
	sorted, below := make([]float64, Resamples), 0.0
	for i, d := range b.resampled {
		sorted[i] = float64(d)
		switch {
		case d < -tie:
			below++
		case d <= tie:
			below += 0.5
		}
	}
	slices.Sort(sorted)
	normal := distuv.UnitNormal
	bias, acceleration := normal.Quantile(below/Resamples), b.skew/6
	end := func(p float64) float64 {
		z := bias + normal.Quantile(p)
		return b.estimate + b.err*Quantile(normal.CDF(bias+z/(1-acceleration*z)), sorted)
	}
	return Interval{end(tail), end(1 - tail)}.within(b.possible)
}

// minus returns the bootstrap of the difference of two independent estimates. It pairs each resample of b with a
// different resample of other.
func (b *bootstrap) minus(other *bootstrap) *bootstrap {
	d := &bootstrap{
		estimate: b.estimate - other.estimate, err: math.Hypot(b.err, other.err), resampled: make([]float32, Resamples),
		possible: Interval{b.possible.Low - other.possible.High, b.possible.High - other.possible.Low},
	}
	if d.err > 0 {
		p, q := b.err/d.err, other.err/d.err
		d.skew = p*p*p*b.skew - q*q*q*other.skew
		for i := range d.resampled {
			d.resampled[i] = float32(p)*b.resampled[i] - float32(q)*other.resampled[Resamples-1-i]
		}
	}
	return d
}

// ClusterResamples is the number of resamples that [ClusterRatio] draws.
const ClusterResamples = 10_000

// ClusterRatio returns the interval of Σ parts / Σ wholes when observations come in clusters, such as all machines
// that met one player. Observations in a cluster are alike, so the bootstrap resamples whole clusters; the interval
// spans percentiles of the resampled ratios (Davison and Hinkley, Bootstrap Methods and their Application, 1997,
// section 5.3). The same seed gives the same interval. At least one whole must be positive.
func ClusterRatio(parts, wholes []float64, seed int64) Interval {
	random := rand.New(arena.NewRandom(seed))
	ratios := make([]float64, 0, ClusterResamples)
	for len(ratios) < ClusterResamples {
		part, whole := 0.0, 0.0
		for range parts {
			i := random.IntN(len(parts))
			part += parts[i]
			whole += wholes[i]
		}
		if whole > 0 {
			ratios = append(ratios, part/whole)
		}
	}
	slices.Sort(ratios)
	return Interval{Quantile(tail, ratios), Quantile(1-tail, ratios)}
}
