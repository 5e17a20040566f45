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

// Summary returns the results of an experiment at a checkpoint, which may be [lab.AtEnd], with a row for each measure
// of each cell.
func Summary(ctx context.Context, l *lab.Lab, name string, at int64) (Table, error) {
	e, err := l.Experiment(ctx, name)
	if err != nil {
		return Table{}, err
	}
	cells, err := Cells(ctx, l, e, at)
	if err != nil {
		return Table{}, err
	}
	var list []cellRow
	for _, c := range cells {
		for _, m := range e.Measures() {
			list = append(list, cellRow{c, m})
		}
	}
	const high = "upper end of that interval"
	fields := settingFields(name, func(r cellRow) (int, experiment.Cell) { return r.Number, r.Settings })
	fields = append(fields,
		named("games", "games of the checkpoint", func(r cellRow) any { return r.Games }),
		named("runs", "replicates of the cell that are stored; without any the statistics are empty",
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
			"remain so to the end; empty if fewer are at the end, and before the end",
			func(r cellRow) any { return r.UnbeatableFrom }),
		named("against", "whom the measure is against: random, blocker, perfect, worst for the best reply, "+
			"most_losses for the reply that beats the machine most often, or played for the games of training",
			func(r cellRow) any { return r.measure.Against }),
		named("measure", "win, draw or loss, exact probabilities; value, which is win minus loss; or score, "+
			"3·wins + draws − losses of the games played", func(r cellRow) any { return r.measure.Name }),
		named("mean", "mean of the measure over the replicates", func(r cellRow) any { return r.all().Mean }),
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
		named("alive_mean_high", high, func(r cellRow) any { return r.alive().Interval.High }))
	return tabulate(fields, rows(list)), nil
}

// SettingsTable returns a text table of the cells' settings and of how many replicates have learned the game. While
// replicates are missing, it also counts those that are stored.
func (r Experiment) SettingsTable() Table {
	fields := []field[Cell]{
		titled("cell", func(c Cell) any { return c.Number }),
		titled("machine", func(c Cell) any { return words.Learner(c.Settings) }),
		titled("opponent", func(c Cell) any { return c.Settings.Opponent }),
		titled("bankrupt", func(c Cell) any {
			onlyBeadsRunOut := c.Settings.Learns() == experiment.Beads
			return unless(c.All.N == 0 || !onlyBeadsRunOut, c.Bankrupt.WithInterval())
		}),
		titled("hold 90 %¹", func(c Cell) any { return c.Sound }),
		titled("unbeatable²", func(c Cell) any { return c.Unbeatable }),
		titled("from³", func(c Cell) any { return words.GamesOrNever(c.UnbeatableFrom) }),
	}
	if stored, all := r.Stored(); stored < all {
		fields = append(fields, titled("runs", func(c Cell) any { return words.Count(c.All.N) }))
	}
	t := tabulate(fields, rows(r.Cells))
	t.Right = 3
	return t
}

// ResultsTables returns a text table for each measure against the given opponents, or for each of the usual measures if
// there are none. A table has a row for each cell, or the difference if two cells are compared.
func (r Experiment) ResultsTables(against []string) (tables []Table) {
	if r.Compare != nil {
		return r.Compare.tables(chosen(r.Measures, []Cell{r.Compare.A, r.Compare.B}, against))
	}
	for _, m := range chosen(r.Measures, r.Cells, against) {
		var list []cellRow
		for _, c := range r.Cells {
			if c.All.N > 0 {
				list = append(list, cellRow{c, m})
			}
		}
		mixed := slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Bankrupt.Part > 0 })
		t := tabulate(measureFields(m, mixed), rows(list))
		t.Title = words.Measure(m)
		tables = append(tables, t)
	}
	return tables
}

// measureFields returns the fields of a measure as text. If some machines are bankrupt, a cell has two kinds of
// machine, which quantiles describe no better than a mean, so the mean of the living machines is shown next to the mean
// of all.
func measureFields(m experiment.Measure, mixed bool) []field[cellRow] {
	mean := func(heading string, of func(cellRow) experiment.Summary) field[cellRow] {
		return titled(heading, func(r cellRow) any { return words.Measured(m, of(r).Mean) })
	}
	interval := func(heading string, of func(cellRow) experiment.Summary) field[cellRow] {
		return titled(heading, func(r cellRow) any { return words.Span(m, of(r).Interval.Low, of(r).Interval.High) })
	}
	fields := []field[cellRow]{
		titled("cell", func(r cellRow) any { return r.Number }),
		mean("mean", cellRow.all), interval("95 % interval", cellRow.all),
	}
	if mixed {
		return append(fields, mean("mean, alive", cellRow.alive), interval("95 % interval (BCa)", cellRow.alive))
	}
	spare := []field[cellRow]{
		titled("sd", func(r cellRow) any { return words.Spread(m, r.all().SD) }),
		titled("median", func(r cellRow) any { return words.Measured(m, r.all().Median) }),
		titled("5 % to 95 %", func(r cellRow) any { return words.Span(m, r.all().P5, r.all().P95) }),
	}
	for i, rank := range []int{2, 1, 3} {
		spare[i].Spare = rank
	}
	return append(fields, spare...)
}

// tables returns the differences between all machines and, if some are bankrupt, those between the machines that are
// alive.
func (c Comparison) tables(measures []experiment.Measure) []Table {
	table := func(a, b, difference Group, method string) Table {
		mean := func(heading string, of Group) field[experiment.Measure] {
			return titled(heading, func(m experiment.Measure) any { return words.Measured(m, of.Of(m).Mean) })
		}
		t := tabulate([]field[experiment.Measure]{
			titled("measure", func(m experiment.Measure) any { return words.Measure(m) }),
			mean(fmt.Sprintf("mean of %d", c.A.Number), a), mean(fmt.Sprintf("mean of %d", c.B.Number), b),
			mean("difference", difference),
			titled("95 % interval ("+method+")", func(m experiment.Measure) any {
				i := difference.Of(m).Interval
				return words.Span(m, i.Low, i.High)
			}),
		}, rows(measures))
		t.Right = 1
		return t
	}
	all := table(c.A.All, c.B.All, c.All, "Welch")
	if c.A.Bankrupt.Part+c.B.Bankrupt.Part == 0 {
		return []Table{all}
	}
	alive := table(c.A.Alive, c.B.Alive, c.Alive, "BCa")
	alive.Title = fmt.Sprintf("of the machines that are alive, %s and %s",
		words.Count(c.A.Alive.N), words.Count(c.B.Alive.N))
	return []Table{all, alive}
}

// chosen returns the measures against the given opponents, or, if there are none, the usual ones: probabilities against
// opponents, the value of the worst case, and losses against the reply that beats a machine most often. It leaves out
// those that are 0 or unknown in all cells, as wins against perfect play are.
func chosen(measures []experiment.Measure, cells []Cell, against []string) []experiment.Measure {
	return slices.DeleteFunc(slices.Clone(measures), func(m experiment.Measure) bool {
		usual := m.Name != "value" && m.Against != "played"
		switch m.Against {
		case "worst":
			usual = m.Name == "value"
		case "most_losses":
			usual = m.Name == "loss"
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
