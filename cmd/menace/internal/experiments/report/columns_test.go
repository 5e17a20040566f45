package report

import (
	"testing"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/tables/tablestest"
)

// TestColumns checks that docs/COLUMNS.md explains the columns of the exports of experiments, in their order.
func TestColumns(t *testing.T) {
	const document = "../../../../../docs/COLUMNS.md"
	db, e := ran(t, 2, 5, experiment.Whole, "random")
	learner, err := NewLearner(t.Context(), e, experiment.Task{Cell: 1, Run: 1}, AtEnd)
	if err != nil {
		t.Fatal(err)
	}
	tablestest.CheckColumns(t, document, "experiment export NAME", Replicates(t.Context(), db, e))
	tablestest.CheckColumns(t, document, "experiment values --out FILE", Values(learner))
}
