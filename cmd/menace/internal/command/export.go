package command

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// exportOptions say what to write of whom, where and how.
type exportOptions struct {
	What       string // "curve", "beads", "games" or "summary"
	Agents     []string
	Experiment string      // instead of agents, or ""
	Part       report.Part // of the experiment's curves
	At         int64       // the checkpoint of its summary
	Out        string      // - is standard output
	JSON       bool
}

// exportCommand describes the command export.
func exportCommand(con *console.IO) *cli.Command {
	sub := func(name, usage string, flags ...cli.Flag) *cli.Command {
		return &cli.Command{
			Name: name, Usage: usage, ArgsUsage: cli.NoWords, Action: cli.InLab(con, data.Read, parseExport, runExport),
			Flags: append(flags, cli.OutFlag(),
				&cli.StringFlag{Name: "format", Usage: "`csv or json`", DefaultText: "by the name of the file, else csv"}),
		}
	}
	return cli.Group(&cli.Command{
		Name:      "export",
		Usage:     "write curves, beads, games and summaries for a notebook",
		UsageText: "menace export curve|beads|games|summary [options]",
		Description: `Writes CSV or JSON, a row an object with the names of the CSV's columns, ready for pandas, R or a
spreadsheet. The names tell the units: games and beads are counted, probabilities go from 0 to 1. Where there
is no value, as for the bankrupt_game of a machine that never went bankrupt, CSV is empty and JSON null.

Examples:
   menace export curve > curve.csv
   menace export curve --agent michie --agent scroggs --out both.csv
   menace export curve --experiment presets --out presets.csv
   menace export curve --experiment presets --cell 2 --at 200
   menace export summary --experiment presets
   menace export beads --format json
   menace export games --agent default`,
		Subcommands: []*cli.Command{
			sub("curve", "the learning curve: a row a checkpoint", cli.AgentsFlag(),
				cli.ExperimentFlag("the replicates of the experiment `NAME` instead of agents"),
				&cli.IntSliceFlag{Name: "cell", Category: words.ManyMachines, Usage: "only the replicates of cell `N`; again for more"},
				&cli.Int64SliceFlag{Name: "at", Category: words.ManyMachines, Usage: "only the checkpoint after `N` games; again for more"}),
			sub("beads", "what the boxes hold now: a row for each move of each box", cli.AgentsFlag()),
			sub("games", "the games that people played: a row each", cli.AgentsFlag()),
			sub("summary", "what came of an experiment: a row for each measure of each cell",
				cli.ExperimentFlag("the experiment `NAME`"),
				cli.Between(0, math.MaxInt64, &cli.Int64Flag{
					Name: "at", Category: words.ManyMachines, Usage: "the checkpoint after `N` games", Value: lab.AtEnd, DefaultText: "the end",
				})),
		},
	}, "export")
}

func parseExport(c *cli.Context) (o exportOptions, err error) {
	o = exportOptions{What: c.Command.Name, Out: c.String("out")}
	switch format := c.String("format"); format {
	case "":
		extension := strings.ToLower(filepath.Ext(o.Out))
		if o.JSON = extension == ".json"; !o.JSON && extension != ".csv" && extension != "" {
			return o, cli.Usagef("--out %q: the extension says neither .csv nor .json; say which with --format", o.Out)
		}
	case "csv", "json":
		o.JSON = format == "json"
	default:
		return o, cli.Usagef("--format %q: there are csv and json", format)
	}
	if o.Experiment, err = cli.Experiment(c, "cell", "at"); err != nil {
		return o, err
	}
	if o.What == "summary" {
		return parseSummary(c, o)
	}
	o.Part = report.Part{Cells: c.IntSlice("cell"), At: c.Int64Slice("at")}
	o.Agents, err = cli.Agents(c)
	return o, err
}

// parseSummary reads the flags of a summary.
func parseSummary(c *cli.Context, o exportOptions) (exportOptions, error) {
	if o.Experiment == "" {
		return o, cli.Usagef("a summary is one of an experiment: --experiment NAME names it")
	}
	o.At = c.Int64("at")
	return o, nil
}

// runExport writes the rows.
func runExport(ctx context.Context, con *console.IO, l *lab.Lab, o exportOptions) error {
	table, err := readTable(ctx, l, o)
	if err != nil {
		return err
	}
	write := table.CSV
	if o.JSON {
		write = table.JSON
	}
	if o.Out == "-" {
		return write(con.Out)
	}
	if err := con.WriteFile(o.Out, func(w io.Writer) error { return write(w) }); err != nil {
		return err
	}
	con.Say("wrote %s", console.Plain(o.Out))
	return nil
}

// readTable returns the table asked for.
func readTable(ctx context.Context, l *lab.Lab, o exportOptions) (report.Table, error) {
	switch {
	case o.What == "summary":
		return report.Summary(ctx, l, o.Experiment, o.At)
	case o.Experiment != "":
		return report.Replicates(ctx, l, o.Experiment, o.Part)
	case o.What == "beads":
		return report.Beads(ctx, l, o.Agents), nil
	case o.What == "games":
		return report.Games(ctx, l, o.Agents), nil
	}
	return report.Curves(ctx, l, o.Agents), nil
}
