package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"menace/minimax"
)

func (p *program) searchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "search the tree of a game, and count what that costs",
		ArgsUsage: "GAME",
		Description: `Finds the value of a position and the best moves by the classic searches, a row for each. The value is
for the player to move: in most games 1 is a win, 0 a draw and -1 a loss. After "≈" stands an estimate
at the horizon of a search with --depth.

Algorithms:
` + describeAlgorithms() + `
Examples:
   menace search tictactoe
   menace search tictactoe --position XX./O../O.. --prefer fast --all-best
   menace search tictactoe --count
   menace search nim --rows 1,2 --tree
   menace search connect4 --size 6x4
   menace search connect4 --algorithm deepening --timeout 10s
   menace search nim --help`,
		Subcommands: p.searchGames(),
		Action:      func(c *cli.Context) error { return p.unknownWord(c, "game") },
	}
}

// describeAlgorithms lists the algorithms, a line each.
func describeAlgorithms() string {
	var text strings.Builder
	for _, a := range minimax.Algorithms() {
		fmt.Fprintf(&text, "   %-14s %s\n", a, a.About())
	}
	return text.String()
}

// searchFlags are the flags of a search of any game.
func searchFlags() []cli.Flag {
	const category = "Search"
	return []cli.Flag{
		&cli.StringFlag{Name: "position", Aliases: []string{"p"}, Category: category, Usage: "search from `POSITION`, written as above", DefaultText: "the start"},
		&cli.StringSliceFlag{Name: "algorithm", Aliases: []string{"a"}, Category: category, Usage: "search by `ALGORITHM`; repeatable", DefaultText: "all that suit"},
		&cli.IntFlag{Name: "depth", Aliases: []string{"d"}, Category: category, Usage: "look `N` plies ahead and estimate there", DefaultText: "to the end"},
		&cli.StringFlag{Name: "prefer", Category: category, Usage: "between moves of the same value `WHICH`: any, or fast for the shortest win and the longest loss", Value: "any"},
		&cli.BoolFlag{Name: "all-best", Category: category, Usage: "find every best move, also where one would do"},
		&cli.StringFlag{Name: "window", Category: category, Usage: "start with a `WINDOW` open, from -∞ to +∞, or narrow, within the game's payoffs", DefaultText: "open for alphabeta, narrow with a table"},
		&cli.StringFlag{Name: "timeout", Category: category, Usage: "stop each search after `TIME`, as in 10s", DefaultText: "none"},
		&cli.BoolFlag{Name: "tree", Category: category, Usage: "draw the tree that the search looks at, if it is small"},
		&cli.BoolFlag{Name: "count", Category: category, Usage: "count all the ways to play on instead"},
		jsonFlag(),
	}
}

// searchOptions say how to search any game.
type searchOptions struct {
	algorithms []minimax.Algorithm // none for all that suit
	minimax.Options
	position string // "" for the start
	timeout  time.Duration
	tree     bool
	count    bool
	json     bool
}

// limited tells whether the search ends in any case, however large the game.
func (o searchOptions) limited() bool { return o.Depth > 0 || o.timeout > 0 }

// within returns a context that ends when the time is up, if there is a limit to it.
func (o searchOptions) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.timeout > 0 {
		return context.WithTimeout(ctx, o.timeout)
	}
	return ctx, func() {}
}

// parseSearch reads the flags of searchFlags.
func parseSearch(c *cli.Context) (o searchOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = searchOptions{
		Options:  minimax.Options{Depth: c.Int("depth"), AllBest: c.Bool("all-best")},
		position: c.String("position"),
		tree:     c.Bool("tree"), count: c.Bool("count"), json: c.Bool("json"),
	}
	if c.IsSet("timeout") {
		if o.timeout, err = parseTime(c.String("timeout")); err != nil || o.timeout <= 0 {
			return o, usagef("--timeout %q is no time to search in, as 10s is", c.String("timeout"))
		}
	}
	if o.algorithms, err = parseAlgorithms(c.StringSlice("algorithm")); err != nil {
		return o, err
	}
	if o.Prefer, err = choose(c, "prefer", map[string]minimax.Prefer{"any": minimax.Any, "fast": minimax.Fast}); err != nil {
		return o, err
	}
	if c.IsSet("window") {
		o.Window, err = choose(c, "window", map[string]minimax.Window{"open": minimax.Open, "narrow": minimax.Narrow})
	}
	if err == nil {
		err = o.check(c)
	}
	return o, err
}

// check returns what is wrong with flags that can be read.
func (o searchOptions) check(c *cli.Context) error {
	switch {
	case c.IsSet("depth") && (o.Depth < 1 || o.Depth > minimax.MaxDepth):
		return usagef("--depth %d: a search looks 1 to %d plies ahead, or without --depth to the end", o.Depth, minimax.MaxDepth)
	case c.IsSet("position") && o.position == "":
		return usagef("--position is empty; see `%s --help`", commandLine(c))
	case o.tree && o.count:
		return usagef("--tree and --count exclude each other")
	case o.tree && o.json:
		return usagef("--tree draws text: leave out --json")
	case o.tree && o.AllBest:
		return usagef("--tree draws a search for one best move: leave out --all-best")
	case o.count && len(o.algorithms) > 0:
		return usagef("--count enumerates and needs no --algorithm")
	}
	return nil
}

// parseAlgorithms reads names of algorithms, each once.
func parseAlgorithms(names []string) (algorithms []minimax.Algorithm, err error) {
	met := map[minimax.Algorithm]bool{}
	for _, name := range names {
		a, err := minimax.ParseAlgorithm(strings.TrimSpace(name))
		if err != nil {
			return nil, asUsage(err)
		}
		if !met[a] {
			algorithms = append(algorithms, a)
		}
		met[a] = true
	}
	return algorithms, nil
}

// choose reads a flag that has one of two values.
func choose[V any](c *cli.Context, flag string, values map[string]V) (V, error) {
	value, ok := values[c.String(flag)]
	if !ok {
		names := slices.Sorted(maps.Keys(values))
		return value, usagef("--%s %q: it is %s or %s", flag, c.String(flag), names[0], names[1])
	}
	return value, nil
}
