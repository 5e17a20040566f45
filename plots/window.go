package plots

import (
	"math"

	"menace/menace/arena"
	"menace/plots/chart"
)

// window is the games between two checkpoints of one curve.
type window struct{ from, to arena.Point }

// windows returns, for each checkpoint, the shortest window that ends there and has at least width games, if all of
// them were against the opponent. A window may be longer than width, because checkpoints are several games apart.
func (l Line) windows(opponent string, width int64) (found []window) {
	curve := append([]arena.Point{{}}, l.Curve...)
	first := 0
	for _, to := range curve {
		if to.Games < width {
			continue
		}
		for curve[first+1].Games <= to.Games-width {
			first++
		}
		if from := curve[first]; l.faced(opponent, from.Games, to.Games) {
			found = append(found, window{from, to})
		}
	}
	return found
}

// rate returns the share of the window's games with an outcome, at the window's middle, with a 95 % band. The machine
// changes during the window, so the band is for the mean of its chances, not for its chance in any one game. The band
// is wide enough: games with different chances have at most the variance of equally many games with the mean chance.
func (w window) rate(count func(arena.Tally) int64) chart.Point {
	games := w.to.Games - w.from.Games
	hits := count(w.to.Tally) - count(w.from.Tally)
	low, high := arena.Wilson(hits, games, 0.95)
	return chart.Point{
		X:   float64(w.from.Games+w.to.Games) / 2,
		Y:   float64(hits) / float64(games),
		Low: low, High: high,
	}
}

// fittingWidth returns a round window width for this many games: about a fiftieth, but at least enough for a useful
// band.
func fittingWidth(games int64) int64 { return max(20, int64(chart.RoundStep(float64(games)/50))) }

// widths formats the numbers of games in the windows, such as "200 games" or "200–470 games".
func widths(in chart.Language, windows []window) string {
	least, most := int64(math.MaxInt64), int64(0)
	for _, w := range windows {
		games := w.to.Games - w.from.Games
		least, most = min(least, games), max(most, games)
	}
	if least >= most {
		return in.Text("{n} games", "n", most)
	}
	return in.Text("{from}–{to} games", "from", in.Count(least), "to", in.Count(most))
}
