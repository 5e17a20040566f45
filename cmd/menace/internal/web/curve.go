package web

import (
	"fmt"
	"math"
	"strings"

	"menace/arena"
)

// graph is a learning curve as lines in a drawing of graphWidth by graphHeight.
type graph struct {
	Random, Perfect string // wins against the one, losses to the other: points of a polyline
	Ticks           []tick // of the games
}

// tick is a mark on the axis of games, with the place where it stands.
type tick struct {
	At    string
	Label string
}

const graphWidth, graphHeight = 300.0, 84.0

// graphOf draws a curve: games on a logarithmic axis, from 1 on.
func graphOf(curve []arena.Point) (g graph) {
	if len(curve) < 2 {
		return g
	}
	last := math.Log10(float64(max(curve[len(curve)-1].Games, 10)))
	x := func(games float64) float64 { return graphWidth * math.Log10(games) / last }
	var random, perfect strings.Builder
	for _, p := range curve {
		if p.Games > 0 {
			fmt.Fprintf(&random, "%.1f,%.1f ", x(float64(p.Games)), graphHeight*(1-p.Random.Win))
			fmt.Fprintf(&perfect, "%.1f,%.1f ", x(float64(p.Games)), graphHeight*(1-p.Perfect.Loss))
		}
	}
	g.Random, g.Perfect = random.String(), perfect.String()
	for decade := 0; float64(decade) <= last; decade++ {
		label := map[int]string{0: "1", 3: "1k", 6: "1M", 9: "1G"}[decade]
		g.Ticks = append(g.Ticks, tick{fmt.Sprintf("%.1f", x(math.Pow10(decade))), label})
	}
	return g
}
