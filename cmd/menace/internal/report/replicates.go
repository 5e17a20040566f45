package report

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

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

// Part selects rows of an experiment's replicates.
type Part struct {
	Cells []int   // all if empty
	At    []int64 // checkpoints, all if empty
}

// Replicates returns the learning curves of an experiment's replicates, with a row for each checkpoint. The rows are
// read from the database as the table is written.
func Replicates(ctx context.Context, l *lab.Lab, name string, part Part) (Table, error) {
	e, err := l.Experiment(ctx, name)
	if err == nil {
		err = cmp.Or(lab.CheckCells(e, part.Cells...), lab.CheckCheckpoints(e, part.At...))
	}
	if err != nil {
		return Table{}, err
	}
	setting := func(r replicateRow) experiment.Cell { return e.Cells[r.Cell-1] }
	fields := settingFields(e.Name, func(r replicateRow) int { return r.Cell }, setting)
	fields = append(fields,
		named("run", "number of the replicate in its cell, from 1", func(r replicateRow) any { return r.Run }),
		named("seed", "seed with which `menace train` makes the same machine, if it learns with beads",
			func(r replicateRow) any { return r.Seed }),
		named("bankrupt_game", "the game that made the machine bankrupt; empty if it never was",
			func(r replicateRow) any { return unless(r.Bankrupt == 0, r.Bankrupt) }),
		named("unbeaten_from_game", "the first game after the last loss; empty if the last game was lost",
			func(r replicateRow) any { return unless(r.UnbeatenFrom > r.Tally.Games(), r.UnbeatenFrom) }),
		named("games", "games of the checkpoint; a bankrupt machine has played fewer: "+
			"the sum of win_games, draw_games and loss_games",
			func(r replicateRow) any { return r.point.Games }))
	fields = append(fields, pointFields(func(r replicateRow) arena.Point { return r.point })...)
	fields = append(fields, wdlFields("blocker",
		"a player of tic-tac-toe who wins or blocks where that is possible, and else plays at random",
		func(r replicateRow) arena.WDL { return r.point.Blocker })...)
	fields = append(fields, named("rival_bankrupt_game", "the game that made the rival bankrupt; empty if it never "+
		"was, without a rival, and where an earlier version stored the row",
		func(r replicateRow) any { return unless(r.RivalBankrupt == 0, r.RivalBankrupt) }))
	for i, name := range []string{"random", "perfect", "worst", "most_losses"} {
		against := []string{
			"random play", "perfect play",
			"the reply that makes its wins minus losses smallest and, among equals, beats it most often",
			"the reply that beats it most often and, among equals, draws least",
		}[i]
		fields = append(fields, wdlFields("rival_"+name, against+", for the rival",
			func(r replicateRow) arena.WDL { return *r.point.Rival.All()[i] })...)
	}
	fields = append(fields, learnerFields(setting)...)
	fields = append(fields, versionField(func(r replicateRow) []string { return []string{r.Version} }))
	return tabulate(fields, part.rows(ctx, l, e)), nil
}

// rows iterates over the rows of the part, by cell, run and games.
func (p Part) rows(ctx context.Context, l *lab.Lab, e *data.Experiment) iter.Seq2[replicateRow, error] {
	return func(yield func(replicateRow, error) bool) {
		only := 0 // the cell to read, or 0 for all
		if len(p.Cells) == 1 {
			only = p.Cells[0]
		}
		for r, err := range l.Replicates(ctx, e, only) {
			if err != nil {
				yield(replicateRow{}, err)
				return
			}
			if len(p.Cells) > 0 && !slices.Contains(p.Cells, r.Cell) {
				continue
			}
			for _, point := range r.Curve {
				if len(p.At) > 0 && !slices.Contains(p.At, point.Games) {
					continue
				}
				if !yield(replicateRow{r, point}, nil) {
					return
				}
			}
		}
	}
}

// settingFields returns the fields that identify the cell of a row. The names of rules include the unit.
func settingFields[R any](name string, cell func(R) int, setting func(R) experiment.Cell) []field[R] {
	fields := []field[R]{
		named("experiment", "name of the experiment", func(R) any { return name }),
		named("cell", "number of the cell, from 1", func(r R) any { return cell(r) }),
	}
	for _, rule := range menace.Table {
		ofBeads := rule.Name != "game" && rule.Name != "plays"
		for i, column := range rule.Columns {
			if rule.Choices() == nil {
				column = strings.Replace(column, "beads_", "fresh_", 1) + "_beads"
			}
			meaning := fmt.Sprintf("rule --%s: %s", rule.Name, rule.Meaning)
			if len(rule.Columns) > 1 {
				meaning += ", here for the " + humanize.Ordinal(i+1)
			}
			fields = append(fields, named(column, meaning, func(r R) any {
				c := setting(r)
				if c.Learner != "" && ofBeads {
					return nil
				}
				if beads, ok := rule.In(&c.Rules).At[i].(*int64); ok {
					return *beads
				}
				return rule.Text(c.Rules)
			}))
		}
	}
	return append(fields,
		named("learner", "who learns in the cell: beads, or another, for which the rules of beads are empty",
			func(r R) any { return setting(r).Learns() }),
		named("opponent", "the opponent that the cell trained with", func(r R) any { return setting(r).Opponent }))
}

// learnerFields returns a field for each parameter of a learner.
func learnerFields[R any](setting func(R) experiment.Cell) (fields []field[R]) {
	specs := map[string]learners.Spec{} // by the learner of a cell
	methods := map[string][]string{}    // by parameter
	for _, method := range learners.Table {
		for _, p := range method.Parameters {
			methods[p.Name] = append(methods[p.Name], method.Name)
		}
	}
	for _, method := range learners.Table {
		for _, p := range method.Parameters {
			if methods[p.Name][0] != method.Name {
				continue
			}
			meaning := p.Meaning + "; empty for learners other than " + strings.Join(methods[p.Name], ", ")
			fields = append(fields, named("learner_"+strings.ReplaceAll(p.Name, "-", "_"), meaning, func(r R) any {
				learner := setting(r).Learner
				spec, known := specs[learner]
				if !known && learner != "" {
					spec, _ = learners.Parse(learner)
					specs[learner] = spec
				}
				value, has := spec.Value(p.Name)
				return unless(!has, value)
			}))
		}
	}
	return fields
}

// versionField returns the last field of every export.
func versionField[R any](versions func(R) []string) field[R] {
	return named("version", "versions of menace that trained the machines of the row, separated by spaces; "+
		"unknown for an earlier one that did not store it; empty without training",
		func(r R) any { return unless(len(versions(r)) == 0, strings.Join(versions(r), " ")) })
}
