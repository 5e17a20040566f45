// Package report turns stored experiments into numbers and tables: the statistics of their cells, the curves of their
// replicates, and the values of their learners. Each number is computed once, as a value that text, CSV, JSON and
// pictures render.
//
// Begin with [Summarize]. The package reads the database, but stores and prints nothing. A column of the table is an
// entry in columns.go.
package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/experiment"
	"menace/menace/option"
	"menace/menace/tidy"
)

// Experiment is an experiment with the results of its cells at one checkpoint.
type Experiment struct {
	Name        string        `json:"name"`
	Command     string        `json:"command"`
	Seed        int64         `json:"seed"`
	Runs        int64         `json:"runs"`
	Games       int64         `json:"games"`
	Versions    []string      `json:"versions"` // versions of the programs that trained the replicates, sorted
	At          int64         `json:"at"`       // the checkpoint
	Confidence  float64       `json:"confidence"`
	Cells       []Cell        `json:"cells"`
	Compare     *Comparison   `json:"compare,omitempty"`     // for one pair of cells
	Comparisons []*Comparison `json:"comparisons,omitempty"` // for several pairs
	Until       string        `json:"until,omitempty"`

	Measures  []experiment.Measure `json:"-"`
	selection Selection
	pairs     []*Comparison // all
}

// Summarize reports on an experiment at each checkpoint of a selection.
func Summarize(ctx context.Context, db *data.DB, e *data.Experiment, s Selection) (list []Experiment, err error) {
	s.Confidence = cmp.Or(s.Confidence, experiment.Confidence)
	all, err := Cells(ctx, db, e, s)
	if err != nil {
		return nil, err
	}
	for cells := range slices.Chunk(all, len(all)/max(1, len(s.At))) {
		r := Experiment{
			Name: e.Name, Command: e.Command, Seed: e.Seed, Runs: e.Runs, Games: e.Games, At: cells[0].Games,
			Confidence: s.Confidence, Until: s.Until, Cells: cells, Measures: e.Measures(), selection: s,
			Versions: []string{},
		}
		for _, c := range cells {
			if c.All.N == 0 && slices.Contains(s.Compare, c.Number) {
				return nil, option.Wrong("compare", &NoReplicatesError{e.Name, c.Number})
			}
			r.Versions = append(r.Versions, c.Versions...)
		}
		slices.Sort(r.Versions)
		r.Versions = slices.Compact(r.Versions)
		if r.pairs = r.comparePairs(); len(r.pairs) == 1 {
			r.Compare = r.pairs[0]
		} else {
			r.Comparisons = r.pairs
		}
		list = append(list, r)
	}
	return list, nil
}

// Statistics describes the statistics of the results.
func (r Experiment) Statistics() string {
	text := fmt.Sprintf("After %s. ", words.Plural(r.At, "game")) + wording.Intervals
	if r.pairs != nil {
		text = fmt.Sprintf("After %s. ", words.Plural(r.At, "game")) + wording.Differences
	}
	if slices.ContainsFunc(r.Cells, func(c Cell) bool {
		return c.SomeBankrupt() && (r.pairs == nil || slices.Contains(r.selection.Compare, c.Number))
	}) {
		text += " " + words.Sentence(wording.Bankrupt) + "."
	}
	return text
}

// Stored returns the number of stored replicates, and the number in the finished experiment.
func (r Experiment) Stored() (stored, all int64) {
	for _, c := range r.Cells {
		stored += int64(c.All.N)
	}
	return stored, r.Runs * int64(len(r.Cells))
}

// each returns, for JSON, a value of the summary of each measure, by opponent and then by name. Without machines it is
// null.
func (g Group) each(value func(experiment.Summary) any) map[string]map[string]any {
	var all map[string]map[string]any
	for m, s := range g.Summaries {
		if all == nil {
			all = map[string]map[string]any{}
		}
		if all[m.Against] == nil {
			all[m.Against] = map[string]any{}
		}
		all[m.Against][m.Name] = value(s)
	}
	return all
}

// ends returns the two ends of an interval for JSON.
func ends(i experiment.Interval) []any { return numbers(i.Low, i.High) }

// numbers returns numbers for JSON, with nil for unknown ones.
func numbers(values ...float64) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = tidy.Known(v)
	}
	return list
}
