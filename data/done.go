package data

import (
	"context"
	"database/sql"
	"iter"

	"menace/arena/experiment"
)

// block is how many replicates are looked up at a time.
const block = 4096

// Missing iterates over the replicates numbered from, inclusive, to to, exclusive, that are not stored,
// as [experiment.Design.Tasks] does. It looks a few thousand ahead, and between these looks the database
// is free.
func (db *DB) Missing(ctx context.Context, e *Experiment, from, to int64) iter.Seq2[experiment.Task, error] {
	return func(yield func(experiment.Task, error) bool) {
		for ; from < to; from += block {
			end := min(from+block, to)
			stored, err := db.stored(ctx, e, from, end)
			if err != nil {
				yield(experiment.Task{}, err)
				return
			}
			for task := range e.Tasks(from, end) {
				if !stored[task] && !yield(task, nil) {
					return
				}
			}
		}
	}
}

// stored returns those of the replicates that are stored.
func (db *DB) stored(ctx context.Context, e *Experiment, from, to int64) (set map[experiment.Task]bool, err error) {
	cells := int64(len(e.Cells))
	set = map[experiment.Task]bool{}
	err = db.view(ctx, func(q queryer) error {
		list, err := query(ctx, q, func(rows *sql.Rows) (t experiment.Task, err error) {
			return t, rows.Scan(&t.Cell, &t.Run)
		}, `SELECT cell, run FROM cells CROSS JOIN replicates USING (experiment, cell)
			WHERE experiment = ? AND run BETWEEN ? AND ?`, e.id, from/cells+1, (to-1)/cells+1)
		for _, task := range list {
			set[task] = true
		}
		return err
	})
	return set, err
}

// Done returns how many of the replicates numbered from, inclusive, to to, exclusive, are stored.
func (db *DB) Done(ctx context.Context, e *Experiment, from, to int64) (n int64, err error) {
	err = db.view(ctx, func(q queryer) error {
		return q.QueryRowContext(ctx, `
			SELECT count(*) FROM replicates
			WHERE experiment = ?1 AND (run - 1) * ?2 + cell - 1 >= ?3 AND (run - 1) * ?2 + cell - 1 < ?4`,
			e.id, len(e.Cells), from, to).Scan(&n)
	})
	return n, err
}

// Reached returns, for each replicate of a cell that reached a draw rate against perfect play, the first
// checkpoint at which it had it.
func (db *DB) Reached(ctx context.Context, e *Experiment, cell int, rate float64) (games []float64, err error) {
	err = db.view(ctx, func(q queryer) error {
		games, err = query(ctx, q, func(rows *sql.Rows) (n float64, err error) {
			return n, rows.Scan(&n)
		}, `SELECT min(games) FROM checkpoints
			WHERE experiment = ? AND cell = ? AND perfect_draw >= ? GROUP BY run`, e.id, cell, rate)
		return err
	})
	return games, err
}
