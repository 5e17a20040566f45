package results

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
)

// summaryOf returns the summary of a measure of a group.
func summaryOf(g report.Group, against, name string) experiment.Summary {
	return g.Of(experiment.Measure{Against: against, Name: name})
}

// mixed reports whether some machines of a cell are bankrupt and some are not, so that a mean over all describes
// neither.
func mixed(c report.Cell) bool { return c.Bankrupt.Part > 0 && c.Alive.N > 1 }

// percent formats a probability, or a difference of two, with its interval.
func percent(s experiment.Summary) string {
	least := 0.0
	if s.Interval.Low < 0 {
		least = -100
	}
	return within(s, 100, "%.1f", 0.1, "–", experiment.Interval{Low: least, High: 100})
}

// value formats wins minus losses with its interval, with more digits if the interval is narrow.
func value(s experiment.Summary) string {
	possible := experiment.Interval{ // a difference may be more than 1
		Low: min(-1, math.Floor(s.Interval.Low)), High: max(1, math.Ceil(s.Interval.High)),
	}
	if width := s.Interval.High - s.Interval.Low; 0 < width && width < 0.001 {
		return within(s, 1, "%+.5f", 1e-5, " to ", possible)
	}
	return within(s, 1, "%+.3f", 1e-3, " to ", possible)
}

// within formats a mean with half its interval if that means the same as the two ends: the mean is in the middle, up to
// a tenth of the width or the rounding, and the rounded half stays within the possible values. Otherwise it formats the
// ends. It returns a dash if they are unknown.
func within(
	s experiment.Summary, scale float64, format string, unit float64, to string, possible experiment.Interval,
) string {
	mean, low, high := scale*s.Mean, scale*s.Interval.Low, scale*s.Interval.High
	if math.IsNaN(mean) || math.IsNaN(low) {
		return "–"
	}
	round := func(x float64) float64 { return math.Round(x/unit) * unit }
	number := func(x float64) string { return words.Minus(words.Fixed(format, x)) }
	half := (high - low) / 2
	skewed := math.Abs(high+low-2*mean) > max(1.5*unit, (high-low)/10)
	if skewed || round(mean)+round(half) > possible.High+unit/2 || round(mean)-round(half) < possible.Low-unit/2 {
		return fmt.Sprintf("%s (%s%s%s)", number(mean), number(low), to, number(high))
	}
	return number(mean) + " ± " + strings.TrimPrefix(number(half), "+")
}

// helps describes a difference in skill, given its interval.
func helps(difference experiment.Interval) string {
	switch {
	case difference.Low > 0:
		return "helps"
	case difference.High < 0:
		return "hinders"
	}
	return "makes no clear difference"
}

// inPercent formats a share with its interval, or returns a dash if there are no machines.
func inPercent(s report.Share) string {
	if s.Whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)", 100*s.Value, 100*s.Interval.Low, 100*s.Interval.High)
}

// checkpoint returns the checkpoint of a replicate after a number of games, or an empty one if there is none.
func checkpoint(r experiment.Replicate, games int64) arena.Point {
	if i := slices.IndexFunc(r.Curve, func(p arena.Point) bool { return p.Games == games }); i >= 0 {
		return r.Curve[i]
	}
	return arena.Point{}
}

// condition is a condition that a machine may satisfy.
type condition func(experiment.Replicate) bool

// alive holds for machines that are not bankrupt after a number of games.
func alive(games int64) condition {
	return func(r experiment.Replicate) bool { return r.Bankrupt == 0 || r.Bankrupt > games }
}

// holds holds if an event holds after a number of games. Besides the events of package experiment there is "surely
// beaten": the reply with the most losses always wins.
func holds(event string, games int64) condition {
	of := func(p arena.Point) bool { return p.MostLosses.Loss > 1-1e-12 }
	if event != "surely beaten" {
		of = try(experiment.ParseEvent(event)).Holds
	}
	return func(r experiment.Replicate) bool { return of(checkpoint(r, games)) }
}

// resigned holds for machines that resigned a game between two checkpoints.
func resigned(from, to int64) condition {
	return func(r experiment.Replicate) bool {
		return checkpoint(r, to).Tally.Resigned > checkpoint(r, from).Tally.Resigned
	}
}

// shareOf returns the share of the replicates that satisfy a condition.
func shareOf(runs []experiment.Replicate, holds condition) report.Share {
	return report.NewShare(len(keep(runs, holds)), len(runs))
}

// keep returns the elements of a list that satisfy a condition.
func keep[S ~[]E, E any](list S, condition func(E) bool) S {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !condition(e) })
}

// each returns a number of each replicate, in ascending order.
func each(runs []experiment.Replicate, number func(experiment.Replicate) float64) (numbers []float64) {
	for _, r := range runs {
		numbers = append(numbers, number(r))
	}
	slices.Sort(numbers)
	return numbers
}

// measured returns a measure of each replicate after a number of games.
func measured(runs []experiment.Replicate, games int64, against, name string) []float64 {
	return each(runs, func(r experiment.Replicate) float64 {
		return experiment.Measure{Against: against, Name: name}.Of(checkpoint(r, games))
	})
}

// ended returns how many games of each replicate ended with a "win", a "draw" or a "loss" between two checkpoints.
func ended(runs []experiment.Replicate, outcome string, from, to int64) []float64 {
	return each(runs, func(r experiment.Replicate) float64 { return games(r, outcome, from, to) })
}

// games returns how many games of a replicate ended with an outcome between two checkpoints.
func games(r experiment.Replicate, outcome string, from, to int64) float64 {
	tally := checkpoint(r, to).Tally.Minus(checkpoint(r, from).Tally)
	return float64(map[string]int64{"win": tally.Win, "draw": tally.Draw, "loss": tally.Loss}[outcome])
}

// lastLosses returns the number of the last lost game of each replicate. In hexapawn only a lost game takes beads away,
// so machines that are unbeatable in the end have been so since then.
func lastLosses(runs []experiment.Replicate) []float64 {
	return each(runs, func(r experiment.Replicate) float64 { return float64(r.UnbeatenFrom - 1) })
}

// mean returns the mean of values with its BCa interval, which contains only possible values. It sorts the values.
func mean(values []float64) experiment.Summary {
	s := experiment.Summarize(values)
	s.Interval = experiment.BCa(values)
	return s
}

// average returns the mean of values.
func average(values []float64) float64 { return stat.Mean(values, nil) }

// kept returns the times at which replicates reached an event for good.
func kept(runs []experiment.Replicate, event string) experiment.Survival {
	var times []experiment.Time
	for _, r := range runs {
		times = append(times, try(experiment.ParseEvent(event)).Time(r))
	}
	return experiment.KaplanMeier(times)
}

// keptGames formats the median of such times with their 5 % and 95 % quantiles and the censored share, or only that
// share if nearly all are censored.
func keptGames(s experiment.Survival) string {
	at := func(p float64) string {
		games, _ := s.Quantile(p)
		return words.GamesOrLater(games)
	}
	times := fmt.Sprintf("%s (%s–%s)", at(0.5), at(0.05), at(0.95))
	censored := words.Share(s.N-s.Reached, s.N) + " censored"
	switch {
	case at(0.05) == words.GamesOrLater(math.Inf(1)):
		return censored
	case s.Reached < s.N:
		return times + ", " + censored
	}
	return times
}

// spread formats the median of values with their 5 % and 95 % quantiles.
func spread(values []float64) string {
	if len(values) == 0 {
		return "–"
	}
	s := experiment.Summarize(values)
	return fmt.Sprintf("%.0f (%.0f–%.0f)", s.Median, s.P5, s.P95)
}
