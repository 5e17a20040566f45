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
	Game     string `json:"game"`
	Position string `json:"position"`
	Winner   string `json:"winner"` // or ""
	minimax.Attractors
	Seconds  float64  `json:"seconds"`
	Searches []Report `json:"searches"` // to compare

	players [2]string // the one to move at the start, and the other
}

func (t problem[P, M]) Attractors(ctx context.Context) (Attractors, error) {
	found, err := minimax.Attract(ctx, t.rules, t.start)
	a := Attractors{Game: t.game, Position: t.Position(), Attractors: found, Seconds: found.Elapsed.Seconds()}
	a.players = [2]string{t.player(!t.minAtRoot()), t.player(t.minAtRoot())}
	switch found.Winner {
	case 1:
		a.Winner = a.players[0]
	case -1:
		a.Winner = a.players[1]
	}
	return a, err
}

// Table returns a row for each layer.
func (a Attractors) Table() report.Table {
	var lines [][]string
	for plies, layer := range a.Layers {
		lines = append(lines, words.Counts(int64(plies), int64(layer.Mover), int64(layer.Other)))
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
	n, finished := int64(a.Positions), int64(a.Finished)
	attractor := Report{Algorithm: "attractor", Text: "no win", Seconds: a.Seconds,
		Stats: minimax.Stats{Nodes: n, Leaves: finished, TableEntries: n}}
	if a.Winner != "" {
		attractor.Text = a.Winner + " wins"
	}
	return CompareTable(append([]Report{attractor}, a.Searches...), limited)
}
