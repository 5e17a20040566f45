// Package search is the command search: it searches the tree of a small game with the classic algorithms, and prints
// what they find and at what cost. It also draws the figure search of the command plot.
//
// The games and the searches are in the packages minimax and gametree; this one reads flags and prints. It opens no
// database.
package search

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/report"
	"menace/minimax"
	"menace/minimax/games"
)

// Options select what to search and what to print.
type Options struct {
	Game   gametree.Game
	Setup  gametree.Setup
	Orders []string // orders of the children of a tree, to compare; nil in other games
	File   string   // file that contains a tree, or ""
	gametree.Options

	Tree      bool // draw the trees instead of comparing the searches
	Count     bool // count the games that can follow instead
	Estimate  bool // estimate the position instead
	Keys      bool // print the keys of the position instead
	Attractor bool // also print the layers of attractors
	Exercise  bool // ask questions about the search instead
	JSON      bool

	cli.Drawing                   // of a tree, an exercise or a figure; a file name of "" means text in the terminal
	MarkTypes                bool // mark types of positions in drawn trees; by value, unless Types chooses otherwise
	Step                     bool // describe what the search does, step by step, instead of drawing the tree
	Nodes                    bool // leave times out of a figure
	Answers                  bool // show the answers to an exercise instead of asking
	gametree.ExerciseOptions      // the questions

	given []string // names of the options that were given
}

// task is a search of one position.
type task struct {
	Options
	problem gametree.Problem
	now     func() time.Time // the clock
	spent   time.Duration    // part of the timeout used before the searches
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
			return nil, cli.AsUsage(err)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// Run searches, and prints the results.
func Run(ctx context.Context, con *cli.IO, o Options) error {
	tasks, err := o.tasks()
	switch {
	case errors.Is(err, games.ErrTooManyLeaves) && o.Count:
		return o.printSize(con)
	case errors.Is(err, games.ErrTooManyLeaves):
		return fmt.Errorf("%w; --count gives its size", err)
	case err != nil:
		return err
	case len(tasks) > 1:
		return compareOrders(ctx, con, tasks)
	}
	return tasks[0].run(ctx, con)
}

// run runs the task.
func (t task) run(ctx context.Context, con *cli.IO) error {
	for _, m := range modes {
		if *m.at(&t.Options) {
			return m.run(t, ctx, con)
		}
	}
	return t.compare(ctx, con)
}

// describe returns the position and how far the search looks ahead.
func (t task) describe() string {
	return fmt.Sprintf("%s %s, %s", cli.Bold(t.Game.Name), t.problem.Position(), gametree.Ahead(t.Depth))
}

// print prints a JSON document, or else a heading with tables and a note.
func (o Options) print(con *cli.IO, document any, heading string, tables []report.Table, note string) error {
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

// Command describes the command search.
func Command(con *cli.IO) *cli.Command {
	usage, description := help.Section("search")
	return &cli.Command{
		Name: "search", Kind: "game", Usage: usage, Description: description, Args: "GAME",
		Commands: commands(func(g gametree.Game, c *cli.Command) {
			c.Description += "\n" + help.Text(g.Name)
			c.Flags = func() []cli.Flag { return flags(g) }
			c.Action = cli.Action(con, parse(g), Run)
		}),
	}
}

//go:embed help.txt
var helpText string

var help = cli.NewHelp(helpText, map[string]string{"{Algorithms}": algorithmsHelp()})

// algorithmsHelp describes the searches, one per line.
func algorithmsHelp() (text string) {
	for _, a := range minimax.Algorithms() {
		text += fmt.Sprintf("   %-14s  %s\n", a, a.About())
	}
	return text
}

// commands returns a command for each game, after completing it with a function.
func commands(complete func(gametree.Game, *cli.Command)) (all []*cli.Command) {
	for _, g := range gametree.Games {
		c := &cli.Command{
			Name: g.Name, Usage: g.Usage, Description: "A position is " + g.Position + ".",
		}
		if g.Name == tree {
			c.Args = "['TREE']"
		}
		complete(g, c)
		all = append(all, c)
	}
	return all
}

// tree is the game whose tree is written out.
const tree = "tree"

// wasGiven reports whether an option was given.
func (o Options) wasGiven(name string) bool { return slices.Contains(o.given, name) }
