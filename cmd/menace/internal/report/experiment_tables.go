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

// all returns the summary of the measure over all machines of the cell, and alive over those that are not bankrupt.
func (r cellRow) all() experiment.Summary   { return r.All.Of(r.measure) }
func (r cellRow) alive() experiment.Summary { return r.Alive.Of(r.measure) }

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
	setting := func(r cellRow) experiment.Cell { return r.Settings }
	var shares [][]field[cellRow]
	for _, p := range Properties {
		shares = append(shares, shareFields(p.Key+"_share", p.Of))
	}
	fields := slices.Concat(
		settingFields(name, func(r cellRow) int { return r.Number }, setting),
		[]field[cellRow]{
			{"games", func(r cellRow) any { return r.Games }},
			{"runs", func(r cellRow) any { return r.All.N }},
		},
		shares[0], shares[1][:1], shares[2],
		[]field[cellRow]{
			{"unbeatable_from_games", func(r cellRow) any { return r.UnbeatableFrom }},
			{"against", func(r cellRow) any { return r.measure.Against }},
			{"measure", func(r cellRow) any { return r.measure.Name }},
		},
		summaryFields("", cellRow.all),
		[]field[cellRow]{{"alive", func(r cellRow) any { return r.Alive.N }}},
		summaryFields("alive_", cellRow.alive),
		shares[1][1:], // here, because a later version added them
		[]field[cellRow]{{"until", func(cellRow) any { return unless(s.Until == "", s.Until) }}},
		shareFields("until_censored_share", Cell.Censored))
	for i, name := range []string{"until_p25_games", "until_p50_games", "until_p75_games"} {
		fields = append(fields, estimateFields(name, func(r cellRow) (float64, experiment.Interval) {
			return r.quantile(quartiles[i])
		})...)
	}
	fields = slices.Concat(fields, learnerFields(setting),
		versionField(func(r cellRow) []string { return r.Versions }))
	return newExport(fields, rows(list)), nil
}

// estimateFields returns the fields of an estimate and of the ends of its interval.
func estimateFields(name string, of func(cellRow) (float64, experiment.Interval)) []field[cellRow] {
	return []field[cellRow]{
		{name, func(r cellRow) any { value, _ := of(r); return value }},
		{name + "_low", func(r cellRow) any { _, i := of(r); return i.Low }},
		{name + "_high", func(r cellRow) any { _, i := of(r); return i.High }},
	}
}

// shareFields returns the fields of a share of the machines of a cell.
func shareFields(name string, of func(Cell) Share) []field[cellRow] {
	return estimateFields(name, func(r cellRow) (float64, experiment.Interval) {
		s := of(r.Cell)
		return s.Value, s.Interval
	})
}

// summaryFields returns the fields of a summary of the measure.
func summaryFields(prefix string, of func(cellRow) experiment.Summary) []field[cellRow] {
	return append(
		estimateFields(prefix+"mean", func(r cellRow) (float64, experiment.Interval) {
			s := of(r)
			return s.Mean, s.Interval
		}),
		field[cellRow]{prefix + "sd", func(r cellRow) any { return of(r).SD }},
		field[cellRow]{prefix + "p5", func(r cellRow) any { return of(r).P5 }},
		field[cellRow]{prefix + "median", func(r cellRow) any { return of(r).Median }},
		field[cellRow]{prefix + "p95", func(r cellRow) any { return of(r).P95 }})
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
		tables[len(tables)-1].Note = words.Tests(r.asked.Family)
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
	for _, m := range r.chosen(r.Cells...) {
		tables = append(tables, r.measureTable(m))
	}
	return tables
}

// chosen returns the measures against the opponents asked for or, if there are none, the usual ones: probabilities
// against opponents, the value of the worst case, and the most losses. It omits those that are 0 or unknown in all of
// the cells, such as wins against perfect play.
func (r Experiment) chosen(cells ...Cell) []experiment.Measure {
	return slices.DeleteFunc(slices.Clone(r.Measures), func(m experiment.Measure) bool {
		shown := slices.Contains(r.asked.Against, m.Against)
		if len(r.asked.Against) == 0 {
			shown = m.Against != "played" && (m.Name == "value") == (m.Against == "worst")
		}
		return !shown || !slices.ContainsFunc(cells, func(c Cell) bool {
			s := c.All.Of(m)
			return s.Mean < 0 || s.Mean > 0 || s.SD > 0
		})
	})
}

// properties returns the properties whose shares are compared. They are not about opponents.
func (r Experiment) properties() []Property {
	if len(r.asked.Against) > 0 {
		return nil
	}
	return Properties
}
