package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

func (p *program) agentsCommand() *cli.Command {
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
			{
				Name: "list", Description: "Example:\n   menace agents list --json", Usage: "list the agents", ArgsUsage: " ", Flags: []cli.Flag{jsonFlag()},
				Action: func(c *cli.Context) error { return p.onAgents(c, data.Read, 0, p.listAgents) },
			},
			{
				Name: "show", Description: "Example:\n   menace agents show default", Usage: "show an agent, its rules and its history", ArgsUsage: "NAME", Flags: []cli.Flag{jsonFlag()},
				Action: func(c *cli.Context) error { return p.onAgents(c, data.Read, 1, p.showAgent) },
			},
			{
				Name: "rename", Description: "Example:\n   menace agents rename default teacher", Usage: "give an agent another name", ArgsUsage: "NAME NEW",
				Action: func(c *cli.Context) error { return p.onAgents(c, data.Write, 2, p.renameAgent) },
			},
			{
				Name: "copy", Description: "Example:\n   menace agents copy default before-the-match", Usage: "copy an agent with its history", ArgsUsage: "NAME NEW",
				Action: func(c *cli.Context) error { return p.onAgents(c, data.Write, 2, p.copyAgent) },
			},
			{
				Name: "delete", Description: "Example:\n   menace agents delete default", Usage: "delete an agent with its history", ArgsUsage: "NAME",
				Action: func(c *cli.Context) error { return p.onAgents(c, data.Write, 1, p.deleteAgent) },
			},
			{
				Name: "export", Description: "Example:\n   menace agents export default --out default.json", Usage: "write an agent as one JSON file", ArgsUsage: "NAME",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "out", Usage: "the `FILE`; - is standard output", Value: "-"}},
				Action: func(c *cli.Context) error { return p.onAgents(c, data.Read, 1, p.exportAgent) },
			},
			{
				Name: "import", Description: "Example:\n   menace agents import default.json --name again", Usage: "store an agent from a JSON file; - is standard input", ArgsUsage: "FILE",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "name", Usage: "store it as `NAME`", DefaultText: "its own"}},
				Action: p.importAgent,
			},
		},
	}
}

// onAgents opens the database for an action on agents that takes a number of names.
func (p *program) onAgents(c *cli.Context, mode data.Mode, names int, act func(*cli.Context, *data.DB, []string) error) error {
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

// agentReport is an agent as JSON.
type agentReport struct {
	Agent string       `json:"agent"`
	Rules menace.Rules `json:"rules"`
	Seed  int64        `json:"seed"`
	Games int64        `json:"games"`
	arena.Tally
	Bankrupt bool           `json:"bankrupt"`
	Beads    int64          `json:"beads"`
	Created  time.Time      `json:"created"`
	Changed  time.Time      `json:"changed"`
	Sessions []data.Session `json:"sessions,omitzero"`
	Played   []data.Game    `json:"games_with_people,omitzero"`
}

func reportAgent(a *data.Agent) agentReport {
	return agentReport{
		Agent: a.Name, Rules: a.Machine.Rules(), Seed: a.Seed, Games: a.Career.Tally.Games(), Tally: a.Career.Tally,
		Bankrupt: a.Machine.Bankrupt(), Beads: a.Machine.Total(), Created: a.Created, Changed: a.Changed,
	}
}

func (p *program) listAgents(c *cli.Context, db *data.DB, _ []string) error {
	agents, err := db.Agents(c.Context)
	if err != nil {
		return err
	}
	reports := []agentReport{}
	var rows [][]string
	for _, a := range agents {
		r := reportAgent(a)
		reports = append(reports, r)
		rows = append(rows, []string{r.Agent, string(r.Rules.Plays), describeRules(r.Rules), r.Changed.Local().Format("2006-01-02 15:04"),
			count(r.Games), share(r.Win, r.Games), share(r.Draw, r.Games), share(r.Loss, r.Games), count(r.Beads)})
	}
	switch {
	case c.Bool("json"):
		return p.printJSON(reports)
	case len(rows) == 0:
		fmt.Fprintln(p.stderr, "there are no agents yet; `menace train --games 10000` makes one")
	default:
		printTable(p.stdout, 4, []string{"agent", "plays", "rules", "changed", "games", "won", "drawn", "lost", "beads"}, rows)
	}
	return nil
}

// share writes a part of a number of games as a percentage.
func share(part, games int64) string {
	if games == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(games))
}

func (p *program) showAgent(c *cli.Context, db *data.DB, names []string) error {
	a, err := db.Load(c.Context, names[0])
	if err != nil {
		return err
	}
	r := reportAgent(a)
	if r.Sessions, err = db.Sessions(c.Context, a); err != nil {
		return err
	}
	if r.Played, err = db.Games(c.Context, a); err != nil {
		return err
	}
	if c.Bool("json") {
		return p.printJSON(r)
	}
	p.printAgent(r)
	return nil
}

func (p *program) printAgent(r agentReport) {
	fmt.Fprintf(p.stdout, "%s plays %s, %s rules\n\n", bold.Render(r.Agent), r.Rules.Plays, describeRules(r.Rules))
	var rows [][]string
	for _, rule := range rulesByFlag(r.Rules) {
		rows = append(rows, []string{"--" + rule.flag, rule.value})
	}
	rows = append(rows,
		[]string{"seed", fmt.Sprint(r.Seed)},
		[]string{"beads", count(r.Beads)},
		[]string{"games", fmt.Sprintf("%s: %s won, %s drawn, %s lost (%s resigned)", count(r.Games), count(r.Win), count(r.Draw), count(r.Loss), count(r.Resigned))},
		[]string{"created", r.Created.Local().Format(time.DateTime)},
		[]string{"changed", r.Changed.Local().Format(time.DateTime)})
	if r.Bankrupt {
		rows = append(rows, []string{"bankrupt", "its opening box is empty: it resigns every game"})
	}
	printTable(p.stdout, 2, []string{"rule", ""}, rows)
	p.printSessions(r.Sessions)
	p.printGames(r.Played)
}

func (p *program) printSessions(sessions []data.Session) {
	if len(sessions) == 0 {
		return
	}
	var rows [][]string
	for _, s := range sessions {
		opponent := s.Opponent
		if s.BothLearn {
			opponent += " (both learn)"
		}
		rows = append(rows, []string{s.Started.Local().Format(time.DateTime), opponent, fmt.Sprint(s.Seed), count(s.Start), count(s.Games),
			count(s.Win), count(s.Draw), count(s.Loss), count(s.Resigned), fmt.Sprintf("%.2f", s.Seconds)})
	}
	fmt.Fprintln(p.stdout)
	printTable(p.stdout, 2, []string{"trained", "against", "seed", "from game", "games", "won", "drawn", "lost", "resigned", "seconds"}, rows)
}

func (p *program) printGames(games []data.Game) {
	if len(games) == 0 {
		return
	}
	var rows [][]string
	for _, g := range games {
		ending := g.Result
		if g.Resigned != "" {
			ending += ", " + g.Resigned + " resigned"
		}
		if !g.Learned {
			ending += ", not learned"
		}
		rows = append(rows, []string{fmt.Sprint(g.ID), g.Played.Local().Format(time.DateTime), g.Moves, ending})
	}
	fmt.Fprintln(p.stdout)
	printTable(p.stdout, 4, []string{"game", "played", "squares", "result for the agent"}, rows)
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

func (p *program) exportAgent(c *cli.Context, db *data.DB, names []string) error {
	doc, err := db.Export(c.Context, names[0])
	if err != nil {
		return err
	}
	out := c.String("out")
	if out == "-" {
		return json.NewEncoder(p.stdout).Encode(doc)
	}
	if err := writeFile(out, func(w io.Writer) error { return json.NewEncoder(w).Encode(doc) }); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is in %s\n", names[0], out)
	return nil
}

// writeFile writes a file aside and then puts it in its place, so that it is whole or not there.
func writeFile(path string, write func(io.Writer) error) error {
	aside, err := os.CreateTemp(filepath.Dir(path), ".menace-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	defer os.Remove(aside.Name())
	err = errors.Join(write(aside), aside.Chmod(0o644), aside.Close())
	if err == nil {
		err = os.Rename(aside.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}

// reason returns what the system said of a file, without the file's name.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func (p *program) importAgent(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("%s takes one file, not %d; see `%s --help`", commandLine(c), c.NArg(), commandLine(c))
	}
	name := c.String("name")
	if c.IsSet("name") {
		if err := data.CheckName(name); err != nil {
			return asUsage(err)
		}
	}
	file := c.Args().First()
	doc, err := p.readDocument(file)
	if err != nil {
		return fmt.Errorf("cannot import %s: %w", file, err)
	}
	db, err := p.open(c, data.Create)
	if err != nil {
		return err
	}
	defer db.Close()
	a, err := importInto(c.Context, db, doc, name)
	if err != nil {
		return fmt.Errorf("cannot import %s: %w", file, err)
	}
	fmt.Fprintf(p.stdout, "%s has played %s\n", bold.Render(a.Name), plural(a.Career.Tally.Games(), "game"))
	return nil
}

// importInto stores a document; if the name is taken, it says what to do.
func importInto(ctx context.Context, db *data.DB, doc *data.Document, name string) (*data.Agent, error) {
	a, err := db.Import(ctx, doc, name)
	if errors.Is(err, data.ErrExists) {
		err = fmt.Errorf("%w; --name NAME stores it under another name", err)
	}
	return a, err
}

// readDocument reads an exported agent from a file, or from standard input.
func (p *program) readDocument(file string) (*data.Document, error) {
	in := p.stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, reason(err)
		}
		defer f.Close()
		in = f
	}
	doc := &data.Document{}
	if err := json.NewDecoder(in).Decode(doc); err != nil {
		return nil, fmt.Errorf("not JSON as menace exports it: %w", err)
	}
	return doc, nil
}
