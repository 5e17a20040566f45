package view

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/plots"
	"menace/plots/paper"
)

// mostMachines is the most machines whose lines the page draws in one figure.
const mostMachines = 12

// Machine is a machine that can be chosen.
type Machine struct {
	Name   string
	Chosen bool
}

// Figure is the form of a figure, as it was filled in.
type Figure struct {
	Name     string
	Machines []Machine
	One      bool  // only one of them can be chosen
	Which    Field // of them; what is wrong with it
	Fields   []Field
	Cells    []Field // of an experiment
	Paper    []Field
	Several  bool // fields of an experiment were filled in

	Format paper.Format

	options report.FigureOptions
}

// NewFigure reads what was filled in for a figure.
func NewFigure(ctx context.Context, l *lab.Lab, figure string, filled url.Values) (*Figure, error) {
	if !slices.Contains(report.FigureNames, figure) {
		return nil, ErrUnknown
	}
	f := &Figure{Name: figure, One: figure == "box", options: report.DefaultFigure(figure)}
	all, err := l.Names(ctx)
	if err != nil {
		return nil, err
	}
	experiments, err := l.ExperimentNames(ctx)
	if err != nil {
		return nil, err
	}
	if report.CellsOnly(figure) && filled.Get("experiment") == "" && len(experiments) > 0 {
		filled = maps.Clone(filled)
		filled.Set("experiment", experiments[0])
	}
	fields := Read(report.OptionsOf(figure), &f.options, filled)
	f.Which = fields[0] // the option agent
	f.Fields, f.Cells = Group(fields[1:], ""), Group(fields, words.ManyMachines)
	if experiment := Find("experiment", f.Cells); experiment != nil {
		experiment.Words = append([]string{""}, experiments...)
	}
	f.Several = slices.ContainsFunc(f.Cells, func(own Field) bool { return own.Value != "" })
	if filled.Has("size") { // in an address from when this was its name
		filled = maps.Clone(filled)
		filled["paper"] = filled["size"]
	}
	f.Paper = Read(paper.Options, &f.Format, filled)
	f.chooseMachines(all)
	f.check()
	return f, nil
}

// chooseMachines lists the machines, of which the first is chosen unless others are, or an experiment.
func (f *Figure) chooseMachines(all []string) {
	switch o := &f.options; {
	case o.Cells.Experiment != "":
		o.Agents = nil
	case f.Which.Value != "" || len(all) == 0:
	case slices.Contains(all, "default"):
		o.Agents = []string{"default"}
	default:
		o.Agents = all[:1]
	}
	for _, name := range all {
		f.Machines = append(f.Machines, Machine{name, slices.Contains(f.options.Agents, name)})
	}
}

// check says what of the fields does not go together.
func (f *Figure) check() {
	o := f.options
	switch {
	case len(f.Machines) == 0 && o.Cells.Experiment == "":
		f.Which.Blame(errors.New("there is no machine yet"))
	case len(o.Agents) > mostMachines:
		f.Which.Blame(fmt.Errorf("%d machines: a figure on the page shows at most %d", len(o.Agents), mostMachines))
	}
	f.wrong(o.Check())
	f.wrong(f.Format.Check())
}

// wrong says what is wrong beside the field that it is about, or else beside the machines.
func (f *Figure) wrong(err error) {
	if !Blame(err, f.Fields, f.Cells, f.Paper) {
		f.Which.Blame(err)
	}
}

// right reports whether nothing is wrong.
func (f *Figure) right() bool { return Right([]Field{f.Which}, f.Fields, f.Cells, f.Paper) }

// Asked returns the fields as an address has them.
func (f *Figure) Asked() url.Values {
	values := Query(f.Fields, f.Cells, f.Paper)
	if f.options.Cells.Experiment == "" {
		values["agent"] = f.options.Agents
	}
	return values
}

// Draw draws the figure, or says in the form what is wrong.
func (f *Figure) Draw(ctx context.Context, l *lab.Lab) (d plots.Drawing, notes []string) {
	if !f.right() {
		return nil, nil
	}
	d, notes, err := report.Draw(ctx, l, f.options)
	if err != nil {
		f.wrong(err)
		return nil, nil
	}
	if f.wrong(f.Format.Fit(d)); !f.right() {
		return nil, nil
	}
	return d, notes
}

// Says describes the figure to who does not see it.
func (f *Figure) Says() string {
	if name := f.options.Cells.Experiment; name != "" {
		return fmt.Sprintf("Figure %s of the experiment %s; its numbers are in the CSV file", f.Name, name)
	}
	return fmt.Sprintf("Figure %s of %s; its numbers are in the CSV file", f.Name, strings.Join(f.options.Agents, ", "))
}

// Numbers returns the numbers of the figure, as `export` writes them.
func (f *Figure) Numbers(ctx context.Context, l *lab.Lab) (report.Table, error) {
	o := f.options
	switch {
	case !f.right():
		return report.Table{}, lab.Mistakef("this figure has no numbers; /figures/%s says why", f.Name)
	case o.Cells.Experiment != "":
		return report.Replicates(ctx, l, o.Cells.Experiment, report.Part{Cells: slices.Concat(o.Cells.Cells, o.Cells.Compare)})
	case f.Name == "box":
		return report.Beads(ctx, l, o.Agents), nil
	}
	return report.Curves(ctx, l, o.Agents), nil
}
