package data

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"reflect"

	"menace/arena/experiment"
)

// SaveReplicates stores replicates of a planned experiment, all in one transaction. A replicate that is
// stored already, by another process or earlier, must be the same, or it returns ErrDiffers. It returns
// ErrNotFound if the experiment has been deleted.
func (db *DB) SaveReplicates(ctx context.Context, e *Experiment, list []experiment.Replicate) error {
	return db.transact(ctx, func(conn *sql.Conn) error {
		w, err := newReplicateWriter(ctx, conn, e)
		if err != nil {
			return err
		}
		defer w.close()
		for _, r := range list {
			if _, err := w.write(ctx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// replicateWriter stores replicates of one experiment in one transaction.
type replicateWriter struct {
	conn       *sql.Conn
	of         *Experiment
	replicate  *sql.Stmt
	checkpoint *sql.Stmt
}

func newReplicateWriter(ctx context.Context, conn *sql.Conn, e *Experiment) (*replicateWriter, error) {
	if err := isThere(ctx, conn, "experiment", e.Name, e.id); err != nil {
		return nil, err
	}
	replicate, err := conn.PrepareContext(ctx, insertion("replicates", "experiment, "+replicateColumns)+" ON CONFLICT DO NOTHING")
	if err != nil {
		return nil, err
	}
	checkpoint, err := conn.PrepareContext(ctx, insertion("checkpoints", "experiment, cell, run, "+checkpointColumns))
	if err != nil {
		replicate.Close()
		return nil, err
	}
	return &replicateWriter{conn, e, replicate, checkpoint}, nil
}

func (w *replicateWriter) close() {
	w.replicate.Close()
	w.checkpoint.Close()
}

// write stores a replicate, and reports whether it is new.
func (w *replicateWriter) write(ctx context.Context, r experiment.Replicate) (isNew bool, err error) {
	result, err := w.replicate.ExecContext(ctx, append([]any{w.of.id}, replicateFields(&r)...)...)
	if err != nil {
		return false, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return false, cmp.Or(err, w.compare(ctx, r))
	}
	return true, execAll(ctx, w.checkpoint, checkpointFields, r.Curve, w.of.id, r.Cell, r.Run)
}

// compare returns ErrDiffers unless a replicate equals the stored one.
func (w *replicateWriter) compare(ctx context.Context, r experiment.Replicate) error {
	for stored, err := range replicates(ctx, w.conn, w.of, "r.cell = ? AND r.run = ?", r.Cell, r.Run) {
		if err != nil || reflect.DeepEqual(stored, r) {
			return err
		}
	}
	return fmt.Errorf("run %d of cell %d of experiment %q %w from the stored one", r.Run, r.Cell, w.of.Name, ErrDiffers)
}

// Merged counts what a merge found in the other database.
type Merged struct {
	Experiments int64
	Added       int64 // replicates that were missing here
	Present     int64 // replicates that were here already
}

// Merge copies the experiments of another database into this one, all in one transaction. Merging again
// changes nothing. It returns ErrDiffers if designs or replicates disagree.
func (db *DB) Merge(ctx context.Context, from *DB) (m Merged, err error) {
	list, err := from.Experiments(ctx)
	if err != nil {
		return m, err
	}
	err = db.transact(ctx, func(conn *sql.Conn) error {
		for _, theirs := range list {
			if err := m.add(ctx, conn, from, theirs); err != nil {
				return err
			}
		}
		return nil
	})
	return m, err
}

// add merges one experiment.
func (m *Merged) add(ctx context.Context, conn *sql.Conn, from *DB, theirs *Experiment) error {
	ours := *theirs
	if err := plan(ctx, conn, &ours); err != nil {
		return err
	}
	w, err := newReplicateWriter(ctx, conn, &ours)
	if err != nil {
		return err
	}
	defer w.close()
	for r, err := range from.Replicates(ctx, theirs, 0) {
		if err != nil {
			return fmt.Errorf("%s: %w", from.path, err)
		}
		isNew, err := w.write(ctx, r)
		switch {
		case err != nil:
			return err
		case isNew:
			m.Added++
		default:
			m.Present++
		}
	}
	m.Experiments++
	return nil
}
