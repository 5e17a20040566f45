package search

import (
	"cmp"
	"path/filepath"
	"slices"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/plots/paper"
)

// CurveOptions say what searches to draw curves of, and on what.
type CurveOptions struct {
	Options
	Out    string
	Term   bool // as text instead
	Format paper.Format
}

// CurveCommand describes the figure search of the command plot.
func CurveCommand(con *console.IO) *cli.Command {
	var subcommands []*cli.Command
	for _, g := range all() {
		subcommands = append(subcommands, &cli.Command{
			Name: g.Name, Usage: g.Usage, ArgsUsage: g.words(),
			Description: "A position is " + g.Position + ".",
			Flags:       append(g.flags(), curveFlags()...),
			Action:      cli.Action(con, g.parseCurves, RunCurves),
		})
	}
	return cli.Group(&cli.Command{
		Name: "search", Usage: "nodes and time of searches over depth, and how deep each gets in equal time", ArgsUsage: "GAME",
		Description: `Searches a position 1 ply deep, then 2 and so on, by each algorithm for the same time. Draws nodes and time over
depth, a line for each algorithm, on logarithmic scales, and prints how deep each got. Nodes are the same each time; times
are not.

Examples:
   menace plot search connect4
   menace plot search tictactoe --algorithm minimax,alphabeta,pvs --out curves.svg
   menace plot search connect4 --timeout 1m --table 65536 --term`,
		Subcommands: subcommands,
	}, "game")
}

// curveFlags are those of a search that curves have too, and what to draw on.
func curveFlags() []cli.Flag {
	const category = "What to draw it on"
	shared := slices.DeleteFunc(flags(), func(f cli.Flag) bool {
		return !slices.Contains([]string{"position", "algorithm", "depth", "prefer", "window", "table", "timeout"}, f.Names()[0])
	})
	return append(shared,
		&cli.StringFlag{Name: "out", Category: category, DefaultText: "search-GAME.png", Usage: "the `FILE`, whose extension tells the format: .png, .svg or .pdf"},
		&cli.StringFlag{Name: "paper", Category: category, DefaultText: "what suits the figure", Usage: "`WIDTHxHEIGHT` of the paper, as in 16x9cm"},
		&cli.IntFlag{Name: "dpi", Category: category, Usage: "`DOTS` per inch of a PNG", Value: paper.DefaultDPI},
		&cli.BoolFlag{Name: "dark", Category: category, Usage: "light on dark, for slides"},
		&cli.BoolFlag{Name: "term", Category: category, Usage: "as text in the terminal"},
	)
}

// parseCurves reads curveFlags and those of the game.
func (g game) parseCurves(c *cli.Context) (o CurveOptions, err error) {
	if o.Options, err = g.parseSearch(c); err != nil {
		return o, err
	}
	o.Out, o.Term = cmp.Or(c.String("out"), "search-"+g.Name+".png"), c.Bool("term")
	o.Format = paper.Format{DPI: c.Int("dpi"), Dark: c.Bool("dark")}
	if o.Term && (c.IsSet("out") || c.IsSet("paper") || c.IsSet("dpi") || c.IsSet("dark")) {
		return o, cli.Usagef("--term draws text, so --out, --paper, --dpi and --dark have no meaning")
	}
	if c.IsSet("paper") {
		if o.Format.Size, err = paper.ParseSize(c.String("paper")); err != nil {
			return o, cli.Usagef("--paper %w", err)
		}
	}
	if err := paper.CheckExtension(filepath.Ext(o.Out)); err != nil {
		return o, cli.Usagef("--out %q: %w", o.Out, err)
	}
	return o, cli.AsUsage(o.Format.Check())
}
