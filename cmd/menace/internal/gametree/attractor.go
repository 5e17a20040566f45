package gametree

import (
	"context"
	"fmt"

	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Attractors is the retrograde analysis of a position as JSON.
type Attractors struct {
	Game      string   `json:"game"`
	Position  string   `json:"position"`
	Positions int      `json:"positions"` // of the graph, which are visited once
	Moves     int      `json:"moves"`
	Finished  int      `json:"finished"`
	Free      int      `json:"free"` // positions from which nobody can force a win
	Layers    []Layer  `json:"layers"`
	Winner    string   `json:"winner"` // or ""
	Plies     int      `json:"plies"`  // until the winner wins
	Seconds   float64  `json:"seconds"`
	Searches  []Report `json:"searches"` // to compare

	value   string
	players Players
}

// Layer counts the positions from which each player wins in a number of plies, against the longest defence.
type Layer struct {
	Plies int `json:"plies"`
	Max   int `json:"max"`
	Min   int `json:"min"`
}

func (t problem[P, M]) Attractors(ctx context.Context) (Attractors, error) {
	found, err := minimax.Attract(ctx, t.rules, t.start)
	a := Attractors{
		Game: t.game, Position: t.Position(), Positions: found.Positions, Moves: found.Moves, Finished: found.Finished,
		Free: found.Free, Plies: found.Plies, Seconds: found.Elapsed.Seconds(), value: "no win", players: t.Players,
	}
	for plies, layer := range found.Layers {
		if t.minAtRoot() {
			layer.Mover, layer.Other = layer.Other, layer.Mover
		}
		a.Layers = append(a.Layers, Layer{plies, layer.Mover, layer.Other})
	}
	if found.Winner != 0 {
		a.Winner = t.player((found.Winner > 0) != t.minAtRoot())
		a.value = a.Winner + " wins"
	}
	return a, err
}

// Table returns a row for each layer.
func (a Attractors) Table() report.Table {
	var lines [][]string
	for _, layer := range a.Layers {
		lines = append(lines, words.Counts(int64(layer.Plies), int64(layer.Max), int64(layer.Min)))
	}
	return report.Texts(0, []string{"layer", a.players[0] + " wins", a.players[1] + " wins"}, lines)
}

// Summary describes the graph, and who wins.
func (a Attractors) Summary() string {
	text := fmt.Sprintf("%s and %s between them; from %s nobody can force a win. ",
		words.Plural(a.Positions, "position"), words.Plural(a.Moves, "move"), words.Count(a.Free))
	if a.Winner == "" {
		return text + "The start is one of them."
	}
	return text + fmt.Sprintf("The start is in layer %d: %s wins in %s.", a.Plies, a.Winner, words.Plural(a.Plies, "ply"))
}

// Compared returns a row for the attractors and one for each search.
func (a Attractors) Compared(limited bool) report.Table {
	attractor := Report{Algorithm: "attractor", Text: a.value, Nodes: int64(a.Positions), Leaves: int64(a.Finished),
		TableEntries: int64(a.Positions), Seconds: a.Seconds}
	return CompareTable(append([]Report{attractor}, a.Searches...), limited)
}
