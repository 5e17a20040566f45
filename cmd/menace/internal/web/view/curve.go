package view

import (
	"fmt"
	"math"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/words"
)

// Curve is a learning curve as lines in a drawing of curveWidth by curveHeight.
type Curve struct {
	Random, Perfect string // wins against the one, losses to the other: points of a polyline
	Ticks           []Tick // of the games
}

// Tick is a mark on the axis of games, with the place where it stands.
type Tick struct {
	At    string
	Label string
}

const curveWidth, curveHeight = 300.0, 84.0

// CurveOf draws a learning curve: games on a logarithmic axis, from 1 on.
func CurveOf(curve []arena.Point) (g Curve) {
	if len(curve) < 2 {
		return g
	}
	to := axis(curve[len(curve)-1].Games)
	var random, perfect strings.Builder
	for _, p := range curve {
		if p.Games > 0 {
			fmt.Fprintf(&random, "%.1f,%.1f ", to.at(p.Games), curveHeight*(1-p.Random.Win))
			fmt.Fprintf(&perfect, "%.1f,%.1f ", to.at(p.Games), curveHeight*(1-p.Perfect.Loss))
		}
	}
	g.Random, g.Perfect = random.String(), perfect.String()
	g.Ticks = to.ticks()
	return g
}

// axis is a logarithmic axis of games, from 1 to this many.
type axis int64

// at returns where a number of games stands.
func (a axis) at(games int64) float64 {
	return curveWidth * math.Log10(float64(max(games, 1))) / math.Log10(float64(max(a, 10)))
}

// ticks returns the marks of the decades, labelled while they are few, and of the end.
func (a axis) ticks() (all []Tick) {
	const room = 38 // of a label
	end := max(int64(a), 10)
	each := 1
	if end >= 100_000_000 {
		each = 3
	}
	mark := func(games int64, label string) { all = append(all, Tick{fmt.Sprintf("%.1f", a.at(games)), label}) }
	for decade, games := 0, int64(1); games <= end; decade, games = decade+1, 10*games {
		label := []string{"1", "10", "100"}[decade%3] + []string{"", "k", "M", "G", "T", "P", "E"}[decade/3]
		if decade%each != 0 || games < end && a.at(end)-a.at(games) < room {
			label = ""
		}
		if mark(games, label); games == end {
			return all
		}
	}
	mark(end, words.Short(end))
	return all
}
