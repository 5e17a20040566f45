// Package report turns what is stored into numbers, tables and figures: the statistics of an experiment's cells,
// learning curves, beads and games. Each number is computed once, as a value that text, HTML, CSV, JSON and pictures
// render.
//
// It reads from the laboratory (package lab). It stores and prints nothing, and knows no flags.
package report

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/data"
)

// Experiment is an experiment with the results of its cells at one checkpoint.
type Experiment struct {
	Name       string      `json:"name"`
	Command    string      `json:"command"`
	Seed       int64       `json:"seed"`
	Runs       int64       `json:"runs"`
	Games      int64       `json:"games"`
	At         int64       `json:"at"` // the checkpoint
	Confidence float64     `json:"confidence"`
	Cells      []Cell      `json:"cells"`
	Compare    *Comparison `json:"compare,omitempty"`

	Measures []experiment.Measure `json:"-"`
}

// Summarize summarizes an experiment at a checkpoint, which may be [lab.AtEnd], and compares two of its cells unless
// compare is empty.
func Summarize(ctx context.Context, l *lab.Lab, e *data.Experiment, at int64, compare []int) (r Experiment, err error) {
	if err := cmp.Or(lab.CheckCells(e, compare...), lab.CheckComparison(compare)); err != nil {
		return r, err
	}
	cells, err := Cells(ctx, l, e, at, compare...)
	if err != nil {
		return r, err
	}
	for _, c := range cells {
		if c.All.N == 0 && slices.Contains(compare, c.Number) {
			return r, lab.NoReplicates(e, c.Number)
		}
	}
	r = Experiment{
		Name: e.Name, Command: e.Command, Seed: e.Seed, Runs: e.Runs, Games: e.Games, At: cells[0].Games,
		Confidence: experiment.Confidence, Cells: cells, Measures: e.Measures(),
	}
	if len(compare) == 2 {
		a, b := cells[compare[0]-1], cells[compare[1]-1]
		r.Compare = &Comparison{A: a, B: b, All: a.All.Minus(b.All), Alive: a.Alive.Minus(b.Alive)}
	}
	return r, nil
}

// Stored returns how many replicates are stored, and how many the finished experiment has.
func (r Experiment) Stored() (stored, all int64) {
	for _, c := range r.Cells {
		stored += int64(c.All.N)
	}
	return stored, r.Runs * int64(len(r.Cells))
}

// Comparison is the difference of two cells: the means of A minus those of B.
type Comparison struct {
	A, B  Cell
	All   Group // intervals by Welch's t
	Alive Group // intervals by BCa; empty if the machines of a cell are all bankrupt
}

// MarshalJSON writes the numbers by opponent and name of the measure.
func (c Comparison) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Cells           [2]int   `json:"cells"`
		Difference      measured `json:"difference"`
		Interval        measured `json:"interval"`
		AliveDifference measured `json:"alive_difference"`
		AliveInterval   measured `json:"alive_interval"`
	}{[2]int{c.A.Number, c.B.Number}, c.All.means(), c.All.intervals(), c.Alive.means(), c.Alive.intervals()})
}

// MarshalJSON writes the numbers of measures by opponent and name. Without replicates, all numbers but counts are null.
func (c Cell) MarshalJSON() ([]byte, error) {
	type quantiles struct {
		P5     any `json:"p5"`
		Median any `json:"median"`
		P95    any `json:"p95"`
	}
	var rules any = c.Settings.Rules
	if c.Settings.Learner != "" { // the rules of beads do not apply
		rules = map[string]any{"game": c.Settings.Rules.Game, "plays": c.Settings.Rules.Plays}
	}
	return json.Marshal(struct {
		Cell               int      `json:"cell"`
		Rules              any      `json:"rules"`
		Learner            string   `json:"learner"`
		Opponent           string   `json:"opponent"`
		Runs               int      `json:"runs"`
		Bankrupt           int      `json:"bankrupt"`
		BankruptShare      any      `json:"bankrupt_share"`
		BankruptInterval   [2]any   `json:"bankrupt_interval"`
		SoundShare         any      `json:"holds_90_draws_share"`
		UnbeatableShare    any      `json:"unbeatable_share"`
		UnbeatableInterval [2]any   `json:"unbeatable_interval"`
		UnbeatableFrom     any      `json:"unbeatable_from"`
		Mean               measured `json:"mean"`
		Interval           measured `json:"interval"`
		SD                 measured `json:"sd"`
		Quantiles          measured `json:"quantiles"`
		Alive              int      `json:"alive"`
		AliveMean          measured `json:"alive_mean"`
		AliveInterval      measured `json:"alive_interval"`
	}{
		c.Number, rules, c.Settings.Learns(), c.Settings.Opponent, c.All.N,
		c.Bankrupt.Part, known(c.Bankrupt.Value), ends(c.Bankrupt.Interval), known(c.Sound.Value),
		known(c.Unbeatable.Value), ends(c.Unbeatable.Interval), known(c.UnbeatableFrom),
		c.All.means(), c.All.intervals(),
		c.All.each(func(s experiment.Summary) any { return known(s.SD) }),
		c.All.each(func(s experiment.Summary) any { return quantiles{known(s.P5), known(s.Median), known(s.P95)} }),
		c.Alive.N, c.Alive.means(), c.Alive.intervals(),
	})
}

// measured holds a value for each measure in JSON, by opponent and then by name. Without measures it is null.
type measured map[string]map[string]any

// each returns a number of each measure's summary.
func (g Group) each(value func(experiment.Summary) any) measured {
	var all measured
	for m, s := range g.summaries {
		if all == nil {
			all = measured{}
		}
		if all[m.Against] == nil {
			all[m.Against] = map[string]any{}
		}
		all[m.Against][m.Name] = value(s)
	}
	return all
}

func (g Group) means() measured {
	return g.each(func(s experiment.Summary) any { return known(s.Mean) })
}

func (g Group) intervals() measured {
	return g.each(func(s experiment.Summary) any { return ends(s.Interval) })
}

// ends returns the two ends of an interval for JSON.
func ends(i experiment.Interval) [2]any { return [2]any{known(i.Low), known(i.High)} }
