package gametree

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Attractors is the JSON form of a position's retrograde analysis.
type Attractors struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Winner   string `json:"winner"` // who can force a win from the position, or ""
	minimax.Attractors
	Members []Members `json:"members,omitempty"` // nil if the graph is large
	Seconds float64   `json:"seconds"`

	players [2]string // the player to move at the start, and the other one
}

// Members lists the positions of one layer with the same winner and the same player to move.
type Members struct {
	Plies     int      `json:"plies"`
	Winner    string   `json:"winner"`
	ToMove    string   `json:"to_move"`
	Positions []string `json:"positions"`
}

// mostMembers limits the graphs whose positions are listed.
const mostMembers = 40

func (t problem[P, M]) Attractors(ctx context.Context) (a Attractors, err error) {
	a = Attractors{Game: t.game, Position: t.Position()}
	if err := t.withoutChance("attractors"); err != nil {
		return a, err
	}
	a.players = [2]string{t.player(!t.minAtRoot()), t.player(t.minAtRoot())}
	name := map[int]string{1: a.players[0], -1: a.players[1]}
	listed := 0
	a.Attractors, err = minimax.Attract(ctx, t.rules, t.start, func(d minimax.Decided[P]) {
		if listed++; listed > mostMembers {
			a.Members = nil
			return
		}
		m := Members{d.Plies, name[d.Winner], name[d.Mover], nil}
		i := slices.IndexFunc(a.Members, func(o Members) bool {
			return o.Plies == m.Plies && o.Winner == m.Winner && o.ToMove == m.ToMove
		})
		if i < 0 {
			i, a.Members = len(a.Members), append(a.Members, m)
		}
		a.Members[i].Positions = append(a.Members[i].Positions, t.rules.Format(d.At))
	})
	slices.SortStableFunc(a.Members, func(m, o Members) int {
		return cmp.Or(m.Plies-o.Plies, slices.Index(a.players[:], m.Winner)-slices.Index(a.players[:], o.Winner))
	})
	a.Winner, a.Seconds = name[a.Attractors.Winner], a.Elapsed.Seconds()
	return a, err
}

// Tables returns a table of the layers and, if the graph is small, one of their positions.
func (a Attractors) Tables() []tables.Text { return a.TablesIn(language.English) }

// TablesIn is Tables with the names of winners in a language.
func (a Attractors) TablesIn(l *language.Language) []tables.Text {
	var layers, members [][]string
	for plies, layer := range a.Layers {
		layers = append(layers, words.Counts(int64(plies), int64(layer.Mover), int64(layer.Other)))
	}
	headings := []string{"layer"}
	for _, player := range a.players {
		headings = append(headings, l.Text("{player} wins", "player", player))
	}
	all := []tables.Text{{Headings: headings, Lines: layers}}
	for _, m := range a.Members {
		members = append(members, []string{strconv.Itoa(m.Plies), m.Winner, m.ToMove, strings.Join(m.Positions, " ")})
	}
	if members != nil {
		headings := []string{"layer", "wins", "to move", "positions"}
		all = append(all, tables.Text{Right: 4, Headings: headings, Lines: members})
	}
	return all
}

// Summary describes the graph and the winner.
func (a Attractors) Summary() string { return a.SummaryIn(language.English) }

// SummaryIn is Summary in a language.
func (a Attractors) SummaryIn(l *language.Language) string {
	text := l.Text("{positions} and {moves} between them; from {free} nobody can force a win.",
		"positions", l.Text("{n} positions", "n", a.Positions), "moves", l.Text("{n} moves", "n", a.Moves),
		"free", int64(a.Free)) + " "
	if a.Winner == "" {
		return text + l.Text("The start is one of them.")
	}
	return text + l.Text("The start is in layer {layer}: {player} wins in {n} plies.", "layer", a.Plies,
		"player", a.Winner, "n", a.Plies)
}
