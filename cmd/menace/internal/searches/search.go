// Package searches is the command search: it searches the tree of a small game with the classic algorithms, and prints
// what they find and at what cost. It also explains a position without a search, and draws what deeper and deeper
// searches cost.
//
// The games and the searches are in the packages minimax and gametree; this one reads flags and prints. It opens no
// database.
package searches

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// Options select what to search and what to print.
type Options struct {
	Game   gametree.Game
	Setup  gametree.Setup
	Orders []string // orders of the children of a tree, to compare; nil in other games
	gametree.Options
	JSON bool

	Tree         bool // draw the trees instead of comparing the searches
	Step         bool // describe what the search does, step by step, instead of drawing the tree
	term.Drawing      // of a tree, an exercise or a figure; a file name of "" means text in the terminal

	topic                    string // the topic, or "" for a search
	Answers                  bool   // show the answers to an exercise instead of asking
	gametree.ExerciseOptions        // the questions

	given []string // names of the options that were given
}

// task is a search of one position.
type task struct {
	Options
	problem gametree.Problem
	now     func() time.Time // the clock
}

// tasks sets up the game, once for each order of the children of a tree.
func (o Options) tasks() (tasks []task, err error) {
	orders := o.Orders
	if orders == nil {
		orders = []string{o.Setup.Order}
	}
	for _, order := range orders {
		t := task{Options: o, now: time.Now}
		t.Setup.Order = order
		start, err := o.Game.SetUp(t.Setup)
		if err == nil {
			t.problem, err = start.At(o.Position)
		}
		if err != nil {
			return nil, term.AsUsage(err)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// Run searches, and prints the results.
func Run(ctx context.Context, con *term.IO, o Options) error {
	tasks, err := o.tasks()
	switch {
	case errors.Is(err, games.ErrTooManyLeaves):
		return fmt.Errorf("%w; `menace search count uniform` gives its size", err)
	case err != nil:
		return err
	case len(tasks) > 1:
		return compareOrders(ctx, con, tasks)
	case o.Tree:
		return tasks[0].drawTrees(ctx, con)
	}
	return tasks[0].compare(ctx, con)
}

// describe returns the position and how far the search looks ahead.
func (t task) describe() string {
	return fmt.Sprintf("%s %s, %s", term.Bold(t.Game.Name), t.problem.Position(), gametree.Ahead(t.Depth))
}

// print prints a JSON document, or else a heading with tables and a note.
func (o Options) print(con *term.IO, document any, heading string, tables []tables.Text, note string) error {
	if o.JSON {
		return con.JSON(document)
	}
	con.Say("%s", heading)
	for i, table := range tables {
		if i > 0 {
			con.Print("\n")
		}
		con.Table(table)
	}
	if note != "" {
		con.Say("\n%s", note)
	}
	return nil
}

// Command describes the command search: a command for each game, and one for each topic.
func Command(con *term.IO) *term.Command {
	usage, description := help.Section("search")
	all := commands(con, searchTable, parse, Run)
	for i, c := range all {
		c.Description += "\n" + help.Text(gametree.Games[i].Name)
	}
	for _, t := range topics {
		usage, description := help.Section(t.name)
		run := func(ctx context.Context, con *term.IO, o Options) error { return t.start(ctx, con, o) }
		all = append(all, &term.Command{
			Name: t.name, Kind: "game", Usage: usage, Description: description, Args: "GAME",
			Commands: commands(con, t.table, t.parse, run),
		})
	}
	all = append(all, costCommand(con))
	return &term.Command{
		Name: "search", Kind: "game", Usage: usage, Description: description, Args: "GAME", Commands: all,
	}
}

//go:embed help.txt
var helpText string

var help = term.NewHelp(helpText, map[string]string{"{Algorithms}": algorithmsHelp()})

// algorithmsHelp describes the searches, one per line.
func algorithmsHelp() (text string) {
	for _, a := range minimax.Algorithms() {
		text += fmt.Sprintf("   %-14s  %s\n", a, a.About())
	}
	return text
}

// commands returns a command for each game, with the options of a table.
func commands(
	con *term.IO, table func(gametree.Game) []option.Option[Options],
	parse func(gametree.Game) func(*term.Invocation) (Options, error),
	run func(context.Context, *term.IO, Options) error,
) (all []*term.Command) {
	for _, g := range gametree.Games {
		c := &term.Command{
			Name: g.Name, Usage: g.Usage, Description: "A position is " + g.Position + ".",
			Flags:  func() []term.Flag { return term.Flags("", table(g), usual(g)) },
			Action: term.Action(con, parse(g), run),
		}
		if g.Name == tree {
			c.Args = "['TREE']"
		}
		all = append(all, c)
	}
	return all
}

// tree is the game whose tree is written out.
const tree = "tree"

// wasGiven reports whether an option was given.
func (o Options) wasGiven(name string) bool { return slices.Contains(o.given, name) }
