package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// agentsOptions are the options of the commands agents list, show and so on.
type agentsOptions struct {
	DB    string
	Words []string // names, or the file to import
	Out   string   // where export writes; - is standard output
	Name  string   // name under which import stores the agent, or "" for its own
	JSON  bool
}

// agentsCommand describes the command agents.
func agentsCommand(con *console.IO) *cli.Command {
	sub := func(name, args, usage, example string, action cli.ActionFunc, flags ...string) *cli.Command {
		return &cli.Command{
			Name: name, Usage: usage, ArgsUsage: args, Action: action,
			Flags:       cli.Flags("", option.Only(agentsTable, flags...), usualAgents),
			Description: "Example:\n   menace agents " + example,
		}
	}
	in := func(mode data.Mode, run func(context.Context, *console.IO, *lab.Lab, agentsOptions) error) cli.ActionFunc {
		return cli.InLab(con, mode, parseAgents, run)
	}
	return cli.Group(&cli.Command{
		Name:  "agents",
		Usage: "manage the stored agents",
		Description: `Examples:
   menace agents list
   menace agents show default --json
   menace agents copy default before-the-match
   menace agents export default --out default.json
   menace agents import default.json --name again`,
		Subcommands: []*cli.Command{
			sub("list", cli.NoWords, "list the agents", "list --json", in(data.Read, listAgents), "json"),
			sub("show", "AGENT", "show an agent, its rules and its history", "show default",
				in(data.Read, showAgent), "json"),
			sub("rename", "AGENT NEW", "rename an agent", "rename default teacher",
				cli.OnStored(in(data.Write, renameAgent))),
			sub("copy", "AGENT NEW", "copy an agent with its history", "copy default before-the-match",
				cli.OnStored(in(data.Write, copyAgent))),
			sub("delete", "AGENT", "delete an agent with its history", "delete default",
				cli.OnStored(in(data.Write, deleteAgent))),
			sub("check", "[AGENT]", "check the database, or one agent, for damage", "check",
				in(data.Read, checkAgents), "json"),
			sub("export", "AGENT", "export an agent with its history as JSON", "export default --out default.json",
				cli.OnStored(in(data.Read, exportAgent)), "out"),
			sub("import", "FILE", "import an agent from a JSON file; - is standard input",
				"import default.json --name again",
				cli.Action(con, parseAgents, importAgent), "name"),
		},
	}, "command of agents")
}

var usualAgents = agentsOptions{Out: "-"}

// agentsTable lists the options of all these commands.
var agentsTable = []option.Option[agentsOptions]{
	cli.JSON(func(o *agentsOptions) *bool { return &o.JSON }),
	{
		Name: "out", Meaning: "write to `FILE`; - is standard output",
		In: func(o *agentsOptions) option.Value { return option.Word(&o.Out) },
	},
	{
		Name: "name", Meaning: "store it as `NAME`", Default: "its own",
		In: func(o *agentsOptions) option.Value { return option.Checked(option.Word(&o.Name), data.CheckName) },
	},
}

func parseAgents(c *cli.Context) (agentsOptions, error) {
	o := usualAgents
	o.DB, o.Words = c.String("db"), c.Args().Slice()
	for _, name := range o.Words {
		if err := data.CheckName(name); err != nil && !slices.Contains([]string{"import", "delete"}, c.Command.Name) {
			return o, cli.AsUsage(err)
		}
	}
	return cli.Parse(agentsTable, o)(c)
}

// renameAgent gives an agent another name.
func renameAgent(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	if err := l.Rename(ctx, o.Words[0], o.Words[1]); err != nil {
		return err
	}
	con.Say("%s is now %s", o.Words[0], console.Bold(o.Words[1]))
	return nil
}

// copyAgent copies an agent.
func copyAgent(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	if err := l.Copy(ctx, o.Words[0], o.Words[1]); err != nil {
		return err
	}
	con.Say("%s is a copy of %s", console.Bold(o.Words[1]), o.Words[0])
	return nil
}

// deleteAgent deletes an agent.
func deleteAgent(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	games, err := l.Remove(ctx, o.Words[0])
	if err != nil {
		return err
	}
	record := ""
	if games >= 0 {
		record = ", which had played " + words.Plural(games, "game")
	}
	con.Say("deleted %s%s", o.Words[0], record)
	return nil
}

// exportAgent writes an agent as JSON.
func exportAgent(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	doc, err := l.Export(ctx, o.Words[0])
	if err != nil {
		return err
	}
	if o.Out == "-" {
		return json.NewEncoder(con.Out).Encode(doc)
	}
	if err := con.WriteFile(o.Out, func(w io.Writer) error { return json.NewEncoder(w).Encode(doc) }); err != nil {
		return err
	}
	con.Say("exported %s to %s", o.Words[0], console.Plain(o.Out))
	return nil
}

// importAgent stores an agent that was exported.
func importAgent(ctx context.Context, con *console.IO, o agentsOptions) error {
	a, err := importFile(ctx, con, o)
	if errors.Is(err, data.ErrExists) {
		err = fmt.Errorf("%w; --name NAME stores it under another name", err)
	}
	if err != nil {
		return fmt.Errorf("cannot import %s: %w", o.Words[0], err)
	}
	con.Say("imported %s, which has played %s", console.Bold(a.Name), words.Plural(a.Career.Tally.Games(), "game"))
	return nil
}

func importFile(ctx context.Context, con *console.IO, o agentsOptions) (*data.Agent, error) {
	in := con.In
	if file := o.Words[0]; file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, console.Reason(err)
		}
		defer f.Close()
		in = f
	}
	doc, err := lab.ReadDocument(in, o.Name)
	if err != nil {
		return nil, err
	}
	l, err := lab.Open(ctx, o.DB, data.Create)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return l.Import(ctx, doc, o.Name)
}
