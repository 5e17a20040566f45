package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data"
	"menace/menace"
)

// learnedDrawRate is the rate of draws against perfect play at which a machine has learned the game.
const learnedDrawRate = 0.9

// AtEnd stands for the last checkpoint of an experiment.
const AtEnd = -1

// ExperimentReport is the results of an experiment.
type ExperimentReport struct {
	Name       string       `json:"name"`
	Command    string       `json:"command"`
	Seed       int64        `json:"seed"`
	Runs       int64        `json:"runs"`
	Games      int64        `json:"games"`
	At         int64        `json:"at"` // the checkpoint that the cells describe
	Confidence float64      `json:"confidence"`
	Cells      []CellReport `json:"cells"`
	Compare    *Comparison  `json:"compare,omitempty"`

	Measures []experiment.Measure `json:"-"` // that the cells have
}

// CellReport is the results of a cell. Its intervals are those of [experiment.Confidence]. Without replicates it has no
// measures, and its numbers are unknown.
type CellReport struct {
	Cell             int                 `json:"cell"` // 1 is the first
	Rules            menace.Rules        `json:"rules"`
	Opponent         string              `json:"opponent"`
	Runs             int                 `json:"runs"`     // that are stored
	Bankrupt         int                 `json:"bankrupt"` // of these, up to the checkpoint
	BankruptShare    Number              `json:"bankrupt_share"`
	BankruptInterval [2]Number           `json:"bankrupt_interval"` // Clopper–Pearson
	Reached          int                 `json:"-"`                 // of the runs: those that reached learnedDrawRate
	ReachedShare     Number              `json:"reached_90_draws_share"`
	ReachedGames     Number              `json:"reached_90_draws_games"` // the median; infinite if half of them never did
	UnbeatenFrom     Number              `json:"unbeaten_from"`          // median; infinite before the end
	Mean             Measures[Number]    `json:"mean"`
	Interval         Measures[[2]Number] `json:"interval"` // of the mean, by t
	SD               Measures[Number]    `json:"sd"`
	Quantiles        Measures[Quantiles] `json:"quantiles"`

	summaries []experiment.Summary // by measure
}

// Comparison is the difference of two cells: the means of the first minus those of the second.
type Comparison struct {
	Cells      []int               `json:"cells"`
	Difference Measures[Number]    `json:"difference"`
	Interval   Measures[[2]Number] `json:"interval"` // Welch's
}

// ReportExperiment sums up an experiment at a checkpoint, and compares two of its cells unless compare is
// empty.
func (l *Lab) ReportExperiment(ctx context.Context, e *data.Experiment, at int64, compare []int) (r ExperimentReport, err error) {
	if at == AtEnd {
		at = e.Games
	}
	if err := cmp.Or(CheckCheckpoints(e, at), CheckCells(e, compare...), CheckComparison(compare)); err != nil {
		return r, err
	}
	r = ExperimentReport{
		Name: e.Name, Command: e.Command, Seed: e.Seed, Runs: e.Runs, Games: e.Games, At: at,
		Confidence: experiment.Confidence, Measures: e.Measures(),
	}
	for i := range e.Cells {
		c, err := l.reportCell(ctx, e, i+1, at)
		if err != nil {
			return r, err
		}
		if c.Runs == 0 && slices.Contains(compare, c.Cell) {
			return r, NoReplicates(e, c.Cell)
		}
		r.Cells = append(r.Cells, c)
	}
	if len(compare) == 2 {
		r.Compare = compareCells(r.Measures, r.Cells[compare[0]-1], r.Cells[compare[1]-1])
	}
	return r, nil
}

// CheckCells returns an error if an experiment lacks one of the cells.
func CheckCells(e *data.Experiment, cells ...int) error {
	for _, cell := range cells {
		if cell < 1 || cell > len(e.Cells) {
			return Mistakef("there is no cell %d: %s has cells 1 to %d", cell, e.Name, len(e.Cells))
		}
	}
	return nil
}

// CheckCheckpoints returns an error if an experiment lacks one of the checkpoints.
func CheckCheckpoints(e *data.Experiment, all ...int64) error {
	for _, games := range all {
		if !slices.Contains(e.Checkpoints, games) {
			return Mistakef("%d is not a checkpoint of %s: there are %s", games, e.Name, strings.Trim(fmt.Sprint(e.Checkpoints), "[]"))
		}
	}
	return nil
}

// CheckComparison returns an error unless the cells are two different ones, or none.
func CheckComparison(cells []int) error {
	if len(cells) == 0 || len(cells) == 2 && cells[0] != cells[1] {
		return nil
	}
	return Mistakef("a difference takes two different cells, as in 4,2")
}

// NoReplicates returns the error of a cell of which nothing is stored.
func NoReplicates(e *data.Experiment, cell int) error {
	return &UnknownError{"replicate", e.Name, nil, fmt.Errorf("cell %d of %s has no replicates yet", cell, e.Name)}
}

// reportCell sums up what the replicates of a cell were at a checkpoint.
func (l *Lab) reportCell(ctx context.Context, e *data.Experiment, cell int, at int64) (CellReport, error) {
	r := CellReport{
		Cell: cell, Rules: e.Cells[cell-1].Rules, Opponent: e.Cells[cell-1].Opponent,
		BankruptShare: unknown, BankruptInterval: [2]Number{unknown, unknown},
		ReachedShare: unknown, ReachedGames: unknown, UnbeatenFrom: unknown,
	}
	list, err := l.At(ctx, e, cell, at)
	if err != nil || len(list) == 0 {
		return r, err
	}
	reached, err := l.Reached(ctx, e, cell, learnedDrawRate)
	if err != nil {
		return r, err
	}
	var games []float64
	for _, replicate := range list { // more may have been stored since it was read
		if n, ok := reached[replicate.Run]; ok && n <= at {
			games = append(games, float64(n))
		}
	}
	r.Runs, r.Reached = len(list), len(games)
	r.ReachedShare = Number(float64(r.Reached) / float64(r.Runs))
	r.ReachedGames = r.median(games)
	r.count(list, at, e.Games)
	r.measure(e.Measures(), list)
	return r, nil
}

// median returns the median of numbers of games, one for each run that got there.
func (r *CellReport) median(games []float64) Number {
	for len(games) < r.Runs {
		games = append(games, math.Inf(1))
	}
	return Number(experiment.MedianGames(games))
}

// count counts the replicates that are bankrupt at a checkpoint, and finds the game since which they are unbeaten.
func (r *CellReport) count(list []experiment.Replicate, at, end int64) {
	var unbeaten []float64
	for _, replicate := range list {
		if at == end && replicate.UnbeatenFrom <= replicate.Tally.Games() {
			unbeaten = append(unbeaten, float64(replicate.UnbeatenFrom))
		}
		if 0 < replicate.Bankrupt && replicate.Bankrupt <= at {
			r.Bankrupt++
		}
	}
	r.UnbeatenFrom = r.median(unbeaten)
	r.BankruptShare = Number(float64(r.Bankrupt) / float64(r.Runs))
	r.BankruptInterval = numbers(experiment.Share(r.Bankrupt, r.Runs))
}

// measure sums up the measures of replicates at one checkpoint.
func (r *CellReport) measure(measures []experiment.Measure, list []experiment.Replicate) {
	points := make([]arena.Point, len(list))
	for i, replicate := range list {
		points[i] = replicate.Curve[0]
	}
	for _, m := range measures {
		s := m.Summarize(points)
		r.summaries = append(r.summaries, s)
		r.Mean.put(m, Number(s.Mean))
		r.Interval.put(m, numbers(s.Interval))
		r.SD.put(m, Number(s.SD))
		r.Quantiles.put(m, Quantiles{Number(s.P5), Number(s.Median), Number(s.P95)})
	}
}

// Stored returns how many replicates are stored, and how many there are to be.
func (r ExperimentReport) Stored() (stored, all int64) {
	for _, c := range r.Cells {
		stored += int64(c.Runs)
	}
	return stored, r.Runs * int64(len(r.Cells))
}

// compareCells compares two cells that have replicates.
func compareCells(measures []experiment.Measure, a, b CellReport) *Comparison {
	c := &Comparison{Cells: []int{a.Cell, b.Cell}}
	for i, m := range measures {
		d := m.Compare(a.summaries[i], b.summaries[i])
		c.Difference.put(m, Number(d.Mean))
		c.Interval.put(m, numbers(d.Interval))
	}
	return c
}
