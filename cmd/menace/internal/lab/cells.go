package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/plots"
)

// CellOptions say what of an experiment to draw.
type CellOptions struct {
	Experiment string
	Cells      []int // all when empty
	Mean       bool  // the mean instead of the median
}

// maxLines is the most cells whose lines can still be told apart in one figure.
const maxLines = 7

// cells reads what the figures of curves need of an experiment, and notes how many replicates are missing.
func (l *Lab) cells(ctx context.Context, o CellOptions) (s plots.Series, notes []string, err error) {
	e, err := l.Experiment(ctx, o.Experiment)
	if err != nil {
		return s, nil, err
	}
	if len(o.Cells) == 0 {
		for cell := range e.Cells {
			o.Cells = append(o.Cells, cell+1)
		}
	}
	if len(o.Cells) > maxLines {
		return s, nil, Mistakef("%s has %d cells, and a figure shows up to %d: choose among them", e.Name, len(o.Cells), maxLines)
	}
	s = plots.Series{Experiment: e.Name, Bands: "bands of 5–95 %", Opponents: exactOpponents(e)}
	if err := CheckCells(e, o.Cells...); err != nil {
		return s, nil, err
	}
	var stored []int
	for _, cell := range o.Cells {
		points, runs, err := l.cellPoints(ctx, e, cell, o.Mean)
		if err != nil {
			return s, nil, err
		}
		stored = append(stored, runs)
		s.Lines = append(s.Lines, plots.Line{Name: words.Cell(e.Cells[cell-1]), Cell: points})
	}
	middle := "median"
	if o.Mean {
		middle = "mean"
	}
	s.Note = middle + " of " + runsOfEach(slices.Min(stored), slices.Max(stored), e.Runs)
	done, err := l.Done(ctx, e, 0, e.Replicates())
	if done < e.Replicates() {
		notes = append(notes, words.Unfinished(e.Name, done, e.Replicates()))
	}
	return s, notes, err
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

// runsOfEach says how many of the planned runs of each cell are stored.
func runsOfEach(fewest, most int, planned int64) string {
	switch {
	case int64(fewest) == planned:
		return words.Plural(planned, "run") + " of each"
	case fewest == most:
		return fmt.Sprintf("%s of the %s of each", words.Count(most), words.Plural(planned, "run"))
	}
	return fmt.Sprintf("%s to %s of the %s of each", words.Count(fewest), words.Count(most), words.Plural(planned, "run"))
}

// cellPoints returns the line of every measure of a cell with its band, and of how many runs they are.
func (l *Lab) cellPoints(ctx context.Context, e *data.Experiment, cell int, mean bool) (all map[experiment.Measure][]plots.Point, runs int, err error) {
	all = map[experiment.Measure][]plots.Point{}
	for _, games := range e.Checkpoints {
		list, err := l.At(ctx, e, cell, games)
		if err != nil {
			return nil, 0, err
		}
		if len(list) == 0 {
			return nil, 0, noReplicates(e, cell)
		}
		points := make([]arena.Point, len(list))
		for i, r := range list {
			points[i] = r.Curve[0]
		}
		for _, m := range experiment.Measures {
			s := m.Summarize(points)
			p := plots.Point{Games: float64(games), Value: s.Median, Low: s.P5, High: s.P95}
			if mean {
				p.Value = s.Mean
			}
			all[m] = append(all[m], p)
		}
		runs = len(list)
	}
	return all, runs, nil
}

// exactOpponents returns the opponents that the cells trained with and that replicates are measured
// against, or perfect if there are none.
func exactOpponents(e *data.Experiment) []string {
	met := slices.DeleteFunc(slices.Clone(experiment.Opponents), func(name string) bool {
		return !slices.ContainsFunc(e.Cells, func(c experiment.Cell) bool { return c.Opponent == name })
	})
	if len(met) == 0 {
		return []string{"perfect"}
	}
	return met
}
