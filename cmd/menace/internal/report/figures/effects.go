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

// effects draws a number for each cell of an experiment in a row, or its means by two settings as a heat map.
func effects(ctx context.Context, l *lab.Lab, o Options) (plots.Drawing, []string, error) {
	s, err := o.study(ctx, l, maxRows)
	if err != nil {
		return nil, nil, err
	}
	cells, err := s.cells(ctx, l, "")
	if err != nil {
		return nil, nil, err
	}
	d, interval, err := estimates(s.e, cells, o.Measure)
	if err != nil {
		return nil, nil, option.Wrong("measure", err)
	}
	d.Subtitle = fmt.Sprintf("after %s, %s", words.Plural(cells[0].Games, "game"), s.runs())
	if o.Measure != "bankrupt" && s.bankrupt {
		d.Subtitle += "; " + words.Bankrupt
	}
	all, err := report.Factors(cells)
	if len(o.Factors) > 0 {
		if err == nil {
			d, err = heatMap(d, all, o.Factors)
		}
		if err != nil {
			return nil, nil, option.Wrong("factors", err)
		}
	} else {
		d.Subtitle += "; 95 % " + interval + " intervals"
		for i, c := range cells {
			var settings []string
			for _, f := range all {
				settings = append(settings, f.Name+" "+f.Values[f.Of[i]])
			}
			name := cmp.Or(strings.Join(settings, ", "), words.Cell(c.Settings))
			d.Rows[i] = fmt.Sprintf("%d: %s", c.Number, words.Minus(name))
		}
	}
	copy(d.Rows, o.Labels)
	return d, s.notes, o.checkLabels(len(d.Rows), "row")
}

// estimates returns a number for each cell in a row: the share of a property, or a measure such as "draw:perfect". It
// also returns the kind of its intervals.
func estimates(
	e *data.Experiment, cells []report.Cell, number string,
) (d plots.Estimates, interval string, err error) {
	var m experiment.Measure
	m.Name, m.Against, _ = strings.Cut(number, ":")
	name, interval := words.Measure(m), "t"
	property := slices.IndexFunc(report.Properties, func(p report.Property) bool { return p.Name == number })
	switch {
	case property >= 0:
		name, interval = "machines that "+report.Properties[property].Meaning, "Clopper–Pearson"
	case !slices.Contains(e.Measures(), m):
		return d, "", lab.Mistakef("%q is not bankrupt, hold, unbeatable or a measure such as draw:perfect, "+
			"value:worst, loss:most_losses or score:played", number)
	}
	d.Title, d.Rows = e.Name+": "+name, make([]string, len(cells))
	d.Axis = plots.Axis{Label: name, Percent: m.Name != "value" && m.Name != "score"}
	for _, c := range cells {
		s := c.All.Of(m)
		if property >= 0 {
			share := report.Properties[property].Of(c)
			s.Mean, s.Interval = share.Value, share.Interval
		}
		d.Values = append(d.Values, []plots.Point{{Value: s.Mean, Low: s.Interval.Low, High: s.Interval.High}})
	}
	return d, interval, nil
}

// heatMap averages estimates over all settings but two.
func heatMap(of plots.Estimates, all []report.Factor, chosen []string) (plots.Estimates, error) {
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	unknown := func(name string) bool { return !slices.Contains(names, name) }
	if len(chosen) != 2 || chosen[0] == chosen[1] || slices.ContainsFunc(chosen, unknown) {
		return of, lab.Mistakef("a heat map needs two settings that vary; choose from %s", strings.Join(names, ", "))
	}
	rows, columns := all[slices.Index(names, chosen[0])], all[slices.Index(names, chosen[1])]
	d := plots.Estimates{Title: of.Title, Subtitle: of.Subtitle, Axis: of.Axis}
	d.Axis.Label = "numbers: " + d.Axis.Label // which are not those along the axis
	if len(all) > 2 {
		d.Subtitle += "; means over the other settings"
	}
	for i, row := range rows.Values {
		d.Rows = append(d.Rows, words.Minus(rows.Name+" "+row))
		d.Values = append(d.Values, make([]plots.Point, len(columns.Values)))
		for j, column := range columns.Values {
			if i == 0 {
				d.Columns = append(d.Columns, words.Minus(columns.Name+" "+column))
			}
			sum, n := 0.0, 0.0
			for cell, p := range of.Values {
				if rows.Of[cell] == i && columns.Of[cell] == j {
					sum, n = sum+p[0].Value, n+1
				}
			}
			d.Values[i][j].Value = sum / n
		}
	}
	return d, nil
}
