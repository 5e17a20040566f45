package searches

import (
	"context"
	"fmt"
	"math"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// drawCosts searches to greater and greater depths with each algorithm until the time is up, draws a figure of the
// nodes, and prints how deep each search got.
func (t task) drawCosts(ctx context.Context, con *term.IO) error {
	if t.problem.Ending() != "" {
		return term.AsUsage(minimax.ErrFinished)
	}
	t.Algorithms = t.algorithms()
	growth := t.growth()
	costs, err := gametree.Costs(ctx, t.problem, growth, t.Options.Options, t.now, con.Status)
	switch {
	case ctx.Err() != nil:
		last := costs[len(costs)-1]
		return term.Interruption(fmt.Sprintf("in %v, %s deep", last.Algorithm, words.Plural(len(last.Levels)+1, "ply")))
	case err != nil:
		return term.AsUsage(err)
	}
	if err := t.Drawing.Write(ctx, con, gametree.CostFigure(t.problem, growth, t.Timeout, costs)); err != nil {
		return err
	}
	con.Say("Depth reached in %s each\n", words.Seconds(t.Timeout.Seconds()))
	headings := []string{"algorithm", "plies", "nodes", "time"}
	means := growth != nil && growth.Trees > 1
	if means {
		headings = []string{"algorithm", "plies", "mean nodes", "95 % interval", "mean time"}
	}
	var rows [][]string
	for _, c := range costs {
		row := append([]string{c.Algorithm.String(), "0"}, make([]string, len(headings)-2)...)
		if n := len(c.Levels); n > 0 {
			last := c.Levels[n-1]
			row = []string{c.Algorithm.String(), fmt.Sprint(n), words.Count(int64(math.Round(last.Nodes)))}
			if means {
				low, high := int64(math.Floor(last.Low)), int64(math.Ceil(last.High))
				row = append(row, words.Count(low)+" to "+words.Count(high))
			}
			row = append(row, words.Seconds(last.Seconds))
		}
		if c.Ended {
			row[1] += " the end"
		}
		rows = append(rows, row)
	}
	con.Table(tables.Text{Right: 1, Headings: headings, Lines: rows})
	con.Say("\nwrote %s", term.Printable(t.Out))
	return nil
}

// growth describes trees to search instead of a position, or returns nil if the game has no trees of arbitrary height.
func (t task) growth() *gametree.Growth {
	if !t.Game.RandomLeaves {
		return nil
	}
	return &gametree.Growth{
		Height: t.Setup.Size.Second, Trees: max(t.Runs, 1),
		At: func(height, tree int) (gametree.Problem, error) {
			s := t.Setup
			s.Size.Second = height
			s.Seed += int64(tree)
			return t.Game.SetUp(s)
		},
	}
}
