package experiment

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Time is the number of games after which a machine reached an event, or for which it was observed without reaching it.
type Time struct {
	Games    int64
	Censored bool
}

// Survival describes how the share of the machines that have not reached an event falls as they play: E. L. Kaplan and
// P. Meier, Nonparametric estimation from incomplete observations, Journal of the American Statistical Association 53,
// 1958.
type Survival struct {
	N, Reached int
	Steps      []Step // one for each time at which machines reached the event
	times      []Time // sorted
}

// Step is the state after a time at which machines reached the event.
type Step struct {
	Games    int64
	AtRisk   int      // machines under observation that had not reached it before
	Reached  int      // machines that reached it at this time
	Left     float64  // estimated share that has not reached it
	Interval Interval // of Left
}

// KaplanMeier estimates a survival function from the times of machines. Intervals use Greenwood's variance on the scale
// of log(−log): J. D. Kalbfleisch and R. L. Prentice, The Statistical Analysis of Failure Time Data, 1980. After the
// last machine, when that variance is unknown, the interval goes from 0 to the upper end of the previous one.
func KaplanMeier(times []Time) Survival {
	s := Survival{N: len(times), times: slices.SortedFunc(slices.Values(times), func(a, b Time) int {
		return cmp.Compare(a.Games, b.Games)
	})}
	left, variance, high := 1.0, 0.0, 1.0
	for i := 0; i < s.N; {
		step, at := Step{Games: s.times[i].Games, AtRisk: s.N - i}, i
		for ; i < s.N && s.times[i].Games == step.Games; i++ {
			if !s.times[i].Censored {
				step.Reached++
			}
		}
		if step.Reached == 0 {
			continue
		}
		n, d := float64(s.N-at), float64(step.Reached)
		left *= (n - d) / n
		step.Left, step.Interval = left, Interval{0, high}
		if d < n {
			variance += d / (n * (n - d))
			width := math.Exp(distuv.UnitNormal.Quantile(1-tail) * math.Sqrt(variance) / math.Log(left)) // below 1
			step.Interval = Interval{math.Pow(left, 1/width), math.Pow(left, width)}
			high = step.Interval.High
		}
		s.Reached += step.Reached
		s.Steps = append(s.Steps, step)
	}
	return s
}

// Quantile returns the time by which a share p of the machines has reached the event, with its interval: R. Brookmeyer
// and J. Crowley, A confidence interval for the median survival time, Biometrics 38, 1982. It is +Inf if too few
// machines reach it while they are observed, and NaN without machines.
func (s Survival) Quantile(p float64) (games float64, interval Interval) {
	first := func(left func(Step) float64) float64 {
		i := slices.IndexFunc(s.Steps, func(step Step) bool { return left(step) <= 1-p+rounding })
		switch {
		case s.N == 0:
			return math.NaN()
		case i < 0:
			return math.Inf(1)
		}
		return float64(s.Steps[i].Games)
	}
	return first(func(step Step) float64 { return step.Left }), Interval{
		first(func(step Step) float64 { return step.Interval.Low }),
		first(func(step Step) float64 { return step.Interval.High }),
	}
}

// LogRank tests the hypothesis that machines of all groups reach an event equally fast. It returns the log-rank
// statistic with its degrees of freedom and its p value by χ²: N. Mantel, Evaluation of survival data and two new rank
// order statistics arising in its consideration, Cancer Chemotherapy Reports 50, 1966. Groups without machines do not
// count. The statistic is NaN with fewer than two groups, or if no machine reached the event.
func LogRank(groups ...Survival) (chi2 float64, freedom int, p float64) {
	groups = slices.DeleteFunc(slices.Clone(groups), func(s Survival) bool { return s.N == 0 })
	freedom = len(groups) - 1
	var all []Time
	for _, s := range groups {
		all = append(all, s.times...)
	}
	pooled := KaplanMeier(all)
	if freedom < 1 || pooled.Reached == 0 {
		return math.NaN(), max(freedom, 0), math.NaN()
	}
	excess, variance := mat.NewVecDense(freedom, nil), mat.NewSymDense(freedom, nil)
	atRisk := make([]float64, len(groups))
	for _, step := range pooled.Steps {
		n, d := float64(step.AtRisk), float64(step.Reached)
		for i, s := range groups {
			from, _ := slices.BinarySearchFunc(s.times, step.Games,
				func(t Time, games int64) int { return cmp.Compare(t.Games, games) })
			atRisk[i] = float64(s.N - from)
			if i == freedom {
				continue
			}
			reached := 0.0
			if at := slices.IndexFunc(s.Steps, func(own Step) bool { return own.Games == step.Games }); at >= 0 {
				reached = float64(s.Steps[at].Reached)
			}
			excess.SetVec(i, excess.AtVec(i)+reached-d*atRisk[i]/n)
		}
		spread := d * (n - d) / max(n-1, 1)
		for i := range freedom {
			variance.SetSym(i, i, variance.At(i, i)+spread*atRisk[i]/n)
			for j := i; j < freedom; j++ {
				variance.SetSym(i, j, variance.At(i, j)-spread*atRisk[i]*atRisk[j]/(n*n))
			}
		}
	}
	var solved mat.VecDense
	if err := solved.SolveVec(variance, excess); err != nil {
		return math.NaN(), freedom, math.NaN() // no group could differ from the others
	}
	chi2 = mat.Dot(excess, &solved)
	return chi2, freedom, distuv.ChiSquared{K: float64(freedom)}.Survival(chi2)
}
