package plots

import (
	"fmt"

	"menace/arena/likelihood"
	"menace/plots/chart"
)

// Tournament shows the running total of a tournament, a dot for each game, and below it the beads in the opening box of
// the machines with these results. If predicted is not nil, a band shows the totals of machines of which only the first
// results are known, up to game from.
func Tournament(title string, e, predicted *likelihood.Estimate, from int64) chart.Figure {
	f := chart.Figure{Title: title, Subtitle: "beads of the machines with all results so far",
		Bands: "lines are means, bands 5–95 %"}
	games := gamesAxis(float64(len(e.Games)), false)
	dots := chart.Curve{Name: "running total", Form: chart.Dots, Hue: chart.Ink}
	var beads []chart.Curve
	for _, g := range e.Games {
		if g.Game == e.Impossible {
			break
		}
		dots.Points = append(dots.Points, point(g.Game, g.Total))
		for i, held := range g.Opening {
			if i == len(beads) {
				name := "beads for the " + likelihood.Place(held.Move)
				beads = append(beads, chart.Curve{Name: name, Hue: i + 1, Dash: i + 1})
			}
			if p := point(g.Game, held.Beads); p.Y >= leastBeads {
				p.Low = max(p.Low, leastBeads)
				beads[i].Points = append(beads[i].Points, p)
			}
		}
	}
	totals := []chart.Curve{dots}
	if predicted != nil {
		band := chart.Curve{Name: fmt.Sprintf("predicted from the first %d games, if not bankrupt", from)}
		for _, g := range predicted.Games {
			if g.Game >= from && g.Game != predicted.Impossible {
				band.Points = append(band.Points, point(g.Game, g.Alive))
			}
		}
		totals = append(totals, band)
	}
	f.Panels = [][]chart.Panel{{{X: games, Y: totalAxis, Curves: totals}}}
	if beads != nil {
		f.Panels = append(f.Panels, []chart.Panel{{
			X: games, Curves: beads,
			Y: chart.Axis{Label: "beads in the opening box", Min: leastBeads, Max: 10, Log: true},
		}})
	}
	return f
}

// leastBeads is the bottom of the logarithmic axis of beads. Smaller means are left out.
const leastBeads = 0.5

func point(game int64, s likelihood.Summary) chart.Point {
	return chart.Point{X: float64(game), Y: s.Mean, Low: float64(s.P5), High: float64(s.P95)}
}
