package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data"
	"menace/plots"
)

// maxLines is how many cells one figure shows at most, so that their lines can be told apart.
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

// ofSeries returns what draws the agents, or the experiment, that the command line names.
func (p *program) ofSeries(c *cli.Context, draw func(plots.Series) (plots.Drawing, error)) drawer {
	read := seriesOf
	if c.IsSet("experiment") {
		o := seriesOptions{cells: c.IntSlice("cell"), mean: c.Bool("mean")}
		read = func(ctx context.Context, db *data.DB, names []string) (plots.Series, error) {
			return p.seriesOfExperiment(ctx, db, names[0], o)
		}
	}
	return func(ctx context.Context, db *data.DB, names []string) (plots.Drawing, error) {
		series, err := read(ctx, db, names)
		if err != nil {
			return nil, err
		}
		return draw(series)
	}
}

// seriesOfExperiment reads what the figures of curves need of an experiment, and notes what is missing.
func (p *program) seriesOfExperiment(ctx context.Context, db *data.DB, name string, o seriesOptions) (s plots.Series, err error) {
	e, err := loadExperiment(ctx, db, name)
	if err != nil {
		return s, err
	}
	if o.cells, err = chosenCells(e, o.cells); err != nil {
		return s, err
	}
	s = plots.Series{Experiment: e.Name, Bands: "bands of 5–95 %", Opponents: exactOpponents(e)}
	var stored []int
	for _, cell := range o.cells {
		points, runs, err := cellPoints(ctx, db, e, cell, o)
		if err != nil {
			return s, err
		}
		stored = append(stored, runs)
		s.Lines = append(s.Lines, plots.Line{Name: describeCell(e.Cells[cell-1]), Cell: points})
	}
	middle := "median"
	if o.mean {
		middle = "mean"
	}
	s.Note = middle + " of " + runsOfEach(slices.Min(stored), slices.Max(stored), e.Runs)
	done, err := db.Done(ctx, e, 0, e.Replicates())
	if err == nil {
		p.noteMissing(e, done)
	}
	return s, err
}

// chosenCells returns the cells to draw: those given, or all.
func chosenCells(e *data.Experiment, given []int) ([]int, error) {
	if len(given) == 0 {
		for cell := range e.Cells {
			given = append(given, cell+1)
		}
	}
	if len(given) > maxLines {
		return nil, usagef("%s has %d cells, where a figure shows up to %d: choose with --cell N", e.Name, len(given), maxLines)
	}
	for _, cell := range given {
		if cell < 1 || cell > len(e.Cells) {
			return nil, usagef("--cell %d: %s has cells 1 to %d", cell, e.Name, len(e.Cells))
		}
	}
	return given, nil
}

// runsOfEach says how many of the planned runs of each cell are stored.
func runsOfEach(fewest, most int, planned int64) string {
	switch {
	case int64(fewest) == planned:
		return plural(planned, "run") + " of each"
	case fewest == most:
		return fmt.Sprintf("%s of the %s of each", count(int64(most)), plural(planned, "run"))
	}
	return fmt.Sprintf("%s to %s of the %s of each", count(int64(fewest)), count(int64(most)), plural(planned, "run"))
}

// cellPoints returns the line of every measure of a cell with its band, and of how many runs they are.
func cellPoints(ctx context.Context, db *data.DB, e *data.Experiment, cell int, o seriesOptions) (all map[experiment.Measure][]plots.Point, runs int, err error) {
	all = map[experiment.Measure][]plots.Point{}
	for _, games := range e.Checkpoints {
		points, err := pointsAt(ctx, db, e, cell, games)
		if err != nil {
			return nil, 0, err
		}
		runs = len(points)
		for _, m := range experiment.Measures {
			s := m.Summarize(points)
			p := plots.Point{Games: float64(games), Value: s.Median, Low: s.P5, High: s.P95}
			if o.mean {
				p.Value = s.Mean
			}
			all[m] = append(all[m], p)
		}
	}
	return all, runs, nil
}

// pointsAt returns the points of a cell at a checkpoint, at least one.
func pointsAt(ctx context.Context, db *data.DB, e *data.Experiment, cell int, games int64) ([]arena.Point, error) {
	list, err := db.At(ctx, e, cell, games)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("cell %d of %s has no replicates yet: `menace experiment run %s` goes on", cell, e.Name, e.Name)
	}
	points := make([]arena.Point, len(list))
	for i, r := range list {
		points[i] = r.Curve[0]
	}
	return points, err
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
