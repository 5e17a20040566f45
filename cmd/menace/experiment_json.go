package main

import (
	"encoding/json"
	"math"

	"menace/arena/experiment"
	"menace/data"
	"menace/menace"
)

// number is a number that JSON may not know: null stands for what cannot be told, or never came.
type number float64

// MarshalJSON implements [json.Marshaler].
func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

var unknown = number(math.NaN())

// measures holds something of each measure: by whom it is against, then by its name.
type measures[T any] map[string]map[string]T

// quantiles are those of a [experiment.Summary].
type quantiles struct {
	P5     number `json:"p5"`
	Median number `json:"median"`
	P95    number `json:"p95"`
}

// cellDocument is a cell of an experiment as JSON. Intervals have a confidence of 95 %.
type cellDocument struct {
	Cell             int                 `json:"cell"`
	Rules            menace.Rules        `json:"rules"`
	Opponent         string              `json:"opponent"`
	Runs             int                 `json:"runs"` // that are stored
	Bankrupt         int                 `json:"bankrupt"`
	BankruptShare    number              `json:"bankrupt_share"`
	BankruptInterval [2]number           `json:"bankrupt_interval"` // Clopper–Pearson
	ReachedShare     number              `json:"reached_90_draws_share"`
	ReachedGames     number              `json:"reached_90_draws_games"` // the median; null if half of them never did
	UnbeatenFrom     number              `json:"unbeaten_from"`          // the median game from which on none was lost, at the end; null before it
	Mean             measures[number]    `json:"mean"`
	Interval         measures[[2]number] `json:"interval"` // of the mean, by t
	SD               measures[number]    `json:"sd"`
	Quantiles        measures[quantiles] `json:"quantiles"`
}

// comparison is the difference of two cells as JSON: the means of the first minus those of the second.
type comparison struct {
	Cells      []int               `json:"cells"`
	Difference measures[number]    `json:"difference"`
	Interval   measures[[2]number] `json:"interval"` // Welch's
}

// experimentJSON is an experiment as JSON.
type experimentJSON struct {
	Name       string         `json:"name"`
	Command    string         `json:"command"`
	Seed       int64          `json:"seed"`
	Runs       int64          `json:"runs"`
	Games      int64          `json:"games"`
	At         int64          `json:"at"` // the checkpoint that the cells describe
	Confidence float64        `json:"confidence"`
	Cells      []cellDocument `json:"cells"`
	Compare    *comparison    `json:"compare,omitempty"`
}

func experimentDocument(e *data.Experiment, o showOptions, cells []cellReport) experimentJSON {
	doc := experimentJSON{
		Name: e.Name, Command: e.Command, Seed: e.Seed, Runs: e.Runs, Games: e.Games, At: o.at,
		Confidence: experiment.Confidence,
	}
	for _, c := range cells {
		doc.Cells = append(doc.Cells, c.document())
	}
	if len(o.compare) == 2 {
		a, b := cells[o.compare[0]-1], cells[o.compare[1]-1]
		doc.Compare = &comparison{
			Cells: o.compare,
			Difference: collect(func(i int) number {
				return number(experiment.Measures[i].Compare(a.summaries[i], b.summaries[i]).Mean)
			}),
			Interval: collect(func(i int) [2]number {
				return interval(experiment.Measures[i].Compare(a.summaries[i], b.summaries[i]).Interval)
			}),
		}
	}
	return doc
}

// document returns the report as JSON.
func (c cellReport) document() cellDocument {
	doc := cellDocument{
		Cell: c.number, Rules: c.Rules, Opponent: c.Opponent, Runs: c.runs, Bankrupt: c.bankrupt,
		BankruptShare: unknown, BankruptInterval: [2]number{unknown, unknown}, ReachedShare: unknown,
		ReachedGames: number(c.reachedGames), UnbeatenFrom: number(c.unbeatenFrom),
	}
	if c.runs == 0 {
		return doc
	}
	doc.BankruptShare = number(float64(c.bankrupt) / float64(c.runs))
	doc.BankruptInterval = interval(experiment.Share(c.bankrupt, c.runs))
	doc.ReachedShare = number(float64(c.reached) / float64(c.runs))
	doc.Mean = collect(func(i int) number { return number(c.summaries[i].Mean) })
	doc.Interval = collect(func(i int) [2]number { return interval(c.summaries[i].Interval) })
	doc.SD = collect(func(i int) number { return number(c.summaries[i].SD) })
	doc.Quantiles = collect(func(i int) quantiles {
		s := c.summaries[i]
		return quantiles{number(s.P5), number(s.Median), number(s.P95)}
	})
	return doc
}

func interval(i experiment.Interval) [2]number { return [2]number{number(i.Low), number(i.High)} }

// collect holds what of returns for each of [experiment.Measures].
func collect[T any](of func(i int) T) measures[T] {
	all := measures[T]{}
	for i, m := range experiment.Measures {
		if all[m.Against] == nil {
			all[m.Against] = map[string]T{}
		}
		all[m.Against][m.Name] = of(i)
	}
	return all
}
