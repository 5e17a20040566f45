package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// CurveCommand describes the figure search of the command plot.
func CurveCommand(con *cli.IO) *cli.Command {
	usage, description := help.Section("curves")
	return &cli.Command{
		Name: "search", Kind: "game", Usage: usage, Description: description, Args: "GAME",
		Commands: commands(func(g gametree.Game, c *cli.Command) {
			table := func() []option.Option[Options] {
				return append(option.Only(searchTable(g), "position", "algorithm", "depth", "prefer", "cut",
					"timeout", "table"), toggle("nodes", "draw nodes only, which are the same each time",
					func(o *Options) *bool { return &o.Nodes }))
			}
			parse := func(c *cli.Invocation) (Options, error) {
				o, err := read(c, g, append(gameTable(g), table()...))
				if err != nil {
					return o, err
				}
				if len(o.Orders) > 1 {
					return o, cli.Usagef("--order takes one order for a figure")
				}
				o.Drawing, err = cli.ReadDrawing(c)
				o.Out = cmp.Or(o.Out, "search-"+g.Name+".png")
				return o, err
			}
			c.Flags = func() []cli.Flag {
				return slices.Concat(cli.Flags("", gameTable(g), usual(g)), cli.Flags(searchGroup, table(), usual(g)),
					cli.DrawingFlags("search-GAME.png"))
			}
			c.Action = cli.Action(con, parse, RunCurves)
		}),
	}
}

// RunCurves searches with each algorithm for its share of the time, draws a figure, and prints how deep each search
// got.
func RunCurves(ctx context.Context, con *cli.IO, o Options) error {
	tasks, err := o.tasks()
	if err != nil {
		return err
	}
	t := tasks[0]
	t.Algorithms = t.algorithms()
	courses, err := gametree.Courses(ctx, t.problem, t.Options.Options, t.now, con.Status)
	switch {
	case ctx.Err() != nil:
		return cli.Interruption(fmt.Sprintf("in %v, %d plies deep", courses[0].Algorithm, len(courses[0].Nodes)+1))
	case err != nil:
		return cli.AsUsage(err)
	}
	share := t.Share()
	figure := gametree.CourseFigure(t.problem, share, courses)
	if o.Nodes {
		figure.Panels[0] = figure.Panels[0][:1]
	}
	if err := o.Drawing.Write(con, figure); err != nil {
		return err
	}
	printCourses(con, share, courses)
	con.Say("\nwrote %s", cli.Plain(o.Out))
	return nil
}

// printCourses prints how deep each algorithm got.
func printCourses(con *cli.IO, share time.Duration, courses []gametree.Course) {
	con.Say("Depth reached in %s each\n", words.Seconds(share.Seconds()))
	var rows [][]string
	for _, c := range courses {
		row := []string{c.Algorithm.String(), "0", "", ""}
		if n := len(c.Nodes); n > 0 {
			row = []string{c.Algorithm.String(), fmt.Sprint(n), words.Count(c.Nodes[n-1]),
				words.Seconds(c.Seconds[n-1])}
		}
		if c.Ended {
			row[1] += " the end"
		}
		rows = append(rows, row)
	}
	con.Table(report.Table{Right: 1, Headings: []string{"algorithm", "plies", "nodes", "time"}, Lines: rows})
}
