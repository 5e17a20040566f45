package experiment

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"menace/arena"
)

// skewed holds the values from a test of scipy.stats.bootstrap that compares it with R.
var skewed = []float64{10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213}

// averaged returns the mean of the intervals of shuffled values, each with its own resamples.
func averaged(times int, interval func(shuffle func([]float64)) Interval) (mean Interval) {
	random := rand.New(rand.NewPCG(3, 4))
	for range times {
		i := interval(func(v []float64) { random.Shuffle(len(v), func(a, b int) { v[a], v[b] = v[b], v[a] }) })
		mean.Low += i.Low / float64(times)
		mean.High += i.High / float64(times)
	}
	return mean
}

// TestBCaAgainstR compares with a million resamples by R's package boot, as quoted in scipy's tests: 32.31 to 91.43.
// The t interval is 22.2 to 83.5, and the percentile interval 28.86 to 84.21.
func TestBCaAgainstR(t *testing.T) {
	values := slices.Clone(skewed)
	got := averaged(200, func(shuffle func([]float64)) Interval {
		shuffle(values)
		return BCa(values)
	})
	if math.Abs(got.Low-32.31) > 0.005*32.31 || math.Abs(got.High-91.43) > 0.005*91.43 {
		t.Errorf("got %v", got)
	}
}

// TestBCaOfDifference computes the definition for two samples: resamples of each, and the influences of both.
func TestBCaOfDifference(t *testing.T) {
	a, b := slices.Clone(skewed), []float64{3, 4, 4, 5, 9, 70}
	d, below, squares, cubes := stat.Mean(a, nil)-stat.Mean(b, nil), 0.0, 0.0, 0.0
	random := rand.New(rand.NewPCG(5, 6))
	again := func(values []float64) (mean float64) {
		for range values {
			mean += values[random.IntN(len(values))] / float64(len(values))
		}
		return mean
	}
	resampled := make([]float64, 400_000)
	for i := range resampled {
		if resampled[i] = again(a) - again(b); resampled[i] < d {
			below++
		}
	}
	slices.Sort(resampled)
	for sign, values := range map[float64][]float64{1: a, -1: b} {
		for _, v := range values {
			u := sign * (v - stat.Mean(values, nil)) / float64(len(values))
			squares, cubes = squares+u*u, cubes+u*u*u
		}
	}
	bias, acceleration := distuv.UnitNormal.Quantile(below/float64(len(resampled))), cubes/6/math.Pow(squares, 1.5)
	end := func(z float64) float64 {
		return Quantile(distuv.UnitNormal.CDF(bias+(bias+z)/(1-acceleration*(bias+z))), resampled)
	}
	got := averaged(200, func(shuffle func([]float64)) Interval {
		shuffle(a)
		shuffle(b)
		both := bootstrapMeans([][]float64{a})
		return both[0].minus(bootstrapMeans([][]float64{b})[0]).interval()
	})
	if want := (Interval{end(-1.959964), end(1.959964)}); math.Abs(got.Low-want.Low) > 0.5 ||
		math.Abs(got.High-want.High) > 0.5 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestBCaCoversSkewedMeans simulates machines most of which never lose, some of which are slightly off, and 1.2 % of
// which always lose a quarter of their games, as after training against perfect play.
func TestBCaCoversSkewedMeans(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const experiments, machines, lost = 1000, 300, 0.012*0.25 + 0.25*0.002
	random := rand.New(rand.NewPCG(7, 8))
	bootstrapped, student := 0, 0
	for range experiments {
		values := make([]float64, machines)
		for i := range values {
			if u := random.Float64(); u < 0.012 {
				values[i] = 0.25
			} else if u < 0.262 {
				values[i] = 0.004 * random.Float64()
			}
		}
		if i := BCa(values); i.Low <= lost && lost <= i.High {
			bootstrapped++
		}
		if i := Summarize(values).Interval; i.Low <= lost && lost <= i.High {
			student++
		}
	}
	least := experiments * (Confidence - 5*math.Sqrt(Confidence*(1-Confidence)/experiments))
	if float64(bootstrapped) < least {
		t.Errorf("%d of %d BCa intervals contain the mean", bootstrapped, experiments)
	}
	if float64(student) >= least {
		t.Errorf("%d of %d t intervals contain the mean: the test proves nothing", student, experiments)
	}
}

func TestBCaOfNextToNothing(t *testing.T) {
	values := bootstrapMeans([][]float64{skewed})[0]
	for name, list := range map[string][]float64{"one value": {3}, "two values": {0, 1}, "five values": {1, 2, 3, 4, 5}} {
		b := bootstrapMeans([][]float64{list})[0]
		for _, i := range []Interval{b.interval(), b.minus(values).interval(), values.minus(b).interval()} {
			if !math.IsNaN(i.Low) || !math.IsNaN(i.High) {
				t.Errorf("%s: got %v", name, i)
			}
		}
	}
	equal := slices.Repeat([]float64{0.1}, 6)
	if i := BCa(equal); i.Low != i.High || !near(i.Low, 0.1) {
		t.Errorf("equal values: got %v", i)
	}
	if i := BCa([]float64{1, 1 - 1e-16, 1 - 2e-16, 1, 1, 1}); !near(i.Low, 1) || !near(i.High, 1) {
		t.Errorf("values that differ only by rounding: got %v", i)
	}
	same := bootstrapMeans([][]float64{slices.Repeat([]float64{2}, 6)})[0]
	if i := same.minus(same).interval(); i != (Interval{}) {
		t.Errorf("difference of equal values: got %v", i)
	}
	if got, want := values.minus(same).interval(), BCa(skewed); !near(got.Low/(want.Low-2), 1) ||
		!near(got.High/(want.High-2), 1) {
		t.Errorf("difference from equal values: got %v, want 2 less than %v", got, want)
	}
	if i := BCa([]float64{0, 0, 0, 1, 1, 1}); !(0 <= i.Low && i.Low < 0.2 && 0.8 < i.High && i.High <= 1) {
		t.Errorf("six values: got %v", i)
	}
}

// TestRangeCoversMedian checks the reason for FewestBootstrapped: the chance that all values are on one side of the
// median is first at most 5 % for that many.
func TestRangeCoversMedian(t *testing.T) {
	missed := func(n int) float64 { return 2 * math.Pow(0.5, float64(n)) }
	if missed(FewestBootstrapped-1) <= 1-Confidence || missed(FewestBootstrapped) > 1-Confidence {
		t.Errorf("%d values miss the median with a probability of %v", FewestBootstrapped, missed(FewestBootstrapped))
	}
}

// TestBCaOfOneInMany checks the interval of the mean if one trial in many has the event. It is that of a Poisson
// distribution, 0.0253 to 5.572 for one event (Garwood, Biometrika 28, 1936).
func TestBCaOfOneInMany(t *testing.T) {
	values := make([]float64, 2000)
	values[7] = 1
	if i := BCa(values); i.Low != 0 || 2000*i.High < 3 || 2000*i.High > 7 {
		t.Errorf("got %v", i)
	}
}

// TestBCaIsReproducible checks that the resamples depend neither on the number of cores nor on the other measures.
func TestBCaIsReproducible(t *testing.T) {
	want := BCa(skewed)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if got := BCa(skewed); got != want {
		t.Errorf("on one core: got %v, want %v", got, want)
	}
	negative := slices.Clone(skewed)
	for i := range negative {
		negative[i] *= -1
	}
	if got := BCa(negative); !near(got.Low, -want.High) || !near(got.High, -want.Low) {
		t.Errorf("negated values: got %v, want %v", got, want)
	}
}

// TestBootstrap checks that the intervals of summaries and of their differences are BCa, and that nothing else
// changes.
func TestBootstrap(t *testing.T) {
	var points []arena.Point
	var losses []float64
	for i := range 40 {
		loss := float64(i/39) * 0.25
		losses = append(losses, loss)
		points = append(points, arena.Point{Perfect: arena.WDL{Draw: 1 - loss, Loss: loss},
			MostLosses: arena.WDL{Loss: 1}})
	}
	measures := small().Measures()
	for i, s := range Bootstrap(measures, points) {
		m := measures[i]
		plain := m.Summarize(points)
		if s.N != 40 || s.Mean != plain.Mean || s.SD != plain.SD || s.Median != plain.Median || s.P5 != plain.P5 ||
			s.P95 != plain.P95 {
			t.Errorf("%v: got %+v, want %+v", m, s, plain)
		}
		if m == (Measure{"perfect", "loss"}) && s.Interval != BCa(losses) {
			t.Errorf("%v: got %v, want %v", m, s.Interval, BCa(losses))
		}
		if d := m.Compare(s, s); d.Mean != 0 || s.SD > 0 &&
			(d.Interval == m.Compare(plain, plain).Interval || d.Interval.Low >= 0) {
			t.Errorf("%v: difference %v", m, d)
		}
	}
}

// TestSameAtAnyAddress checks that statistics of few values do not depend on where in memory the values are, because
// gonum adds short lists in an order that depends on their address.
func TestSameAtAnyAddress(t *testing.T) {
	draws := []Measure{{"perfect", "draw"}}
	for n := 2; n < 20; n++ {
		points := make([]arena.Point, n)
		for i := range points {
			points[i].Perfect.Draw = math.Sqrt(float64(i)+0.1) / 5
		}
		first := Bootstrap(draws, points)[0]
		for range 20 {
			again := Bootstrap(draws, points)[0]
			if again.Mean != first.Mean || !slices.Equal(again.bootstrap.resampled, first.bootstrap.resampled) {
				t.Fatalf("%d values: another mean or other resamples", n)
			}
		}
	}
}
