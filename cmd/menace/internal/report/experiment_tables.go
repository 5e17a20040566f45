package report

import (
	"context"
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

// Summary returns the results of an experiment at checkpoints, or at the end if there are none, with a row for each
// measure of each cell.
func Summary(ctx context.Context, l *lab.Lab, name string, at []int64, until string) (Table, error) {
	e, err := l.Experiment(ctx, name)
	if err != nil {
		return Table{}, err
	}
	if len(at) == 0 {
		at = []int64{lab.AtEnd}
	}
	var list []cellRow
	for _, games := range at {
		cells, err := Cells(ctx, l, e, Selection{At: games, Until: until})
		if err != nil {
			return Table{}, err
		}
		for _, c := range cells {
			for _, m := range e.Measures() {
				list = append(list, cellRow{c, m})
			}
		}
	}
	const high = "upper end of that interval"
	setting := func(r cellRow) experiment.Cell { return r.Settings }
	fields := settingFields(name, func(r cellRow) int { return r.Number }, setting)
	fields = append(fields,
		named("games", "games of the checkpoint", func(r cellRow) any { return r.Games }),
		named("runs", "stored replicates of the cell; if there are none, the statistics are empty",
			func(r cellRow) any { return r.All.N }),
		named("bankrupt_share", "share of the replicates that were bankrupt by the checkpoint",
			func(r cellRow) any { return r.Bankrupt.Value }),
		named("bankrupt_share_low", "lower end of the 95 % interval of that share, by Clopper and Pearson",
			func(r cellRow) any { return r.Bankrupt.Interval.Low }),
		named("bankrupt_share_high", high, func(r cellRow) any { return r.Bankrupt.Interval.High }),
		named("holds_90_draws_share", "share of the replicates whose probability of not losing against perfect play, "+
			"which in tic-tac-toe is to draw, is at least 0.9", func(r cellRow) any { return r.Sound.Value }),
		named("unbeatable_share", "share of the replicates that nobody can beat, whatever they play; "+
			"empty where that is unknown of a replicate that an earlier version stored",
			func(r cellRow) any { return r.Unbeatable.Value }),
		named("unbeatable_share_low", "lower end of the 95 % interval of that share, by Clopper and Pearson",
			func(r cellRow) any { return r.Unbeatable.Interval.Low }),
		named("unbeatable_share_high", high, func(r cellRow) any { return r.Unbeatable.Interval.High }),
		named("unbeatable_from_games", "the first checkpoint from which half of the replicates are unbeatable and "+
			"remain so to the end; empty if fewer than half are unbeatable at the end, and in rows of earlier "+
			"checkpoints",
			func(r cellRow) any { return r.UnbeatableFrom }),
		named("against", "what the measure is against: random, blocker, perfect, worst for the best reply, "+
			"most_losses for a reply that beats the machine most often, or played for the games of training",
			func(r cellRow) any { return r.measure.Against }),
		named("measure", "win, draw or loss, exact probabilities; value, which is win minus loss; or score, "+
			"3·wins + draws − losses of the games so far, of which a bankrupt machine resigns the rest",
			func(r cellRow) any { return r.measure.Name }),
		named("mean", "mean of the measure over the replicates; "+words.Bankrupt,
			func(r cellRow) any { return r.all().Mean }),
		named("mean_low", "lower end of the 95 % interval of the mean, by Student's t; empty for one replicate",
			func(r cellRow) any { return r.all().Interval.Low }),
		named("mean_high", high, func(r cellRow) any { return r.all().Interval.High }),
		named("sd", "sample standard deviation of the measure; empty for one replicate",
			func(r cellRow) any { return r.all().SD }),
		named("p5", "5 % quantile of the measure", func(r cellRow) any { return r.all().P5 }),
		named("median", "median of the measure", func(r cellRow) any { return r.all().Median }),
		named("p95", "95 % quantile of the measure", func(r cellRow) any { return r.all().P95 }),
		named("alive", "replicates of the cell that are not bankrupt", func(r cellRow) any { return r.Alive.N }),
		named("alive_mean", "mean of the measure over these; empty if there are none",
			func(r cellRow) any { return r.alive().Mean }),
		named("alive_mean_low", "lower end of the 95 % interval of that mean, by a BCa bootstrap of 2,000 resamples; "+
			"empty for one replicate", func(r cellRow) any { return r.alive().Interval.Low }),
		named("alive_mean_high", high, func(r cellRow) any { return r.alive().Interval.High }),
		named("alive_sd", "sample standard deviation of the measure over these; empty for one replicate",
			func(r cellRow) any { return r.alive().SD }),
		named("alive_p5", "5 % quantile of the measure over these", func(r cellRow) any { return r.alive().P5 }),
		named("alive_median", "median of the measure over these", func(r cellRow) any { return r.alive().Median }),
		named("alive_p95", "95 % quantile of the measure over these", func(r cellRow) any { return r.alive().P95 }),
		named("holds_90_draws_share_low", "lower end of the 95 % interval of holds_90_draws_share, by Clopper and "+
			"Pearson",
			func(r cellRow) any { return r.Sound.Interval.Low }),
		named("holds_90_draws_share_high", high, func(r cellRow) any { return r.Sound.Interval.High }),
		named("until", "the event of --until, to which the columns after this one refer; empty without it",
			func(r cellRow) any { return unless(until == "", until) }),
		named("until_censored_share", "share of the replicates that have not reached the event for good by the end",
			func(r cellRow) any { return r.Censored().Value }),
		named("until_censored_share_low", "lower end of the 95 % interval of that share, by Clopper and Pearson",
			func(r cellRow) any { return r.Censored().Interval.Low }),
		named("until_censored_share_high", high, func(r cellRow) any { return r.Censored().Interval.High }))
	for i, percent := range []string{"25", "50", "75"} {
		quartile := func(r cellRow) (float64, experiment.Interval) { return r.quantile(quartiles[i]) }
		name := "until_p" + percent + "_games"
		fields = append(fields,
			named(name, "games by which "+percent+" % of the replicates have reached the event for good, by Kaplan "+
				"and Meier; empty if fewer do by the end; a checkpoint, and so up to one checkpoint late, except "+
				"for bankrupt",
				func(r cellRow) any { games, _ := quartile(r); return games }),
			named(name+"_low", "lower end of the 95 % interval of these games, by Brookmeyer and Crowley; "+
				"the checkpoint before it, except for bankrupt",
				func(r cellRow) any { _, i := quartile(r); return i.Low }),
			named(name+"_high", high+"; empty if it is beyond the end",
				func(r cellRow) any { _, i := quartile(r); return i.High }))
	}
	fields = append(fields, learnerFields(setting)...)
	fields = append(fields, versionField(func(r cellRow) []string { return r.Versions }))
	return tabulate(fields, rows(list)), nil
}

// SettingsTable returns a text table of the cells' settings. While replicates are missing, it also counts the stored
// ones.
func (r Experiment) SettingsTable() Table {
	fields := []field[Cell]{
		titled("cell", func(c Cell) any { return c.Number }),
		titled("machine", func(c Cell) any { return words.Learner(c.Settings) }),
		titled("opponent", func(c Cell) any { return c.Settings.Opponent }),
	}
	if stored, all := r.Stored(); stored < all {
		fields = append(fields, titled("runs", func(c Cell) any { return words.Count(c.All.N) }))
	}
	t := tabulate(fields, rows(r.Cells))
	t.Right = 3
	return t
}

// sharesTable returns a text table of how many replicates have learned the game.
func (r Experiment) sharesTable() Table {
	share := func(heading string, of func(Cell) Share) field[Cell] {
		return titled(heading, func(c Cell) any { return of(c).WithInterval() })
	}
	t := tabulate([]field[Cell]{
		titled("cell", func(c Cell) any { return c.Number }),
		titled("bankrupt", func(c Cell) any {
			onlyBeadsRunOut := c.Settings.Learns() == experiment.Beads
			return unless(!onlyBeadsRunOut, c.Bankrupt.WithInterval())
		}),
		share("hold 90 %¹", func(c Cell) Share { return c.Sound }),
		share("unbeatable²", func(c Cell) Share { return c.Unbeatable }),
		titled("from³", func(c Cell) any { return words.GamesOrLater(c.UnbeatableFrom) }),
	}, rows(r.Cells))
	t.Title, t.Note = "shares of the machines", words.Held
	return t
}

// ResultsTables returns the text tables of the results: a table of shares and one for each measure, with a row for each
// cell. If cells are compared, it returns their differences instead, or the effects of settings if these are requested.
func (r Experiment) ResultsTables() (tables []Table) {
	for _, c := range r.pairs {
		tables = append(tables, c.tables()...)
	}
	if tables != nil {
		tables[len(tables)-1].Note = words.Tests(r.asked.Family)
	}
	for _, e := range r.Effects {
		title := "effects on " + words.Measure(experiment.Measure{Against: e.Against, Name: e.Measure})
		tables = append(tables, testTable(title, e.List, "setting", "mean", "effect"))
	}
	if r.Effects != nil {
		tables[len(tables)-1].Note = words.Effects
	}
	if tables != nil {
		return tables
	}
	tables = append(tables, r.sharesTable())
	for _, m := range chosen(r.Measures, r.Cells, r.asked.Against) {
		var list []groupRow
		for _, c := range r.Cells {
			if c.All.N > 0 {
				list = append(list, groupRow{c.Number, "all", c.All})
			}
			if c.Bankrupt.Part > 0 && c.Alive.N > 0 {
				list = append(list, groupRow{c.Number, "alive", c.Alive})
			}
		}
		t := tabulate(measureFields(m, list), rows(list))
		t.Title = words.Measure(m)
		tables = append(tables, t)
	}
	return tables
}

// groupRow is a group of machines of a cell: all, or those that are alive if some are bankrupt.
type groupRow struct {
	cell  int
	which string
	Group
}

// measureFields returns the fields of a measure as text.
func measureFields(m experiment.Measure, list []groupRow) []field[groupRow] {
	of := func(heading string, spare int, text func(experiment.Summary) string) field[groupRow] {
		f := titled(heading, func(r groupRow) any { return text(r.Of(m)) })
		f.Spare = spare
		return f
	}
	fields := []field[groupRow]{titled("cell", func(r groupRow) any { return r.cell })}
	if slices.ContainsFunc(list, func(r groupRow) bool { return r.which != "all" }) {
		fields = append(fields, titled("machines", func(r groupRow) any { return words.Count(r.N) + " " + r.which }))
	}
	return append(fields,
		of("mean", 0, func(s experiment.Summary) string { return words.Measured(m, s.Mean) }),
		of("95 % interval", 0, func(s experiment.Summary) string {
			return words.Span(m, s.Interval.Low, s.Interval.High)
		}),
		of("sd", 2, func(s experiment.Summary) string { return words.Spread(m, s.SD) }),
		of("median", 1, func(s experiment.Summary) string { return words.Measured(m, s.Median) }),
		of("5 % to 95 %", 3, func(s experiment.Summary) string { return words.Span(m, s.P5, s.P95) }))
}

// chosen returns the measures against the given opponents or, if there are none, the usual ones: probabilities against
// opponents, the value of the worst case, and the most losses. It omits those that are 0 or unknown in all cells, such
// as wins against perfect play.
func chosen(measures []experiment.Measure, cells []Cell, against []string) []experiment.Measure {
	return slices.DeleteFunc(slices.Clone(measures), func(m experiment.Measure) bool {
		usual := m.Name != "value" && m.Against != "played"
		if m.Against == "worst" {
			usual = m.Name == "value"
		}
		if len(against) == 0 && !usual || len(against) > 0 && !slices.Contains(against, m.Against) {
			return true
		}
		return !slices.ContainsFunc(cells, func(c Cell) bool {
			s := c.All.Of(m)
			return s.Mean < 0 || s.Mean > 0 || s.SD > 0
		})
	})
}
