package view

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/board"
	"menace/menace"
)

// Area is the share of a move in a box over the games, from the bottom of a drawing up to where the share of the next
// begins: the areas are painted one over another, the highest first.
type Area struct {
	Colour int // as [menace.Colour]
	Path   string
}

// historyHeight is the height of a drawing of areas, which is as wide as the curve.
const historyHeight = 56

// history draws what the box of a canonical position held at the checkpoints of a machine, and holds now.
func history(m *menace.Machine, curve []arena.Point, games int64, code board.Code) (areas []Area, ticks []Tick) {
	var columns []int // of the moves of the box, in the order of all beads
	nth := 0
	for bead := range m.Beads() {
		if bead.Code == code {
			columns = append(columns, nth)
			areas = append(areas, Area{Colour: menace.Colour(bead.Move)})
		}
		nth++
	}
	if games < 2 {
		return nil, nil
	}
	paths := make([]strings.Builder, len(areas))
	draw := func(x float64, counts []int64) {
		total, sum := int64(0), int64(0)
		for _, c := range columns {
			total += counts[c]
		}
		for i, c := range columns {
			sum += counts[c]
			fmt.Fprintf(&paths[i], "L%.0f %.0f", x, historyHeight*(1-float64(sum)/float64(max(total, 1))))
		}
	}
	const near = 1.5 // what stands nearer to the one before is not seen
	last := -near
	for _, p := range curve {
		if x := axis(games).at(p.Games); x >= last+near && len(p.Counts) == nth && p.Games > 0 {
			draw(x, p.Counts)
			last = x
		}
	}
	draw(curveWidth, m.Counts())
	for i := range areas {
		areas[i].Path = fmt.Sprintf("M0 %d%sV%dZ", historyHeight, paths[i].String(), historyHeight)
	}
	slices.Reverse(areas)
	return areas, axis(games).ticks()
}
