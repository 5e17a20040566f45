package report

import (
	"context"
	"iter"
	"reflect"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/arena/learners"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
)

// replicateRow is a replicate at a checkpoint.
type replicateRow struct {
	experiment.Replicate
	point arena.Point
}

// Replicates returns the learning curves of an experiment's replicates, with a row for each checkpoint. The rows are
// read from the database as they are written.
func Replicates(ctx context.Context, l *lab.Lab, name string) (Export, error) {
	e, err := l.Experiment(ctx, name)
	if err != nil {
		return Export{}, err
	}
	var cells, parameters []columns // by the number of the cell; those of number 0 give the headings
	for number, settings := range slices.Concat([]experiment.Cell{{}}, e.Cells) {
		var cell, learner columns
		cell.cell(e.Name, number, settings)
		learner.learner(settings)
		cells, parameters = append(cells, cell), append(parameters, learner)
	}
	return newExport(checkpoints(ctx, l, e), func(c *columns, r replicateRow) {
		c.join(cells[r.Cell])
		c.add("run", r.Run)
		c.add("seed", r.Seed)
		c.add("bankrupt_game", unless(r.Bankrupt == 0, r.Bankrupt))
		c.add("unbeaten_from_game", unless(r.UnbeatenFrom > r.Tally.Games(), r.UnbeatenFrom))
		c.add("games", r.point.Games)
		c.point(r.point)
		c.wdl("blocker", r.point.Blocker)
		c.add("rival_bankrupt_game", unless(r.RivalBankrupt == 0, r.RivalBankrupt))
		c.wdl("rival_random", r.point.Rival.Random)
		c.wdl("rival_perfect", r.point.Rival.Perfect)
		c.wdl("rival_worst", r.point.Rival.Worst)
		c.wdl("rival_most_losses", r.point.Rival.MostLosses)
		c.join(parameters[r.Cell])
		c.versions([]string{r.Version})
	}), nil
}

// checkpoints iterates over the checkpoints of all replicates, by cell, run and games.
func checkpoints(ctx context.Context, l *lab.Lab, e *data.Experiment) iter.Seq2[replicateRow, error] {
	return func(yield func(replicateRow, error) bool) {
		for r, err := range l.Replicates(ctx, e, 0) {
			if err != nil {
				yield(replicateRow{}, err)
				return
			}
			for _, point := range r.Curve {
				if !yield(replicateRow{r, point}, nil) {
					return
				}
			}
		}
	}
}

// cell adds the columns that identify a cell. The names of rules include the unit. Rules of beads have no value for
// other learners.
func (c *columns) cell(experiment string, number int, settings experiment.Cell) {
	c.add("experiment", experiment)
	c.add("cell", number)
	for _, rule := range menace.Table {
		applies := settings.Learner == "" || rule.Name == "game" || rule.Name == "plays"
		for i, column := range rule.Columns {
			if rule.Unit != "" {
				column = strings.Replace(column, "beads_", "fresh_", 1) + "_" + rule.Unit
			}
			value := reflect.ValueOf(rule.In(&settings.Rules).At[i]).Elem().Interface()
			c.add(column, unless(!applies, value))
		}
	}
	c.add("learner", settings.Learns())
	c.add("opponent", settings.Opponent)
}

// learner adds a column for each parameter of a learner. It has no value for learners without that parameter.
func (c *columns) learner(settings experiment.Cell) {
	var spec learners.Spec
	if settings.Learner != "" {
		spec, _ = learners.Parse(settings.Learner)
	}
	for _, method := range learners.Table {
		for _, p := range method.Parameters {
			heading := "learner_" + strings.ReplaceAll(p.Name, "-", "_")
			if !slices.Contains(c.headings, heading) { // methods share parameters
				value, has := spec.Value(p.Name)
				c.add(heading, unless(!has, value))
			}
		}
	}
}

// versions adds the last column of every export: the versions of menace that trained the machines of a row.
func (c *columns) versions(all []string) {
	c.add("version", unless(len(all) == 0, strings.Join(all, " ")))
}
