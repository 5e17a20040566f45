package machines

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/experiments"
	replicates "menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

type exportOptions struct {
	What       string // "curve", "beads" or "games"
	Agents     []string
	Experiment string // instead of agents, or ""
	Out        string // - is standard output
}

func exportCommand(con *term.IO) *term.Command {
	sub := func(name string, options ...string) *term.Command {
		return &term.Command{
			Name: name, Action: store.InLab(con, data.Read, parseExport, runExport),
			Flags: func() []term.Flag {
				return term.Flags("", option.Only(exportTable, append(options, "out")...), usualExport)
			},
		}
	}
	return &term.Command{
		Name: "export", Kind: "export",
		Synopsis: "menace export curve|beads|games [options]",
		Commands: []*term.Command{
			sub("curve", "agent", "experiment"),
			sub("beads", "agent"),
			sub("games", "agent"),
		},
	}
}

var usualExport = exportOptions{Agents: []string{store.DefaultAgent}, Out: "-"}

// exportTable lists the options of all export commands.
var exportTable = []option.Option[exportOptions]{
	{
		Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Complete: "agent",
		In: func(o *exportOptions) option.Value { return option.Checked(option.Words(&o.Agents), data.CheckName) },
	},
	{
		Name: "experiment", Short: "e", Group: words.ManyMachines, Complete: "experiment",
		Meaning: "the replicates of the experiment `NAME` instead of machines",
		In: func(o *exportOptions) option.Value {
			return option.Checked(option.Word(&o.Experiment), data.CheckExperimentName)
		},
	},
	{
		Name: "out", Meaning: "write to `FILE`; - is standard output",
		In: func(o *exportOptions) option.Value { return option.Word(&o.Out) },
	},
}

// Check returns an [option.Error] if options cannot be combined.
func (o exportOptions) Check() error {
	switch extension := filepath.Ext(o.Out); {
	case extension != "" && !strings.EqualFold(extension, ".csv"):
		return option.Wrong("out", fmt.Errorf("%q does not end in .csv, which is what export writes", o.Out))
	case o.Experiment != "" && o.Agents != nil:
		return option.Wrong("agent", errors.New("a stored machine cannot be combined with --experiment"))
	}
	return nil
}

func parseExport(c *term.Invocation) (exportOptions, error) {
	o, err := term.Parse(exportTable, exportOptions{What: c.Command.Name, Out: "-"})(c)
	if o.Agents == nil {
		o.Agents = []string{store.DefaultAgent}
	}
	return o, err
}

func runExport(ctx context.Context, con *term.IO, l *lab.Lab, o exportOptions) error {
	var table tables.Values
	switch {
	case o.Experiment != "":
		e, err := experiments.Load(ctx, l, o.Experiment)
		if err != nil {
			return err
		}
		table = replicates.Replicates(ctx, l, e)
	case o.What == "beads":
		table = report.Beads(ctx, l, o.Agents)
	case o.What == "games":
		table = report.Games(ctx, l, o.Agents)
	default:
		table = report.Curves(ctx, l, o.Agents)
	}
	err := con.WriteFile(o.Out, table.CSV)
	if err == nil && o.Out != "-" {
		con.Say("wrote %s", term.Plain(o.Out))
	}
	return err
}
