package figures

import (
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
	s, err := o.study(ctx, l, MaxLines)
	if err != nil {
		return nil, nil, err
	}
	cells, err := s.cells(ctx, l, o.Until)
	if err != nil {
		return nil, nil, err
	}
	series := plots.Series{Experiment: s.e.Name, Bands: "log-log bands of 95 %"}
	for _, c := range cells {
		if c.Times.N == 0 {
			return nil, nil, option.Wrong("until", lab.Mistakef(
				"an earlier version stored machines of cell %d, and did not measure that", c.Number))
		}
		series.Lines = append(series.Lines, plots.Line{
			Name: words.Minus(words.Cell(c.Settings)),
			Cell: map[experiment.Measure][]plots.Point{plots.NotYet: plots.Steps(c.Times, s.e.Games, c.Since)},
		})
	}
	series.Note = "Kaplan–Meier estimates, " + s.runs() + "; " + report.NewUntil(o.Until, cells).Test()
	if o.Until != experiment.Bankruptcy.Name {
		series.Note += "; events are dated to checkpoints, and happened after the one before, so bands reach back to it"
	}
	err = o.label(&series)
	for i := 0; i < len(cells) && len(o.Labels) == 0; i++ {
		series.Lines[i].Name += fmt.Sprintf(", %v not reached by the end", cells[i].Censored())
	}
	return series.Survival(words.Event(o.Until), o.Log), s.notes, err
}
