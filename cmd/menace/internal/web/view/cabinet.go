package view

import (
	"fmt"
	"html/template"

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

// Little is a box in the cabinet. Its JSON is what can change while the page is open.
type Little struct {
	Code     board.Code    `json:"-"`
	Position string        `json:"-"`
	Class    string        `json:"class"` // CSS classes: used in the game, drawn last, empty
	Squares  template.HTML `json:"squares"`
	Title    string        `json:"title"`
}

// CabinetOf describes all boxes of a machine, and marks those used in a game.
func CabinetOf(m *menace.Machine, g *match.Game) (c Cabinet) {
	marks := marked(g)
	for _, moves := range m.Buckets() {
		bucket := Bucket{Moves: moves}
		for _, o := range m.Bucket(moves) {
			b := BoxOf(m, m.Graph().Code(o))
			l := Little{
				Code: b.Code, Position: b.Position, Class: "board" + marks[b.Code], Squares: b.Squares,
				Title: fmt.Sprintf("Box %d, %s, %s", b.Number, b.Position, words.Beads(b.Total)),
			}
			if b.Total == 0 {
				l.Class += " empty"
			}
			bucket.Boxes = append(bucket.Boxes, l)
		}
		c.Buckets = append(c.Buckets, bucket)
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

// Found is a requested box with its history.
type Found struct {
	Box
	Turn    string // how to turn the position so that it matches the box, or ""
	History []Area
	Ticks   []Tick
}

// Open returns the box of a position of a machine, which must have one, with its history.
func Open(m *menace.Machine, position board.Code, curve []arena.Point, games int64) *Found {
	orbit, turned := m.Graph().Find(position)
	f := &Found{Box: BoxOf(m, m.Graph().Code(orbit))}
	f.History, f.Ticks = history(m, curve, games, f.Code)
	if position != f.Code {
		f.Turn = words.Sentence(words.Turned(turned)) + ", and it lies as the box does."
	}
	return f
}
