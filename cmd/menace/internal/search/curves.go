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
	"menace/minimax"
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

// course is what an algorithm took for each depth, from 1 on.
type course struct {
	algorithm minimax.Algorithm
	nodes     []int64
	seconds   []float64
	ended     bool // a deeper search would not find more
}

// curves searches by each algorithm for its share of the time.
func (t task) curves(ctx context.Context, con *console.IO, o CurveOptions) error {
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
	figure := curveFigure(fmt.Sprintf("Searches of %s %s", t.Game, t.problem.Position()), share, courses)
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
func (t task) course(ctx context.Context, a minimax.Algorithm, share time.Duration) (c course, err error) {
	c.algorithm, t.Algorithm = a, a
	most := cmp.Or(t.Depth, minimax.MaxDepth)
	const rehearsal = 20 * time.Millisecond
	t.problem.Search(t.within(ctx, min(rehearsal, share/10)), t.Options.Options)
	for end, depth := t.now().Add(share), 1; depth <= most; depth++ {
		t.Depth = depth
		r, err := t.problem.Search(t.within(ctx, end.Sub(t.now())), t.Options.Options)
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
