package machines

import (
	"context"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/option"
	"menace/menace/tidy"
)

type exportOptions struct {
	What   string // "curve", "beads" or "games"
	Agents []string
	Out    string // - is standard output
}

func exportCommand(con *term.IO) *term.Command {
	sub := func(name string, options ...string) *term.Command {
		return &term.Command{
			Name: name, Action: database.Action(con, data.Read, parseExport, runExport),
			Flags: func() []term.Flag {
				return term.Flags("", option.Only(usualExport.options(), append(options, "out")...))
			},
		}
	}
	return &term.Command{
		Name: "export", Kind: "export",
		Synopsis: "menace export curve|beads|games [options]",
		Commands: []*term.Command{
			sub("curve", "machine"),
			sub("beads", "machine"),
			sub("games", "machine"),
		},
	}
}

var usualExport = exportOptions{Agents: []string{database.DefaultMachine}, Out: "-"}

// options lists the options of all export commands.
func (o *exportOptions) options() []option.Option {
	return []option.Option{
		{Name: "machine", Short: "m", Aliases: []string{"agent", "a"},
			Meaning: "the machine's `NAME`", Complete: "machine",
			Value: option.Checked(option.Words(&o.Agents), data.CheckName)},
		{Name: "out", Meaning: "write to `FILE`, .csv or .csv.gz; - is standard output",
			Value: option.Checked(option.Word(&o.Out), term.CheckCSV)},
	}
}

func parseExport(c *term.Invocation) (exportOptions, error) {
	o, err := term.Parse((*exportOptions).options, exportOptions{What: c.Command.Name, Out: "-"})(c)
	if o.Agents == nil {
		o.Agents = []string{database.DefaultMachine}
	}
	return o, err
}

func runExport(ctx context.Context, con *term.IO, db *data.DB, o exportOptions) error {
	var table tidy.Table
	switch o.What {
	case "beads":
		table = agents.Beads(ctx, db, o.Agents)
	case "games":
		table = agents.Games(ctx, db, o.Agents)
	default:
		table = agents.Curves(ctx, db, o.Agents)
	}
	err := con.WriteFile(ctx, o.Out, table.CSV)
	if err == nil && o.Out != "-" {
		con.Say("wrote %s", term.Printable(o.Out))
	}
	return err
}
