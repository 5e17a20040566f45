package view

import (
	"fmt"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

// Cabinet holds all boxes of a machine.
type Cabinet struct {
	Buckets []Bucket
	Few     bool // there are few enough boxes to show them large
}

// Bucket holds the boxes after a number of moves.
type Bucket struct {
	Moves int
	Boxes []Little
}

// Little is a box in the cabinet.
type Little struct {
	Box
	Number int
	Class  string // CSS classes: used in the game, drawn last, empty
}

// CabinetOf describes all boxes of a machine, and marks those used in a game.
func CabinetOf(m *menace.Machine, g *match.Game) (c Cabinet) {
	marks := marked(g)
	for _, moves := range m.Buckets() {
		b := Bucket{Moves: moves}
		for _, o := range m.Bucket(moves) {
			l := Little{BoxOf(m, m.Graph().Code(o)), m.Number(o), marks[m.Graph().Code(o)]}
			if l.Total == 0 {
				l.Class += " empty"
			}
			b.Boxes = append(b.Boxes, l)
		}
		c.Buckets = append(c.Buckets, b)
	}
	const few = 40
	c.Few = m.Boxes() <= few
	return c
}

// marked returns the marks of the boxes used in a game, by code.
func marked(g *match.Game) map[board.Code]string {
	marks := map[board.Code]string{}
	if g == nil {
		return marks
	}
	for _, turn := range g.Turns() {
		orbit, _ := g.Graph().Find(turn.Position)
		code := g.Graph().Code(orbit)
		for other := range marks {
			marks[other] = " used"
		}
		if marks[code] = " used"; turn.Reason == match.Bead {
			marks[code] = " used drawn"
		}
	}
	return marks
}

// Title describes a box in one line.
func (l Little) Title() string {
	return fmt.Sprintf("Box %d, %s, %s", l.Number, l.Position, words.Beads(l.Total))
}

// Found is a requested box with its history.
type Found struct {
	Little
	Turn    string // how to turn the position so that it matches the box, or ""
	History []Area
	Ticks   []Tick
}

// Find returns the box of a position of a machine with its history, or nil if the cabinet has none.
func (c Cabinet) Find(m *menace.Machine, position board.Code, curve []arena.Point, games int64) *Found {
	orbit, turned := m.Graph().Find(position)
	code := m.Graph().Code(orbit)
	for _, bucket := range c.Buckets {
		for _, l := range bucket.Boxes {
			if l.Code == code {
				f := &Found{Little: l}
				f.History, f.Ticks = history(m, curve, games, code)
				if position != code {
					f.Turn = words.Sentence(words.Turned(turned)) + ", and it lies as the box does."
				}
				return f
			}
		}
	}
	return nil
}
