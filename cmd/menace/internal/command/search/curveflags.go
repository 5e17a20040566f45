package search

import (
	"cmp"
	"slices"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
)

// CurveOptions say what searches to draw curves of, and on what.
type CurveOptions struct {
	Options
	cli.Drawing
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
	shared := slices.DeleteFunc(flags(), func(f cli.Flag) bool {
		return !slices.Contains([]string{"position", "algorithm", "depth", "prefer", "window", "table", "timeout"}, f.Names()[0])
	})
	return append(shared, cli.DrawingFlags("search-GAME.png")...)
}

// parseCurves reads curveFlags and those of the game.
func (g game) parseCurves(c *cli.Context) (o CurveOptions, err error) {
	if o.Options, err = g.parseSearch(c); err != nil {
		return o, err
	}
	o.Drawing, err = cli.ReadDrawing(c)
	o.Out = cmp.Or(o.Out, "search-"+g.Name+".png")
	return o, err
}
