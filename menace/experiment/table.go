package experiment

import (
	"iter"
	"reflect"
	"slices"
	"strings"

	"menace/menace/arena"
	"menace/menace/learners"
	"menace/menace/tidy"
)

// replicateRow is a replicate at a checkpoint.
type replicateRow struct {
	Replicate
	point arena.Point
}

// Table returns the learning curves of replicates of these cells, with a row for each checkpoint. Its columns are those
// of `menace experiment export`, explained in docs/COLUMNS.md. Writing the table iterates over the replicates twice.
func Table(name string, cells []Cell, replicates iter.Seq2[Replicate, error]) tidy.Table {
	var settings, parameters []tidy.Columns // by the number of the cell; number 0 gives the headings
	for number, cell := range slices.Concat([]Cell{{}}, cells) {
		var before, after tidy.Columns
		cell.addTo(&before, name, number)
		cell.addParametersTo(&after)
		settings, parameters = append(settings, before), append(parameters, after)
	}
	return tidy.FromRows(checkpoints(replicates), func(c *tidy.Columns, r replicateRow) {
		c.Join(settings[r.Cell])
		c.Add("run", r.Run)
		c.Add("seed", r.Seed)
		c.Add("bankrupt_game", tidy.Unless(r.Bankrupt == 0, r.Bankrupt))
		c.Add("unbeaten_from_game", tidy.Unless(r.UnbeatenFrom > r.Tally.Games(), r.UnbeatenFrom))
		c.Add("games", r.point.Games)
		r.point.AddTo(c)
		r.point.Blocker.AddTo(c, "blocker")
		c.Add("rival_bankrupt_game", tidy.Unless(r.RivalBankrupt == 0, r.RivalBankrupt))
		r.point.Rival.Random.AddTo(c, "rival_random")
		r.point.Rival.Perfect.AddTo(c, "rival_perfect")
		r.point.Rival.Worst.AddTo(c, "rival_worst")
		r.point.Rival.MostLosses.AddTo(c, "rival_most_losses")
		c.Join(parameters[r.Cell])
		c.Add("version", r.Version)
	})
}

// checkpoints iterates over the checkpoints of all replicates, in their order.
func checkpoints(replicates iter.Seq2[Replicate, error]) iter.Seq2[replicateRow, error] {
	return func(yield func(replicateRow, error) bool) {
		for r, err := range replicates {
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

// addTo adds the columns that identify a cell. For learners without beads, the rules about beads are empty.
func (c Cell) addTo(to *tidy.Columns, experiment string, number int) {
	to.Add("experiment", experiment)
	to.Add("cell", number)
	for _, rule := range c.Rules.Options() {
		applies := c.Learner == "" || rule.Name == "game" || rule.Name == "plays"
		for i, column := range rule.Columns {
			value := reflect.ValueOf(rule.At[i]).Elem().Interface()
			to.Add(column, tidy.Unless(!applies, value))
		}
	}
	to.Add("learner", c.LearnerName())
	to.Add("opponent", c.Opponent)
	quantities := arena.Quantities(c.Opponent)
	for _, kind := range arena.Kinds {
		if p := kind.Parameter; p != nil && p.Quantity != "" {
			value, has := quantities[p.Quantity]
			to.Add("opponent_"+p.Quantity, tidy.Unless(!has, value))
		}
	}
}

// addParametersTo adds a column for each parameter of any learner, empty if the cell's learner does not have it.
func (c Cell) addParametersTo(to *tidy.Columns) {
	var spec learners.Spec
	if c.Learner != "" {
		spec, _ = learners.Parse(c.Learner)
	}
	for _, method := range learners.Table {
		for _, p := range method.Parameters {
			heading := "learner_" + strings.ReplaceAll(p.Name, "-", "_")
			if !to.Has(heading) { // methods share parameters
				value, has := spec.Value(p.Name)
				to.Add(heading, tidy.Unless(!has, value))
			}
		}
	}
}
