package report

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/words"
	"menace/plots"
)

type lawPoint = experiment.LawPoint

// LawTables returns a law as tables: the points, the last lost game, and the total number of lost games.
func LawTables(l *experiment.Law) []Table {
	points := Table{Headings: []string{"games", "unbeatable", "bankrupt", "loses no more beads", "games lost",
		"loses next game"}}
	for _, p := range l.Points {
		points.Lines = append(points.Lines, []string{words.Count(p.Games), words.Percent(p.Unbeatable),
			words.Percent(p.Bankrupt), words.Percent(p.Settled), fmt.Sprintf("%.2f", p.Lost),
			words.Percent(p.Next.Loss)})
	}
	last := Table{Headings: []string{"share of the machines", "last game lost, at the latest"}}
	for _, q := range l.LastLoss {
		games := "never"
		if q.Games != nil {
			games = words.Count(*q.Games)
		}
		last.Lines = append(last.Lines, []string{fmt.Sprintf("%.0f %%", 100*q.Share), games})
	}
	losses := Table{
		Headings: []string{"games lost in all", "share of the machines"},
		Note:     fmt.Sprintf("on average: %s games", MeanLosses(l)),
	}
	for _, n := range l.Losses {
		if n.Probability >= 5e-5 {
			losses.Lines = append(losses.Lines, []string{fmt.Sprint(n.Games), words.Percent(n.Probability)})
		}
	}
	return []Table{points, last, losses}
}

// MeanLosses formats the mean total number of lost games.
func MeanLosses(l *experiment.Law) string {
	if l.MeanLost == nil {
		return "∞"
	}
	return fmt.Sprintf("%.2f", *l.MeanLost)
}

// LawPoints returns the points of a law with a column for each number, for CSV.
func LawPoints(l *experiment.Law) Export {
	return newExport(rows(l.Points), func(c *columns, p lawPoint) {
		c.add("games", p.Games)
		c.add("unbeatable", p.Unbeatable)
		c.add("bankrupt", p.Bankrupt)
		c.add("settled", p.Settled)
		c.add("lost", p.Lost)
		c.add("win", p.Next.Win)
		c.add("draw", p.Next.Draw)
		c.add("loss", p.Next.Loss)
	})
}

// simulated is the number of simulated machines in the figure of a law: few enough to be distinguished from the law.
const simulated = 100

// LawFigure draws a law up to its last point, with simulated machines behind it.
func LawFigure(ctx context.Context, l *experiment.Law) (plots.Figure, error) {
	last := l.Points[len(l.Points)-1].Games
	design := experiment.Design{
		Seed: 1, Runs: simulated, Games: last, Checkpoints: experiment.Ladder(last),
		Cells: []experiment.Cell{{Rules: l.Rules, Opponent: l.Opponent}},
	}
	means := make([]lawPoint, len(design.Checkpoints))
	tasks := rows(slices.Collect(design.Tasks(0, simulated)))
	err := design.Run(ctx, runtime.GOMAXPROCS(0), tasks, func(list []experiment.Replicate) error {
		for _, replicate := range list {
			for i, p := range replicate.Curve {
				means[i].Games = p.Games
				means[i].Lost += float64(p.Tally.Loss) / simulated
				if p.Unbeatable() {
					means[i].Unbeatable += 1.0 / simulated
				}
				if replicate.Bankrupt > 0 && replicate.Bankrupt <= p.Games {
					means[i].Bankrupt += 1.0 / simulated
				}
			}
		}
		return nil
	})
	return plots.Law(words.ByRules(l.Rules)+" against "+l.Opponent, l.Course, means, simulated), err
}
