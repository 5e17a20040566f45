package tables

import (
	"context"
	"fmt"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/menace"
)

// replicateRow is a replicate at a checkpoint.
type replicateRow struct {
	cell experiment.Cell
	experiment.Replicate
	point arena.Point
}

// Replicates is the learning curves of the replicates of an experiment: a row a checkpoint.
func Replicates(ctx context.Context, l *lab.Lab, name string) (Table, error) {
	e, err := l.Experiment(ctx, name)
	if err != nil {
		return Table{}, err
	}
	fields := []field[replicateRow]{
		{Column{"experiment", "name of the experiment"}, func(replicateRow) any { return e.Name }},
		{Column{"cell", "number of the settings, from 1"}, func(r replicateRow) any { return r.Cell }},
	}
	for _, rule := range menace.Table {
		fields = append(fields, ruleFields(rule)...)
	}
	fields = append(fields,
		field[replicateRow]{Column{"opponent", "trained against"}, func(r replicateRow) any { return r.cell.Opponent }},
		field[replicateRow]{Column{"run", "number of the replicate in its cell, from 1"}, func(r replicateRow) any { return r.Run }},
		field[replicateRow]{Column{"seed", "with which an agent becomes the same machine"}, func(r replicateRow) any { return r.Seed }},
		field[replicateRow]{Column{"bankrupt_game", "the game that made the machine bankrupt; empty if none did"}, func(r replicateRow) any { return unless(r.Bankrupt == 0, r.Bankrupt) }},
		field[replicateRow]{Column{"unbeaten_from_game", "the game from which on none was lost; empty if the last was"}, func(r replicateRow) any { return unless(r.UnbeatenFrom > r.Tally.Games(), r.UnbeatenFrom) }},
		field[replicateRow]{Column{"games", "the checkpoint; a bankrupt machine has played as many games as were won, drawn and lost"}, func(r replicateRow) any { return r.point.Games }})
	fields = append(fields, standing(func(r replicateRow) arena.Point { return r.point })...)
	fields = append(fields, probabilities("blocker", "a player who wins or blocks where that is possible, and else plays at random",
		func(r replicateRow) arena.WDL { return r.point.Blocker })...)
	return tabulate(fields, func(yield func(replicateRow, error) bool) {
		for r, err := range l.Replicates(ctx, e, 0) {
			if err != nil {
				yield(replicateRow{}, err)
				return
			}
			for _, p := range r.Curve {
				if !yield(replicateRow{e.Cells[r.Cell-1], r, p}, nil) {
					return
				}
			}
		}
	}), nil
}

// ruleFields returns the columns of a rule, whose names have the unit too.
func ruleFields(rule menace.Rule) (fields []field[replicateRow]) {
	for i, name := range rule.Columns {
		if rule.Words == nil {
			name = strings.Replace(name, "beads_", "fresh_", 1) + "_beads"
		}
		meaning := fmt.Sprintf("rule --%s of the cell", rule.Name)
		fields = append(fields, field[replicateRow]{Column{name, meaning}, func(r replicateRow) any {
			switch v := rule.Fields(&r.cell.Rules)[i].(type) {
			case *int64:
				return *v
			}
			return rule.Text(r.cell.Rules)
		}})
	}
	return fields
}
