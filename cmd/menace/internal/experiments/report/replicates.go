package report

import (
	"context"

	"menace/data"
	"menace/menace/experiment"
	"menace/menace/tidy"
)

// Replicates returns the learning curves of an experiment's replicates: see [experiment.Table].
func Replicates(ctx context.Context, db *data.DB, e *data.Experiment) tidy.Table {
	return experiment.Table(e.Name, e.Cells, db.Replicates(ctx, e, 0))
}
