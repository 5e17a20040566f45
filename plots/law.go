package plots

import (
	"fmt"

	"menace/arena/experiment"
)

// Law shows the exact law of learning of a machine over games, with the means of a number of simulated machines behind
// it.
func Law(machine string, exact, simulated []experiment.LawPoint, machines int) Figure {
	last := gamesAxis(float64(exact[len(exact)-1].Games), false)
	chances := Panel{Title: "machine", X: last, Y: Axis{Label: "probability", Max: 1, Percent: true}}
	lost := Panel{Title: "games lost", X: last, Y: Axis{Label: "expected number so far"}}
	next := Panel{Title: "next game", X: last, Y: Axis{Label: "probability of losing it", Max: 1, Percent: true}}
	add := func(p *Panel, name string, hue int, both bool, of func(experiment.LawPoint) float64) {
		behind, line := Curve{Hue: hue, Form: Faint}, Curve{Name: name, Hue: hue, Dash: hue % 2}
		for _, at := range exact {
			line.Points = append(line.Points, Point{Games: float64(at.Games), Value: of(at)})
		}
		for _, at := range simulated {
			behind.Points = append(behind.Points, Point{Games: float64(at.Games), Value: of(at)})
		}
		if both {
			p.Curves = append(p.Curves, behind)
		}
		p.Curves = append(p.Curves, line)
	}
	add(&chances, "unbeatable", 0, true, func(p experiment.LawPoint) float64 { return p.Unbeatable })
	add(&chances, "bankrupt", 1, true, func(p experiment.LawPoint) float64 { return p.Bankrupt })
	add(&lost, "games lost", 2, true, func(p experiment.LawPoint) float64 { return p.Lost })
	add(&next, "loses the next game", 4, false, func(p experiment.LawPoint) float64 { return p.Next.Loss })
	return Figure{
		Title:    "Exact law of learning",
		Subtitle: machine + fmt.Sprintf("; the thin lines are means of %d simulated machines", machines),
		Panels:   [][]Panel{{chances, lost, next}},
	}
}
