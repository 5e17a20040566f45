package data

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"menace/arena/experiment"
)

// SaveReplicates stores replicates of a planned experiment, all in one transaction. A replicate that is
// stored already, by another process or earlier, must be the same, or it returns ErrDiffers. It returns
// ErrNotFound if the experiment has been deleted.
func (db *DB) SaveReplicates(ctx context.Context, e *Experiment, list []experiment.Replicate) error {
	return db.transact(ctx, func(conn *sql.Conn) error {
		return new(Merged).save(ctx, conn, e, each(list))
	})
}

// each iterates over a list, without errors.
func each[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}

// save stores the replicates of a planned experiment, up to the first error among them.
func (m *Merged) save(ctx context.Context, conn *sql.Conn, e *Experiment, list iter.Seq2[experiment.Replicate, error]) error {
	if err := isThere(ctx, conn, "experiment", e.Name, e.id); err != nil {
		return err
	}
	replicate, err := conn.PrepareContext(ctx, insertion("replicates", "experiment, "+replicateColumns)+" ON CONFLICT DO NOTHING")
	if err != nil {
		return err
	}
	defer replicate.Close()
	checkpoints := &inserter{conn: conn, insertion: insertion("checkpoints", "experiment, cell, run, "+checkpointColumns)}
	defer checkpoints.close()
	for r, err := range list {
		if err != nil {
			return err
		}
		result, err := replicate.ExecContext(ctx, append([]any{e.id}, replicateFields(&r)...)...)
		if err != nil {
			return err
		}
		added, err := result.RowsAffected()
		switch {
		case err != nil:
		case added > 0:
			m.Added++
			err = insertRows(ctx, checkpoints, checkpointFields, r.Curve, e.id, r.Cell, r.Run)
		default:
			m.Present++
			err = compare(ctx, conn, e, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compare returns ErrDiffers unless a replicate equals the stored one.
func compare(ctx context.Context, conn *sql.Conn, e *Experiment, r experiment.Replicate) error {
	for stored, err := range replicates(ctx, conn, e, e.Checkpoints, "r.cell = ?4 AND r.run = ?5", r.Cell, r.Run) {
		if err != nil || stored.Same(r) {
			return err
		}
	}
	return fmt.Errorf("run %d of cell %d of experiment %q %w from the stored one", r.Run, r.Cell, e.Name, ErrDiffers)
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
			ours := *theirs
			if err := plan(ctx, conn, &ours); err != nil {
				return err
			}
			if err := m.save(ctx, conn, &ours, from.Replicates(ctx, theirs, 0)); err != nil {
				return err
			}
			m.Experiments++
		}
		return nil
	})
	return m, err
}
