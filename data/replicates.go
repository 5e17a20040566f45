package data

import (
	"context"
	"database/sql"
	"iter"
	"slices"

	"menace/arena"
	"menace/arena/experiment"
)

// probabilityColumns are the probabilities of a checkpoint.
const probabilityColumns = `random_win, random_draw, random_loss, perfect_win, perfect_draw, perfect_loss,
	blocker_win, blocker_draw, blocker_loss, worst_win, worst_draw, worst_loss`

// Replicates iterates over the stored replicates of a cell with their curves, by run. Cell 0 stands for all
// cells, by cell and run. While it goes on the database cannot be used for anything else.
func (db *DB) Replicates(ctx context.Context, e *Experiment, cell int) iter.Seq2[experiment.Replicate, error] {
	return db.replicates(ctx, e, "? IN (0, r.cell)", cell)
}

// At returns the stored replicates of a cell by run, the curves having one checkpoint only.
func (db *DB) At(ctx context.Context, e *Experiment, cell int, games int64) (list []experiment.Replicate, err error) {
	for r, err := range db.replicates(ctx, e, "r.cell = ? AND c.games = ?", cell, games) {
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// replicates iterates over those that meet a condition, in one view of the database.
func (db *DB) replicates(ctx context.Context, e *Experiment, where string, args ...any) iter.Seq2[experiment.Replicate, error] {
	return func(yield func(experiment.Replicate, error) bool) {
		err := db.view(ctx, func(q queryer) error {
			for r, err := range replicates(ctx, q, e, where, args...) {
				if err != nil {
					return err
				}
				if !yield(r, nil) {
					yield = nil
					break
				}
			}
			return nil
		})
		if err != nil && yield != nil {
			yield(experiment.Replicate{}, err)
		}
	}
}

// replicates iterates over the replicates r with those of their checkpoints c that meet a condition.
func replicates(ctx context.Context, q queryer, e *Experiment, where string, args ...any) iter.Seq2[experiment.Replicate, error] {
	return func(yield func(experiment.Replicate, error) bool) {
		rows, err := q.QueryContext(ctx, `
			SELECT cell, run, r.seed, r.win, r.draw, r.loss, r.resigned, r.bankrupt, r.unbeaten_from, c.games,
				c.win, c.draw, c.loss, c.resigned, `+probabilityColumns+`
			FROM replicates r JOIN checkpoints c USING (experiment, cell, run)
			WHERE experiment = ? AND `+where+` ORDER BY cell, run, c.games`, slices.Concat([]any{e.id}, args)...)
		if err != nil {
			yield(experiment.Replicate{}, err)
			return
		}
		defer rows.Close()
		gather(rows, yield)
	}
}

// gather joins the rows of a replicate, one a checkpoint, which follow one another.
func gather(rows *sql.Rows, yield func(experiment.Replicate, error) bool) {
	var r experiment.Replicate
	for rows.Next() {
		next, p, err := scanReplicate(rows)
		if err != nil {
			yield(r, err)
			return
		}
		if r.Curve != nil && r.Task != next.Task {
			if !yield(r, nil) {
				return
			}
			r.Curve = nil
		}
		next.Curve = append(r.Curve, p)
		r = next
	}
	if err := rows.Err(); err != nil || r.Curve != nil {
		yield(r, err)
	}
}

// scanReplicate reads a replicate and one of its points.
func scanReplicate(rows *sql.Rows) (r experiment.Replicate, p arena.Point, err error) {
	fields := []any{&r.Cell, &r.Run, &r.Seed}
	fields = append(append(fields, tallyFields(&r.Tally)...), &r.Bankrupt, &r.UnbeatenFrom, &p.Games)
	fields = append(fields, tallyFields(&p.Tally)...)
	for _, wdl := range []*arena.WDL{&p.Random, &p.Perfect, &p.Blocker, &p.Worst} {
		fields = append(fields, &wdl.Win, &wdl.Draw, &wdl.Loss)
	}
	err = rows.Scan(fields...)
	return r, p, err
}

func tallyFields(t *arena.Tally) []any {
	return []any{&t.Win, &t.Draw, &t.Loss, &t.Resigned}
}
