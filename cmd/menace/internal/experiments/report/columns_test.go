package report

import (
	"testing"

	"menace/arena/experiment"
	"menace/arena/likelihood"
	"menace/cmd/menace/internal/tables/tablestest"
	"menace/menace"
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
	l := Likelihood{
		Tournament: likelihood.Tournament{
			Rules: menace.Michie(), Opponents: "random", Results: []likelihood.Result{likelihood.Loss, likelihood.Unknown},
		},
		Filter: likelihood.Filter{Particles: 2, Runs: 1}, From: 1,
	}
	if l.Estimate, err = l.Filter.Run(t.Context(), l.Tournament, nil); err != nil {
		t.Fatal(err)
	}
	l.Predicted = l.Estimate
	tablestest.CheckColumns(t, document, "experiment likelihood --at GAME --out FILE", l.CSV())
}
