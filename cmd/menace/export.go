package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/jszwec/csvutil"
	"github.com/urfave/cli/v2"

	"menace/data"
)

// exportOptions say whose data to write, where and how.
type exportOptions struct {
	db         string
	agents     []string
	experiment string // instead of agents, or ""
	out        string // "-" for standard output
	json       bool
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
   menace export curve --experiment presets --out presets.csv
   menace export beads --format json
   menace export games --agent default`,
		Subcommands: []*cli.Command{
			p.exportCurve(),
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
	o.experiment = c.String("experiment")
	if err := checkSource(c); err != nil {
		return o, err
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
	return writeRows(p, o, func(yield func(row, error) bool) {
		for _, name := range o.agents {
			list, err := rows(ctx, db, name)
			if err != nil {
				yield(*new(row), err)
				return
			}
			for _, r := range list {
				if !yield(r, nil) {
					return
				}
			}
		}
	})
}

// writeRows writes rows as they come, to where and how the options say.
func writeRows[row any](p *program, o exportOptions, rows iter.Seq2[row, error]) error {
	write := func(w io.Writer) error { return writeCSV(w, rows) }
	if o.json {
		write = func(w io.Writer) error { return writeJSON(w, rows) }
	}
	if o.out == "-" {
		return write(p.stdout)
	}
	return writeFile(o.out, write)
}

// writeCSV writes rows below a heading, which is there even when they are none.
func writeCSV[row any](w io.Writer, rows iter.Seq2[row, error]) error {
	lines := csv.NewWriter(w)
	encoder := csvutil.NewEncoder(lines)
	encoder.Tag = "json"
	if err := encoder.EncodeHeader(*new(row)); err != nil {
		return err
	}
	for r, err := range rows {
		if err != nil {
			return err
		}
		if err := encoder.Encode(r); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// writeJSON writes rows as one array.
func writeJSON[row any](w io.Writer, rows iter.Seq2[row, error]) error {
	before, after := "[", "[]\n"
	for r, err := range rows {
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(r, "  ", "  ")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n  %s", before, text); err != nil {
			return err
		}
		before, after = ",", "\n]\n"
	}
	_, err := io.WriteString(w, after)
	return err
}
