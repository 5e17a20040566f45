package report

import (
	"fmt"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
)

// LawTables returns a law as tables: the points, the last lost game, and the total number of lost games.
func LawTables(l *experiment.Law) []tables.Text {
	points := tables.Text{Headings: []string{"games", "unbeatable", "bankrupt", "loses no more beads", "games lost",
		"loses next game"}}
	for _, p := range l.Points {
		points.Lines = append(points.Lines, []string{words.Count(p.Games), words.Percent(p.Unbeatable),
			words.Percent(p.Bankrupt), words.Percent(p.Settled), fmt.Sprintf("%.2f", p.Lost),
			words.Percent(p.Next.Loss)})
	}
	last := tables.Text{Headings: []string{"share of the machines", "last game lost, at the latest"}}
	for _, q := range l.LastLoss {
		games := "never"
		if q.Games != nil {
			games = words.Count(*q.Games)
		}
		last.Lines = append(last.Lines, []string{fmt.Sprintf("%.0f %%", 100*q.Share), games})
	}
	losses := tables.Text{
		Headings: []string{"games lost in all", "share of the machines"},
		Note:     fmt.Sprintf("on average: %s games", MeanLosses(l)),
	}
	for _, n := range l.Losses {
		if n.Probability >= 5e-5 {
			losses.Lines = append(losses.Lines, []string{fmt.Sprint(n.Games), words.Percent(n.Probability)})
		}
	}
	return []tables.Text{points, last, losses}
}

// MeanLosses formats the mean total number of lost games.
func MeanLosses(l *experiment.Law) string {
	if l.MeanLost == nil {
		return "∞"
	}
	return fmt.Sprintf("%.2f", *l.MeanLost)
}
