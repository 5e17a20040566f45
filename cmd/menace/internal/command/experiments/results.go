package experiments

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// ResultsOptions say which sections of the results to write, and where.
type ResultsOptions struct {
	Dir      string   // for the page, its figures and the database of its experiments
	Sections []string // to print instead of writing the whole page
}

// ResultsCommand describes the command results. It carries out other commands of the program, which app describes.
func ResultsCommand(con *console.IO, app func(*console.IO) *cli.App) *cli.Command {
	names := Sections()
	parse := func(c *cli.Context) (o ResultsOptions, err error) {
		for _, name := range c.Args().Slice() {
			if !slices.Contains(names, name) {
				return o, cli.Usagef("there is no section %q%s: there are %s", name, words.DidYouMean(name, names, ""),
					strings.Join(names, ", "))
			}
		}
		return cli.Parse(resultsTable, ResultsOptions{Dir: "results", Sections: c.Args().Slice()})(c)
	}
	run := func(ctx context.Context, con *console.IO, o ResultsOptions) error { return Results(ctx, con, app, o) }
	return &cli.Command{
		Name:      "results",
		Usage:     "repeat the experiments of docs/RESULTS.md, and write that page with its figures",
		ArgsUsage: "[SECTION]…",
		Description: `Runs every experiment of docs/RESULTS.md and writes the page RESULTS.md and its figures into a
folder, which takes about six minutes on two cores. All seeds are fixed, so every number comes out the same. The
experiments are kept in results.db in that folder, apart from your own: running again continues where it stopped.

With names of sections it prints these alone, and draws their figures. The sections are
` + strings.Join(names, ", ") + `.

Examples:
   menace results
   menace results michie hexapawn
   menace results --dir docs`,
		Flags:  cli.Flags("", resultsTable, ResultsOptions{}),
		Action: cli.Action(con, parse, run),
	}
}

var resultsTable = []option.Option[ResultsOptions]{{
	Name: "dir", Meaning: "write into `FOLDER`, which is made if it is missing", Default: "results",
	In: func(o *ResultsOptions) option.Value { return option.Word(&o.Dir) },
}}

// Sections returns the names of the sections of the results.
func Sections() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

// section answers one question by the template of its name.
type section struct {
	name, question string
	commands       []string        // what to carry out first, without the name of the program
	values         func(*page) any // the dot of the template, if it is not nil
}

// page runs the experiments of the results and reads their numbers.
type page struct {
	ctx     context.Context
	con     *console.IO
	app     func(*console.IO) *cli.App
	dir, db string
	lab     *lab.Lab
	listed  []string                 // the commands of the section
	cells   map[string][]report.Cell // those that were read, by experiment and checkpoint
	values  map[string]any           // by section
}

// Results runs what is missing of the experiments, and writes the page or prints sections of it.
func Results(ctx context.Context, con *console.IO, app func(*console.IO) *cli.App, o ResultsOptions) error {
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return err
	}
	p := &page{ctx: ctx, con: con, app: app, dir: o.Dir, db: filepath.Join(o.Dir, "results.db"),
		cells: map[string][]report.Cell{}, values: map[string]any{}}
	var err error
	if p.lab, err = lab.Open(ctx, p.db, data.Create); err != nil {
		return err
	}
	defer p.lab.Close()
	text, err := p.write(o.Sections)
	if err != nil {
		return err
	}
	if len(o.Sections) > 0 {
		con.Print("%s", text)
		return nil
	}
	file := filepath.Join(o.Dir, "RESULTS.md")
	err = con.WriteFile(file, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	if err == nil {
		con.Say("wrote %s", console.Plain(file))
	}
	return err
}

// write returns the sections of these names, or the whole page.
func (p *page) write(names []string) (string, error) {
	pages, err := template.New("").Funcs(p.functions()).Parse(resultsTemplate)
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		p.con.Note("%s", s.question)
		if err := p.answer(&text, pages, s); err != nil {
			return "", err
		}
	}
	if len(names) > 0 {
		return text.String(), nil
	}
	var top bytes.Buffer
	err = pages.ExecuteTemplate(&top, "introduction", p.values)
	return top.String() + text.String(), err
}

// answer carries out the commands of a section and writes its text.
func (p *page) answer(text io.Writer, pages *template.Template, s section) (err error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case stop:
			err = failure.error
		default:
			panic(failure)
		}
	}()
	p.listed = nil
	p.run(s.commands...)
	if s.values != nil {
		p.values[s.name] = s.values(p)
	}
	var answer bytes.Buffer
	if err := pages.ExecuteTemplate(&answer, s.name, p.values[s.name]); err != nil {
		return err
	}
	return pages.ExecuteTemplate(text, "section", map[string]any{
		"Question": s.question, "Answer": strings.TrimSpace(answer.String()), "Commands": p.listed,
	})
}

//go:embed results.md.tmpl
var resultsTemplate string

// functions are what the template calls.
func (p *page) functions() template.FuncMap {
	return template.FuncMap{
		"cells": p.cellsAt, "compare": p.compare, "leader": p.leader, "trained": trainedWith, "preset": preset,
		"mixed": mixed, "of": of, "percent": percent, "value": value, "share": inPercent, "count": words.Count[int64],
		"join": strings.Join, "faced": func() []string { return faced }, "list": func(n ...int64) []int64 { return n },
		"rate":     func(g report.Group, against, name string) string { return percent(of(g, against, name)) },
		"worth":    func(g report.Group, against string) string { return value(of(g, against, "value")) },
		"mean":     func(g report.Group, against, name string) float64 { return of(g, against, name).Mean },
		"helps":    func(g report.Group) string { return effect(of(g, "perfect", "draw")) },
		"whole":    func(share float64) string { return fmt.Sprintf("%.0f", 100*share) },
		"tenth":    func(share float64) string { return fmt.Sprintf("%.1f", 100*share) },
		"lossLead": func(g report.Group) float64 { return -of(g, "worst", "value").Mean },
	}
}

// stop ends the answer of a section with an error. It is a panic, so that the recipe of a section reads as one.
type stop struct{ error }

// try returns a value, or stops with its error.
func try[V any](v V, err error) V {
	if err != nil {
		panic(stop{err})
	}
	return v
}

// run carries out commands on the database of the page, draws into its folder, and lists the commands.
func (p *page) run(lines ...string) {
	for _, line := range lines {
		args := strings.Fields(line)
		shown := "menace"
		for _, arg := range args {
			shown += " " + quoted(arg)
		}
		p.runAs(shown, args)
	}
}

// runAs carries out a command that the section lists as a shell takes it.
func (p *page) runAs(shown string, args []string) {
	p.listed = append(p.listed, shown)
	if i := slices.Index(args, "--out"); i >= 0 {
		args[i+1] = filepath.Join(p.dir, args[i+1])
	}
	quiet := *p.con
	quiet.Out = io.Discard
	if err := cli.Run(p.ctx, &quiet, p.app(&quiet), append([]string{"menace", "--db", p.db}, args...)); err != nil {
		panic(stop{err})
	}
}

// flags returns a flag given once for each value.
func flags(flag string, values []string) (text string) {
	for _, v := range values {
		text += " --" + flag + " " + v
	}
	return text
}

// cellsAt returns the cells of an experiment after a number of games, or [lab.AtEnd].
func (p *page) cellsAt(name string, games int64) ([]report.Cell, error) {
	key := name + "@" + words.Count(games)
	if known, ok := p.cells[key]; ok {
		return known, nil
	}
	e, err := p.lab.Experiment(p.ctx, name)
	if err != nil {
		return nil, err
	}
	p.cells[key], err = report.Cells(p.ctx, p.lab, e, games)
	return p.cells[key], err
}

// compare returns the difference of two cells of an experiment at the end.
func (p *page) compare(name string, a, b int) (*report.Comparison, error) {
	e, err := p.lab.Experiment(p.ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := report.Summarize(p.ctx, p.lab, e, lab.AtEnd, []int{a, b})
	return r.Compare, err
}

// replicates returns the replicates of an experiment by cell, the first of which has index 0, and run.
func (p *page) replicates(name string) [][]experiment.Replicate {
	e := try(p.lab.Experiment(p.ctx, name))
	cells := make([][]experiment.Replicate, len(e.Cells))
	for r, err := range p.lab.Replicates(p.ctx, e, 0) {
		cell := try(r, err).Cell - 1
		cells[cell] = append(cells[cell], r)
	}
	return cells
}

// leader compares the cell with the highest value against an opponent with the second highest.
func (p *page) leader(name string, cells []report.Cell, against string) (string, error) {
	sorted := best(cells, valueAgainst(against))
	first, second := label(sorted[0], cells), label(sorted[1], cells)
	c, err := p.compare(name, sorted[0].Number, sorted[1].Number)
	if err != nil {
		return "", err
	}
	text := ahead(first, second, of(c.All, against, "value"))
	if mixed(sorted[0]) || mixed(sorted[1]) {
		text += "; of the machines that are alive, " + ahead(first, second, of(c.Alive, against, "value"))
	}
	return text, nil
}

// label names a cell among others by what sets it apart: its teacher, or else its rules.
func label(c report.Cell, among []report.Cell) string {
	if slices.ContainsFunc(among, func(o report.Cell) bool { return o.Settings.Opponent != c.Settings.Opponent }) {
		return "training with " + c.Settings.Opponent
	}
	return preset(c)
}

// preset names the rules of a cell, which are those of a preset.
func preset(c report.Cell) string {
	switch r := c.Settings.Rules; {
	case r.OnEmpty == "restock":
		return "restock"
	case r.Beads[0] == 8:
		return "scroggs"
	}
	return "michie"
}

// trainedWith returns the cells that were trained with an opponent.
func trainedWith(cells []report.Cell, opponent string) []report.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c report.Cell) bool { return c.Settings.Opponent != opponent })
}

// best returns cells by a value, the highest first.
func best(cells []report.Cell, value func(report.Cell) experiment.Summary) []report.Cell {
	return slices.SortedStableFunc(slices.Values(cells), func(a, b report.Cell) int {
		return cmp.Compare(value(b).Mean, value(a).Mean)
	})
}

// valueAgainst returns wins minus losses against an opponent, over the machines of a cell.
func valueAgainst(opponent string) func(report.Cell) experiment.Summary {
	return func(c report.Cell) experiment.Summary { return of(c.All, opponent, "value") }
}
