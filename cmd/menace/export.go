package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"

	"github.com/jszwec/csvutil"
	"github.com/urfave/cli/v2"

	"menace/data"
)

// exportOptions say whose data to write, where and how.
type exportOptions struct {
	db     string
	agents []string
	out    string // "-" for standard output
	json   bool
}

func (p *program) exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write curves, beads and games for a notebook",
		UsageText: "menace export curve|beads|games [options]",
		Description: `Writes CSV or JSON, a row an object with the names of the CSV's columns, ready for pandas, R or a
spreadsheet. The names tell the units: games and beads are counted, probabilities go from 0 to 1.

Examples:
   menace export curve > curve.csv
   menace export curve --agent michie --agent scroggs --out both.csv
   menace export beads --format json
   menace export games --agent default`,
		Subcommands: []*cli.Command{
			exportOf(p, "curve", "the learning curve: a row a checkpoint", curveRows),
			exportOf(p, "beads", "what the boxes hold now: a row for each move of each box", beadRows),
			exportOf(p, "games", "the games that people played: a row each", gameRows),
		},
		Action: func(c *cli.Context) error { return p.unknownWord(c, "export") },
	}
}

// exportOf returns the command that writes rows of agents, whose columns are the JSON names of a row's
// fields.
func exportOf[row any](p *program, name, usage string, rows func(context.Context, *data.DB, string) ([]row, error)) *cli.Command {
	return &cli.Command{
		Name:      name,
		Usage:     usage,
		ArgsUsage: " ",
		Flags: []cli.Flag{
			agentsFlag(),
			&cli.StringFlag{Name: "format", Usage: "`csv or json`", DefaultText: "by the name of the file, else csv"},
			&cli.StringFlag{Name: "out", Usage: "the `FILE`; - is standard output", Value: "-"},
		},
		Action: func(c *cli.Context) error {
			o, err := parseExport(c)
			if err != nil {
				return err
			}
			return export(c.Context, p, o, rows)
		},
	}
}

func parseExport(c *cli.Context) (o exportOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = exportOptions{db: c.String("db"), out: c.String("out")}
	switch format := c.String("format"); format {
	case "":
		o.json = strings.EqualFold(filepath.Ext(o.out), ".json")
	case "csv", "json":
		o.json = format == "json"
	default:
		return o, usagef("--format %q: there are csv and json", format)
	}
	o.agents, err = agentNames(c)
	return o, err
}

// export writes the rows of all agents, one after the other.
func export[row any](ctx context.Context, p *program, o exportOptions, rows func(context.Context, *data.DB, string) ([]row, error)) error {
	db, err := openDB(ctx, o.db, data.Read)
	if err != nil {
		return err
	}
	defer db.Close()
	all := []row{}
	for _, name := range o.agents {
		more, err := rows(ctx, db, name)
		if err != nil {
			return err
		}
		all = append(all, more...)
	}
	write := func(w io.Writer) error { return writeCSV(w, all) }
	if o.json {
		write = func(w io.Writer) error {
			encoder := json.NewEncoder(w)
			encoder.SetIndent("", "  ")
			return encoder.Encode(all)
		}
	}
	if o.out == "-" {
		return write(p.stdout)
	}
	return writeFile(o.out, write)
}

// writeCSV writes rows below a heading, which is there even when they are none.
func writeCSV[row any](w io.Writer, rows []row) error {
	lines := csv.NewWriter(w)
	encoder := csvutil.NewEncoder(lines)
	encoder.Tag = "json"
	if len(rows) == 0 {
		var none row
		if err := encoder.EncodeHeader(none); err != nil {
			return err
		}
	}
	if err := encoder.Encode(rows); err != nil {
		return err
	}
	lines.Flush()
	return lines.Error()
}
