package report

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
)

// SettingsTable returns a table of the cells' settings. While replicates are missing, it also counts the stored ones.
func (r Experiment) SettingsTable() tables.Text {
	t := tables.Text{Right: 3, Headings: []string{"cell", "machine", "opponent"}}
	stored, all := r.Stored()
	if stored < all {
		t.Headings = append(t.Headings, "runs")
	}
	for _, c := range r.Cells {
		line := []string{fmt.Sprint(c.Number), sentences.Learner(c.Settings), c.Settings.Opponent, words.Count(c.All.N)}
		t.Lines = append(t.Lines, line[:len(t.Headings)])
	}
	return t
}

// sharesTable returns a table of how many replicates have learned the game.
func (r Experiment) sharesTable() tables.Text {
	t := tables.Text{
		Title: "shares of the machines, %, each with its " + sentences.IntervalOf(r.Confidence), Note: sentences.Held,
		Headings: []string{"cell", "alive", "bankrupt", "hold 90 %¹", "unbeatable²", "from³"},
	}
	for _, c := range r.Cells {
		bankrupt := "–"
		if c.Settings.Learns() == experiment.Beads { // nothing else can run out
			bankrupt = c.Bankrupt.WithInterval()
		}
		t.Lines = append(t.Lines, []string{fmt.Sprint(c.Number), words.Count(c.Alive.N), bankrupt,
			c.Sound.WithInterval(), c.Unbeatable.WithInterval(), sentences.GamesOrLater(c.UnbeatableFrom)})
	}
	return t
}

// measureTable returns a table of a measure, with a row for all machines of a cell and, if some are bankrupt, one for
// those that are alive.
func (r Experiment) measureTable(m experiment.Measure) tables.Text {
	interval := sentences.IntervalOf(r.Confidence)
	t := tables.Text{
		Title: sentences.Measure(m), Right: 1, Spare: []string{"5 % to 95 %", "sd"},
		Headings: []string{"cell", "mean", interval, "sd", "median", interval, "5 % to 95 %"},
	}
	if sentences.IsPercent(m) {
		t.Title += ", %"
	}
	for _, c := range r.Cells {
		if s := c.All.Of(m); c.All.N > 0 {
			t.Lines = append(t.Lines, []string{fmt.Sprint(c.Number),
				sentences.Figure(m, s.Mean), sentences.Figures(m, s.Interval.Low, s.Interval.High),
				strings.TrimPrefix(sentences.Figure(m, s.SD), "+"),
				sentences.Figure(m, s.Median), sentences.Figures(m, s.MedianInterval.Low, s.MedianInterval.High),
				sentences.Figures(m, s.P5, s.P95)})
		}
		if s := c.Alive.Of(m); c.SomeBankrupt() && c.Alive.N > 0 {
			t.Lines = append(t.Lines, []string{fmt.Sprintf("%d alive", c.Number),
				sentences.Figure(m, s.Mean), "", strings.TrimPrefix(sentences.Figure(m, s.SD), "+"),
				sentences.Figure(m, s.Median), sentences.Figures(m, s.MedianInterval.Low, s.MedianInterval.High),
				sentences.Figures(m, s.P5, s.P95)})
		}
	}
	return t
}

// ResultsTables returns the tables of the results: a table of shares and one for each measure, with a row for each
// cell, or if cells are compared, a table of their differences.
func (r Experiment) ResultsTables() (tables []tables.Text) {
	for _, c := range r.pairs {
		tables = append(tables, c.table(r.Confidence))
	}
	if tables != nil {
		return tables
	}
	tables = append(tables, r.sharesTable())
	for _, m := range r.shownMeasures(r.Cells...) {
		tables = append(tables, r.measureTable(m))
	}
	return tables
}

// shownMeasures returns the measures against the selected opponents, or by default probabilities against opponents, the
// value of the worst case, and the most losses. It omits measures that are 0 or unknown in all of the cells, such as
// wins against perfect play.
func (r Experiment) shownMeasures(cells ...Cell) []experiment.Measure {
	return slices.DeleteFunc(slices.Clone(r.Measures), func(m experiment.Measure) bool {
		shown := slices.Contains(r.selection.Against, m.Against)
		if len(r.selection.Against) == 0 {
			shown = m.Against != "played" && (m.Name == "value") == (m.Against == "worst")
		}
		return !shown || !slices.ContainsFunc(cells, func(c Cell) bool {
			s := c.All.Of(m)
			return s.Mean < 0 || s.Mean > 0 || s.SD > 0
		})
	})
}
