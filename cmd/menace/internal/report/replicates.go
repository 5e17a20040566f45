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

// Replicates returns the learning curves of an experiment's replicates, with a row for each checkpoint: those of a
// selection, or all if it has none. The rows are read from the database as they are written.
func Replicates(ctx context.Context, l *lab.Lab, name string, s Selection) (Export, error) {
	e, err := l.Experiment(ctx, name)
	if err == nil {
		err = s.Check(e)
	}
	if err != nil {
		return Export{}, err
	}
	setting := func(r replicateRow) experiment.Cell { return e.Cells[r.Cell-1] }
	fields := slices.Concat(
		settingFields(e.Name, func(r replicateRow) int { return r.Cell }, setting),
		[]field[replicateRow]{
			{"run", func(r replicateRow) any { return r.Run }},
			{"seed", func(r replicateRow) any { return r.Seed }},
			{"bankrupt_game", func(r replicateRow) any { return unless(r.Bankrupt == 0, r.Bankrupt) }},
			{"unbeaten_from_game", func(r replicateRow) any {
				return unless(r.UnbeatenFrom > r.Tally.Games(), r.UnbeatenFrom)
			}},
			{"games", func(r replicateRow) any { return r.point.Games }},
		},
		pointFields(func(r replicateRow) arena.Point { return r.point }),
		wdlFields("blocker", func(r replicateRow) arena.WDL { return r.point.Blocker }),
		[]field[replicateRow]{{"rival_bankrupt_game", func(r replicateRow) any {
			return unless(r.RivalBankrupt == 0, r.RivalBankrupt)
		}}},
		wdlFields("rival_random", func(r replicateRow) arena.WDL { return r.point.Rival.Random }),
		wdlFields("rival_perfect", func(r replicateRow) arena.WDL { return r.point.Rival.Perfect }),
		wdlFields("rival_worst", func(r replicateRow) arena.WDL { return r.point.Rival.Worst }),
		wdlFields("rival_most_losses", func(r replicateRow) arena.WDL { return r.point.Rival.MostLosses }),
		learnerFields(setting),
		versionField(func(r replicateRow) []string { return []string{r.Version} }))
	return newExport(fields, s.replicates(ctx, l, e)), nil
}

// replicates iterates over the selected rows, by cell, run and games.
func (s Selection) replicates(ctx context.Context, l *lab.Lab, e *data.Experiment) iter.Seq2[replicateRow, error] {
	return func(yield func(replicateRow, error) bool) {
		only := 0 // the cell to read, or 0 for all
		if len(s.Cells) == 1 {
			only = s.Cells[0]
		}
		for r, err := range l.Replicates(ctx, e, only) {
			if err != nil {
				yield(replicateRow{}, err)
				return
			}
			if len(s.Cells) > 0 && !slices.Contains(s.Cells, r.Cell) {
				continue
			}
			for _, point := range r.Curve {
				if len(s.At) > 0 && !slices.Contains(s.At, point.Games) {
					continue
				}
				if !yield(replicateRow{r, point}, nil) {
					return
				}
			}
		}
	}
}

// settingFields returns the fields that identify the cell of a row. The names of rules include the unit. Rules of beads
// have no value for other learners.
func settingFields[R any](name string, cell func(R) int, setting func(R) experiment.Cell) []field[R] {
	fields := []field[R]{
		{"experiment", func(R) any { return name }},
		{"cell", func(r R) any { return cell(r) }},
	}
	for _, rule := range menace.Table {
		ofBeads := rule.Name != "game" && rule.Name != "plays"
		for i, column := range rule.Columns {
			if rule.Unit != "" {
				column = strings.Replace(column, "beads_", "fresh_", 1) + "_" + rule.Unit
			}
			fields = append(fields, field[R]{column, func(r R) any {
				c := setting(r)
				if c.Learner != "" && ofBeads {
					return nil
				}
				return reflect.ValueOf(rule.In(&c.Rules).At[i]).Elem().Interface()
			}})
		}
	}
	return append(fields,
		field[R]{"learner", func(r R) any { return setting(r).Learns() }},
		field[R]{"opponent", func(r R) any { return setting(r).Opponent }})
}

// learnerFields returns a field for each parameter of a learner. It has no value for learners without that parameter.
func learnerFields[R any](setting func(R) experiment.Cell) (fields []field[R]) {
	specs := map[string]learners.Spec{} // by the learner of a cell
	for _, method := range learners.Table {
		for _, p := range method.Parameters {
			heading := "learner_" + strings.ReplaceAll(p.Name, "-", "_")
			if slices.ContainsFunc(fields, func(f field[R]) bool { return f.heading == heading }) {
				continue // of another method too
			}
			fields = append(fields, field[R]{heading, func(r R) any {
				learner := setting(r).Learner
				spec, known := specs[learner]
				if !known && learner != "" {
					spec, _ = learners.Parse(learner)
					specs[learner] = spec
				}
				value, has := spec.Value(p.Name)
				return unless(!has, value)
			}})
		}
	}
	return fields
}

// versionField returns the last field of every export: the versions of menace that trained the machines of a row.
func versionField[R any](versions func(R) []string) []field[R] {
	return []field[R]{{"version", func(r R) any {
		return unless(len(versions(r)) == 0, strings.Join(versions(r), " "))
	}}}
}
