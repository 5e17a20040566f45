package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"menace/arena"
	"menace/experiment"
)

// SaveReplicates stores replicates of a planned experiment, all in one transaction. Those that are
// stored already, by another process or earlier, must be the same: else it returns ErrDiffers. It returns
// ErrNotFound if the experiment was deleted meanwhile.
func (db *DB) SaveReplicates(ctx context.Context, e *Experiment, list []experiment.Replicate) error {
	return db.transact(ctx, func(tx *sql.Tx) error {
		_, err := saveReplicates(ctx, tx, e, slices.Values(list))
		return err
	})
}

// saveReplicates returns how many were new.
func saveReplicates(ctx context.Context, tx *sql.Tx, e *Experiment, list iter.Seq[experiment.Replicate]) (added int64, err error) {
	w, err := newReplicateWriter(ctx, tx, e)
	if err != nil {
		return 0, err
	}
	defer w.close()
	for r := range list {
		isNew, err := w.write(ctx, r)
		if err != nil {
			return added, err
		}
		if isNew {
			added++
		}
	}
	return added, nil
}

// replicateWriter stores replicates of one experiment in one transaction.
type replicateWriter struct {
	tx         *sql.Tx
	of         *Experiment
	replicate  *sql.Stmt
	checkpoint *sql.Stmt
}

func newReplicateWriter(ctx context.Context, tx *sql.Tx, e *Experiment) (w *replicateWriter, err error) {
	var n int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM experiments WHERE id = ?", e.id).Scan(&n); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, fmt.Errorf("experiment %q %w: it was deleted in the meantime", e.Name, ErrNotFound)
	}
	w = &replicateWriter{tx: tx, of: e}
	w.replicate, err = tx.PrepareContext(ctx, `
		INSERT INTO replicates (experiment, cell, run, seed, win, draw, loss, resigned, bankrupt, unbeaten_from)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
	if err != nil {
		return nil, err
	}
	w.checkpoint, err = tx.PrepareContext(ctx, `
		INSERT INTO checkpoints (experiment, cell, run, games, `+pointColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	return w, err
}

func (w *replicateWriter) close() {
	w.replicate.Close()
	if w.checkpoint != nil {
		w.checkpoint.Close()
	}
}

// write stores a replicate, and tells whether it was new.
func (w *replicateWriter) write(ctx context.Context, r experiment.Replicate) (isNew bool, err error) {
	result, err := w.replicate.ExecContext(ctx, w.of.id, r.Cell, r.Run, r.Seed,
		r.Tally.Win, r.Tally.Draw, r.Tally.Loss, r.Tally.Resigned, r.Bankrupt, r.UnbeatenFrom)
	if err != nil {
		return false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return false, errors.Join(err, w.compare(ctx, r))
	}
	for _, p := range r.Curve {
		_, err := w.checkpoint.ExecContext(ctx, w.of.id, r.Cell, r.Run, p.Games,
			p.Tally.Win, p.Tally.Draw, p.Tally.Loss, p.Tally.Resigned,
			p.Random.Win, p.Random.Draw, p.Random.Loss, p.Perfect.Win, p.Perfect.Draw, p.Perfect.Loss,
			p.Blocker.Win, p.Blocker.Draw, p.Blocker.Loss, p.Worst.Win, p.Worst.Draw, p.Worst.Loss)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// compare returns ErrDiffers if a replicate is not the stored one.
func (w *replicateWriter) compare(ctx context.Context, r experiment.Replicate) error {
	for stored, err := range replicates(ctx, w.tx, w.of, "r.cell = ? AND r.run = ?", r.Cell, r.Run) {
		if err != nil || reflect.DeepEqual(stored, r) {
			return err
		}
	}
	return fmt.Errorf("run %d of cell %d of experiment %q %w from the stored one", r.Run, r.Cell, w.of.Name, ErrDiffers)
}

const pointColumns = `win, draw, loss, resigned,
	random_win, random_draw, random_loss, perfect_win, perfect_draw, perfect_loss,
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
				c.win, c.draw, c.loss, c.resigned,
				random_win, random_draw, random_loss, perfect_win, perfect_draw, perfect_loss,
				blocker_win, blocker_draw, blocker_loss, worst_win, worst_draw, worst_loss
			FROM replicates r JOIN checkpoints c USING (experiment, cell, run)
			WHERE experiment = ? AND `+where+` ORDER BY cell, run, c.games`, slices.Concat([]any{e.id}, args)...)
		if err != nil {
			yield(experiment.Replicate{}, err)
			return
		}
		defer rows.Close()
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
}

// scanReplicate reads a replicate and one of its points.
func scanReplicate(rows *sql.Rows) (r experiment.Replicate, p experiment.Point, err error) {
	fields := []any{&r.Cell, &r.Run, &r.Seed}
	fields = append(append(fields, tallyFields(&r.Tally)...), &r.Bankrupt, &r.UnbeatenFrom, &p.Games)
	fields = append(fields, tallyFields(&p.Tally)...)
	for _, odds := range []*arena.Odds{&p.Random, &p.Perfect, &p.Blocker, &p.Worst} {
		fields = append(fields, &odds.Win, &odds.Draw, &odds.Loss)
	}
	err = rows.Scan(fields...)
	return r, p, err
}

func tallyFields(t *arena.Tally) []any {
	return []any{&t.Win, &t.Draw, &t.Loss, &t.Resigned}
}
