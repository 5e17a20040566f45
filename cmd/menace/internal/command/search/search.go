// Package search is the command search: it searches the tree of a small game with the classic algorithms, and prints
// what they find and at what cost. It also draws the figure search of the command plot.
//
// The games and the searches are in the packages minimax and gametree; this one reads flags and prints. It opens no
// database.
package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/minimax"
	"menace/minimax/games"
)

// Options select what to search and what to print.
type Options struct {
	Game   gametree.Game
	Setup  gametree.Setup
	Orders []string // of the children of a tree, to compare; nil in other games
	File   string   // with a tree, or ""
	gametree.Options
	Tree     bool // draw the trees instead of comparing the searches
	Count    bool // count the ways to play on instead
	Estimate bool // estimate the position instead
	Keys     bool // print the keys of the position instead

	Attractor bool // print the layers of attractors too
	Nodes     bool // leave times out of a figure
	Picture
	Exercise
	JSON bool

	given []string // names of the options that were given
}

// task is a search of one position.
type task struct {
	Options
	problem gametree.Problem
	now     func() time.Time // the clock
	spent   time.Duration    // of the timeout, before the searches
}

// tasks sets the game up, once for each order of the children of a tree.
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

// Run searches and prints what is found.
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
		return sideBySide(ctx, con, tasks)
	}
	return tasks[0].run(ctx, con)
}

// run carries out the task.
func (t task) run(ctx context.Context, con *cli.IO) error {
	switch {
	case t.Estimate:
		return t.printEstimate(con)
	case t.Keys:
		return t.printKeys(con)
	case t.Attractor:
		return t.printAttractors(ctx, con)
	case t.Count:
		return t.printPlays(ctx, con)
	case t.Tree:
		return t.drawTrees(ctx, con)
	case t.Exercise.Exercise:
		return t.examine(ctx, con)
	}
	return t.compare(ctx, con)
}

// describe returns the position and how far the search looks ahead.
func (t task) describe() string {
	return fmt.Sprintf("%s %s, %s", cli.Bold(t.Game.Name), t.problem.Position(), gametree.Ahead(t.Depth))
}

// Command describes the command search.
func Command(con *cli.IO) *cli.Command {
	var algorithms strings.Builder
	for _, a := range minimax.Algorithms() {
		fmt.Fprintf(&algorithms, "   %-14s %s\n", a, a.About())
	}
	return cli.Group(&cli.Command{
		Name:      "search",
		Usage:     "search the tree of a game, and count the cost",
		ArgsUsage: "GAME",
		Description: `Finds the value of a position and the best moves with the classic searches, a row for each. The
value is for the player to move: in most games 1 is a win, 0 a draw and -1 a loss. "≈" marks an estimate at the
horizon of --depth, "?" a search that was stopped before it had a value.

The searches share the time of --timeout: the most economical goes first, and each may take half of the
time that is left, the last one all of it. With --table the rows show how often the table had a
position (hits) and lost one to another (collisions).

Algorithms:
` + algorithms.String() + `
Examples:
   menace search tictactoe
   menace search tictactoe --position XX./O../O.. --prefer fast --all-best
   menace search tictactoe --count
   menace search nim --rows 1,2 --tree
   menace search tree --exercise --seed 7 --difficulty hard
   menace search connect4 --size 6x4
   menace search connect4 --algorithm deepening --timeout 1m
   menace search nim --help`,
		Subcommands: commands(func(g gametree.Game, c *cli.Command) {
			c.Description += "\n" + g.Moves + "\n\nExamples:\n" + examples[g.Name]
			c.Flags = flags(g)
			c.Action = cli.Action(con, parse(g), Run)
		}),
	}, "game")
}

// commands returns a command for each game, completed by a function.
func commands(complete func(gametree.Game, *cli.Command)) (all []*cli.Command) {
	for _, g := range gametree.Games {
		c := &cli.Command{
			Name: g.Name, Usage: g.Usage, Description: "A position is " + g.Position + ".",
		}
		if g.Name == tree {
			c.ArgsUsage = "[TREE]"
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

// examples are command lines for each game, for its help.
var examples = map[string]string{
	"tictactoe": `   menace search tictactoe --position X.O/.X./...
   menace search tictactoe --algorithm minimax --depth 2 --all-best
   menace search tictactoe --depth 2 --win 100
   menace search tictactoe --position X.X/.O./... --keys --numbers X1=44532,O5=81410,X3=91854`,
	"stones": `   menace search stones --values 1,2,3,7
   menace search stones --values 1,2,3,6 --tree --players Alice,Bob --out stones.svg`,
	"grundy": `   menace search grundy --pile 7 --tree --algorithm minimax
   menace search grundy --position 9,4`,
	"nim": `   menace search nim --rows 3,4,5
   menace search nim --rows 1,2 --tree
   menace search nim --rows 1,3 --attractor`,
	"domineering": `   menace search domineering --size 4x5
   menace search domineering --size 2x3 --position H:#../#..`,
	"connect4": `   menace search connect4 --size 5x4
   menace search connect4 --depth 8 --algorithm alphabeta --algorithm deepening
   menace search connect4 --position 444 --timeout 5s --algorithm deepening
   menace search connect4 --count --depth 6`,
	"hexapawn": `   menace search hexapawn
   menace search hexapawn --position BBB/W../.WW --tree`,
	"uniform": `   menace search uniform --width 3 --height 6 --order best
   menace search uniform --width 2 --height 3 --tree`,
	"tree": `   menace search tree '((3 5)(2 9 1)((7) 4))'
   menace search tree '((1/2 1/3)(0.25 inf))' --tree
   menace search tree 'A(B(3 12 8) C(2 4 6) D(14 5 2))' --tree
   menace search tree '((3 5)(2 9 1)((7) 4))' --order given,best,worst
   menace search tree --file tree.txt --first min
   menace search tree --exercise --example wikipedia
   menace search tree --exercise --difficulty easy --out sheet.pdf`,
}
