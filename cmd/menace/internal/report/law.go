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

// LawTables returns a law as tables of text: the points, the last lost game, and the total number of lost games.
func LawTables(l *experiment.Law) []Table {
	likely := slices.DeleteFunc(slices.Clone(l.Losses), func(n experiment.Losses) bool { return n.Probability < 5e-5 })
	tables := []Table{
		tabulate([]field[lawPoint]{
			{"games", func(p lawPoint) any { return words.Count(p.Games) }},
			percent("unbeatable", func(p lawPoint) float64 { return p.Unbeatable }),
			percent("bankrupt", func(p lawPoint) float64 { return p.Bankrupt }),
			percent("loses no more beads", func(p lawPoint) float64 { return p.Settled }),
			{"games lost", func(p lawPoint) any { return fmt.Sprintf("%.2f", p.Lost) }},
			percent("loses next game", func(p lawPoint) float64 { return p.Next.Loss }),
		}, rows(l.Points)),
		tabulate([]field[experiment.LastLoss]{
			{"share of the machines", func(q experiment.LastLoss) any { return fmt.Sprintf("%.0f %%", 100*q.Share) }},
			{"last game lost, at the latest", func(q experiment.LastLoss) any {
				if q.Games == nil {
					return "never"
				}
				return words.Count(*q.Games)
			}},
		}, rows(l.LastLoss)),
		tabulate([]field[experiment.Losses]{
			{"games lost in all", func(n experiment.Losses) any { return n.Games }},
			percent("share of the machines", func(n experiment.Losses) float64 { return n.Probability }),
		}, rows(likely)),
	}
	tables[2].Note = fmt.Sprintf("on average: %s games", MeanLosses(l))
	return tables
}

// MeanLosses formats the mean total number of lost games.
func MeanLosses(l *experiment.Law) string {
	if l.MeanLost == nil {
		return "∞"
	}
	return fmt.Sprintf("%.2f", *l.MeanLost)
}

// LawPoints returns the points of a law with a column for each number, for CSV.
func LawPoints(l *experiment.Law) Table {
	return tabulate([]field[lawPoint]{
		{"games", func(p lawPoint) any { return p.Games }},
		{"unbeatable", func(p lawPoint) any { return p.Unbeatable }},
		{"bankrupt", func(p lawPoint) any { return p.Bankrupt }},
		{"settled", func(p lawPoint) any { return p.Settled }},
		{"lost", func(p lawPoint) any { return p.Lost }},
		{"win", func(p lawPoint) any { return p.Next.Win }},
		{"draw", func(p lawPoint) any { return p.Next.Draw }},
		{"loss", func(p lawPoint) any { return p.Next.Loss }},
	}, rows(l.Points))
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
				if unbeatable, _ := p.Unbeatable(); unbeatable {
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
