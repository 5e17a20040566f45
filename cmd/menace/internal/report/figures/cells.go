package figures

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/experiments"
	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
	"menace/plots"
)

// MaxLines is the largest number of lines that can be told apart in one figure.
const MaxLines = 7

// study is an experiment as a figure shows it.
type study struct {
	Options  // with the defaults that depend on the experiment
	e        *data.Experiment
	stored   []int // number of machines shown of each cell
	bankrupt bool  // some of the machines shown go bankrupt
	unbanded bool  // there are too few machines for an interval
	notes    []string
}

// study loads the experiment. It returns an error if the options do not fit it, or select more than [MaxLines] cells.
func (o Options) study(ctx context.Context, l *lab.Lab) (*study, error) {
	e, err := experiments.Load(ctx, l, o.Experiment)
	if err != nil {
		return nil, option.Wrong("experiment", err)
	}
	if err := report.CheckCells(e, o.Cells...); err != nil {
		return nil, option.Wrong("cell", err)
	}
	if len(o.Cells) == 0 {
		for cell := range e.Cells {
			o.Cells = append(o.Cells, cell+1)
		}
	}
	if len(o.Cells) > MaxLines {
		return nil, option.Wrong("cell", mistake.Errorf(
			"a figure shows up to %d cells, and %s has %d: choose among them", MaxLines, e.Name, len(o.Cells)))
	}
	usual := "range"
	if len(o.Cells) > 1 && !o.Michie { // ranges overlap, but published runs are to lie in one
		usual = "ci"
	}
	o.Band = cmp.Or(o.Band, usual)
	s := &study{Options: o, e: e}
	done, err := l.Done(ctx, e, 0, e.Replicates())
	if text := sentences.Unfinished(e.Name, done, e.Replicates()); text != "" {
		s.notes = append(s.notes, text)
	}
	return s, err
}

// course summarizes machines of a cell at each checkpoint, like [report.Course].
type course func(
	ctx context.Context, l *lab.Lab, e *data.Experiment, cell int, alive bool,
) (groups []report.Group, bankrupt bool, err error)

// series returns a line for each cell.
func (s *study) series(ctx context.Context, l *lab.Lab, summarize course) (series plots.Series, err error) {
	graph, err := s.e.Graph()
	if err != nil {
		return series, err
	}
	var courses [][]report.Group
	for _, cell := range s.Cells {
		groups, bankrupt, err := summarize(ctx, l, s.e, cell, s.Alive)
		if err != nil {
			return series, err
		}
		courses, s.stored = append(courses, groups), append(s.stored, groups[0].N)
		s.bankrupt = s.bankrupt || bankrupt
	}
	of, fewest := "mean", 2
	if s.Alive {
		of, fewest = "median", fewestForMedian
	}
	if n := slices.Min(s.stored); s.Band == "ci" && n < fewest {
		s.unbanded = true
		s.notes = slices.Insert(s.notes, 0,
			fmt.Sprintf("the %s of %s has no interval, so there is no band", of, words.Plural(n, "run")))
	}
	series = plots.Series{
		Experiment: s.e.Name, Game: graph.Name(), Drawless: !graph.Drawable(),
		Measured: s.e.Design.Opponents(), Opponents: exactOpponents(s.e),
	}
	series.Note, series.Bands = s.describe()
	for i, cell := range s.Cells {
		series.Lines = append(series.Lines, s.line(words.Minus(sentences.Cell(s.e.Cells[cell-1])), courses[i]))
	}
	return series, nil
}

// fewestForMedian is the smallest number of machines whose median has a 95 % interval: even the whole range of n
// machines misses it with a probability of 2·2⁻ⁿ.
const fewestForMedian = 6

// line returns the line that shows a cell's groups, one for each checkpoint.
func (s *study) line(name string, groups []report.Group) plots.Line {
	curves := map[experiment.Measure][]plots.Point{}
	for i, g := range groups {
		for m, summary := range g.Summaries {
			curves[m] = append(curves[m], s.point(s.e.Checkpoints[i], summary))
		}
	}
	return plots.Line{Name: name, Cell: curves}
}

// point returns the point of a line that shows a summary at a checkpoint.
func (o Options) point(games int64, s experiment.Summary) plots.Point {
	p := plots.Point{Games: float64(games), Value: s.Median}
	switch {
	case o.Band == "range":
		p.Low, p.High = s.P5, s.P95
	case o.Alive:
		p.Low, p.High = s.MedianInterval.Low, s.MedianInterval.High
	default:
		p.Value, p.Low, p.High = s.Mean, s.Interval.Low, s.Interval.High
	}
	return p
}

// describe explains the lines, with the number of machines, and the bands, or returns "" for bands if there are none.
func (s *study) describe() (note, bands string) {
	note, bands = "median of "+s.runs(), "bands of 5–95 %"
	switch {
	case s.Band == "ci" && s.Alive:
		bands = "bands of the exact 95 % interval of the median"
	case s.Band == "ci":
		note, bands = "mean of "+s.runs(), "bands of the 95 % t interval of the mean"
	}
	if s.unbanded {
		bands = ""
	}
	if s.bankrupt && !s.Alive {
		note += "; " + sentences.Bankrupt
	}
	return note, bands
}

// runs describes the machines that the figure shows.
func (s *study) runs() string {
	fewest, most, planned := slices.Min(s.stored), slices.Max(s.stored), words.Plural(s.e.Runs, "run")
	if len(s.stored) > 1 {
		planned += " of each"
	}
	switch {
	case s.Alive:
		texts := make([]string, len(s.stored))
		for i, n := range s.stored {
			texts[i] = words.Count(n)
		}
		return fmt.Sprintf("the machines that are alive at the end, %s of %s",
			strings.Join(texts, ", "), words.Count(s.e.Runs))
	case int64(fewest) == s.e.Runs:
		return planned
	case fewest == most:
		return fmt.Sprintf("%s of the %s", words.Count(most), planned)
	}
	return fmt.Sprintf("%s to %s of the %s", words.Count(fewest), words.Count(most), planned)
}

// exactOpponents returns the opponents that cells trained with and are measured against, or perfect if there are none.
func exactOpponents(e *data.Experiment) []string {
	met := slices.DeleteFunc(slices.Clone(e.Design.Opponents()), func(name string) bool {
		return !slices.ContainsFunc(e.Cells, func(c experiment.Cell) bool { return c.Opponent == name })
	})
	if len(met) == 0 {
		return []string{"perfect"}
	}
	return met
}
