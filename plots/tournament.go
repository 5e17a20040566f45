package plots

import "menace/plots/chart"

// Tournament shows the running total of a tournament of so many games, a dot for each game, and below it the beads in
// the opening box of the machines with these results, a named curve for each move. If predicted has points, its band
// shows the totals of machines whose first results alone are known.
func Tournament(title string, games int, totals []chart.Point, predicted chart.Curve,
	beads []chart.Curve) chart.Figure {
	f := chart.Figure{Title: title, Subtitle: "beads of the machines with all results so far",
		Bands: "lines are means, bands 5–95 %"}
	x := gamesAxis(float64(games), false)
	curves := []chart.Curve{{Name: "running total", Form: chart.Dots, Hue: chart.Ink, Points: totals}}
	if len(predicted.Points) > 0 {
		curves = append(curves, predicted)
	}
	f.Panels = [][]chart.Panel{{{X: x, Y: totalAxis, Curves: curves}}}
	var held []chart.Curve
	for i, move := range beads {
		curve := chart.Curve{Name: move.Name, Hue: i + 1, Dash: i + 1}
		for _, p := range move.Points {
			if p.Y >= leastBeads {
				p.Low = max(p.Low, leastBeads)
				curve.Points = append(curve.Points, p)
			}
		}
		held = append(held, curve)
	}
	if held != nil {
		f.Panels = append(f.Panels, []chart.Panel{{
			X: x, Curves: held,
			Y: chart.Axis{Label: "beads in the opening box", Min: leastBeads, Max: 10, Log: true},
		}})
	}
	return f
}

// leastBeads is the bottom of the logarithmic axis of beads. Smaller means are left out.
const leastBeads = 0.5
