package plots

import (
	"fmt"

	"menace/arena/experiment"
)

// Law shows the exact law of learning of a machine over games, with the means of simulated machines in the background.
func Law(machine string, exact, simulated []experiment.LawPoint, machines int) Figure {
	games := gamesAxis(float64(exact[len(exact)-1].Games), false)
	// curves returns the curve of a number, and the simulated one behind it.
	curves := func(name string, hue int, of func(experiment.LawPoint) float64) []Curve {
		both := []Curve{{Hue: hue, Form: Faint}, {Name: name, Hue: hue, Dash: hue % 2}}
		for i, points := range [][]experiment.LawPoint{simulated, exact} {
			for _, p := range points {
				both[i].Points = append(both[i].Points, Point{Games: float64(p.Games), Value: of(p)})
			}
		}
		return both
	}
	next := curves("loses the next game", 4, func(p experiment.LawPoint) float64 { return p.Next.Loss })
	return Figure{
		Title:    "Exact law of learning",
		Subtitle: machine + fmt.Sprintf("; the thin lines are means of %d simulated machines", machines),
		Panels: [][]Panel{{
			{Title: "machine", X: games, Y: Axis{Label: "probability", Max: 1, Percent: true}, Curves: append(
				curves("unbeatable", 0, func(p experiment.LawPoint) float64 { return p.Unbeatable }),
				curves("bankrupt", 1, func(p experiment.LawPoint) float64 { return p.Bankrupt })...)},
			{Title: "games lost", X: games, Y: Axis{Label: "expected number so far"},
				Curves: curves("games lost", 2, func(p experiment.LawPoint) float64 { return p.Lost })},
			{Title: "next game", X: games, Y: Axis{Label: "probability of losing it", Max: 1, Percent: true},
				Curves: next[1:]},
		}},
	}
}
