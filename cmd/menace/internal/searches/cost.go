package searches

import (
	"context"
	"fmt"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// drawCosts searches deeper and deeper with each algorithm until its time is up, draws a figure of the nodes, and
// prints how deep each search got.
func (t task) drawCosts(ctx context.Context, con *term.IO) error {
	if t.problem.Ending() != "" {
		return term.AsUsage(minimax.ErrFinished)
	}
	t.Algorithms = t.algorithms()
	costs, err := gametree.Costs(ctx, t.problem, t.Options.Options, t.now, con.Status)
	switch {
	case ctx.Err() != nil:
		last := costs[len(costs)-1]
		return term.Interruption(fmt.Sprintf("in %v, %s deep", last.Algorithm, words.Plural(len(last.Nodes)+1, "ply")))
	case err != nil:
		return term.AsUsage(err)
	}
	if err := t.Drawing.Write(con, gametree.CostFigure(t.problem, t.Timeout, costs)); err != nil {
		return err
	}
	con.Say("Depth reached in %s each\n", words.Seconds(t.Timeout.Seconds()))
	var rows [][]string
	for _, c := range costs {
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
	con.Say("\nwrote %s", term.Plain(t.Out))
	return nil
}
