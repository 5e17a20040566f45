package figures

import (
	"cmp"
	"context"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/plots"
)

// hundreds draws the games of training of an experiment between checkpoints.
func hundreds(ctx context.Context, l *lab.Lab, o Options) (plots.Drawing, []string, error) {
	e, err := hundredsOf(ctx, l, o)
	if err != nil {
		return nil, nil, err
	}
	choice := o.Cells.complete(e)
	if len(choice.Cells) > maxLines {
		return nil, nil, lab.Mistakef("%s has %d cells, and a figure shows up to %d: choose among them", e.Name, len(choice.Cells), maxLines)
	}
	s := plots.Series{Experiment: e.Name}
	var stored []int
	for _, cell := range choice.Cells {
		line, runs, err := choice.played(ctx, l, e, cell)
		if err != nil {
			return nil, nil, err
		}
		s.Lines, stored = append(s.Lines, line), append(stored, runs)
	}
	choice.describe(&s, e, choice.whose(stored, e))
	graph, err := e.Graph()
	if err != nil {
		return nil, nil, err
	}
	s.Drawless = !graph.Drawable()
	done, err := l.Done(ctx, e, 0, e.Replicates())
	var notes []string
	if done < e.Replicates() {
		notes = append(notes, words.Unfinished(e.Name, done, e.Replicates()))
	}
	return s.Hundreds(o.Michie, o.Log), notes, err
}

// hundredsOf loads the experiment that a figure of hundreds is to show, if it can.
func hundredsOf(ctx context.Context, l *lab.Lab, o Options) (*data.Experiment, error) {
	switch {
	case o.Cells.Experiment == "":
		return nil, about("experiment", lab.Mistakef("the figure hundreds shows the cells of an experiment: name one"))
	case len(o.Cells.Compare) > 0:
		return nil, about("compare", lab.Mistakef("the figure hundreds shows games as they were played, and no difference of means"))
	}
	e, err := l.Experiment(ctx, o.Cells.Experiment)
	if err == nil {
		err = cmp.Or(o.Cells.check(), lab.CheckCells(e, o.Cells.Cells...))
	}
	if err == nil && o.Michie && e.Cells[0].Rules.Game != menace.Michie().Game {
		err = lab.Mistakef("the readings of 1963 are of tic-tac-toe, and do not go with another game")
	}
	return e, err
}

// ends are the outcomes of games, and how a tally counts them.
var ends = []struct {
	name string
	of   func(arena.Tally) int64
}{
	{"win", func(t arena.Tally) int64 { return t.Win }},
	{"draw", func(t arena.Tally) int64 { return t.Draw }},
	{"loss", func(t arena.Tally) int64 { return t.Loss }},
}

// played returns the line of a cell, and of how many replicates.
func (o CellOptions) played(ctx context.Context, l *lab.Lab, e *data.Experiment, cell int) (line plots.Line, runs int, err error) {
	shares := make([][][]float64, len(ends)) // by end, by checkpoint
	for i := range shares {
		shares[i] = make([][]float64, len(e.Checkpoints))
	}
	all := 0
	for r, err := range l.Replicates(ctx, e, cell) {
		if err != nil {
			return line, 0, err
		}
		if all++; o.Alive && r.Bankrupt > 0 {
			continue
		}
		runs++
		count(shares, r.Curve)
	}
	switch {
	case all == 0:
		return line, 0, lab.NoReplicates(e, cell)
	case runs == 0:
		return line, 0, bankrupts(all, cell)
	}
	line = plots.Line{Name: words.Cell(e.Cells[cell-1]), Cell: map[experiment.Measure][]plots.Point{}}
	for i, end := range ends {
		m := plots.PlayedShare(end.name)
		for at, list := range shares[i] {
			if len(list) > 0 {
				line.Cell[m] = append(line.Cell[m], o.point(e.Checkpoints[at], experiment.Summarize(list)))
			}
		}
	}
	return line, runs, nil
}

// count adds the shares of a curve. A machine that plays no more between two checkpoints, since it is bankrupt, does not
// count there.
func count(shares [][][]float64, curve []arena.Point) {
	for at := 1; at < len(curve); at++ {
		since := curve[at].Tally.Minus(curve[at-1].Tally)
		if since.Games() == 0 {
			return
		}
		for i, end := range ends {
			shares[i][at] = append(shares[i][at], float64(end.of(since))/float64(since.Games()))
		}
	}
}
