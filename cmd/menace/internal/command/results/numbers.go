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
	return within(100*s.Mean, experiment.Interval{Low: 100 * s.Interval.Low, High: 100 * s.Interval.High},
		"%.*f (%.*f–%.*f)", 1, experiment.Interval{Low: least, High: 100})
}

// value formats wins minus losses with its interval, with more digits if the interval is narrow.
func value(s experiment.Summary) string {
	digits := 3
	if width := s.Interval.High - s.Interval.Low; 0 < width && width < 0.001 {
		digits = 5
	}
	possible := experiment.Interval{ // a difference may be more than 1
		Low: min(-1, math.Floor(s.Interval.Low)), High: max(1, math.Ceil(s.Interval.High)),
	}
	return within(s.Mean, s.Interval, "%+.*f (%+.*f to %+.*f)", digits, possible)
}

// within formats a mean with half its interval if that means the same as the two ends: the mean is in the middle, up to
// a tenth of the width or the rounding, and the rounded half stays within the possible values. Otherwise it formats the
// ends with form. It returns a dash if they are unknown.
func within(mean float64, i experiment.Interval, form string, digits int, possible experiment.Interval) string {
	if math.IsNaN(mean) || math.IsNaN(i.Low) {
		return "–"
	}
	unit := math.Pow10(-digits)
	round := func(x float64) float64 { return math.Round(x/unit) * unit }
	plain := func(x float64) float64 { // never -0 when rounded
		if round(x) == 0 {
			return 0
		}
		return x
	}
	middle, half := round(mean), round((i.High-i.Low)/2)
	skewed := math.Abs(i.High+i.Low-2*mean) > max(1.5*unit, (i.High-i.Low)/10)
	if skewed || middle+half > possible.High+unit/2 || middle-half < possible.Low-unit/2 {
		return signed(form, digits, plain(mean), digits, plain(i.Low), digits, plain(i.High))
	}
	short, _, _ := strings.Cut(form, " ")
	return signed(short+" ± %.*f", digits, plain(mean), digits, (i.High-i.Low)/2)
}

// signed formats numbers with minus signs in place of hyphens.
func signed(form string, numbers ...any) string {
	return strings.ReplaceAll(fmt.Sprintf(form, numbers...), "-", "−")
}

// certain reports whether the interval of a difference excludes 0.
func certain(d experiment.Summary) bool { return d.Interval.Low > 0 || d.Interval.High < 0 }

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

// alive returns the replicates that are not bankrupt after a number of games.
func alive(runs []experiment.Replicate, games int64) []experiment.Replicate {
	return keep(runs, func(r experiment.Replicate) bool { return solvent(r, games) })
}

// solvent reports whether a machine is not bankrupt after a number of games.
func solvent(r experiment.Replicate, games int64) bool { return r.Bankrupt == 0 || r.Bankrupt > games }

// measured returns a measure of each replicate after a number of games, in order.
func measured(runs []experiment.Replicate, games int64, against, name string) (values []float64) {
	for _, r := range runs {
		values = append(values, experiment.Measure{Against: against, Name: name}.Of(checkpoint(r, games)))
	}
	slices.Sort(values)
	return values
}

// ended returns how many games of each replicate ended with a "win", a "draw" or a "loss" between two checkpoints.
func ended(runs []experiment.Replicate, outcome string, from, to int64) (games []float64) {
	for _, r := range runs {
		tally := checkpoint(r, to).Tally.Minus(checkpoint(r, from).Tally)
		by := map[string]int64{"win": tally.Win, "draw": tally.Draw, "loss": tally.Loss}
		games = append(games, float64(by[outcome]))
	}
	return games
}

// counted returns the share of the replicates for which an event holds after a number of games. Besides the events of
// package experiment there is "surely beaten": the reply with the most losses always wins.
func counted(runs []experiment.Replicate, games int64, event string) report.Share {
	holds := func(p arena.Point) bool { return p.MostLosses.Loss > 1-1e-12 }
	if event != "surely beaten" {
		holds = try(experiment.ParseEvent(event)).Holds
	}
	return shareOf(runs, func(r experiment.Replicate) bool { return holds(checkpoint(r, games)) })
}

// shareOf returns the share of the replicates that satisfy a condition.
func shareOf(runs []experiment.Replicate, holds func(experiment.Replicate) bool) report.Share {
	return report.NewShare(len(keep(runs, holds)), len(runs))
}

// keep returns the elements of a list that satisfy a condition.
func keep[S ~[]E, E any](list S, condition func(E) bool) S {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !condition(e) })
}

// resigned returns the share of the replicates that resigned a game between two checkpoints.
func resigned(runs []experiment.Replicate, from, to int64) report.Share {
	return shareOf(runs, func(r experiment.Replicate) bool {
		return checkpoint(r, to).Tally.Resigned > checkpoint(r, from).Tally.Resigned
	})
}

// unbeatable returns the replicates that are unbeatable after a number of games.
func unbeatable(runs []experiment.Replicate, games int64) []experiment.Replicate {
	return keep(runs, func(r experiment.Replicate) bool { return checkpoint(r, games).MostLosses.Loss <= 0 })
}

// lastLosses returns the numbers of the last lost games of replicates, in order. In hexapawn only a lost game takes
// beads away, so machines that are unbeatable in the end have been so since then.
func lastLosses(runs []experiment.Replicate) (last []float64) {
	for _, r := range runs {
		last = append(last, float64(r.UnbeatenFrom-1))
	}
	slices.Sort(last)
	return last
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
	share := fmt.Sprintf("%.1f %% censored", 100*float64(s.N-s.Reached)/float64(s.N))
	at := func(p float64) string {
		games, _ := s.Quantile(p)
		return words.GamesOrLater(games)
	}
	text := fmt.Sprintf("%s (%s–%s)", at(0.5), at(0.05), at(0.95))
	switch {
	case at(0.05) == words.GamesOrLater(math.Inf(1)):
		return share
	case s.Reached < s.N:
		text += ", " + share
	}
	return text
}

// spread formats the median of values with their 5 % and 95 % quantiles. It sorts them.
func spread(values []float64) string {
	if len(values) == 0 {
		return "–"
	}
	slices.Sort(values)
	at := func(p float64) float64 { return experiment.Quantile(p, values) }
	return fmt.Sprintf("%.0f (%.0f–%.0f)", at(0.5), at(0.05), at(0.95))
}
