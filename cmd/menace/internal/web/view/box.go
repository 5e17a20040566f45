package view

import (
	"fmt"
	"html/template"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

// Box is a matchbox as it is shown.
type Box struct {
	Code     board.Code // of the canonical position
	Moves    int
	Position string        // as it lies
	Squares  template.HTML // of a little board, shaded by the chances of the moves that lead there
	Total    int64
	Colours  []Colour
}

// Colour is the beads of one move, as the position lies.
type Colour struct {
	menace.Held
	Colour int  // as [menace.Colour]
	Drawn  bool // one of them was drawn last
}

// Share writes the chance as a percentage.
func (c Colour) Share() string { return words.Percent(c.Chance) }

// Width returns the chance as the width of a bar of 100.
func (c Colour) Width() string { return fmt.Sprintf("%.1f", 100*c.Chance) }

// BoxOf returns the box of a position as it lies.
func BoxOf(m *menace.Machine, position board.Code) Box {
	graph := m.Graph()
	orbit, _ := graph.Find(position)
	b := Box{
		Code: graph.Code(orbit), Moves: graph.Played(orbit), Position: graph.Format(position),
		Colours: colours(m, position),
	}
	for _, c := range b.Colours {
		b.Total += c.Beads
	}
	b.Squares = squares(graph, position, chances(b.Colours))
	return b
}

// OpenedAt returns the box that a machine opened at a turn, with the bead that it drew.
func OpenedAt(m *menace.Machine, t match.Turn) Box {
	b := BoxOf(m, t.Position)
	for i := range b.Colours {
		b.Colours[i].Drawn = t.Reason == match.Bead && b.Colours[i].Move == t.Move
	}
	return b
}

// colours returns what the box of a position holds.
func colours(m *menace.Machine, position board.Code) (all []Colour) {
	for _, held := range m.Held(position) {
		all = append(all, Colour{held, menace.Colour(held.Move), false})
	}
	return all
}

// chances returns how likely the next move goes to each square.
func chances(colours []Colour) (to [board.Squares]float64) {
	for _, c := range colours {
		to[c.Move.To()] += c.Chance
	}
	return to
}
