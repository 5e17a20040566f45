package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/minimax"
)

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
		Game: g.Name, Position: c.String("position"), TimeoutGiven: c.IsSet("timeout"),
		Options:  minimax.Options{Depth: c.Int("depth"), AllBest: c.Bool("all-best"), Table: c.Int("table")},
		Estimate: c.Bool("estimate"), Keys: c.Bool("keys"),
		Tree: c.Bool("tree"), Count: c.Bool("count"), JSON: c.Bool("json"),
	}
	var errs [3]error
	o.Timeout, errs[0] = cli.Duration(c, "timeout", longest)
	o.Prefer, errs[1] = choose(c, "prefer", map[string]minimax.Prefer{"any": minimax.Any, "fast": minimax.Fast})
	o.Window, errs[2] = choose(c, "window", map[string]minimax.Window{"open": minimax.Open, "narrow": minimax.Narrow})
	if err := cmp.Or(cmp.Or(errs[:]...), o.check(c)); err != nil {
		return o, err
	}
	if g.Begins != "" && c.IsSet(g.Begins) && o.Position != "" {
		return o, cli.Usagef("--%s and --position exclude each other", g.Begins)
	}
	if o.problems, err = g.setUp(c); err != nil {
		return o, err
	}
	o.Algorithms, err = parseAlgorithms(c.StringSlice("algorithm"), o.problems[0].Suits)
	return o, err
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
	case o.Count && c.IsSet("algorithm"):
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

// parseAlgorithms reads names of algorithms, each once. The error of an unknown one lists those that suit the game.
func parseAlgorithms(names []string, suits func(minimax.Algorithm) error) (algorithms []minimax.Algorithm, err error) {
	for _, name := range names {
		a, err := minimax.ParseAlgorithm(strings.TrimSpace(name))
		if err != nil {
			var known []string
			for _, a := range minimax.Algorithms() {
				if suits(a) == nil {
					known = append(known, a.String())
				}
			}
			return nil, cli.Usagef("no algorithm %q: there are %s", name, strings.Join(known, ", "))
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
