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

	"menace/arena"
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

// commands holds the commands behind the page, by section.
//
//go:embed commands.sh
var commands string

// section is a question of the page. The template with its name answers it.
type section struct {
	name, question string
	commands       string // for a shell
}

// sections are in the order of the page.
var sections = func() (list []section) {
	for _, part := range strings.Split(commands, "\n\n# ")[1:] {
		title, lines, _ := strings.Cut(part, "\n")
		name, question, _ := strings.Cut(title, ": ")
		list = append(list, section{name, question, strings.TrimSpace(lines)})
	}
	return list
}()

// Sections returns the names of the sections of the results.
func Sections() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

// page runs the experiments of the results and reads their numbers.
type page struct {
	ctx     context.Context
	con     *cli.IO
	app     func(*cli.IO) *cli.App
	dir, db string
	lab     *lab.Lab
	cells   map[string][]report.Cell // cache, by experiment and checkpoint
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
	pages, err := template.New("results").Funcs(p.functions()).Parse(resultsTemplate)
	if err != nil {
		return "", err
	}
	execute := func(name string) (string, error) {
		var text strings.Builder
		err := pages.ExecuteTemplate(&text, name, nil)
		return strings.TrimSpace(text.String()), err
	}
	var text strings.Builder
	for _, s := range sections {
		if len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		p.con.Note("%s", s.question)
		if err := p.run(s.commands); err != nil {
			return "", err
		}
		answer, err := execute(s.name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&text, "\n## %s\n\n%s\n\n<details><summary>The commands behind these numbers</summary>\n\n"+
			"```sh\n%s\n```\n\n</details>\n", s.question, answer, s.commands)
	}
	if len(names) > 0 {
		return text.String(), nil
	}
	introduction, err := execute("introduction")
	return introduction + "\n" + text.String(), err
}

// run runs the commands of a section that train experiments or draw figures, with the database and the folder of the
// page. The others only tell the reader how to get numbers that the template asks for.
func (p *page) run(commands string) error {
	for line := range strings.Lines(strings.ReplaceAll(commands, "\\\n", "")) {
		args := arguments(line)
		if !slices.Contains(args, "run") && !slices.Contains(args, "plot") {
			continue
		}
		if i := slices.Index(args, "--out"); i >= 0 {
			args[i+1] = filepath.Join(p.dir, args[i+1])
		}
		quiet := *p.con
		quiet.Out = io.Discard
		if err := cli.Run(p.ctx, &quiet, p.app(&quiet), slices.Insert(args, 1, "--db", p.db)); err != nil {
			return err
		}
	}
	return nil
}

// arguments returns the words of a command without their quotes. In place of a shell loop of one of two kinds, which
// ends the command, it returns the words that the loop prints.
func arguments(command string) []string {
	plain, loop, _ := strings.Cut(strings.NewReplacer("'", "", `"`, "").Replace(command), "$(")
	args := strings.Fields(plain)
	var player string
	last, step := 0, 1
	if n, _ := fmt.Sscanf(loop, "seq -f --opponent %s %d)", &player, &last); n < 2 {
		fmt.Sscanf(loop, "for i in $(seq 1 3 %d); do echo --opponent %s", &last, &player)
		step = 3
	}
	for i := 1; i <= last; i += step {
		numbers := strings.NewReplacer("%g", fmt.Sprint(i), "$i", fmt.Sprint(i), "$((i+1))", fmt.Sprint(i+1),
			"$((i+2))", fmt.Sprint(i+2), ";", "")
		args = append(args, "--opponent", numbers.Replace(player))
	}
	return args
}

// must returns an error, which stops the template, unless a fact holds that its sentences or the commands rely on.
func must(holds bool, text string) (string, error) {
	if !holds {
		return "", errors.New(text)
	}
	return "", nil
}

// try returns a value, or panics with its error, which stops the template that calls the function.
func try[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

// functions returns the functions that the template calls.
func (p *page) functions() template.FuncMap {
	return template.FuncMap{
		// Experiments, and numbers derived from them.
		"cells": p.cellsAt, "replicates": p.replicates, "compare": p.compare, "leader": p.leader, "best": best,
		"trained": trainedWith, "contenders": contenders,
		"edges": func(c report.Cell, name string) []string {
			return edges(c.Settings, try(p.lab.Experiment(p.ctx, name)).Cells)
		},
		"tournament": sync.OnceValue(p.tournament), "readings": func() []arena.Reading { return arena.Tournament },
		"ties": p.ties, "openings": p.openings, "law": p.law, "meanLosses": report.MeanLosses,
		"read": read, "fit": p.fit, "surviving": surviving, "closest": closest,
		"methods": sync.OnceValue(p.lessons), "remembered": p.remembered, "defeats": p.defeats, "must": must,
		// Machines of a cell.
		"where": keep[[]experiment.Replicate], "alive": alive, "holds": holds, "resigned": resigned, "shareOf": shareOf,
		"outOf": report.NewShare, "measured": measured, "ended": ended, "lastLosses": lastLosses, "mean": mean,
		"average": average, "quantile": experiment.Quantile, "tuned": tunedFor, "of": summaryOf, "mixed": mixed,
		"hundred": func(runs []experiment.Replicate, last int64, outcome string) []float64 {
			return ended(runs, outcome, last-100, last)
		},
		// Words and numbers.
		"rewards": rewards, "pegasusSettings": pegasusSettings, "helped": helped,
		"helps":   func(difference experiment.Summary) string { return helps(difference.Interval) },
		"percent": percent, "value": value, "share": inPercent, "spread": spread, "minus": words.Minus, "knob": knob,
		"rate":   func(g report.Group, against, name string) string { return percent(summaryOf(g, against, name)) },
		"worth":  func(g report.Group, against string) string { return value(summaryOf(g, against, "value")) },
		"digits": func(n int, share float64) string { return fmt.Sprintf("%.*f", n, 100*share) },
		"lost": func(g report.Group, against string) string {
			return fmt.Sprintf("%.0f", -100*summaryOf(g, against, "value").Mean)
		},
		"hundredth": func(s experiment.Summary) string {
			return fmt.Sprintf("%.2f ± %.2f", 100*s.Mean, 50*(s.Interval.High-s.Interval.Low))
		},
		"hundreds": func(end int64) string { return fmt.Sprintf("%d–%d", end-99, end) },
		"preset":   func(c experiment.Cell) string { return words.Rules(c.Rules) },
		"count":    func(n any) string { return words.Count(reflect.ValueOf(n).Int()) },
		"later":    words.GamesOrLater, "join": strings.Join, "words": strings.Fields, "repeat": strings.Repeat,
		"list": func(values ...any) []any {
			for i, v := range values {
				if n, ok := v.(int); ok { // templates do not convert numbers to the type of a parameter
					values[i] = int64(n)
				}
			}
			return values
		},
		"last": func(cells []report.Cell) report.Cell { return cells[len(cells)-1] },
	}
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
