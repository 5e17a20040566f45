package machines

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/plaintext"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

type manageOptions struct {
	DB       string
	Words    []string // names; for import a file and perhaps a name
	Out      string   // file for export; - is standard output
	Position string   // of a box
	Site     string   // address of the page that opens a link to a machine
	Yes      bool     // delete without asking
	JSON     bool

	Rules menace.Rules // of an imported table of beads
	Given []string     // names of the options that set Rules
}

func manageCommand(con *term.IO, stored *database.Store) *term.Command {
	sub := func(name, args string, action term.ActionFunc, flags ...string) *term.Command {
		return &term.Command{
			Name: name, Args: args, Action: action,
			Flags: func() []term.Flag { return term.Flags("", option.Only(usualManage.options(), flags...)) },
		}
	}
	in := func(mode data.Mode, run func(context.Context, *term.IO, *data.DB, manageOptions) error) term.ActionFunc {
		return database.Action(con, mode, parseManage, run)
	}
	return &term.Command{
		Name: "machines", Aliases: []string{"agents"}, Kind: "command of machines",
		Commands: []*term.Command{
			sub("list", "", in(data.Read, listAgents)),
			sub("show", "MACHINE", in(data.Read, showAgent), "json"),
			sub("rename", "MACHINE NEW", database.WithoutCreateAdvice(in(data.Write, renameAgent))),
			sub("copy", "MACHINE NEW", database.WithoutCreateAdvice(in(data.Write, copyAgent))),
			sub("delete", "MACHINE", database.WithoutCreateAdvice(in(data.Write, deleteAgent)), "yes"),
			sub("check", "[MACHINE]", in(data.Read, checkAgents(stored))),
			sub("export", "MACHINE", database.WithoutCreateAdvice(in(data.Read, exportAgent)), "out"),
			importCommand(con),
			sub("taught", "MACHINE [GAME]…", database.WithoutCreateAdvice(in(data.Read, whoTaught)), "position"),
			sub("merge", "NEW MACHINE …", database.WithoutCreateAdvice(in(data.Create, mergeAgents))),
			sub("share", "MACHINE", database.WithoutCreateAdvice(in(data.Read, shareAgent)),
				"public", "out"),
		},
	}
}

func importCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "import", Args: "FILE [NAME]",
		Flags: func() []term.Flag { return database.RuleFlags("Rules of a machine whose beads were counted") },
		Action: term.Action(con, func(c *term.Invocation) (manageOptions, error) {
			o, err := parseManage(c)
			if err == nil {
				o.Rules, o.Given, err = database.Rules(c)
			}
			return o, err
		}, importAgent),
	}
}

var usualManage = manageOptions{Out: "-", Site: "http://" + localAddress + "/"}

func (o *manageOptions) options() []option.Option {
	return []option.Option{
		term.JSON(&o.JSON),
		term.Yes(&o.Yes),
		{Name: "out", Meaning: "write to `FILE`; - is standard output", Value: option.Word(&o.Out)},
		{Name: "position", Short: "p", Default: "the first box", Meaning: "the box of `POSITION`, in any orientation",
			Value: option.Word(&o.Position)},
		{Name: "public", Meaning: "`ADDRESS` of the page that opens the link",
			Value: option.Checked(option.Word(&o.Site), checkSite)},
	}
}

func parseManage(c *term.Invocation) (manageOptions, error) {
	o := usualManage
	o.DB, o.Words = database.Database(c), c.Words
	names := o.Words
	switch c.Command.Name {
	case "import":
		names = o.Words[1:]
	case "merge", "taught": // the other words may be files, or numbers of games
		names = o.Words[:1]
	case "delete": // a damaged agent may have an invalid name
		names = nil
	}
	for _, name := range names {
		if err := data.CheckName(name); err != nil {
			return o, term.AsUsage(err)
		}
	}
	return term.Parse((*manageOptions).options, o)(c)
}

func renameAgent(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	if err := agents.Rename(ctx, db, o.Words[0], o.Words[1]); err != nil {
		return err
	}
	con.Say("%s is now %s", o.Words[0], term.Bold(o.Words[1]))
	return nil
}

func copyAgent(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	if _, err := agents.Copy(ctx, db, o.Words[0], o.Words[1]); err != nil {
		return err
	}
	con.Say("%s is a copy of %s", term.Bold(o.Words[1]), o.Words[0])
	return nil
}

func deleteAgent(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	name, has, had := o.Words[0], "", ""
	class, err := agents.HasClass(ctx, db, name)
	if err != nil {
		return err
	}
	a, err := db.Load(ctx, name)
	switch {
	case err == nil:
		games := words.Plural(a.Career.Tally.Games(), "game")
		has, had = ", which has played "+games, ", which had played "+games
	case !errors.Is(err, data.ErrCorrupt): // a damaged agent can be deleted
		return err
	}
	if class {
		has += ", and the class against it with its pupils and scores"
	}
	sure, err := con.ConfirmDeletion(ctx, o.Yes, name+" with its history"+has)
	if err != nil || !sure {
		return err
	}
	if err := agents.Delete(ctx, db, name); err != nil {
		return err
	}
	con.Say("deleted %s%s", name, had)
	return nil
}

func exportAgent(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	doc, err := db.Export(ctx, o.Words[0])
	if err != nil {
		return err
	}
	err = con.WriteFile(ctx, o.Out, func(w io.Writer) error { return json.NewEncoder(w).Encode(doc) })
	if err == nil && o.Out != "-" {
		con.Say("exported %s to %s", o.Words[0], term.Printable(o.Out))
	}
	return err
}

func importAgent(ctx context.Context, con *term.IO, o manageOptions) error {
	i, a, err := importFile(ctx, con, o)
	if errors.Is(err, data.ErrExists) {
		err = fmt.Errorf("%w; `menace machines import FILE NAME` stores it under another name", err)
	} else if errors.Is(err, plaintext.ErrDatabase) {
		file := option.Quoted(o.Words[0])
		err = fmt.Errorf("%w: `menace --db %s machines export NAME --out FILE` takes a machine out of it, "+
			"`menace restore %s` puts all of it in the place of %s", err, file, file, o.DB)
	}
	if err != nil {
		return fmt.Errorf("cannot import %s: %w", nameOf(o.Words[0]), err)
	}
	if i.Agent == nil || i.Counted == 0 {
		con.Say("imported %s, which has played %s", term.Bold(a.Name), words.Plural(a.Career.Tally.Games(), "game"))
		return nil
	}
	others := ""
	if rest := a.Machine.Boxes() - i.Counted; rest > 0 {
		others = fmt.Sprintf("; the other %s are as in a new machine", words.Count(rest))
	}
	rules := a.Machine.Rules()
	con.Say("imported the beads of %s as %s: plays %s, %s%s", words.Plural(i.Counted, "box"), term.Bold(a.Name),
		rules.Plays, sentences.RulesPhrase(rules), others)
	return nil
}

// nameOf returns the name of a file or a link in messages. A link is too long to repeat.
func nameOf(source string) string {
	if agents.IsLink(source) {
		return "the link"
	}
	return source
}

func importFile(ctx context.Context, con *term.IO, o manageOptions) (i agents.Imported, a *data.Agent, err error) {
	name := "" // keep the name in the file
	if len(o.Words) > 1 {
		name = o.Words[1]
	}
	i, restored, err := agents.Restored(o.Words[0], name, o.Given)
	if !restored {
		text := o.Words[0]
		if agents.IsLink(text) {
			i, err = agents.Read(text, name, o.Rules, o.Given)
		} else if text, err = con.ReadFile(ctx, o.Words[0]); err == nil {
			i, err = agents.Read(text, name, o.Rules, o.Given)
		}
	}
	if err != nil {
		return i, nil, err
	}
	db, err := data.Open(ctx, o.DB, data.Create)
	if err != nil {
		return i, nil, err
	}
	defer db.Close()
	a, err = i.Store(ctx, db, name)
	return i, a, err
}

func listAgents(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	agents, err := agents.ReportAgents(ctx, db)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, a := range agents {
		if a.Damaged != "" {
			con.Note("%s", a.Damaged)
			continue
		}
		rows = append(rows, []string{a.Agent, string(a.Rules.Plays), sentences.Rules(a.Rules),
			a.Changed.Local().Format("2006-01-02 15:04"),
			words.Count(a.Games), words.Share(a.Win, a.Games), words.Share(a.Draw, a.Games),
			words.Share(a.Loss, a.Games),
			words.Count(a.Beads)})
	}
	if len(rows) == 0 {
		con.Note("there are no machines to list; `menace train --games 10000` makes one")
		return nil
	}
	con.Table(tables.Text{
		Right: 4, Lines: rows, Spare: []string{"changed", "beads", "drawn"},
		Headings: []string{"machine", "plays", "rules", "changed", "games", "won", "drawn", "lost", "beads"},
	})
	return nil
}

func showAgent(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	r, err := agents.ReportAgent(ctx, db, o.Words[0])
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(r)
	}
	con.Say("%s plays %s, %s rules\n", term.Bold(r.Agent), r.Rules.Plays, sentences.Rules(r.Rules))
	printRecord(con, r)
	printSessions(con, r.Sessions)
	printGames(con, r.Played)
	return nil
}

func printRecord(con *term.IO, r agents.AgentReport) {
	var rows [][]string
	for _, rule := range r.Rules.Options() {
		rows = append(rows, []string{"--" + rule.Name, rule.Text()})
	}
	rows = append(rows,
		[]string{"seed", fmt.Sprint(r.Seed)},
		[]string{"beads", words.Count(r.Beads)},
		[]string{"games", fmt.Sprintf("%s: %s won, %s drawn, %s lost (%s resigned)",
			words.Count(r.Games), words.Count(r.Win), words.Count(r.Draw), words.Count(r.Loss),
			words.Count(r.Resigned))},
		[]string{"created", r.Created.Local().Format(time.DateTime)},
		[]string{"changed", r.Changed.Local().Format(time.DateTime)})
	if r.Bankrupt {
		rows = append(rows, []string{"bankrupt", sentences.Openings(r.Rules.Plays) + " empty: it resigns every game"})
	}
	if r.ChangedOutside {
		rows = append(rows, []string{"warning", "another program has changed its beads, record or generator"})
	}
	con.Table(tables.Text{Right: 2, Headings: []string{"rule", ""}, Lines: rows})
}

func printSessions(con *term.IO, sessions []data.Session) {
	if len(sessions) == 0 {
		return
	}
	var rows [][]string
	for _, s := range sessions {
		opponent := s.Opponent
		if s.BothLearn {
			opponent += " (both learn)"
		}
		row := sentences.Tally(s.Tally,
			s.Started.Local().Format(time.DateTime), opponent, fmt.Sprint(s.Seed), words.Count(s.Start))
		rows = append(rows, append(row, fmt.Sprintf("%.2f", s.Seconds)))
	}
	con.Print("\n")
	con.Table(tables.Text{
		Right: 2, Lines: rows, Spare: []string{"seconds", "resigned", "seed", "from game", "trained"},
		Headings: []string{"trained", "against", "seed", "from game", "games", "won", "drawn", "lost", "resigned",
			"seconds"},
	})
}

func printGames(con *term.IO, games []data.PlayedGame) {
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
	con.Print("\n")
	con.Table(tables.Text{
		Right: 4, Headings: []string{"game", "played", "moves", "result for the machine"}, Lines: rows,
	})
}

// checkAgents checks the database, and prints a line for each fault.
func checkAgents(stored *database.Store) func(context.Context, *term.IO, *data.DB, manageOptions) error {
	return func(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
		name := ""
		if len(o.Words) > 0 {
			name = o.Words[0]
		}
		c, err := stored.Check(ctx, db, name)
		if err != nil {
			return err
		}
		for _, line := range c.Damaged {
			con.Print("%s\n", term.Printable(line))
		}
		if len(c.Damaged) > 0 {
			return fmt.Errorf("%s has %s", o.DB, words.Plural(len(c.Damaged), "fault"))
		}
		con.Print("ok: %s\n", strings.Join(c.Counts, ", "))
		return nil
	}
}
