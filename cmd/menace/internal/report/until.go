package report

import (
	"fmt"
	"math"
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/words"
)

// Until compares the times after which the machines of cells reach an event for good.
type Until struct {
	Event   string
	LogRank float64 // the log-rank statistic of all cells; NaN if unknown
	Freedom int     // its degrees of freedom
	P       float64
}

// NewUntil compares the times of cells until an event.
func NewUntil(event string, cells []Cell) *Until {
	var groups []experiment.Survival
	for _, c := range cells {
		groups = append(groups, c.Times)
	}
	u := &Until{Event: event}
	u.LogRank, u.Freedom, u.P = experiment.LogRank(groups...)
	return u
}

// MarshalJSON writes unknown numbers as null.
func (u *Until) MarshalJSON() ([]byte, error) {
	return object("event", u.Event, "log_rank_chi2", u.LogRank, "log_rank_degrees_of_freedom", u.Freedom,
		"log_rank_p", u.P)
}

// Test describes the log-rank test.
func (u *Until) Test() string {
	if math.IsNaN(u.LogRank) {
		return "no log-rank test, which needs two cells and a machine that reaches the event"
	}
	return fmt.Sprintf("log-rank test that the cells are alike: χ² = %.2f, %s of freedom, p value %s",
		u.LogRank, words.Plural(u.Freedom, "degree"), words.P(u.P))
}

// note describes the test and the meaning of the times.
func (u *Until) note() string {
	note := u.Test() + ". " + words.Censored
	if u.Event != experiment.Bankruptcy.Name {
		note += " " + words.Bounded
	}
	return note
}

// Censored returns the share of the machines that have not reached the event by the end.
func (c Cell) Censored() Share { return NewShare(c.Times.N-c.Times.Reached, c.Times.N) }

// Since returns the time after which an event first seen at a time happened: the checkpoint before it, or that time if
// the exact game is known.
func (c Cell) Since(games float64) float64 {
	at := slices.IndexFunc(c.checkpoints, func(checkpoint int64) bool { return float64(checkpoint) == games })
	if at < 1 {
		return games
	}
	return float64(c.checkpoints[at-1])
}

// quantile returns the time by which a share p of the machines has reached the event. Its interval contains the games
// since the checkpoint before.
func (c Cell) quantile(p float64) (games float64, interval experiment.Interval) {
	games, interval = c.Times.Quantile(p)
	interval.Low = c.Since(interval.Low)
	return games, interval
}

// quartiles lists the shares of machines for which times are given.
var quartiles = []float64{0.25, 0.5, 0.75}

// UntilTable returns a table of the times until the event: the quartiles of their Kaplan–Meier estimate.
func (r Experiment) UntilTable() Table {
	t := Table{
		Title: "games until " + r.Until.Event, Note: r.Until.note(),
		Headings: []string{"cell", "not reached by the end", "a quarter by", "half by", "three quarters by"},
	}
	for _, c := range r.Cells {
		line := []string{fmt.Sprint(c.Number), c.Censored().WithInterval()}
		for _, p := range quartiles {
			games, interval := c.quantile(p)
			line = append(line, words.Times(games, interval.Low, interval.High))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// until returns the times of a cell for JSON.
func (c Cell) until() any {
	var steps, games, intervals []any
	for _, s := range c.Times.Steps {
		steps = append(steps, map[string]any{
			"games": s.Games, "at_risk": s.AtRisk, "reached": s.Reached, "left": s.Left, "interval": ends(s.Interval),
		})
	}
	for _, p := range quartiles {
		at, interval := c.quantile(p)
		games, intervals = append(games, known(at)), append(intervals, ends(interval))
	}
	censored := c.Censored()
	return map[string]any{
		"reached": c.Times.Reached, "censored_share": known(censored.Value),
		"censored_interval": ends(censored.Interval),
		"quartiles":         games, "quartile_intervals": intervals, "kaplan_meier": steps,
	}
}
