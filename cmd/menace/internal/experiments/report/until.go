package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/tables"
	"menace/menace/experiment"
	"menace/menace/tidy"
)

// Reached describes the numbers of games after which machines of a cell reached an event and kept it.
type Reached struct {
	Share     Share       // of the machines that reached it by the end
	Quartiles [3]Quartile // numbers of games by which a quarter, half and three quarters of the machines had reached it
}

// Quartile is a number of games with its interval. It is +Inf if it is beyond the end of the experiment, and NaN if it
// is unknown.
type Quartile struct {
	Games    float64
	Interval experiment.Interval
}

// newReached describes times, which are +Inf for machines that did not reach the event. All machines of an experiment
// play the same number of games, so only quartiles beyond the end are unknown.
func newReached(times []float64, confidence float64) (r Reached) {
	slices.Sort(times)
	reached := len(times)
	if first := slices.Index(times, math.Inf(1)); first >= 0 {
		reached = first
	}
	r.Share = NewShare(reached, len(times), confidence)
	for i := range r.Quartiles {
		if r.Quartiles[i] = (Quartile{math.NaN(), unknown.Interval}); len(times) > 0 {
			p := float64(i+1) / 4
			interval := experiment.QuantileInterval(p, times, confidence)
			interval.Low = max(interval.Low, 0)
			r.Quartiles[i] = Quartile{stat.Quantile(p, stat.Empirical, times, nil), interval}
		}
	}
	return r
}

// UntilTable returns a table of the numbers of games after which machines reached the event of the selection.
func (r Experiment) UntilTable() tables.Text {
	t := tables.Text{
		Title:    "reached and kept: " + wording.Event(r.Until),
		Note:     wording.ReachedAndKept(r.Games, r.Confidence),
		Headings: []string{"cell", "reached, %", "a quarter by", "half by", "three quarters by"},
	}
	for _, c := range r.Cells {
		line := []string{fmt.Sprint(c.Number), c.Reached.Share.WithInterval()}
		for _, q := range c.Reached.Quartiles {
			line = append(line, wording.Times(q.Games, q.Interval.Low, q.Interval.High))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// MarshalJSON writes the three quartiles and their intervals as lists.
func (r Reached) MarshalJSON() ([]byte, error) {
	var games, intervals []any
	for _, q := range r.Quartiles {
		games, intervals = append(games, tidy.Known(q.Games)), append(intervals, ends(q.Interval))
	}
	return object{
		{"share", r.Share.Value}, {"interval", ends(r.Share.Interval)},
		{"quartiles", games}, {"quartile_intervals", intervals},
	}.MarshalJSON()
}
