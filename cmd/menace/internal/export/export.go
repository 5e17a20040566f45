// Package export is the command export: curves, beads and games as CSV or JSON, for a notebook.
package export

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/tables"
	"menace/data"
)

// Options say what to write of whom, where and how.
type Options struct {
	DB         string
	What       string // "curve", "beads" or "games"
	Agents     []string
	Experiment string // instead of agents, or ""
	Out        string // - is standard output
	JSON       bool
}

// Command describes the command export.
func Command(con *console.IO) *cli.Command {
	sub := func(name, usage string, flags ...cli.Flag) *cli.Command {
		return &cli.Command{
			Name: name, Usage: usage, ArgsUsage: cli.NoWords, Action: cli.Action(con, parse, Run),
			Flags: append(flags, cli.AgentsFlag(), cli.OutFlag(),
				&cli.StringFlag{Name: "format", Usage: "`csv or json`", DefaultText: "by the name of the file, else csv"}),
		}
	}
	return cli.Group(&cli.Command{
		Name:      "export",
		Usage:     "write curves, beads and games for a notebook",
		UsageText: "menace export curve|beads|games [options]",
		Description: `Writes CSV or JSON, a row an object with the names of the CSV's columns, ready for pandas, R or a
spreadsheet. The names tell the units: games and beads are counted, probabilities go from 0 to 1.

Examples:
   menace export curve > curve.csv
   menace export curve --agent michie --agent scroggs --out both.csv
   menace export curve --experiment presets --out presets.csv
   menace export beads --format json
   menace export games --agent default`,
		Subcommands: []*cli.Command{
			sub("curve", "the learning curve: a row a checkpoint", cli.ExperimentFlag("the replicates of the experiment `NAME` instead of agents")),
			sub("beads", "what the boxes hold now: a row for each move of each box"),
			sub("games", "the games that people played: a row each"),
		},
	}, "export")
}

func parse(c *cli.Context) (o Options, err error) {
	o = Options{DB: c.String("db"), What: c.Command.Name, Out: c.String("out")}
	switch format := c.String("format"); format {
	case "":
		o.JSON = strings.EqualFold(filepath.Ext(o.Out), ".json")
	case "csv", "json":
		o.JSON = format == "json"
	default:
		return o, cli.Usagef("--format %q: there are csv and json", format)
	}
	if o.Experiment, err = cli.Experiment(c); err != nil {
		return o, err
	}
	o.Agents, err = cli.Agents(c)
	return o, err
}

// Run writes the rows.
func Run(ctx context.Context, con *console.IO, o Options) error {
	l, err := lab.Open(ctx, o.DB, data.Read)
	if err != nil {
		return err
	}
	defer l.Close()
	table, err := read(ctx, l, o)
	if err != nil {
		return err
	}
	write := table.WriteCSV
	if o.JSON {
		write = table.WriteJSON
	}
	if o.Out == "-" {
		return write(con.Out)
	}
	return console.WriteFile(o.Out, func(w io.Writer) error { return write(w) })
}

// read returns the table asked for.
func read(ctx context.Context, l *lab.Lab, o Options) (tables.Table, error) {
	switch {
	case o.Experiment != "":
		return tables.Replicates(ctx, l, o.Experiment)
	case o.What == "beads":
		return tables.Beads(ctx, l, o.Agents), nil
	case o.What == "games":
		return tables.Games(ctx, l, o.Agents), nil
	}
	return tables.Curves(ctx, l, o.Agents), nil
}
