package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/experiments/likelihood"
	"menace/menace"
	"menace/menace/experiment"
	"menace/menace/tidy"
	"menace/menace/tidy/tidytest"
)

// TestColumns checks that docs/COLUMNS.md explains the columns of the exports of experiments, in their order.
func TestColumns(t *testing.T) {
	const document = "../../../../../docs/COLUMNS.md"
	db, e := ran(t, 2, 5, experiment.Whole, "random")
	learner, err := NewLearner(t.Context(), e, experiment.Task{Cell: 1, Run: 1}, AtEnd)
	if err != nil {
		t.Fatal(err)
	}
	tidytest.CheckColumns(t, document, "experiment export NAME", Replicates(t.Context(), db, e))
	tidytest.CheckColumns(t, document, "experiment values --out FILE", Values(learner))
	tidytest.CheckColumns(t, document, "experiment likelihood --at GAME --out FILE", estimated(t).CSV())
	tidytest.CheckColumns(t, document, "experiment likelihood --beads FILE", estimated(t).BeadsCSV(1))
}

// TestMembers checks that docs/COLUMNS.md explains the members of a cell in JSON, in their order.
func TestMembers(t *testing.T) {
	db, e := ran(t, 2, 5, experiment.Whole, "random")
	cells, err := Cells(t.Context(), db, e, Selection{Until: "unbeatable"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(cells[0])
	if err != nil {
		t.Fatal(err)
	}
	members := json.NewDecoder(bytes.NewReader(text))
	var table tidy.Table
	if _, err := members.Token(); err != nil { // the brace
		t.Fatal(err)
	}
	for members.More() {
		name, err := members.Token()
		var value json.RawMessage
		if err = cmp.Or(err, members.Decode(&value)); err != nil {
			t.Fatal(err)
		}
		table.Headings = append(table.Headings, name.(string))
	}
	tidytest.CheckColumns(t, "../../../../../docs/COLUMNS.md", "experiment show NAME --json", table)
}

// estimated returns the likelihood of two results.
func estimated(t *testing.T) Likelihood {
	t.Helper()
	l := Likelihood{
		Tournament: likelihood.Tournament{
			Rules: menace.Michie(), Opponents: "random", Results: []likelihood.Result{likelihood.Loss, likelihood.Unknown},
		},
		Filter: likelihood.Filter{Particles: 2, Runs: 2, Keep: true, At: 1}, From: 1,
	}
	var err error
	if l.Estimate, err = l.Filter.Run(t.Context(), l.Tournament, nil); err != nil {
		t.Fatal(err)
	}
	l.Predicted = l.Estimate
	return l
}

// TestNames checks that CSV, JSON and the database have the same names.
func TestNames(t *testing.T) {
	db, e := ran(t, 2, 5, experiment.Whole, "random")
	export := Replicates(t.Context(), db, e)
	var added []string
	for _, name := range export.Headings {
		if name == "experiment" || strings.HasPrefix(name, "opponent_") || strings.HasPrefix(name, "learner_") {
			added = append(added, name)
		}
	}
	stored := tidytest.Names(t, "../../../../../data/schema.sql", []string{"cells", "replicates", "checkpoints"},
		"experiment") // a number, the key of another table
	cells, err := Cells(t.Context(), db, e, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	var cell struct {
		Rules, Mean map[string]any
	}
	text, err := json.Marshal(cells[0])
	if err = cmp.Or(err, json.Unmarshal(text, &cell)); err != nil {
		t.Fatal(err)
	}
	means := tidytest.Members(t, cell.Mean, "random_value", "perfect_value", "blocker_value", "played_score")
	rules := tidytest.Members(t, cell.Rules)
	if len(rules) < 12 || len(means) < 12 {
		t.Errorf("too few names in JSON: %q, %q", rules, means)
	}
	tidytest.CheckNames(t, "experiment export", export, added, stored, slices.Concat(rules, means))
}

// TestNamesOfLikelihoods checks that CSV and JSON have the same names.
func TestNamesOfLikelihoods(t *testing.T) {
	l := estimated(t)
	var document struct{ Games, Predicted []any }
	text, err := json.Marshal(l.JSON())
	if err = cmp.Or(err, json.Unmarshal(text, &document)); err != nil {
		t.Fatal(err)
	}
	members := tidytest.Members(t, document.Games[0])
	for _, name := range tidytest.Members(t, document.Predicted, "game", "bankrupt_probability") {
		members = append(members, "predicted_"+name)
	}
	tidytest.CheckNames(t, "experiment likelihood", l.CSV(), nil, l.CSV().Headings, members)
}
