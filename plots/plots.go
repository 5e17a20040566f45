// Package plots draws what machines have learned: curves over the games that they played.
//
// Fill in a [Series] and call one of its methods, such as [Series.Learning], for a chart that package paper can draw.
// The package uses no files and no database, plays no games and evaluates nothing.
package plots

import "menace/plots/chart"

// gamesAxis returns an axis of games played, from 0 (from 1 if logarithmic) to last, but at least to 2.
func gamesAxis(in chart.Language, last float64, log bool) chart.Axis {
	axis := chart.Axis{Label: in.Text("games played"), Max: max(last, 2), Log: log, Whole: true}
	if log {
		axis.Min = 1
	}
	return axis
}
