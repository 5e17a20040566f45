package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"menace/data"
)

func (p *program) agentsCommand() *cli.Command {
	out := &cli.StringFlag{Name: "out", Usage: "the `FILE`; - is standard output", Value: "-"}
	name := &cli.StringFlag{Name: "name", Usage: "store it as `NAME`", DefaultText: "its own"}
	on := func(mode data.Mode, names int, act agentAction) cli.ActionFunc {
		return func(c *cli.Context) error { return p.onAgents(c, mode, names, act) }
	}
	return &cli.Command{
		Name:  "agents",
		Usage: "list, show, rename, copy, delete, export and import the stored agents",
		Description: `Examples:
   menace agents list
   menace agents show default --json
   menace agents copy default before-the-match
   menace agents export default --out default.json
   menace agents import default.json --name again`,
		Action: func(c *cli.Context) error { return p.unknownWord(c, "command of agents") },
		Subcommands: []*cli.Command{
			subcommand("list", "", "list the agents", "list --json", on(data.Read, 0, p.listAgents), jsonFlag()),
			subcommand("show", "NAME", "show an agent, its rules and its history", "show default", on(data.Read, 1, p.showAgent), jsonFlag()),
			subcommand("rename", "NAME NEW", "give an agent another name", "rename default teacher", on(data.Write, 2, p.renameAgent)),
			subcommand("copy", "NAME NEW", "copy an agent with its history", "copy default before-the-match", on(data.Write, 2, p.copyAgent)),
			subcommand("delete", "NAME", "delete an agent with its history", "delete default", on(data.Write, 1, p.deleteAgent)),
			subcommand("export", "NAME", "write an agent as one JSON file", "export default --out default.json", on(data.Read, 1, p.exportAgent), out),
			subcommand("import", "FILE", "store an agent from a JSON file; - is standard input", "import default.json --name again", p.importAgent, name),
		},
	}
}

// subcommand describes a command of agents.
func subcommand(name, args, usage, example string, action cli.ActionFunc, flags ...cli.Flag) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: cmp.Or(args, " "), Flags: flags, Action: action,
		Description: "Example:\n   menace agents " + example,
	}
}

// agentAction does something with the agents that the command line names.
type agentAction func(c *cli.Context, db *data.DB, names []string) error

// onAgents opens the database for an action on agents that takes a number of names.
func (p *program) onAgents(c *cli.Context, mode data.Mode, names int, act agentAction) error {
	args := c.Args().Slice()
	if len(args) != names {
		return usagef("%s takes %s, not %d; see `%s --help`", commandLine(c), plural(int64(names), "name"), len(args), commandLine(c))
	}
	for _, name := range args {
		if err := data.CheckName(name); err != nil {
			return asUsage(err)
		}
	}
	db, err := p.open(c, mode)
	if err != nil {
		return err
	}
	defer db.Close()
	err = act(c, db, args)
	if len(args) > 0 {
		err = withNear(c.Context, db, args[0], err)
	}
	return err
}

func (p *program) renameAgent(c *cli.Context, db *data.DB, names []string) error {
	if err := db.Rename(c.Context, names[0], names[1]); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is now %s\n", names[0], bold.Render(names[1]))
	return nil
}

func (p *program) copyAgent(c *cli.Context, db *data.DB, names []string) error {
	doc, err := db.Export(c.Context, names[0])
	if err != nil {
		return err
	}
	if _, err := db.Import(c.Context, doc, names[1]); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is a copy of %s\n", bold.Render(names[1]), names[0])
	return nil
}

func (p *program) deleteAgent(c *cli.Context, db *data.DB, names []string) error {
	a, err := db.Load(c.Context, names[0])
	if err != nil && !errors.Is(err, data.ErrCorrupt) {
		return err
	}
	if err := db.Delete(c.Context, names[0]); err != nil {
		return err
	}
	games := ""
	if a != nil {
		games = ", which had played " + plural(a.Career.Tally.Games(), "game")
	}
	fmt.Fprintf(p.stdout, "deleted %s%s\n", names[0], games)
	return nil
}
