package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"menace/arena/experiment"
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
	if err := isThere(ctx, tx, "experiment", e.Name, e.id); err != nil {
		return nil, err
	}
	w = &replicateWriter{tx: tx, of: e}
	w.replicate, err = tx.PrepareContext(ctx, `
		INSERT INTO replicates (experiment, cell, run, seed, win, draw, loss, resigned, bankrupt, unbeaten_from)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
	if err != nil {
		return nil, err
	}
	w.checkpoint, err = tx.PrepareContext(ctx, `
		INSERT INTO checkpoints (experiment, cell, run, games, win, draw, loss, resigned, `+probabilityColumns+`)
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
