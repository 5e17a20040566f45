package data

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"menace/arena/experiment"
)

// Merged is what was taken from another database.
type Merged struct {
	Experiments int64
	Added       int64 // replicates that were not here before
	Present     int64 // those that were, and are the same
}

// Merge takes the experiments of another database over into this one, all in one transaction. Doing it
// again changes nothing. It returns ErrDiffers if designs or replicates disagree.
func (db *DB) Merge(ctx context.Context, from *DB) (m Merged, err error) {
	list, err := from.Experiments(ctx)
	if err != nil {
		return m, err
	}
	err = db.transact(ctx, func(tx *sql.Tx) error {
		for _, theirs := range list {
			ours := *theirs
			if err := plan(ctx, tx, &ours); err != nil {
				return err
			}
			var total int64
			var readErr error
			all := counted(from.Replicates(ctx, theirs, 0), &total, &readErr)
			added, err := saveReplicates(ctx, tx, &ours, all)
			if err != nil {
				return err
			}
			if readErr != nil {
				return fmt.Errorf("%s: %w", from.path, readErr)
			}
			m.Experiments++
			m.Added += added
			m.Present += total - added
		}
		return nil
	})
	return m, err
}

// counted iterates until the first error, which it notes, and counts.
func counted(list iter.Seq2[experiment.Replicate, error], n *int64, failed *error) iter.Seq[experiment.Replicate] {
	return func(yield func(experiment.Replicate) bool) {
		for r, err := range list {
			if err != nil {
				*failed = err
				return
			}
			*n++
			if !yield(r) {
				return
			}
		}
	}
}
