package figures

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
	"menace/plots"
)

// CellOptions selects what a figure shows of an experiment.
type CellOptions struct {
	Experiment string
	Cells      []int  // all if empty
	Compare    []int  // two cells whose difference is drawn instead, or none
	Mean       bool   // the mean instead of the median
	Band       string // one of Bands; "" is range, or ci for a difference
	Alive      bool   // only machines that are alive at the end
}

// Bands lists the kinds of band around a line: the middle 90 % of the machines; the 95 % interval of their mean, which
// is then the line; or none.
var Bands = []string{"range", "ci", "none"}

// check returns an error if the options contradict each other.
func (o CellOptions) check() error {
	switch {
	case len(o.Compare) == 0:
		return nil
	case lab.CheckComparison(o.Compare) != nil:
		return option.Wrong("compare", lab.CheckComparison(o.Compare))
	case len(o.Compare) > 2:
		return option.Wrong("compare", lab.Mistakef("a figure shows the difference of two cells"))
	case len(o.Cells) > 0:
		return option.Wrong("cell", lab.Mistakef("a difference shows the two cells that it compares, and no others"))
	case o.Band == "range":
		return option.Wrong("band",
			lab.Mistakef("a difference of means has no range of machines: its band is ci or none"))
	}
	return nil
}

// load loads the experiment and fills in the defaults that depend on it. It returns an error if the options do not fit
// the experiment, or select more cells than the figure can show.
func (o CellOptions) load(ctx context.Context, l *lab.Lab, most int) (*data.Experiment, CellOptions, error) {
	e, err := l.Experiment(ctx, o.Experiment)
	if err != nil {
		return nil, o, option.Wrong("experiment", err)
	}
	if err := cmp.Or(
		o.check(), option.Wrong("cell", lab.CheckCells(e, o.Cells...)),
		option.Wrong("compare", lab.CheckCells(e, o.Compare...)),
	); err != nil {
		return nil, o, err
	}
	usual := "range"
	if len(o.Compare) > 0 {
		usual, o.Mean, o.Cells = "ci", true, o.Compare
	}
	o.Band = cmp.Or(o.Band, usual)
	o.Mean = o.Mean || o.Band == "ci"
	if len(o.Cells) == 0 {
		for cell := range e.Cells {
			o.Cells = append(o.Cells, cell+1)
		}
	}
	if len(o.Cells) > most {
		return nil, o, option.Wrong("cell", lab.Mistakef(
			"a figure shows up to %d cells, and %s has %d: choose among them", most, e.Name, len(o.Cells)))
	}
	return e, o, nil
}

// cells reads the series of an experiment for figures with curves, and notes how many replicates are missing.
func cells(ctx context.Context, l *lab.Lab, o CellOptions) (s plots.Series, notes []string, err error) {
	e, o, err := o.load(ctx, l, MaxLines)
	if err != nil {
		return s, nil, err
	}
	var courses [][]report.Group
	var stored []int
	someBankrupt := false
	for _, cell := range o.Cells {
		course, bankrupt, err := report.Course(ctx, l, e, cell, o.Alive, o.bootstraps())
		if err != nil {
			return s, nil, err
		}
		if len(o.Compare) == 0 {
			for _, g := range course {
				g.DropResamples()
			}
		}
		courses, stored = append(courses, course), append(stored, course[0].N)
		someBankrupt = someBankrupt || bankrupt
	}
	if o.Band == "ci" && slices.Min(stored) == 1 {
		o.Band = "none"
		notes = append(notes, "the mean of one run has no interval, so there is no band")
	}
	s = plots.Series{Measured: e.Design.Opponents(), Opponents: exactOpponents(e), Difference: len(o.Compare) > 0}
	if s.Difference {
		for i, other := range courses[1] {
			courses[0][i] = courses[0][i].Minus(other)
		}
		name := fmt.Sprintf("cell %d – cell %d", o.Cells[0], o.Cells[1])
		s.Lines = []plots.Line{o.line(name, e, courses[0])}
	} else {
		for i, cell := range o.Cells {
			s.Lines = append(s.Lines, o.line(words.Cell(e.Cells[cell-1]), e, courses[i]))
		}
	}
	more, err := o.describe(ctx, l, &s, e, stored, someBankrupt)
	return s, append(notes, more...), err
}

// bootstraps reports whether the band shows BCa intervals, which are used for all intervals of living machines.
func (o CellOptions) bootstraps() bool { return o.Alive && o.Band == "ci" }

// line returns the line that shows a cell's groups, one for each checkpoint.
func (o CellOptions) line(name string, e *data.Experiment, course []report.Group) plots.Line {
	curves := map[experiment.Measure][]plots.Point{}
	for i, g := range course {
		for m, s := range g.Summaries {
			curves[m] = append(curves[m], o.point(e.Checkpoints[i], s))
		}
	}
	return plots.Line{Name: name, Cell: curves}
}

// point returns the point of a line that shows a summary at a checkpoint.
func (o CellOptions) point(games int64, s experiment.Summary) plots.Point {
	p := plots.Point{Games: float64(games), Value: s.Median}
	if o.Mean {
		p.Value = s.Mean
	}
	switch o.Band {
	case "range":
		p.Low, p.High = s.P5, s.P95
	case "ci":
		p.Low, p.High = s.Interval.Low, s.Interval.High
	}
	return p
}

// describe sets the experiment, the game and the notes of a series of means or medians, given the number of stored
// replicates of each cell and whether some of them go bankrupt. It returns a note about missing ones.
func (o CellOptions) describe(
	ctx context.Context, l *lab.Lab, s *plots.Series, e *data.Experiment, stored []int, bankrupt bool,
) (notes []string, err error) {
	graph, err := e.Graph()
	if err != nil {
		return nil, err
	}
	s.Experiment, s.Game, s.Drawless = e.Name, graph.Name(), !graph.Drawable()
	mean, difference := "t", "Welch"
	if o.bootstraps() {
		mean, difference = "BCa", "BCa"
	}
	s.Bands = map[string]string{
		"range": "bands of 5–95 %", "ci": "bands of the 95 % " + mean + " interval of the mean",
	}[o.Band]
	runs := o.runs(stored, e)
	s.Note = "median of " + runs
	if o.Mean {
		s.Note = "mean of " + runs
	}
	if s.Difference {
		a, b := o.Cells[0], o.Cells[1]
		s.Note = fmt.Sprintf("mean of cell %d (%s) – mean of cell %d (%s), %s",
			a, words.Cell(e.Cells[a-1]), b, words.Cell(e.Cells[b-1]), runs)
		if o.Band == "ci" {
			s.Bands = "band of the 95 % " + difference + " interval"
		}
	}
	if bankrupt && !o.Alive {
		s.Note += "; " + words.Bankrupt
	}
	return missing(ctx, l, e)
}

// missing returns a note if replicates are missing.
func missing(ctx context.Context, l *lab.Lab, e *data.Experiment) (notes []string, err error) {
	done, err := l.Done(ctx, e, 0, e.Replicates())
	if text := words.Unfinished(e.Name, done, e.Replicates()); text != "" {
		notes = append(notes, text)
	}
	return notes, err
}

// runs describes the replicates that lines show, given how many of each cell are stored.
func (o CellOptions) runs(stored []int, e *data.Experiment) string {
	fewest, most, planned := slices.Min(stored), slices.Max(stored), words.Plural(e.Runs, "run")
	switch {
	case o.Alive:
		texts := make([]string, len(stored))
		for i, n := range stored {
			texts[i] = words.Count(n)
		}
		return fmt.Sprintf("the machines that are alive at the end, %s of %s",
			strings.Join(texts, ", "), words.Count(e.Runs))
	case int64(fewest) == e.Runs:
		return planned + " of each"
	case fewest == most:
		return fmt.Sprintf("%s of the %s of each", words.Count(most), planned)
	}
	return fmt.Sprintf("%s to %s of the %s of each", words.Count(fewest), words.Count(most), planned)
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
