package view

import (
	"context"
	"net/url"
	"slices"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/figures"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace/option"
	"menace/menace/tidy"
	"menace/plots/paper"
)

const maxMachines = 12 // in a figure on the page

type Figure struct {
	Name     string
	Machines []site.Field // Switch is set if the machine is chosen
	Which    site.Field   // the choice of machines
	Fields   []site.Field // fields of the figure
	Paper    []site.Field
	Format   paper.Format

	options figures.Options
}

func NewFigure(ctx context.Context, db *data.DB, figure string, filled url.Values) (*Figure, error) {
	if !slices.Contains(figures.Names, figure) {
		return nil, site.NotFound(language.NewMessage("there is no such figure or game"))
	}
	f := &Figure{Name: figure, options: figures.Default(figure)}
	all, err := db.Names(ctx)
	if err != nil {
		return nil, err
	}
	fields := site.Labelled(site.ReadForm(f.options.Options(), filled), figureLabels)
	f.Which, f.Fields = fields[0], fields[1:] // the first option is the agent
	f.Paper = site.Labelled(site.ReadForm(f.Format.Options(), filled), figureLabels)

	switch o := &f.options; {
	case f.Which.Value != "" || len(all) == 0:
	case slices.Contains(all, "default"):
		o.Agents = []string{"default"}
	default:
		o.Agents = all[:1]
	}
	for _, name := range all {
		f.Machines = append(f.Machines, site.Field{Name: name, Switch: slices.Contains(f.options.Agents, name)})
	}
	switch chosen := len(f.options.Agents); {
	case len(all) == 0:
		f.Which.ShowError(language.NewMessage("there is no machine yet"))
	case chosen > maxMachines:
		f.Which.ShowError(language.NewMessage("{n} machines: a figure on the page shows at most {most}", "n", chosen,
			"most", maxMachines))
	}
	usual := figures.Default(figure)
	f.Format.Made = version.Made("menace plot " + figure + option.Flags(f.options.Options(), usual.Options()) +
		option.Flags(f.Format.Options(), new(paper.Format).Options()))
	f.showError(f.options.Check())
	f.showError(f.Format.Check(".svg")) // the page shows an SVG
	return f, nil
}

// showError shows an error beside the field of its option, or else beside the machines.
func (f *Figure) showError(err error) {
	if !site.ShowError(err, f.Fields, f.Paper) {
		f.Which.ShowError(err)
	}
}

func (f *Figure) valid() bool { return site.Valid([]site.Field{f.Which}, f.Fields, f.Paper) }

func (f *Figure) Query() url.Values {
	query := site.QueryOf(f.Fields, f.Paper)
	query["machine"] = f.options.Agents
	return query
}

// Draw returns the figure, or nil if something is wrong. In that case the form shows the error.
func (f *Figure) Draw(ctx context.Context, db *data.DB, l *language.Language) paper.Drawing {
	if !f.valid() {
		return nil
	}
	d, err := figures.Draw(ctx, db, l, f.options)
	if err == nil {
		err = f.Format.Fit(d)
	}
	if err != nil {
		f.showError(err)
		return nil
	}
	return d
}

// Title describes a drawing of the figure for people who cannot see it.
func (f *Figure) Title(l *language.Language, drawing paper.Drawing) string {
	finding, _ := drawing.(paper.Described).Describe()
	return l.Text("{finding}. The numbers are in the CSV file.", "finding", finding)
}

// Numbers returns the numbers of the figure in the format of `export`.
func (f *Figure) Numbers(ctx context.Context, db *data.DB) (tidy.Table, error) {
	if !f.valid() {
		return tidy.Table{}, mistake.Errorf("this figure has no numbers; /figures/%s explains why", f.Name)
	}
	return agents.Curves(ctx, db, f.options.Agents), nil
}
