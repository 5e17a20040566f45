// Package search is the command search: it searches the tree of a small game by the classic algorithms,
// and says what they find and at what cost.
//
// The games and the searches are in package minimax; this room sets them up, shares the time
// among them and prints. It opens no database.
package search

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/minimax"
)

// Options say what to search and how.
type Options struct {
	Game       string              // its name
	subject    subject             // its rules and where it starts
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
func Run(ctx context.Context, con *console.IO, o Options) error { return o.subject.search(ctx, con, o) }

// Command describes the command search.
func Command(con *console.IO) *cli.Command {
	var subcommands []*cli.Command
	for _, g := range all {
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

// longest is the longest timeout.
const longest = 1000 * time.Hour

// parse reads the flags of a search, those of its picture and those of the game.
func (g game) parse(c *cli.Context) (Options, error) {
	picture, wrong := parsePicture(c)
	o, err := g.parseSearch(c)
	o.Picture = picture
	return o, cmp.Or(err, wrong)
}

// parseSearch reads the flags of a search and those of the game.
func (g game) parseSearch(c *cli.Context) (o Options, err error) {
	o = Options{
		Game: g.name, Position: c.String("position"), TimeoutGiven: c.IsSet("timeout"),
		Options:  minimax.Options{Depth: c.Int("depth"), AllBest: c.Bool("all-best"), Table: c.Int("table")},
		Estimate: c.Bool("estimate"), Keys: c.Bool("keys"),
		Tree: c.Bool("tree"), Count: c.Bool("count"), JSON: c.Bool("json"),
	}
	var errs [4]error
	o.Timeout, errs[0] = cli.Duration(c, "timeout", longest)
	o.Algorithms, errs[1] = parseAlgorithms(c.StringSlice("algorithm"))
	o.Prefer, errs[2] = choose(c, "prefer", map[string]minimax.Prefer{"any": minimax.Any, "fast": minimax.Fast})
	o.Window, errs[3] = choose(c, "window", map[string]minimax.Window{"open": minimax.Open, "narrow": minimax.Narrow})
	if err := cmp.Or(cmp.Or(errs[:]...), o.check(c)); err != nil {
		return o, err
	}
	if g.begins != "" && c.IsSet(g.begins) && o.Position != "" {
		return o, cli.Usagef("--%s and --position exclude each other", g.begins)
	}
	o.subject, err = g.setUp(c)
	return o, cli.AsUsage(err)
}

// check returns what is wrong with flags that can be read.
func (o Options) check(c *cli.Context) error {
	switch {
	case o.Timeout == 0:
		return cli.Usagef("--timeout %s leaves no time to search: try 10s", c.String("timeout"))
	case c.IsSet("depth") && (o.Depth < 1 || o.Depth > minimax.MaxDepth):
		return cli.Usagef("--depth %d: a search looks 1 to %d plies ahead, or without --depth to the end", o.Depth, minimax.MaxDepth)
	case c.IsSet("position") && o.Position == "":
		return cli.Usagef("--position is empty; see `%s --help`", c.Command.HelpName)
	case c.IsSet("table") && (o.Table < 1 || o.Table > minimax.MaxTable):
		return cli.Usagef("--table %d: a table has 1 to %d entries", o.Table, minimax.MaxTable)
	case len(instead(c)) > 1:
		return cli.Usagef("--%s and --%s exclude each other", instead(c)[0], instead(c)[1])
	case o.Tree && o.JSON:
		return cli.Usagef("--tree draws text: leave out --json")
	case o.Tree && o.AllBest:
		return cli.Usagef("--tree draws a search for one best move: leave out --all-best")
	case o.Count && len(o.Algorithms) > 0:
		return cli.Usagef("--count enumerates and needs no --algorithm")
	}
	return nil
}

// instead returns the flags that are given of those for something else than a comparison of searches.
func instead(c *cli.Context) (given []string) {
	for _, flag := range []string{"tree", "count", "estimate", "keys"} {
		if c.Bool(flag) {
			given = append(given, flag)
		}
	}
	return given
}

// parseAlgorithms reads names of algorithms, each once.
func parseAlgorithms(names []string) (algorithms []minimax.Algorithm, err error) {
	for _, name := range names {
		a, err := minimax.ParseAlgorithm(strings.TrimSpace(name))
		if err != nil {
			return nil, cli.AsUsage(err)
		}
		if !slices.Contains(algorithms, a) {
			algorithms = append(algorithms, a)
		}
	}
	return algorithms, nil
}

// choose reads a flag that has one of two values, or the zero value if it is not given.
func choose[V any](c *cli.Context, flag string, values map[string]V) (V, error) {
	value, ok := values[c.String(flag)]
	if c.IsSet(flag) && !ok {
		names := slices.Sorted(maps.Keys(values))
		return value, cli.Usagef("--%s %q: it is %s or %s", flag, c.String(flag), names[0], names[1])
	}
	return value, nil
}
