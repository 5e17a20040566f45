package plots

import "menace/plots/chart"

// Tournament shows the running total of a tournament of this many games as dots, one for each game. Below it are the
// beads in the opening box of the machines with these results, as a named curve for each move: over all games, and over
// the first games, while there are few beads. If predicted has points, its band shows the totals of machines of which
// only the first results are known.
func Tournament(title string, games int, totals []chart.Point, predicted chart.Curve,
	beads []chart.Curve) chart.Figure {
	f := chart.Figure{Title: title, Subtitle: "beads of the machines with all results so far",
		Bands: "lines are means, bands 5–95 %"}
	x := gamesAxis(chart.English, float64(games), false)
	curves := []chart.Curve{{Name: "running total", Form: chart.Dots, Hue: chart.Ink, Points: totals}}
	if len(predicted.Points) > 0 {
		curves = append(curves, predicted)
	}
	f.Panels = [][]chart.Panel{{{X: x, Y: totalAxis(chart.English), Curves: curves}}}
	var all, early []chart.Curve
	for i, move := range beads {
		move.Hue, move.Dash = i+1, i+1
		all = append(all, move)
		move.Points = upTo(firstGames, move.Points)
		early = append(early, move)
	}
	label := chart.Axis{Label: "beads in the opening box", Max: 1, Whole: true}
	if all != nil {
		f.Panels = append(f.Panels, []chart.Panel{{X: x, Y: label, Curves: all}})
	}
	if all != nil && games > firstGames {
		x.Max = firstGames
		f.Panels = append(f.Panels, []chart.Panel{{Title: "the first games", X: x, Y: label, Curves: early}})
	}
	return f
}

// firstGames is the number of games in the panel of the first games. In Michie's tournament they settled on one move.
const firstGames = 40
