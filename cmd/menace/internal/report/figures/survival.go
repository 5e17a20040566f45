package figures

import (
	"cmp"
	"context"
	"fmt"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/plots"
)

// survival draws when the machines of an experiment reach an event for good.
func survival(ctx context.Context, l *lab.Lab, o Options) (plots.Drawing, []string, error) {
	e, choice, err := o.Cells.load(ctx, l, MaxLines)
	if err != nil {
		return nil, nil, err
	}
	cells, err := report.Cells(ctx, l, e, report.Selection{At: lab.AtEnd, Cells: choice.Cells, Until: o.Until})
	if err != nil {
		return nil, nil, err
	}
	s := plots.Series{Experiment: e.Name, Bands: "bands of 95 %"}
	var stored []int
	for _, c := range cells {
		switch {
		case c.All.N == 0:
			return nil, nil, lab.NoReplicates(e, c.Number)
		case c.Times.N == 0:
			return nil, nil, option.Wrong("until", lab.Mistakef(
				"an earlier version stored machines of cell %d, and did not measure that", c.Number))
		}
		line := plots.Line{
			Name: words.Cell(c.Settings),
			Cell: map[experiment.Measure][]plots.Point{plots.NotYet: plots.Steps(c.Times, e.Games, c.Since)},
		}
		s.Lines, stored = append(s.Lines, line), append(stored, c.Times.N)
	}
	notes, err := missing(ctx, l, e)
	s.Note = "Kaplan–Meier estimates, " + choice.runs(stored, e) + "; " + report.NewUntil(o.Until, cells).Test()
	if o.Until != experiment.Bankruptcy.Name {
		s.Note += "; events are dated to checkpoints, and happened after the one before, so bands reach back to it"
	}
	err = cmp.Or(err, o.label(&s))
	for i := 0; i < len(cells) && len(o.Labels) == 0; i++ {
		s.Lines[i].Name += fmt.Sprintf(", %v censored", cells[i].Censored())
	}
	return s.Survival(words.Event(o.Until), o.Log), notes, err
}
