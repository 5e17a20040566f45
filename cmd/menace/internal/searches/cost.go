package searches

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// costCommand describes the command cost, which draws a figure.
func costCommand(con *term.IO) *term.Command {
	usage, description := help.Section("cost")
	return &term.Command{
		Name: "cost", Kind: "game", Usage: usage, Description: description, Args: "GAME",
		Commands: commands(con, costTable, parseCost, RunCost),
	}
}

// costTable lists the options of the figure.
func costTable(g gametree.Game) []option.Option[Options] {
	return slices.Concat(option.Only(gameTable(g), "values", "size", "order", "seed"),
		searchOptions(g, "position", "algorithm", "depth", "cut", "timeout", "table"), drawingTable)
}

// parseCost reads the flags of the figure.
func parseCost(g gametree.Game) func(*term.Invocation) (Options, error) {
	return func(c *term.Invocation) (Options, error) {
		o, err := read(c, g, costTable(g))
		switch {
		case err != nil:
			return o, err
		case len(o.Orders) > 1:
			return o, term.Usagef("--order takes one order for a figure")
		case g.Name == tree:
			if o.Setup.Tree, err = o.treeText(c); err != nil {
				return o, err
			}
		}
		o.Out = cmp.Or(o.Out, "search-"+g.Name+".svg")
		return o, term.AsUsage(o.Format.Check(filepath.Ext(o.Out)))
	}
}

// RunCost searches deeper and deeper with each algorithm until its time is up, draws a figure, and prints how deep
// each search got.
func RunCost(ctx context.Context, con *term.IO, o Options) error {
	tasks, err := o.tasks()
	if err != nil {
		return err
	}
	t := tasks[0]
	t.Algorithms = t.algorithms()
	courses, err := gametree.Courses(ctx, t.problem, t.Options.Options, t.now, con.Status)
	switch {
	case ctx.Err() != nil:
		last := courses[len(courses)-1]
		return term.Interruption(fmt.Sprintf("in %v, %s deep", last.Algorithm, words.Plural(len(last.Nodes)+1, "ply")))
	case err != nil:
		return term.AsUsage(err)
	}
	if err := o.Drawing.Write(con, gametree.CourseFigure(t.problem, o.Timeout, courses)); err != nil {
		return err
	}
	con.Say("Depth reached in %s each\n", words.Seconds(o.Timeout.Seconds()))
	printCourses(con, courses)
	con.Say("\nwrote %s", term.Plain(o.Out))
	return nil
}

// printCourses prints how deep each algorithm got.
func printCourses(con *term.IO, courses []gametree.Course) {
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
	con.Table(tables.Text{Right: 1, Headings: []string{"algorithm", "plies", "nodes", "time"}, Lines: rows})
}
