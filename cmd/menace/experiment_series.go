package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/data"
	"menace/experiment"
	"menace/plots"
)

// maxLines is the greatest number of cells whose lines can still be told apart in one figure.
const maxLines = 7

// experimentFlags let a figure show an experiment instead of agents.
func experimentFlags() []cli.Flag {
	const category = "Many machines instead of agents"
	return []cli.Flag{
		&cli.StringFlag{Name: "experiment", Aliases: []string{"e"}, Category: category, Usage: "the cells of the experiment `NAME`, a line each"},
		&cli.IntSliceFlag{Name: "cell", Category: category, Usage: "only cell `N`; again for more"},
		&cli.BoolFlag{Name: "mean", Category: category, Usage: "the mean instead of the median"},
	}
}

// seriesOptions say what of an experiment to draw.
type seriesOptions struct {
	cells []int // all when empty
	mean  bool
}

// checkSource returns an error if flags of agents and of an experiment are mixed.
func checkSource(c *cli.Context) error {
	given, other := c.IsSet("experiment"), []string{"cell", "mean"}
	if given {
		if err := data.CheckExperimentName(c.String("experiment")); err != nil {
			return asUsage(err)
		}
		other = []string{"agent", "window"}
	}
	for _, flag := range other {
		if c.IsSet(flag) && given {
			return usagef("--%s is about agents, and does not go with --experiment", flag)
		} else if c.IsSet(flag) {
			return usagef("--%s goes with --experiment NAME", flag)
		}
	}
	return nil
}

// ofExperiment returns what draws the experiment that the command line names.
func ofExperiment(c *cli.Context, draw func(e *data.Experiment, series plots.Experiment) plots.Drawing) drawer {
	o := seriesOptions{cells: c.IntSlice("cell"), mean: c.Bool("mean")}
	return func(ctx context.Context, db *data.DB, names []string) (plots.Drawing, error) {
		e, err := loadExperiment(ctx, db, names[0])
		if err != nil {
			return nil, err
		}
		series, err := seriesOf(ctx, db, e, o)
		if err != nil {
			return nil, err
		}
		return draw(e, series), nil
	}
}

// learningOfExperiment returns what draws its rates against opponents, or against those that were met.
func learningOfExperiment(c *cli.Context, o plots.LearningOptions) (drawer, error) {
	for _, name := range o.Against {
		if !slices.Contains(experiment.Opponents, name) {
			return nil, usagef("--against %s: replicates are measured against %s", name, strings.Join(experiment.Opponents, ", "))
		}
	}
	return ofExperiment(c, func(e *data.Experiment, series plots.Experiment) plots.Drawing {
		if len(o.Against) == 0 {
			o.Against = exactOpponents(e)
		}
		return series.Learning(o.Against, o.Log)
	}), nil
}

// seriesOf reads what the figures of an experiment need.
func seriesOf(ctx context.Context, db *data.DB, e *data.Experiment, o seriesOptions) (plots.Experiment, error) {
	if len(o.cells) == 0 {
		for cell := range e.Cells {
			o.cells = append(o.cells, cell+1)
		}
	}
	if len(o.cells) > maxLines {
		return plots.Experiment{}, usagef("%s has %d cells, where a figure shows up to %d: choose with --cell N", e.Name, len(o.cells), maxLines)
	}
	middle := "median"
	if o.mean {
		middle = "mean"
	}
	series := plots.Experiment{Name: e.Name, Note: fmt.Sprintf("%s of %s of each, with the band of 5–95 %%", middle, plural(e.Runs, "run"))}
	for _, cell := range o.cells {
		if cell < 1 || cell > len(e.Cells) {
			return series, usagef("--cell %d: %s has cells 1 to %d", cell, e.Name, len(e.Cells))
		}
		points, err := cellPoints(ctx, db, e, cell, o)
		if err != nil {
			return series, err
		}
		series.Cells = append(series.Cells, plots.Cell{Name: describeCell(e.Cells[cell-1]), Points: points})
	}
	return series, nil
}

// cellPoints returns the line and the band of every measure of a cell.
func cellPoints(ctx context.Context, db *data.DB, e *data.Experiment, cell int, o seriesOptions) (map[plots.Measure][]plots.Point, error) {
	all := map[plots.Measure][]plots.Point{}
	for _, games := range e.Checkpoints {
		points, err := pointsAt(ctx, db, e, cell, games)
		if err != nil {
			return nil, err
		}
		for _, m := range experiment.Measures {
			s := experiment.Summarize(m.Values(points))
			p := plots.Point{Games: float64(games), Value: s.Median, Low: s.P5, High: s.P95}
			if o.mean {
				p.Value = s.Mean
			}
			key := plots.Measure{Against: m.Against, Name: m.Name}
			all[key] = append(all[key], p)
		}
	}
	return all, nil
}

// pointsAt returns the points of a cell at a checkpoint, of which there is at least one.
func pointsAt(ctx context.Context, db *data.DB, e *data.Experiment, cell int, games int64) ([]experiment.Point, error) {
	list, err := db.At(ctx, e, cell, games)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("cell %d of %s has no replicates yet: `menace experiment run %s` goes on", cell, e.Name, e.Name)
	}
	points := make([]experiment.Point, len(list))
	for i, r := range list {
		points[i] = r.Curve[0]
	}
	return points, err
}

// exactOpponents returns, of the opponents against which replicates are measured exactly, those that the
// cells trained with, or perfect if there are none.
func exactOpponents(e *data.Experiment) (met []string) {
	for _, name := range experiment.Opponents {
		if slices.ContainsFunc(e.Cells, func(c experiment.Cell) bool { return c.Opponent == name }) {
			met = append(met, name)
		}
	}
	if len(met) == 0 {
		return []string{"perfect"}
	}
	return met
}
