package view

import (
	"fmt"
	"math"
	"strings"

	"menace/arena"
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

// ticks returns the marks of the decades.
func (a axis) ticks() (all []Tick) {
	for decade, games := 0, int64(1); games <= max(int64(a), 10); decade, games = decade+1, 10*games {
		label := map[int]string{0: "1", 3: "1k", 6: "1M", 9: "1G"}[decade]
		all = append(all, Tick{fmt.Sprintf("%.1f", a.at(games)), label})
	}
	return all
}
