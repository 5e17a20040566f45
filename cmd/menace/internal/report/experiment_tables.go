package report

import (
	"context"
	"fmt"
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// cellRow is a cell with one of its measures.
type cellRow struct {
	Cell
	measure experiment.Measure
}

// Summary returns the results of an experiment at checkpoints, with a row for each measure of each cell.
func Summary(ctx context.Context, l *lab.Lab, name string, s Selection) (Export, error) {
	e, err := l.Experiment(ctx, name)
	if err != nil {
		return Export{}, err
	}
	cells, err := Cells(ctx, l, e, s)
	if err != nil {
		return Export{}, err
	}
	var list []cellRow
	for _, c := range cells {
		for _, m := range e.Measures() {
			list = append(list, cellRow{c, m})
		}
	}
	return newExport(rows(list), func(c *columns, r cellRow) {
		c.cell(name, r.Number, r.Settings)
		c.add("games", r.Games)
		c.add("runs", r.All.N)
		c.share("bankrupt_share", r.Bankrupt)
		c.add("holds_90_draws_share", r.Sound.Value)
		c.share("unbeatable_share", r.Unbeatable)
		c.add("unbeatable_from_games", r.UnbeatableFrom)
		c.add("against", r.measure.Against)
		c.add("measure", r.measure.Name)
		c.summary("", r.All.Of(r.measure))
		c.add("alive", r.Alive.N)
		c.summary("alive_", r.Alive.Of(r.measure))
		c.ends("holds_90_draws_share", r.Sound.Interval) // here, because a later version added them
		c.add("until", unless(s.Until == "", s.Until))
		c.share("until_censored_share", r.Censored())
		for i, name := range []string{"until_p25_games", "until_p50_games", "until_p75_games"} {
			games, interval := r.quantile(quartiles[i])
			c.add(name, games)
			c.ends(name, interval)
		}
		c.learner(r.Settings)
		c.versions(r.Versions)
	}), nil
}

// ends adds the ends of an interval.
func (c *columns) ends(name string, i experiment.Interval) {
	c.add(name+"_low", i.Low)
	c.add(name+"_high", i.High)
}

// share adds a share of the machines of a cell.
func (c *columns) share(name string, s Share) {
	c.add(name, s.Value)
	c.ends(name, s.Interval)
}

// summary adds the summary of a measure.
func (c *columns) summary(prefix string, s experiment.Summary) {
	c.add(prefix+"mean", s.Mean)
	c.ends(prefix+"mean", s.Interval)
	c.add(prefix+"sd", s.SD)
	c.add(prefix+"p5", s.P5)
	c.add(prefix+"median", s.Median)
	c.add(prefix+"p95", s.P95)
}

// SettingsTable returns a table of the cells' settings. While replicates are missing, it also counts the stored ones.
func (r Experiment) SettingsTable() Table {
	t := Table{Right: 3, Headings: []string{"cell", "machine", "opponent"}}
	stored, all := r.Stored()
	if stored < all {
		t.Headings = append(t.Headings, "runs")
	}
	for _, c := range r.Cells {
		line := []string{fmt.Sprint(c.Number), words.Learner(c.Settings), c.Settings.Opponent, words.Count(c.All.N)}
		t.Lines = append(t.Lines, line[:len(t.Headings)])
	}
	return t
}

// sharesTable returns a table of how many replicates have learned the game.
func (r Experiment) sharesTable() Table {
	t := Table{
		Title: "shares of the machines", Note: words.Held,
		Headings: []string{"cell", "bankrupt", "hold 90 %¹", "unbeatable²", "from³"},
	}
	for _, c := range r.Cells {
		bankrupt := "–"
		if c.Settings.Learns() == experiment.Beads { // nothing else can run out
			bankrupt = c.Bankrupt.WithInterval()
		}
		t.Lines = append(t.Lines, []string{fmt.Sprint(c.Number), bankrupt, c.Sound.WithInterval(),
			c.Unbeatable.WithInterval(), words.GamesOrLater(c.UnbeatableFrom)})
	}
	return t
}

// measureTable returns a table of a measure, with a row for all machines of a cell and, if some are bankrupt, one for
// those that are alive.
func (r Experiment) measureTable(m experiment.Measure) Table {
	t := Table{
		Title: words.Measure(m), Spare: []string{"median", "sd", "5 % to 95 %"},
		Headings: []string{"cell", "machines", "mean", "95 % interval", "sd", "median", "5 % to 95 %"},
	}
	mixed := false
	add := func(c Cell, g Group, which string) {
		if s := g.Of(m); g.N > 0 {
			t.Lines = append(t.Lines, []string{fmt.Sprint(c.Number), words.Count(g.N) + " " + which,
				words.Measured(m, s.Mean), words.Span(m, s.Interval.Low, s.Interval.High), words.Spread(m, s.SD),
				words.Measured(m, s.Median), words.Span(m, s.P5, s.P95)})
		}
	}
	for _, c := range r.Cells {
		add(c, c.All, "all")
		if c.SomeBankrupt() {
			add(c, c.Alive, "alive")
			mixed = mixed || c.Alive.N > 0
		}
	}
	if !mixed { // the second column would only repeat how many runs there are
		t.Headings = slices.Delete(t.Headings, 1, 2)
		for i, line := range t.Lines {
			t.Lines[i] = slices.Delete(line, 1, 2)
		}
	}
	return t
}

// ResultsTables returns the tables of the results: a table of shares and one for each measure, with a row for each
// cell. If cells are compared, it returns their differences instead, or the effects of settings if these are requested.
func (r Experiment) ResultsTables() (tables []Table) {
	for _, c := range r.pairs {
		tables = append(tables, c.tables()...)
	}
	if tables != nil {
		tables[len(tables)-1].Note = words.Tests(r.selection.Family)
	}
	for _, e := range r.Effects {
		tables = append(tables, testTable("effects on "+e.title, e.List, "setting", "mean", "effect"))
	}
	if r.Effects != nil {
		tables[len(tables)-1].Note = words.Effects
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

// shownProperties returns the properties whose shares are compared. They are not about opponents.
func (r Experiment) shownProperties() []Property {
	if len(r.selection.Against) > 0 {
		return nil
	}
	return Properties
}
