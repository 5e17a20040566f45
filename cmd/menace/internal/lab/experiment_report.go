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
	"menace/symmetry"
)

// soundRate is the rate of games against perfect play that a machine holds which has learned the game.
const soundRate = 0.9

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
	Settings         experiment.Cell     `json:"-"`
	Rules            any                 `json:"rules"`   // those of Settings, or of another learner than beads those that count
	Learner          string              `json:"learner"` // as [experiment.Cell.Learns] names it
	Opponent         string              `json:"opponent"`
	Runs             int                 `json:"runs"`     // that are stored
	Bankrupt         int                 `json:"bankrupt"` // of these, up to the checkpoint
	BankruptShare    Number              `json:"bankrupt_share"`
	BankruptInterval [2]Number           `json:"bankrupt_interval"` // Clopper–Pearson
	Sound            int                 `json:"-"`                 // of the runs: those that hold soundRate of games against perfect play
	SoundShare       Number              `json:"holds_90_draws_share"`
	Unbeatable       int                 `json:"-"` // of the runs: those that lose against nobody
	UnbeatableShare  Number              `json:"unbeatable_share"`
	UnbeatenFrom     Number              `json:"unbeaten_from"` // median of the games from which on none was lost; infinite if half lost the last, unknown before the end
	Mean             Measures[Number]    `json:"mean"`
	Interval         Measures[[2]Number] `json:"interval"` // of the mean, by t
	SD               Measures[Number]    `json:"sd"`
	Quantiles        Measures[Quantiles] `json:"quantiles"`
	Alive            int                 `json:"alive"`          // of the runs: those that are not bankrupt
	AliveMean        Measures[Number]    `json:"alive_mean"`     // of these alone
	AliveInterval    Measures[[2]Number] `json:"alive_interval"` // of that mean

	summaries, alive []experiment.Summary // by measure; alive is empty if no machine is
}

// Comparison is the difference of two cells: the means of the first minus those of the second.
type Comparison struct {
	Cells      []int               `json:"cells"`
	Difference Measures[Number]    `json:"difference"`
	Interval   Measures[[2]Number] `json:"interval"` // Welch's

	AliveDifference Measures[Number]    `json:"alive_difference"` // of the machines that are not bankrupt
	AliveInterval   Measures[[2]Number] `json:"alive_interval"`
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
	settings := e.Cells[cell-1]
	r := CellReport{
		Cell: cell, Settings: settings, Rules: rulesOf(settings), Learner: settings.Learns(), Opponent: settings.Opponent,
		BankruptShare: unknown, BankruptInterval: [2]Number{unknown, unknown},
		SoundShare: unknown, UnbeatableShare: unknown, UnbeatenFrom: unknown,
	}
	list, err := l.At(ctx, e, cell, at)
	if err != nil || len(list) == 0 {
		return r, err
	}
	r.Runs = len(list)
	var all, alive []arena.Point
	for _, replicate := range list {
		now := replicate.Curve[0]
		all = append(all, now)
		if replicate.Bankrupt == 0 || replicate.Bankrupt > at {
			alive = append(alive, now)
		}
		if now.Perfect.Win+now.Perfect.Draw >= soundRate {
			r.Sound++
		}
		if now.Worst.Loss == 0 { // a sum of products with 0, without rounding
			r.Unbeatable++
		}
	}
	r.Alive, r.Bankrupt = len(alive), r.Runs-len(alive)
	r.share()
	if at == e.Games {
		r.UnbeatenFrom = unbeatenFrom(list)
	}
	r.measure(e.Measures(), all)
	r.measureAlive(e.Measures(), alive)
	return r, nil
}

// rulesOf returns the rules of a cell, without those that do not count.
func rulesOf(c experiment.Cell) any {
	if c.Learner == "" {
		return c.Rules
	}
	return struct {
		Game  string        `json:"game"`
		Plays symmetry.Side `json:"plays"`
	}{c.Rules.Game, c.Rules.Plays}
}

// share turns counts of replicates into shares.
func (r *CellReport) share() {
	of := func(n int) Number { return Number(float64(n) / float64(r.Runs)) }
	r.BankruptShare, r.SoundShare, r.UnbeatableShare = of(r.Bankrupt), of(r.Sound), of(r.Unbeatable)
	r.BankruptInterval = numbers(experiment.Share(r.Bankrupt, r.Runs))
}

// unbeatenFrom returns the median of the games from which on replicates lost none: infinite for one that lost its last.
func unbeatenFrom(list []experiment.Replicate) Number {
	games := make([]float64, len(list))
	for i, r := range list {
		if games[i] = float64(r.UnbeatenFrom); r.UnbeatenFrom > r.Tally.Games() {
			games[i] = math.Inf(1)
		}
	}
	return Number(experiment.MedianGames(games))
}

// measureAlive sums up the measures of the replicates that are not bankrupt, if there are any.
func (r *CellReport) measureAlive(measures []experiment.Measure, points []arena.Point) {
	for _, m := range measures {
		if len(points) == 0 {
			r.AliveMean.put(m, unknown)
			r.AliveInterval.put(m, [2]Number{unknown, unknown})
			continue
		}
		s := m.Summarize(points)
		r.alive = append(r.alive, s)
		r.AliveMean.put(m, Number(s.Mean))
		r.AliveInterval.put(m, numbers(s.Interval))
	}
}

// measure sums up the measures of replicates at one checkpoint.
func (r *CellReport) measure(measures []experiment.Measure, points []arena.Point) {
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
		c.AliveDifference.put(m, unknown)
		c.AliveInterval.put(m, [2]Number{unknown, unknown})
		if a.Alive > 0 && b.Alive > 0 {
			d := m.Compare(a.alive[i], b.alive[i])
			c.AliveDifference.put(m, Number(d.Mean))
			c.AliveInterval.put(m, numbers(d.Interval))
		}
	}
	return c
}
