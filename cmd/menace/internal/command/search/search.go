// Package search is the command search: it searches the tree of a small game by the classic algorithms,
// and says what they find and at what cost.
//
// The games and the searches are in package minimax; this room sets them up, shares the time
// among them and prints. It opens no database.
package search

import (
	"context"
	"fmt"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/minimax"
)

// Options say what to search and how.
type Options struct {
	Game       string              // its name
	problems   []ordered           // where it starts, in each order if there are several
	Algorithms []minimax.Algorithm // none for all that suit the game
	minimax.Options
	Position     string        // "" for the start
	Timeout      time.Duration // of all searches together
	TimeoutGiven bool          // it is not the default, so a search that it stops has failed
	Tree         bool          // draw the trees instead
	Picture      Picture       // how
	Count        bool          // count the plays instead
	Estimate     bool          // estimate the position instead
	Keys         bool          // show the keys of the position instead
	JSON         bool
}

// Run searches and prints what is found.
func Run(ctx context.Context, con *console.IO, o Options) error {
	tasks, err := o.tasks()
	switch {
	case err != nil:
		return err
	case len(tasks) > 1:
		return sideBySide(ctx, con, tasks)
	}
	return tasks[0].search(ctx, con)
}

// Command describes the command search.
func Command(con *console.IO) *cli.Command {
	var subcommands []*cli.Command
	for _, g := range all() {
		subcommands = append(subcommands, g.command(con))
	}
	return cli.Group(&cli.Command{
		Name:      "search",
		Usage:     "search the tree of a game, and count the cost",
		ArgsUsage: "GAME",
		Description: `Finds the value of a position and the best moves by the classic searches, a row for each. The value is
for the player to move: in most games 1 is a win, 0 a draw and -1 a loss. "≈" marks an estimate at the
horizon of --depth, "?" a search that was stopped before it had a value.

The searches share the time of --timeout: the most economical goes first, and each may take half of the
time that is left, the last one all of it.

Algorithms:
` + describeAlgorithms() + `
Examples:
   menace search tictactoe
   menace search tictactoe --position XX./O../O.. --prefer fast --all-best
   menace search tictactoe --count
   menace search nim --rows 1,2 --tree
   menace search connect4 --size 6x4
   menace search connect4 --algorithm deepening --timeout 1m
   menace search nim --help`,
		Subcommands: subcommands,
	}, "game")
}

// describeAlgorithms lists the algorithms, a line each.
func describeAlgorithms() string {
	var text strings.Builder
	for _, a := range minimax.Algorithms() {
		fmt.Fprintf(&text, "   %-14s %s\n", a, a.About())
	}
	return text.String()
}

// flags returns the flags of a search of any game.
func flags() []cli.Flag {
	const category = "Search"
	return append([]cli.Flag{
		&cli.StringFlag{
			Name: "position", Aliases: []string{"p"}, Category: category, DefaultText: "the start",
			Usage: "search from `POSITION`, written as above",
		},
		&cli.StringSliceFlag{
			Name: "algorithm", Aliases: []string{"a"}, Category: category, DefaultText: "all that suit",
			Usage: "search by `ALGORITHM`; repeatable",
		},
		&cli.IntFlag{
			Name: "depth", Aliases: []string{"d"}, Category: category, DefaultText: "to the end",
			Usage: "look `N` plies ahead, and estimate there",
		},
		&cli.StringFlag{
			Name: "prefer", Category: category, Value: "any",
			Usage: "between moves of the same value, prefer `WHICH`: any, or fast for the shortest win and the longest loss",
		},
		&cli.BoolFlag{Name: "all-best", Category: category, Usage: "find every best move, even where one would do"},
		&cli.StringFlag{
			Name: "window", Category: category, DefaultText: "open for alphabeta, narrow with a table",
			Usage: "start with a `WINDOW` open, from -∞ to +∞, or narrow, within the game's payoffs",
		},
		&cli.StringFlag{
			Name: "timeout", Category: category, Value: "10s", DefaultText: "10s",
			Usage: "stop after `TIME` for all searches together",
		},
		&cli.BoolFlag{
			Name: "estimate", Category: category,
			Usage: "estimate the position without a search, as the player to move sees it and as Max does, who moves first in the game",
		},
		&cli.IntFlag{
			Name: "table", Category: category, DefaultText: "4194304",
			Usage: "give a transposition table at most `SIZE` entries, and print its hits and collisions",
		},
		&cli.BoolFlag{Name: "keys", Category: category, Usage: "show the Zobrist keys of the position, and of those that follow"},
		&cli.BoolFlag{Name: "count", Category: category, Usage: "count the ways to play on instead"},
		cli.JSONFlag(),
	}, pictureFlags()...)
}
