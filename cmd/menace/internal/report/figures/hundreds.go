package figures

import (
	"cmp"
	"context"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
	"menace/plots"
	"menace/symmetry"
)

// hundreds draws how the training games of an experiment ended between checkpoints.
func hundreds(ctx context.Context, l *lab.Lab, o Options) (plots.Drawing, []string, error) {
	if len(o.Cells.Compare) > 0 {
		return nil, nil, option.Wrong("compare",
			lab.Mistakef("the figure hundreds shows games as they were played, and no difference of means"))
	}
	e, choice, err := o.Cells.load(ctx, l, MaxLines)
	if err != nil {
		return nil, nil, err
	}
	var s plots.Series
	var stored []int
	someBankrupt := false
	for _, cell := range choice.Cells {
		line, runs, bankrupt, err := choice.played(ctx, l, e, cell)
		if err != nil {
			return nil, nil, err
		}
		s.Lines, stored = append(s.Lines, line), append(stored, runs)
		someBankrupt = someBankrupt || bankrupt
	}
	notes, err := choice.describe(ctx, l, &s, e, stored, someBankrupt)
	figure := 7 // figure of Michie's paper about machines like those of the first cell
	switch first := e.Cells[choice.Cells[0]-1]; {
	case strings.HasPrefix(first.Opponent, "rival"):
		figure = 9
	case first.Rules.Plays == symmetry.Second:
		figure = 8
	}
	published, unfit := o.published(s, arena.Pegasus[figure], "win", "draw", "loss")
	err = cmp.Or(err, o.label(&s), unfit)
	return s.Hundreds(published, o.Log), notes, err
}

// played returns the line of a cell, how many replicates it shows, and whether some go bankrupt. It reads one replicate
// at a time.
func (o CellOptions) played(
	ctx context.Context, l *lab.Lab, e *data.Experiment, cell int,
) (line plots.Line, runs int, bankrupt bool, err error) {
	shares := make([][len(plots.Outcomes)][]float64, len(e.Checkpoints)) // by checkpoint and outcome
	all := 0
	for r, err := range l.Replicates(ctx, e, cell) {
		if err != nil {
			return line, 0, false, err
		}
		bankrupt = bankrupt || r.Bankrupt > 0
		if all++; o.Alive && r.Bankrupt > 0 {
			continue
		}
		runs++
		for at := 1; at < len(r.Curve); at++ {
			since := r.Curve[at].Record().Minus(r.Curve[at-1].Record())
			for i, outcome := range plots.Outcomes {
				shares[at][i] = append(shares[at][i], float64(outcome.Count(since))/float64(since.Games()))
			}
		}
	}
	if err := report.CheckShown(e, cell, all, runs); err != nil {
		return line, 0, false, err
	}
	line = plots.Line{Name: words.Cell(e.Cells[cell-1]), Cell: map[experiment.Measure][]plots.Point{}}
	for at, byOutcome := range shares {
		for i, list := range byOutcome {
			if len(list) == 0 {
				continue
			}
			m := plots.PlayedShare(plots.Outcomes[i].Name)
			s := m.Describe(list)
			if o.bootstraps() {
				s.Interval = experiment.BCa(list)
			}
			line.Cell[m] = append(line.Cell[m], o.point(e.Checkpoints[at], s))
		}
	}
	return line, runs, bankrupt, nil
}
