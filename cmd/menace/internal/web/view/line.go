package view

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// Line is the running total of games that people played, 3 for a win of MENACE, 1 for a draw and −1 for a loss, as a
// curve of 770 by 180.
type Line struct {
	Score arena.Tally // counts the games for MENACE
	Path  string
	X, Y  float64 // coordinates of its end
	Grid  []LineMark
	Marks []LineMark // training, the latest with a label
}

// LineMark is a mark at a place on an axis.
type LineMark struct {
	At    float64
	Label string
	Left  bool // the label is on the left
}

// The area of the curve.
const lineLeft, lineRight, lineTop, lineBottom = 66.0, 750.0, 34.0, 166.0

// LineOf returns the curve of games, oldest first, with marks where sessions of training lay between them.
func LineOf(games []data.Game, sessions []data.Session) (l Line) {
	totals := []float64{0}
	for _, g := range games {
		l.Score = l.Score.Plus(g.Tally())
		totals = append(totals, float64(l.Score.Score()))
	}
	low, high := slices.Min(totals), max(4, slices.Max(totals))
	x := func(n int) float64 { return lineLeft + (lineRight-lineLeft)*float64(n)/float64(max(len(games), 10)) }
	y := func(v float64) float64 { return lineBottom - (lineBottom-lineTop)*(v-low)/(high-low) }

	var path strings.Builder
	const points = 400
	for n := 0; n <= len(games); n += max(1, len(games)/points) {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(n, 1)], x(n), y(totals[n]))
	}
	l.X, l.Y = x(len(games)), y(totals[len(games)])
	fmt.Fprintf(&path, "L%.1f %.1f", l.X, l.Y)
	l.Path = path.String()

	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	for (high-low)/step < 2 {
		step /= 2
	}
	for (high-low)/step > 4 {
		step *= 2
	}
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		l.Grid = append(l.Grid, LineMark{At: y(v), Label: strings.ReplaceAll(fmt.Sprint(int64(v)), "-", "−")})
	}

	played, trained := 0, int64(0)
	for i, s := range sessions {
		for played < len(games) && games[played].Played.Before(s.Started) {
			played++
		}
		if n := len(l.Marks); n > 0 && l.Marks[n-1].At == x(played) {
			l.Marks = l.Marks[:n-1]
		} else {
			trained = 0
		}
		if trained += s.Games; trained > 0 {
			l.Marks = append(l.Marks, LineMark{At: x(played), Left: x(played) > (lineLeft+lineRight)/2})
			if i == len(sessions)-1 {
				l.Marks[len(l.Marks)-1].Label = "trained " + words.Plural(trained, "game")
			}
		}
	}
	return l
}
