package search

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
	"menace/plots/paper"
)

// RunCurves searches, draws a figure, and prints how deep each search got.
func RunCurves(ctx context.Context, con *console.IO, o CurveOptions) error {
	tasks, err := o.tasks()
	switch {
	case err != nil:
		return err
	case len(tasks) > 1:
		return cli.Usagef("--order takes one order for a figure")
	}
	return tasks[0].curves(ctx, con, o)
}

// curves searches by each algorithm for its share of the time.
func (t task) curves(ctx context.Context, con *console.IO, o CurveOptions) error {
	algorithms, err := t.algorithms()
	if err != nil {
		return err
	}
	share := t.Timeout / time.Duration(len(algorithms))
	var courses []gametree.Course
	for _, a := range slices.Backward(algorithms) {
		con.Status("searching by " + a.String())
		t.Algorithm = a
		c, err := gametree.Deeper(ctx, t.problem, t.Options.Options, share, t.now)
		con.Status("")
		switch {
		case ctx.Err() != nil:
			return cli.Interruption(fmt.Sprintf("in %v, %d plies deep", a, len(c.Nodes)+1))
		case err != nil:
			return cli.AsUsage(err)
		}
		courses = slices.Insert(courses, 0, c)
	}
	figure := gametree.CourseFigure(t.problem, share, courses)
	if o.Term {
		con.Print("%s\n", figure.Text(con.Screen.Width, con.Colour))
		printCourses(con, share, courses)
		return nil
	}
	if err := o.Format.Fit(figure); err != nil {
		return cli.Wrong(err)
	}
	err = con.WriteFile(o.Out, func(w io.Writer) error {
		_, err := paper.Encode(w, filepath.Ext(o.Out), figure, o.Format)
		return err
	})
	if err != nil {
		return err
	}
	printCourses(con, share, courses)
	con.Say("\nwrote %s", console.Plain(o.Out))
	return nil
}

// printCourses prints how deep each algorithm got.
func printCourses(con *console.IO, share time.Duration, courses []gametree.Course) {
	con.Say("Depth reached in %s each\n", words.Seconds(share.Seconds()))
	var rows [][]string
	for _, c := range courses {
		row := []string{c.Algorithm.String(), "0", "", ""}
		if n := len(c.Nodes); n > 0 {
			row = []string{c.Algorithm.String(), fmt.Sprint(n), words.Count(c.Nodes[n-1]), words.Seconds(c.Seconds[n-1])}
		}
		if c.Ended {
			row[1] += " the end"
		}
		rows = append(rows, row)
	}
	con.Table(1, []string{"algorithm", "plies", "nodes", "time"}, rows)
}
