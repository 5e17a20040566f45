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
	"menace/cmd/menace/internal/curves"
	"menace/data"
	"menace/menace/tidy"
)

// replicateRow is a replicate at a checkpoint.
type replicateRow struct {
	experiment.Replicate
	point arena.Point
}

// Replicates returns the learning curves of an experiment's replicates, with a row for each checkpoint. The rows are
// read from the database as they are written.
func Replicates(ctx context.Context, db *data.DB, e *data.Experiment) tidy.Table {
	var cells, parameters []tidy.Columns // by the number of the cell; those of number 0 give the headings
	for number, settings := range slices.Concat([]experiment.Cell{{}}, e.Cells) {
		var cell, learner tidy.Columns
		addCell(&cell, e.Name, number, settings)
		addLearner(&learner, settings)
		cells, parameters = append(cells, cell), append(parameters, learner)
	}
	return tidy.FromRows(checkpoints(ctx, db, e), func(c *tidy.Columns, r replicateRow) {
		c.Join(cells[r.Cell])
		c.Add("run", r.Run)
		c.Add("seed", r.Seed)
		c.Add("bankrupt_game", tidy.Unless(r.Bankrupt == 0, r.Bankrupt))
		c.Add("unbeaten_from_game", tidy.Unless(r.UnbeatenFrom > r.Tally.Games(), r.UnbeatenFrom))
		c.Add("games", r.point.Games)
		curves.AddPoint(c, r.point)
		curves.AddWDL(c, "blocker", r.point.Blocker)
		c.Add("rival_bankrupt_game", tidy.Unless(r.RivalBankrupt == 0, r.RivalBankrupt))
		curves.AddWDL(c, "rival_random", r.point.Rival.Random)
		curves.AddWDL(c, "rival_perfect", r.point.Rival.Perfect)
		curves.AddWDL(c, "rival_worst", r.point.Rival.Worst)
		curves.AddWDL(c, "rival_most_losses", r.point.Rival.MostLosses)
		c.Join(parameters[r.Cell])
		curves.AddVersions(c, []string{r.Version})
	})
}

// checkpoints iterates over the checkpoints of all replicates, by cell, run and games.
func checkpoints(ctx context.Context, db *data.DB, e *data.Experiment) iter.Seq2[replicateRow, error] {
	return func(yield func(replicateRow, error) bool) {
		for r, err := range db.Replicates(ctx, e, 0) {
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

// addCell adds the columns that identify a cell. Rules of beads have no value for
// other learners.
func addCell(c *tidy.Columns, experiment string, number int, settings experiment.Cell) {
	c.Add("experiment", experiment)
	c.Add("cell", number)
	for _, rule := range settings.Rules.Options() {
		applies := settings.Learner == "" || rule.Name == "game" || rule.Name == "plays"
		for i, column := range rule.Columns {
			value := reflect.ValueOf(rule.At[i]).Elem().Interface()
			c.Add(column, tidy.Unless(!applies, value))
		}
	}
	c.Add("learner", settings.LearnerName())
	c.Add("opponent", settings.Opponent)
	quantities := arena.Quantities(settings.Opponent)
	for _, kind := range arena.Kinds {
		if p := kind.Parameter; p != nil && p.Quantity != "" {
			value, has := quantities[p.Quantity]
			c.Add("opponent_"+p.Quantity, tidy.Unless(!has, value))
		}
	}
}

// addLearner adds a column for each parameter of a learner. It has no value for learners without that parameter.
func addLearner(c *tidy.Columns, settings experiment.Cell) {
	var spec learners.Spec
	if settings.Learner != "" {
		spec, _ = learners.Parse(settings.Learner)
	}
	for _, method := range learners.Table {
		for _, p := range method.Parameters {
			heading := "learner_" + strings.ReplaceAll(p.Name, "-", "_")
			if !c.Has(heading) { // methods share parameters
				value, has := spec.Value(p.Name)
				c.Add(heading, tidy.Unless(!has, value))
			}
		}
	}
}
