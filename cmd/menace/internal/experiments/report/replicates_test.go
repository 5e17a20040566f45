package report

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strconv"
	"testing"

	"menace/data"
	"menace/menace"
	"menace/menace/experiment"
	"menace/menace/learners"
	"menace/menace/tidy"
)

// read returns the rows of a table, read back from CSV: numbers, words, or nil where there is no value.
func read(t *testing.T, table tidy.Table) (rows []map[string]any) {
	t.Helper()
	var text bytes.Buffer
	if err := table.CSV(&text); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]any{}
		for i, name := range lines[0] {
			row[name] = line[i]
			if number, err := strconv.ParseFloat(line[i], 64); err == nil {
				row[name] = number
			} else if line[i] == "" {
				row[name] = nil
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// ran returns a database with an experiment "e" of Michie's machine against opponents, a shard of which has been run.
func ran(t *testing.T, runs, games int64, shard experiment.Shard, opponents ...string) (*data.DB, *data.Experiment) {
	t.Helper()
	plan := &data.Experiment{Name: "e", Design: experiment.Design{
		Seed: 1, Runs: runs, Games: games, Checkpoints: []int64{0, games},
	}}
	for _, opponent := range opponents {
		plan.Cells = append(plan.Cells, experiment.Cell{Rules: menace.Michie(), Opponent: opponent})
	}
	db := stored(t, filepath.Join(t.TempDir(), "menace.db"), plan)
	run(t, db, plan, shard)
	return db, plan
}

// TestLives checks that a machine that never went bankrupt has no game that made it so, and that one that lost its last
// game has no game from which it was unbeaten.
func TestLives(t *testing.T) {
	db, e := ran(t, 40, 60, experiment.Whole, "perfect")
	kinds := map[[2]bool]int{}
	for _, row := range read(t, Replicates(t.Context(), db, e)) {
		if row["games"] != 60.0 {
			continue
		}
		played := row["win"].(float64) + row["draw"].(float64) + row["loss"].(float64)
		bankrupt, broke := row["bankrupt_game"].(float64)
		from, unbeaten := row["unbeaten_from_game"].(float64)
		kinds[[2]bool{broke, unbeaten}]++
		if broke && bankrupt != played || !broke && played < 60 {
			t.Errorf("bankrupt in game %v after %v games", row["bankrupt_game"], played)
		}
		if broke && unbeaten || unbeaten && (from < 1 || from > played) {
			t.Errorf("unbeaten from game %v of %v, bankrupt in game %v", from, played, row["bankrupt_game"])
		}
	}
	if kinds[[2]bool{true, false}] == 0 || kinds[[2]bool{false, true}] == 0 || kinds[[2]bool{false, false}] == 0 {
		t.Errorf("got machines bankrupt and unbeaten as in %v, want one of each kind", kinds)
	}
}

// TestMixedLearners checks that, in the export of an experiment with every learner, a column has only numbers or only
// words, so that any program reads it as one type. A cell has no value in columns that do not apply to it, and its
// learner's parameters have their own columns.
func TestMixedLearners(t *testing.T) {
	plan := &data.Experiment{Name: "e", Design: experiment.Design{Seed: 1, Runs: 2, Games: 40, Checkpoints: []int64{0, 40}}}
	names := append(learners.Names(), experiment.Beads, "q:alpha=0.25,epsilon=0.5", "softmax:temperature=2")
	for _, opponent := range []string{"random", "perfect", "rival"} {
		for _, name := range names {
			cell, _ := experiment.Cell{Rules: menace.Michie(), Opponent: opponent}.WithLearner(name)
			plan.Cells = append(plan.Cells, cell)
		}
	}
	db := stored(t, filepath.Join(t.TempDir(), "menace.db"), plan)
	run(t, db, plan, experiment.Whole)
	words := map[string]string{}
	numbers := map[string]float64{}
	for _, row := range read(t, Replicates(t.Context(), db, plan)) {
		for name, value := range row {
			switch value := value.(type) {
			case string:
				words[name] = value
			case float64:
				numbers[name] = value
			}
		}
		learner := row["learner"].(string)
		if (row["reward_win"] != nil) != (learner == experiment.Beads) {
			t.Errorf("%s: reward_win is %v", learner, row["reward_win"])
		}
		for name, want := range map[string]map[string]any{
			"q":                        {"alpha": 0.1, "epsilon": 0.1, "temperature": nil},
			"q:alpha=0.25,epsilon=0.5": {"alpha": 0.25, "epsilon": 0.5, "temperature": nil},
			"softmax:temperature=2":    {"alpha": 0.0, "epsilon": nil, "temperature": 2.0},
			experiment.Beads:           {"alpha": nil, "epsilon": nil, "temperature": nil},
		}[learner] {
			if got, there := row["learner_"+name]; !there || got != want {
				t.Errorf("%s: learner_%s is %v, want %v", learner, name, got, want)
			}
		}
	}
	for name, word := range words {
		if number, both := numbers[name]; both {
			t.Errorf("%s is %v in a cell and %q in another", name, number, word)
		}
	}
}
