package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

type exportOptions struct {
	What       string // "curve", "beads", "games" or "summary"
	Agents     []string
	Experiment string           // instead of agents, or ""
	Part       report.Selection // part of the experiment
	Out        string           // - is standard output
	Format     string           // "" to use the extension of Out
	JSON       bool
}

func exportCommand(con *cli.IO) *cli.Command {
	sub := func(name string, options ...string) *cli.Command {
		return &cli.Command{
			Name: name, Action: cli.InLab(con, data.Read, parseExport, runExport),
			Flags: func() []cli.Flag {
				return cli.Flags("", option.Only(exportTable(name), append(options, "out", "format")...), usualExport)
			},
		}
	}
	return &cli.Command{
		Name: "export", Kind: "export",
		Synopsis: "menace export curve|beads|games|summary [options]",
		Commands: []*cli.Command{
			sub("curve", "agent", "experiment", "cell", "at"),
			sub("beads", "agent"),
			sub("games", "agent"),
			sub("summary", "experiment", "at", "until"),
		},
	}
}

var usualExport = exportOptions{Agents: []string{cli.DefaultAgent}, Out: "-"}

// exportTable lists the options of all export commands, worded for the command with this name.
func exportTable(name string) []option.Option[exportOptions] {
	experiment := "the replicates of the experiment `NAME` instead of machines"
	if name == "summary" {
		experiment = "the experiment `NAME`"
	}
	part := option.Within(option.Only(report.SelectionTable, "cell", "at", "until"),
		func(o *exportOptions) *report.Selection { return &o.Part })
	for i := range part {
		part[i].Group = words.ManyMachines
		if name != "summary" {
			part[i].Default = "all"
		}
	}
	return slices.Concat(part, []option.Option[exportOptions]{
		{
			Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Complete: "agent",
			In: func(o *exportOptions) option.Value { return option.Checked(option.Words(&o.Agents), data.CheckName) },
		},
		{Name: "experiment", Short: "e", Group: words.ManyMachines, Meaning: experiment, Complete: "experiment",
			In: func(o *exportOptions) option.Value {
				return option.Checked(option.Word(&o.Experiment), data.CheckExperimentName)
			}},
		{Name: "out", Meaning: "write to `FILE`; - is standard output",
			In: func(o *exportOptions) option.Value { return option.Word(&o.Out) }},
		{Name: "format", Meaning: "the `FORMAT`", Default: "by the extension of the file, else csv",
			In: func(o *exportOptions) option.Value { return option.Word(&o.Format, "csv", "json") }},
	})
}

// Check returns an [option.Error] if options cannot be combined.
func (o exportOptions) Check() error {
	extension := strings.ToLower(filepath.Ext(o.Out))
	switch {
	case o.Format == "" && !slices.Contains([]string{"", ".csv", ".json"}, extension):
		return option.Wrong("out", fmt.Errorf("%q ends in neither .csv nor .json: choose one with --format", o.Out))
	case o.What == "summary" && o.Experiment == "":
		return errors.New("a summary needs --experiment NAME")
	case o.Experiment == "" && o.Part.Cells != nil:
		return option.Wrong("cell", errors.New("this needs --experiment NAME"))
	case o.Experiment == "" && o.Part.At != nil:
		return option.Wrong("at", errors.New("this needs --experiment NAME"))
	case o.Experiment != "" && o.Agents != nil:
		return option.Wrong("agent", errors.New("a stored machine cannot be combined with --experiment"))
	}
	return nil
}

func parseExport(c *cli.Invocation) (exportOptions, error) {
	o, err := cli.Parse(exportTable(c.Command.Name), exportOptions{What: c.Command.Name, Out: "-"})(c)
	o.JSON = o.Format == "json" || o.Format == "" && strings.EqualFold(filepath.Ext(o.Out), ".json")
	if o.Agents == nil {
		o.Agents = []string{cli.DefaultAgent}
	}
	return o, err
}

func runExport(ctx context.Context, con *cli.IO, l *lab.Lab, o exportOptions) error {
	var table report.Export
	var err error
	switch {
	case o.What == "summary":
		table, err = report.Summary(ctx, l, o.Experiment, o.Part)
	case o.Experiment != "":
		table, err = report.Replicates(ctx, l, o.Experiment, o.Part)
	case o.What == "beads":
		table = report.Beads(ctx, l, o.Agents)
	case o.What == "games":
		table = report.Games(ctx, l, o.Agents)
	default:
		table = report.Curves(ctx, l, o.Agents)
	}
	if err != nil {
		return err
	}
	write := table.CSV
	if o.JSON {
		write = table.JSON
	}
	err = con.WriteFile(o.Out, write)
	if err == nil && o.Out != "-" {
		con.Say("wrote %s", cli.Plain(o.Out))
	}
	return err
}
