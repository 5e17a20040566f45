// Package results holds the command results, which repeats the experiments of docs/RESULTS.md and writes that page.
package results

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"text/template"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// Options are the options of the command results.
type Options struct {
	Dir      string   // folder for the page, its figures and the database of its experiments
	Sections []string // sections to print instead of writing the whole page
}

// Command describes the command results, which runs other commands of the program that app describes.
func Command(con *cli.IO, app func(*cli.IO) *cli.App) *cli.Command {
	names := Sections()
	parse := func(c *cli.Context) (o Options, err error) {
		for _, name := range c.Args().Slice() {
			if !slices.Contains(names, name) {
				return o, cli.Usagef("unknown section %q%s; the sections are %s", name,
					words.DidYouMean(name, names, ""), strings.Join(names, ", "))
			}
		}
		return cli.Parse(table, Options{Dir: "results", Sections: c.Args().Slice()})(c)
	}
	run := func(ctx context.Context, con *cli.IO, o Options) error { return Run(ctx, con, app, o) }
	return &cli.Command{
		Name:      "results",
		ArgsUsage: "[SECTION]…",
		Flags:     cli.Flags("", table, Options{}),
		Action:    cli.Action(con, parse, run),
	}
}

var table = []option.Option[Options]{{
	Name: "dir", Meaning: "write to `FOLDER`, which is created if necessary", Default: "results",
	In: func(o *Options) option.Value { return option.Word(&o.Dir) },
}}

// Sections returns the names of the sections of the results.
func Sections() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

// sections are the questions in the order of the page. Each is answered by the template with its name.
var sections = []struct{ name, question string }{
	{"michie", "How good is Michie's machine after 20, 150 and 220 games?"},
	{"bankruptcy", "How often does it go bankrupt, and does restocking cure it?"},
	{"presets", "Which rules are best against which opponent: Michie's, Scroggs' or restocking?"},
	{"grid", "What would the best beads and rewards be?"},
	{"teachers", "Who teaches most: a perfect, a noisy or a random opponent?"},
	{"introductions", "How short may an introduction be, before perfect play?"},
	{"tournament", "What would explain Michie's tournament of 1961?"},
	{"ties", "Does it matter which perfect player teaches?"},
	{"second", "What becomes of the second player?"},
	{"both", "What if both learn?"},
	{"popular", "Are the popular numbers right?"},
	{"hexapawn", "How fast do the machines of hexapawn learn?"},
	{"pegasus", "How good was Michie's own program of 1963?"},
	{"ttt", "How many games must the program ttt of 1973 lose?"},
	{"methods", "How good are matchboxes, compared with what came later?"},
}

// page runs the experiments of the results and reads their numbers.
type page struct {
	ctx      context.Context
	con      *cli.IO
	app      func(*cli.IO) *cli.App
	dir, db  string
	lab      *lab.Lab
	commands []string                 // commands behind the current section
	cells    map[string][]report.Cell // cache, by experiment and checkpoint
}

// Run runs the parts of the experiments that are missing, and writes the page or prints sections of it.
func Run(ctx context.Context, con *cli.IO, app func(*cli.IO) *cli.App, o Options) error {
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return err
	}
	db := filepath.Join(o.Dir, "results.db")
	l, err := lab.Open(ctx, db, data.Create)
	if err != nil {
		return err
	}
	defer l.Close()
	p := &page{ctx: ctx, con: con, app: app, dir: o.Dir, db: db, lab: l, cells: map[string][]report.Cell{}}
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
		con.Say("wrote %s", cli.Plain(file))
	}
	return err
}

//go:embed results.md.tmpl
var resultsTemplate string

// write returns the text of the named sections, or of the whole page.
func (p *page) write(names []string) (string, error) {
	pages, err := template.New("").Funcs(p.functions()).Parse(resultsTemplate)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		p.con.Note("%s", s.question)
		p.commands = nil
		answer, err := execute(pages, s.name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "\n## %s\n\n%s\n\n<details><summary>The commands behind these numbers</summary>\n\n"+
			"```sh\n%s\n```\n\n</details>\n", s.question, answer, strings.Join(p.commands, "\n"))
	}
	if len(names) > 0 {
		return text.String(), nil
	}
	introduction, err := execute(pages, "introduction")
	return introduction + "\n" + text.String(), err
}

// stop is a panic with an error, so that the functions called by a template need not return one. The template recovers
// it and returns it in an error that names the place in the template.
type stop struct{ error }

// try returns a value, or panics with its error.
func try[V any](v V, err error) V {
	if err != nil {
		panic(stop{err})
	}
	return v
}

// execute returns the text of a template, or the error that stopped a function it called.
func execute(pages *template.Template, name string) (string, error) {
	var text strings.Builder
	err := pages.ExecuteTemplate(&text, name, nil)
	if stopped, ok := errors.AsType[stop](err); ok {
		err = stopped.error
	}
	return strings.TrimSpace(text.String()), err
}

// functions returns the functions that the template calls.
func (p *page) functions() template.FuncMap {
	return template.FuncMap{
		// Experiments.
		"run": p.run, "cells": p.cellsAt, "replicates": p.replicates, "compare": p.compare, "leader": p.leader,
		"trained": trainedWith, "best": best, "contenders": contenders, "edges": edges,
		"flagsWithMichie": flagsWithMichie,
		"tournament":      sync.OnceValue(p.tournament), "ties": p.ties, "openings": p.openings, "law": p.law,
		"meanLosses": report.MeanLosses, "hundred": hundred, "read": read, "fit": p.fit,
		"methods": sync.OnceValue(p.methods), "remembered": p.remembered,
		"defeats": p.defeats,
		// Machines of a cell.
		"alive": alive, "unbeatable": unbeatable, "ended": ended, "measured": measured, "counted": counted,
		"resigned": resigned, "lastLosses": lastLosses, "mean": mean, "average": average,
		"quantile": experiment.Quantile, "tuned": tunedFor,
		// Words.
		"rewards": rewards, "pegasusSettings": pegasusSettings, "mixed": mixed, "certain": certain, "helped": helped,
		"of": summaryOf, "percent": percent, "value": value, "share": inPercent, "outOf": report.NewShare,
		"spread": spread,
		"preset": func(c experiment.Cell) string { return words.Rules(c.Rules) },
		"later":  words.GamesOrLater, "join": strings.Join, "words": strings.Fields,
		"count":    func(n any) string { return words.Count(reflect.ValueOf(n).Int()) },
		"gain":     func(total float64) string { return words.Gain(int64(total)) },
		"hundreds": func(end int64) string { return fmt.Sprintf("%d–%d", end-99, end) },
		"list": func(values ...any) []any {
			for i, v := range values {
				if n, ok := v.(int); ok { // templates do not convert numbers to the type of a parameter
					values[i] = int64(n)
				}
			}
			return values
		},
		"last": func(cells []report.Cell) report.Cell { return cells[len(cells)-1] },
		"lost": func(g report.Group, against string) string {
			return fmt.Sprintf("%.0f", -100*summaryOf(g, against, "value").Mean)
		},
		"rate":  func(g report.Group, against, name string) string { return percent(summaryOf(g, against, name)) },
		"worth": func(g report.Group, against string) string { return value(summaryOf(g, against, "value")) },
		"whole": func(share float64) string { return fmt.Sprintf("%.0f", 100*share) },
		"hundredth": func(s experiment.Summary) string {
			return fmt.Sprintf("%.2f ± %.2f", 100*s.Mean, 50*(s.Interval.High-s.Interval.Low))
		},
		"tenth":   func(share float64) string { return fmt.Sprintf("%.1f", 100*share) },
		"exactly": func(share float64) string { return fmt.Sprintf("%.4f", 100*share) },
	}
}

// run runs a command on the database of the page, draws into its folder, and lists the command. It may end with a
// shell loop that prints more arguments: see expand. It returns an empty text for the template.
func (p *page) run(line string) string {
	command, loop, found := strings.Cut(line, "$(")
	args := strings.Fields(command)
	shown := "menace"
	for _, arg := range args {
		shown += " " + option.Quoted(arg)
	}
	if found {
		args = append(args, expand(loop)...)
		if strings.HasPrefix(loop, "for") {
			shown += " \\\n "
		}
		shown += " $(" + loop
	}
	p.commands = append(p.commands, shown)
	if i := slices.Index(args, "--out"); i >= 0 {
		args[i+1] = filepath.Join(p.dir, args[i+1])
	}
	quiet := *p.con
	quiet.Out = io.Discard
	if err := cli.Run(p.ctx, &quiet, p.app(&quiet), append([]string{"menace", "--db", p.db}, args...)); err != nil {
		panic(stop{err})
	}
	return ""
}

// expand returns the arguments that a shell loop of one of two kinds prints, given what follows its "$(".
func expand(loop string) (args []string) {
	var last int
	var player string
	if n, _ := fmt.Sscanf(loop, "seq -f '--opponent perfect:%%g' %d)", &last); n == 1 {
		for i := range last {
			args = append(args, "--opponent", fmt.Sprintf("perfect:%d", i+1))
		}
	}
	if n, _ := fmt.Sscanf(loop, "for i in $(seq 1 3 %d); do echo --opponent %q; done)", &last, &player); n == 2 {
		for i := 1; i <= last; i += 3 {
			numbers := strings.NewReplacer(
				"$i", fmt.Sprint(i), "$((i+1))", fmt.Sprint(i+1), "$((i+2))", fmt.Sprint(i+2))
			args = append(args, "--opponent", numbers.Replace(player))
		}
	}
	return args
}

// flags returns a flag, repeated for each value.
func flags(flag string, values []string) (text string) {
	for _, v := range values {
		text += " --" + flag + " " + v
	}
	return text
}

// cellsAt returns the cells of an experiment after a number of games.
func (p *page) cellsAt(name string, games int64) []report.Cell {
	key := name + "@" + words.Count(games)
	if p.cells[key] == nil {
		e := try(p.lab.Experiment(p.ctx, name))
		p.cells[key] = try(report.Cells(p.ctx, p.lab, e, report.Selection{At: []int64{games}}))
	}
	return p.cells[key]
}

// replicates returns the replicates of an experiment, indexed by cell from 0 and by run.
func (p *page) replicates(name string) [][]experiment.Replicate {
	e := try(p.lab.Experiment(p.ctx, name))
	cells := make([][]experiment.Replicate, len(e.Cells))
	for r, err := range p.lab.Replicates(p.ctx, e, 0) {
		cell := try(r, err).Cell - 1
		cells[cell] = append(cells[cell], r)
	}
	return cells
}

// compare returns the difference of two cells of an experiment at the end.
func (p *page) compare(name string, a, b int) *report.Comparison {
	e := try(p.lab.Experiment(p.ctx, name))
	return try(report.Summarize(p.ctx, p.lab, e, report.Selection{Compare: []int{a, b}}))[0].Compare
}
