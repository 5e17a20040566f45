package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/figures"
	"menace/cmd/menace/internal/lab"
	numbers "menace/cmd/menace/internal/tables"
	"menace/data"
	"menace/plots"
	"menace/plots/paper"
)

// mostMachines is the most machines whose lines the page draws in one figure.
const mostMachines = 12

// asked is a field of a form that is only asked for.
type asked struct {
	field
	Without string // what it is unless it is given, or ""
	Switch  bool   // on or off
}

// chosen is a machine that can be chosen.
type chosen struct {
	Name   string
	Chosen bool
}

// figureForm is the form of a figure, as it was filled in.
type figureForm struct {
	Figure   string
	Machines []chosen
	One      bool    // only one of them can be chosen
	Which    field   // of them; what is wrong with it
	Fields   []asked // of the figure
	Cells    []asked // of an experiment
	Paper    []asked
	Several  bool // fields of an experiment were filled in

	options figures.Options
	format  paper.Format
}

// newFigureForm reads what was filled in for a figure.
func (s *Server) newFigureForm(ctx context.Context, figure string, filled url.Values) (*figureForm, error) {
	if !slices.Contains(figures.Names, figure) {
		return nil, errNowhere
	}
	f := &figureForm{Figure: figure, One: figure == "box", Which: field{Name: "agent"}, options: figures.Default(figure)}
	if err := s.chooseMachines(ctx, f, filled["agent"]); err != nil {
		return nil, err
	}
	experiments, err := s.lab.ExperimentNames(ctx)
	if err != nil {
		return nil, err
	}
	if figures.CellsOnly(figure) && filled.Get("experiment") == "" && len(experiments) > 0 {
		filled = maps.Clone(filled)
		filled.Set("experiment", experiments[0])
	}
	for _, o := range figures.Of(figure) {
		own := f.read(o, filled)
		if o.Name == "experiment" {
			own.Words = append([]string{""}, experiments...)
		}
		if o.Cells {
			f.Cells = append(f.Cells, own)
			f.Several = f.Several || own.Value != ""
		} else {
			f.Fields = append(f.Fields, own)
		}
	}
	f.readPaper(filled)
	f.check()
	return f, nil
}

// chooseMachines lists the machines, of which those named are chosen, or else the first.
func (s *Server) chooseMachines(ctx context.Context, f *figureForm, names []string) error {
	all, err := s.lab.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := data.CheckName(name); err != nil {
			f.Which.wrong(err)
		} else if !slices.Contains(f.options.Agents, name) {
			f.options.Agents = append(f.options.Agents, name)
		}
	}
	switch {
	case len(names) > 0 || len(all) == 0:
	case slices.Contains(all, "default"):
		f.options.Agents = []string{"default"}
	default:
		f.options.Agents = all[:1]
	}
	for _, name := range all {
		f.Machines = append(f.Machines, chosen{name, slices.Contains(f.options.Agents, name)})
	}
	return nil
}

// read reads what was filled in for an option into where the options have it.
func (f *figureForm) read(o figures.Option, filled url.Values) asked {
	value := strings.TrimSpace(filled.Get(o.Name))
	own := asked{field: field{Name: o.Name, Meaning: plain(o.Meaning), Value: value}, Without: o.Without}
	if o.Several {
		own.Meaning += "; several with commas"
	}
	if o.Choices != nil {
		own.Words = append([]string{""}, o.Choices...)
	}
	switch place := o.In(&f.options).(type) {
	case *bool:
		own.Switch, *place = true, value != ""
	case *string:
		*place = value
	case *int:
		own.number(o.Least, func(n int64) { *place = int(n) })
	case *int64:
		own.number(o.Least, func(n int64) { *place = n })
	case *[]string:
		*place = listed(value)
	case *[]int:
		for _, text := range listed(value) {
			n, err := strconv.Atoi(text)
			if err != nil {
				own.wrong(fmt.Errorf("%q is not the number of a cell", text))
			}
			*place = append(*place, n)
		}
	}
	return own
}

// number reads a whole number, if there is one.
func (own *asked) number(least int64, put func(int64)) {
	n, err := number(own.Value, least, math.MaxInt32)
	if own.wrong(err); err == nil && own.Value != "" {
		put(n)
	}
}

// listed returns what stands between commas.
func listed(value string) (all []string) {
	for text := range strings.SplitSeq(value, ",") {
		if text = strings.TrimSpace(text); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// readPaper reads on what to draw.
func (f *figureForm) readPaper(filled url.Values) {
	get := func(name, meaning string) asked {
		return asked{field: field{Name: name, Meaning: meaning, Value: strings.TrimSpace(filled.Get(name))}}
	}
	size, dpi, dark := get("size", "width x height, as in 16x9cm"), get("dpi", "dots per inch of a PNG"), get("dark", "light on dark, for slides")
	if size.Value != "" {
		var err error
		f.format.Size, err = paper.ParseSize(size.Value)
		size.wrong(err)
	}
	dpi.number(1, func(n int64) { f.format.DPI = int(n) })
	if dpi.Wrong == "" && size.Wrong == "" {
		dpi.wrong(f.format.Check())
	}
	dark.Switch, f.format.Dark = true, dark.Value != ""
	f.Paper = []asked{size, dpi, dark}
}

// check says what of the fields does not go together.
func (f *figureForm) check() {
	o := f.options
	switch {
	case len(f.Machines) == 0 && o.Cells.Experiment == "":
		f.Which.wrong(errors.New("there is no machine yet"))
	case len(o.Agents) > mostMachines:
		f.Which.wrong(fmt.Errorf("%d machines: a figure on the page shows at most %d", len(o.Agents), mostMachines))
	case f.One && len(o.Agents) > 1:
		f.Which.wrong(errors.New("a poster shows the boxes of one machine"))
	}
	if o.Cells.Experiment == "" {
		for i := range f.Cells {
			if own := &f.Cells[i]; own.Value != "" {
				own.wrong(errors.New("this goes with an experiment"))
			}
		}
	} else if o.Window > 0 {
		f.wrong(&figures.OptionError{Option: "window", Err: errors.New("this is about machines, and does not go with an experiment")})
	}
	if o.Boxes.Position != "" && o.Boxes.Moves != lab.AllMoves {
		f.wrong(&figures.OptionError{Option: "moves", Err: errors.New("moves and a position exclude each other")})
	}
	f.wrong(o.Check())
}

// wrong says what is wrong beside the field that it is about, or else beside the machines.
func (f *figureForm) wrong(err error) {
	var about *figures.OptionError
	if errors.As(err, &about) {
		for _, fields := range [][]asked{f.Fields, f.Cells} {
			for i := range fields {
				if fields[i].Name == about.Option {
					fields[i].wrong(err)
					return
				}
			}
		}
	}
	f.Which.wrong(err)
}

// right reports whether nothing is wrong.
func (f *figureForm) right() bool {
	return f.Which.Wrong == "" && !slices.ContainsFunc(slices.Concat(f.Fields, f.Cells, f.Paper), func(own asked) bool { return own.Wrong != "" })
}

// asked returns the fields as an address has them.
func (f *figureForm) asked() url.Values {
	values := url.Values{}
	if f.options.Cells.Experiment == "" {
		values["agent"] = f.options.Agents
	}
	for _, own := range slices.Concat(f.Fields, f.Cells, f.Paper) {
		if own.Value != "" {
			values.Set(own.Name, own.Value)
		}
	}
	return values
}

// draw draws the figure, or says in the form what is wrong.
func (f *figureForm) draw(ctx context.Context, l *lab.Lab) (d plots.Drawing, notes []string) {
	if !f.right() {
		return nil, nil
	}
	d, notes, err := figures.Draw(ctx, l, f.options)
	if err != nil {
		f.wrong(err)
		return nil, nil
	}
	f.Paper[0].wrong(f.format.Fit(d))
	if !f.right() {
		return nil, nil
	}
	return d, notes
}

// figures shows a figure, with the form of what can be chosen of it.
func (s *Server) figures(w http.ResponseWriter, r *http.Request) error {
	name := cmp.Or(r.PathValue("figure"), figures.Names[0])
	extension := path.Ext(name)
	if strings.TrimSuffix(name, extension) == searchFigure {
		return s.searchFigure(w, r, extension)
	}
	f, err := s.newFigureForm(r.Context(), strings.TrimSuffix(name, extension), r.URL.Query())
	if err != nil {
		return err
	}
	if extension == ".csv" {
		return s.figureNumbers(w, r, f)
	}
	drawing, notes := f.draw(r.Context(), s.lab)
	if extension != "" {
		if drawing == nil {
			return lab.Mistakef("this figure cannot be drawn; /figures/%s says why", f.Figure)
		}
		return s.paint(w, r, name, drawing, f.format)
	}
	page := struct {
		Title   string
		Names   []string
		Form    *figureForm
		Notes   []string
		Picture *picture
		Numbers string
	}{Title: "Figures", Names: figureNames, Form: f, Notes: notes}
	status := http.StatusOK
	if drawing == nil {
		status = http.StatusUnprocessableEntity
	} else {
		own := pictureOf(drawing, f.format, f.says(), "/figures/"+f.Figure, f.asked())
		own.Files = append(own.Files, file{"CSV", "/figures/" + f.Figure + ".csv?" + f.asked().Encode()})
		page.Picture = &own
	}
	if len(f.Machines) == 0 && len(r.URL.Query()) == 0 {
		status = http.StatusOK // nothing was asked for yet
	}
	return s.show(w, status, "figures.html", page)
}

// says describes the figure to who does not see it.
func (f *figureForm) says() string {
	if name := f.options.Cells.Experiment; name != "" {
		return fmt.Sprintf("Figure %s of the experiment %s; its numbers are in the CSV file", f.Figure, name)
	}
	return fmt.Sprintf("Figure %s of %s; its numbers are in the CSV file", f.Figure, strings.Join(f.options.Agents, ", "))
}

// figureNumbers answers with the numbers of a figure, as `export` writes them.
func (s *Server) figureNumbers(w http.ResponseWriter, r *http.Request, f *figureForm) error {
	if !f.right() {
		return lab.Mistakef("this figure has no numbers; /figures/%s says why", f.Figure)
	}
	o := f.options
	table, err := numbers.Curves(r.Context(), s.lab, o.Agents), error(nil)
	switch {
	case o.Cells.Experiment != "":
		table, err = numbers.Replicates(r.Context(), s.lab, o.Cells.Experiment, numbers.Part{Cells: slices.Concat(o.Cells.Cells, o.Cells.Compare)})
	case f.Figure == "box":
		table = numbers.Beads(r.Context(), s.lab, o.Agents)
	}
	if err != nil {
		return err
	}
	return answerTable(w, f.Figure, table)
}

// answerTable answers with a table as a file.
func answerTable(w http.ResponseWriter, name string, table numbers.Table) error {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name + ".csv"}))
	return table.WriteCSV(w)
}
