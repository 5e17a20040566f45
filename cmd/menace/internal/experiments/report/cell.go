package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/experiment"
)

// soundRate is the smallest share of games against perfect play that a sound machine wins or draws.
const soundRate = 0.9

// untilUnbeatable is the event behind [Cell.UnbeatableFrom].
var untilUnbeatable, _ = experiment.ParseEvent("unbeatable")

// Cell holds the results of a cell at one checkpoint.
type Cell struct {
	Number     int // from 1
	Settings   experiment.Cell
	Games      int64 // the checkpoint
	All        Group // the stored replicates
	Alive      Group // replicates that are not bankrupt at the checkpoint
	Bankrupt   Share
	Sound      Share    // replicates that win or draw at least soundRate of their games against perfect play
	Unbeatable Share    // replicates that no player can beat
	Versions   []string // versions of the programs that trained the replicates, sorted

	// UnbeatableFrom is the median of the checkpoints from which replicates are unbeatable until the end. A replicate
	// that can be beaten at the end counts as +Inf. Before the last checkpoint, the median is NaN.
	UnbeatableFrom float64

	// Reached holds the numbers of games after which machines reached the event of [Selection.Until] and kept it, over
	// all games of the experiment.
	Reached Reached
}

// Cells summarizes cells of an experiment at each checkpoint of a selection.
func Cells(ctx context.Context, db *data.DB, e *data.Experiment, s Selection) (cells []Cell, err error) {
	if err := s.Check(e); err != nil {
		return nil, err
	}
	event, _ := s.event(e)
	s.Confidence = cmp.Or(s.Confidence, experiment.Confidence)
	if len(s.At) == 0 {
		s.At = []int64{e.Games}
	}
	if s.Best > 0 {
		if s.Cells, err = bestCells(ctx, db, e, s); err != nil {
			return nil, err
		}
	}
	for _, at := range s.At {
		for _, number := range chosen(e, s.Cells) {
			c, err := newCell(ctx, db, e, number, at, s.Confidence)
			if err == nil && s.Until != "" {
				var times []float64
				times, err = db.EventTimes(ctx, e, number, event)
				c.Reached = newReached(times, s.Confidence)
			}
			if err != nil {
				return nil, err
			}
			cells = append(cells, c)
		}
	}
	return cells, nil
}

// bestCells returns the numbers of the best cells of a selection at its last checkpoint, best first. Cells without
// replicates are omitted.
func bestCells(ctx context.Context, db *data.DB, e *data.Experiment, s Selection) (numbers []int, err error) {
	m, sign := experiment.Measure{Against: "random", Name: "value"}, 1.0
	if len(s.Against) > 0 {
		m.Against = s.Against[0]
	}
	switch m.Against {
	case "most_losses":
		m.Name, sign = "loss", -1
	case "played":
		m.Name = "score"
	}
	means := map[int]float64{}
	for _, number := range chosen(e, s.Cells) {
		c, err := newCell(ctx, db, e, number, s.At[len(s.At)-1], s.Confidence)
		if err != nil {
			return nil, err
		}
		if c.All.N > 0 {
			numbers, means[number] = append(numbers, number), sign*c.All.Summaries[m].Mean
		}
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(means[b], means[a]) })
	return numbers[:min(s.Best, len(numbers))], nil
}

// newCell reads the replicates of a cell at a checkpoint and summarizes them.
func newCell(
	ctx context.Context, db *data.DB, e *data.Experiment, cell int, at int64, confidence float64,
) (Cell, error) {
	c := Cell{Number: cell, Settings: e.Cells[cell-1], Games: at, UnbeatableFrom: math.NaN()}
	list, err := db.ReplicatesAt(ctx, e, cell, at)
	if err != nil {
		return c, err
	}
	var all, alive []arena.Point
	sound, unbeatable := 0, 0
	for _, replicate := range list {
		now := replicate.Curve[0]
		all = append(all, now)
		if at, found := slices.BinarySearch(c.Versions, replicate.Version); !found {
			c.Versions = slices.Insert(c.Versions, at, replicate.Version)
		}
		if replicate.Bankrupt == 0 || replicate.Bankrupt > at {
			alive = append(alive, now)
		}
		if now.Perfect.Win+now.Perfect.Draw >= soundRate {
			sound++
		}
		if now.Unbeatable() {
			unbeatable++
		}
	}
	c.All, c.Alive = newGroup(e, cell, all, confidence), newGroup(e, cell, alive, confidence)
	c.Bankrupt = NewShare(len(all)-len(alive), len(all), confidence)
	c.Sound = NewShare(sound, len(all), confidence)
	c.Unbeatable = NewShare(unbeatable, len(all), confidence)
	if at == e.Games && len(all) > 0 {
		kept, err := db.EventTimes(ctx, e, cell, untilUnbeatable)
		if err != nil {
			return c, err
		}
		slices.Sort(kept)
		c.UnbeatableFrom = stat.Quantile(0.5, stat.Empirical, kept, nil)
	}
	return c, nil
}

// SomeBankrupt reports whether machines of the cell are bankrupt at the checkpoint.
func (c Cell) SomeBankrupt() bool { return c.Bankrupt.Part > 0 }

// share is a placeholder for a measure, used to format shares of machines as percentages.
var share = experiment.Measure{Name: "share"}

// Share is the number of machines that have a trait. If there are no machines, its value and interval are NaN.
type Share struct {
	Part, Whole int
	Value       float64
	Interval    experiment.Interval // Clopper–Pearson
}

// String formats the share as a percentage.
func (s Share) String() string { return words.Share(s.Part, s.Whole) }

// WithInterval formats the share and its interval in percent without the sign, or as a dash if there are no machines.
func (s Share) WithInterval() string {
	if s.Whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f (%.1f–%.1f)", 100*s.Value, 100*s.Interval.Low, 100*s.Interval.High)
}

// NewShare returns the share of part machines of a whole.
func NewShare(part, whole int, confidence float64) Share {
	if whole == 0 {
		return Share{Value: math.NaN(), Interval: unknown.Interval}
	}
	return Share{part, whole, float64(part) / float64(whole), experiment.Share(part, whole, confidence)}
}

// Group is a number of machines at one checkpoint, with a summary of each measure unless there are no machines.
type Group struct {
	N         int
	Summaries map[experiment.Measure]experiment.Summary
}

// newGroup summarizes machines of a cell.
func newGroup(e *data.Experiment, cell int, points []arena.Point, confidence float64) Group {
	g := Group{len(points), map[experiment.Measure]experiment.Summary{}}
	if g.N > 0 {
		for _, m := range e.Measures() {
			g.Summaries[m] = m.Summarize(points, confidence).AtMost(e.Best(cell, m))
		}
	}
	return g
}

// unknown is the summary of no machines.
var unknown = experiment.Summary{
	Mean: math.NaN(), SD: math.NaN(), Interval: experiment.Interval{Low: math.NaN(), High: math.NaN()},
	P5: math.NaN(), Median: math.NaN(), P95: math.NaN(),
	MedianInterval: experiment.Interval{Low: math.NaN(), High: math.NaN()},
}

// Of returns the group's summary of a measure. Its numbers are NaN if the group is empty.
func (g Group) Of(m experiment.Measure) experiment.Summary {
	if s, ok := g.Summaries[m]; ok {
		return s
	}
	return unknown
}

// Course summarizes the machines of a cell at each checkpoint: all of them, or only those that never go bankrupt. It
// also reports whether some go bankrupt. It reads one checkpoint at a time, and fails if there are no such machines.
func Course(
	ctx context.Context, db *data.DB, e *data.Experiment, cell int, alive bool,
) (groups []Group, bankrupt bool, err error) {
	var runs map[int64]bool // runs at the first checkpoint, and whether to include them; more may be stored later
	for _, games := range e.Checkpoints {
		list, err := db.ReplicatesAt(ctx, e, cell, games)
		if err != nil {
			return nil, false, err
		}
		if runs == nil {
			runs = map[int64]bool{}
			for _, r := range list {
				runs[r.Run], bankrupt = !alive || r.Bankrupt == 0, bankrupt || r.Bankrupt > 0
			}
		}
		var points []arena.Point
		for _, r := range list {
			if runs[r.Run] {
				points = append(points, r.Curve[0])
			}
		}
		if err := CheckShown(e, cell, len(list), len(points)); err != nil {
			return nil, false, err
		}
		groups = append(groups, newGroup(e, cell, points, experiment.Confidence))
	}
	return groups, bankrupt, nil
}

// CheckShown returns an error if a figure shows none of the stored machines of a cell.
func CheckShown(e *data.Experiment, cell, stored, shown int) error {
	switch {
	case stored == 0:
		return &NoReplicatesError{e.Name, cell}
	case shown == 0:
		return mistake.Errorf("all %s of cell %d are bankrupt: without --alive they are drawn",
			words.Plural(stored, "machine"), cell)
	}
	return nil
}
