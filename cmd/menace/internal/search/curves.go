package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
	"menace/plots"
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
	for _, g := range all {
		subcommands = append(subcommands, &cli.Command{
			Name: g.name, Usage: g.usage, ArgsUsage: cmp.Or(g.words, cli.NoWords),
			Description: "A position is " + g.position + ".",
			Flags:       append(g.flags, curveFlags()...),
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
	o.Out, o.Term = cmp.Or(c.String("out"), "search-"+g.name+".png"), c.Bool("term")
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

// RunCurves searches, draws a figure, and prints how deep each search got.
func RunCurves(ctx context.Context, con *console.IO, o CurveOptions) error {
	return o.subject.curves(ctx, con, o)
}

// curves implements subject.
func (sideBySide) curves(context.Context, *console.IO, CurveOptions) error {
	return cli.Usagef("--order takes one order for a figure")
}

// course is what an algorithm took for each depth, from 1 on.
type course struct {
	algorithm minimax.Algorithm
	nodes     []int64
	seconds   []float64
	ended     bool // a deeper search would not find more
}

// curves implements subject.
func (t task[P, M]) curves(ctx context.Context, con *console.IO, o CurveOptions) error {
	t, err := t.at(o.Options)
	if err != nil {
		return err
	}
	algorithms, err := t.algorithms()
	if err != nil {
		return err
	}
	share := t.Timeout / time.Duration(len(algorithms))
	var courses []course
	for _, a := range slices.Backward(algorithms) {
		con.Status("searching by " + a.String())
		c, err := t.course(ctx, a, share)
		con.Status("")
		if err != nil {
			return err
		}
		courses = slices.Insert(courses, 0, c)
	}
	figure := curveFigure(fmt.Sprintf("Searches of %s %s", t.Game, t.rules.Format(t.start)), share, courses)
	if o.Term {
		con.Print("%s\n", figure.Text(con.Screen.Width, con.Colour))
		printCourses(con, share, courses)
		return nil
	}
	if err := o.Format.Fit(figure); err != nil {
		return cli.Usagef("--paper %w", err)
	}
	err = console.WriteFile(o.Out, func(w io.Writer) error {
		_, err := paper.Encode(w, filepath.Ext(o.Out), figure, o.Format)
		return err
	})
	if err != nil {
		return err
	}
	printCourses(con, share, courses)
	con.Say("\nwrote %s", o.Out)
	return nil
}

// course searches deeper and deeper, until the time is over, the depth of the options is reached, or nothing is left.
func (t task[P, M]) course(ctx context.Context, a minimax.Algorithm, share time.Duration) (c course, err error) {
	c.algorithm, t.Algorithm = a, a
	most := cmp.Or(t.Depth, minimax.MaxDepth)
	const rehearsal = 20 * time.Millisecond
	minimax.Search(t.within(ctx, min(rehearsal, share/10)), t.rules, t.start, t.Options.Options)
	for end, depth := t.now().Add(share), 1; depth <= most; depth++ {
		t.Depth = depth
		r, err := minimax.Search(t.within(ctx, end.Sub(t.now())), t.rules, t.start, t.Options.Options)
		switch {
		case ctx.Err() != nil:
			return c, cli.Interruption(fmt.Sprintf("in %v, %d plies deep", a, depth))
		case errors.Is(err, context.DeadlineExceeded):
			return c, nil
		case err != nil:
			return c, cli.AsUsage(err)
		}
		if n := len(c.nodes); n > 0 && c.nodes[n-1] == r.Nodes {
			c.ended = true
			return c, nil
		}
		c.nodes, c.seconds = append(c.nodes, r.Nodes), append(c.seconds, r.Elapsed.Seconds())
	}
	return c, nil
}

// curveFigure returns the figure of the courses: nodes and time over depth.
func curveFigure(title string, share time.Duration, courses []course) plots.Figure {
	depth := plots.Axis{Label: "depth in plies", Min: 1, Max: 2}
	nodes := plots.Panel{X: depth, Y: plots.Axis{Label: "nodes", Min: 1, Max: 10, Log: true}}
	times := plots.Panel{X: depth, Y: plots.Axis{Label: "time in milliseconds", Min: 0.001, Max: 0.01, Log: true}}
	for i, c := range courses {
		node := plots.Curve{Name: c.name(), Hue: i, Dash: i}
		spent := node
		for j, n := range c.nodes {
			node.Points = append(node.Points, plots.Point{Games: float64(j + 1), Value: float64(n)})
			spent.Points = append(spent.Points, plots.Point{Games: float64(j + 1), Value: max(1e3*c.seconds[j], 0.001)})
		}
		nodes.Curves, times.Curves = append(nodes.Curves, node), append(times.Curves, spent)
	}
	return plots.Figure{
		Title: title, Subtitle: "each for " + secondsText(share.Seconds()) + "; in brackets the depth that it reached",
		Panels: [][]plots.Panel{{nodes, times}},
	}
}

// name names the algorithm with the depth that it reached.
func (c course) name() string {
	if c.ended {
		return fmt.Sprintf("%v (%d, the end)", c.algorithm, len(c.nodes))
	}
	return fmt.Sprintf("%v (%d)", c.algorithm, len(c.nodes))
}

// printCourses prints how deep each algorithm got.
func printCourses(con *console.IO, share time.Duration, courses []course) {
	con.Say("Depth reached in %s each\n", secondsText(share.Seconds()))
	var rows [][]string
	for _, c := range courses {
		row := []string{c.algorithm.String(), "0", "", ""}
		if n := len(c.nodes); n > 0 {
			row = []string{c.algorithm.String(), fmt.Sprint(n), words.Count(c.nodes[n-1]), secondsText(c.seconds[n-1])}
		}
		if c.ended {
			row[1] += " the end"
		}
		rows = append(rows, row)
	}
	con.Table(1, []string{"algorithm", "plies", "nodes", "time"}, rows)
}
