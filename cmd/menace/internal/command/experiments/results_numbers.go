package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
)

// of returns the summary of a measure of a group.
func of(g report.Group, against, name string) experiment.Summary {
	return g.Of(experiment.Measure{Against: against, Name: name})
}

// mixed reports whether some machines of a cell are bankrupt and some are not, so that a mean over all describes
// neither.
func mixed(c report.Cell) bool { return c.Bankrupt.Part > 0 && c.Alive.N > 1 }

// percent writes a probability, or a difference of two, with its interval.
func percent(s experiment.Summary) string {
	least := 0.0
	if s.Interval.Low < 0 {
		least = -100
	}
	scaled := experiment.Summary{
		Mean: 100 * s.Mean, Interval: experiment.Interval{Low: 100 * s.Interval.Low, High: 100 * s.Interval.High},
	}
	return within(scaled, "%.*f (%.*f–%.*f)", 1, experiment.Interval{Low: least, High: 100})
}

// value writes wins minus losses with its interval. A narrow interval has more digits.
func value(s experiment.Summary) string {
	digits := 3
	if width := s.Interval.High - s.Interval.Low; 0 < width && width < 0.001 {
		digits = 5
	}
	possible := experiment.Interval{ // a difference may be more than 1
		Low: min(-1, math.Floor(s.Interval.Low)), High: max(1, math.Ceil(s.Interval.High)),
	}
	return within(s, "%+.*f (%+.*f to %+.*f)", digits, possible)
}

// within writes a mean with half its interval if that means the same as the two ends: the mean is in the middle, up to
// a tenth of the width or the rounding, and the rounded half stays within the possible values. Otherwise it writes
// the ends in the given form. It writes a dash if they are unknown.
func within(s experiment.Summary, form string, digits int, possible experiment.Interval) string {
	low, high := s.Interval.Low, s.Interval.High
	if math.IsNaN(s.Mean) || math.IsNaN(low) {
		return "–"
	}
	unit := math.Pow10(-digits)
	round := func(x float64) float64 { return math.Round(x/unit) * unit }
	mean, half := round(s.Mean), round((high-low)/2)
	skewed := math.Abs(high+low-2*s.Mean) > max(1.5*unit, (high-low)/10)
	if skewed || mean+half > possible.High+unit/2 || mean-half < possible.Low-unit/2 {
		return fmt.Sprintf(form, digits, s.Mean, digits, low, digits, high)
	}
	signed, _, _ := strings.Cut(form, " ")
	return fmt.Sprintf(signed+" ± %.*f", digits, s.Mean, digits, (high-low)/2)
}

// certain reports whether the interval of a difference leaves out 0.
func certain(d experiment.Summary) bool { return d.Interval.Low > 0 || d.Interval.High < 0 }

// effect describes a difference.
func effect(d experiment.Summary) string {
	switch {
	case !certain(d):
		return "makes no clear difference"
	case d.Mean < 0:
		return "harms"
	}
	return "helps"
}

// ahead compares two by their difference.
func ahead(first, second string, lead experiment.Summary) string {
	switch {
	case !certain(lead):
		return fmt.Sprintf("%s and %s cannot be told apart: %s", first, second, value(lead))
	case lead.Mean < 0:
		lead.Mean, lead.Interval.Low, lead.Interval.High = -lead.Mean, -lead.Interval.High, -lead.Interval.Low
		return fmt.Sprintf("%s is behind %s by %s", first, second, value(lead))
	}
	return fmt.Sprintf("%s is ahead of %s by %s", first, second, value(lead))
}

// share returns a share with its Clopper–Pearson interval. Of no machines it is 0, and may be anything.
func share(part, whole int) report.Share {
	if whole == 0 {
		return report.Share{Interval: experiment.Interval{Low: 0, High: 1}}
	}
	return report.Share{
		Part: part, Whole: whole, Value: float64(part) / float64(whole), Interval: experiment.Share(part, whole),
	}
}

// inPercent writes a share with its interval, or a dash if there are no machines.
func inPercent(s report.Share) string {
	if s.Whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)", 100*s.Value, 100*s.Interval.Low, 100*s.Interval.High)
}

// at returns the checkpoint of a replicate after a number of games, or one without games if there is none.
func at(r experiment.Replicate, games int64) arena.Point {
	if i := slices.IndexFunc(r.Curve, func(p arena.Point) bool { return p.Games == games }); i >= 0 {
		return r.Curve[i]
	}
	return arena.Point{}
}

// each returns a number of each replicate at a checkpoint, in order.
func each(runs []experiment.Replicate, games int64, of func(arena.Point) float64) (values []float64) {
	for _, r := range runs {
		values = append(values, of(at(r, games)))
	}
	slices.Sort(values)
	return values
}

// counted returns the share of the replicates for which something holds at a checkpoint.
func counted(runs []experiment.Replicate, games int64, holds func(arena.Point) bool) report.Share {
	n := 0
	for _, r := range runs {
		if holds(at(r, games)) {
			n++
		}
	}
	return share(n, len(runs))
}

// drawsPerfect and losesAtMost are numbers of a checkpoint.
func drawsPerfect(p arena.Point) float64 { return p.Perfect.Draw }
func losesAtMost(p arena.Point) float64  { return p.MostLosses.Loss }

// mean returns the mean of values with its BCa interval, which holds possible values only. It sorts them.
func mean(values []float64) experiment.Summary {
	s := experiment.Summarize(values)
	s.Interval = experiment.BCa(values)
	return s
}

// kept returns, in order, the first checkpoint of each replicate from which something holds at every later one. It is
// infinite for a replicate for which it does not hold at the last: that is censored, since nobody knows when it would.
func kept(runs []experiment.Replicate, holds func(arena.Point) bool) (games []float64) {
	for _, r := range runs {
		from := math.Inf(1)
		for _, p := range slices.Backward(r.Curve) {
			if !holds(p) {
				break
			}
			from = float64(p.Games)
		}
		games = append(games, from)
	}
	slices.Sort(games)
	return games
}

// keptGames writes the median of what kept returned with the 5 % and 95 % quantiles, and the share that is censored,
// alone if hardly any is not.
func keptGames(games []float64) string {
	censored := 0.0
	for _, n := range games {
		if math.IsInf(n, 1) {
			censored++
		}
	}
	share := fmt.Sprintf("%.1f %% censored", 100*censored/float64(len(games)))
	if math.IsInf(quantile(games, 0.05), 1) {
		return share
	}
	text := fmt.Sprintf("%s (%s–%s)", gamesOrLater(quantile(games, 0.5)), gamesOrLater(quantile(games, 0.05)),
		gamesOrLater(quantile(games, 0.95)))
	if censored > 0 {
		text += ", " + share
	}
	return text
}

// gamesOrLater writes a number of games, or "later" if it is infinite.
func gamesOrLater(n float64) string {
	if math.IsInf(n, 1) {
		return "later"
	}
	return words.Count(int64(n))
}

// spread writes the median of sorted values, and their 5 % and 95 % quantiles.
func spread(sorted []float64) string {
	if len(sorted) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f (%.0f–%.0f)", quantile(sorted, 0.5), quantile(sorted, 0.05), quantile(sorted, 0.95))
}

// quantile returns the first of the sorted values after a share of them.
func quantile(sorted []float64, share float64) float64 {
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}
