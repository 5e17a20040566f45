package match

import (
	"menace/board"
	"menace/symmetry"
)

// Reason says how the machine came to its move.
type Reason int

// The reasons.
const (
	Bead      Reason = iota // it drew a bead
	LastOne                 // only one square was left, for which there is no box
	AnySquare               // its box is empty and its rules are to take any square
	NoBead                  // its box is empty and its rules are to resign
)

// Turn is what the machine did at one of its turns.
type Turn struct {
	Board     board.Board  // the position that it saw
	Square    board.Square // that it took; board.None if it resigned
	Reason    Reason
	Beads     int64 // for Square in the box of Board, when it drew one of them
	Total     int64 // in the box, then
	Restocked bool  // the box was empty, and was filled afresh first

	orbit symmetry.Orbit
	drawn board.Square // the colour of the bead: a square of the orbit's canonical position
}

// Move lets the machine move, whose turn it must be, and returns what it did.
func (g *Game) Move() Turn {
	orbit, to := symmetry.Find(g.board)
	before, hasBox := g.machine.Box(orbit)
	draws := len(g.machine.Drawn())
	next := g.machine.Move(orbit, g.random)

	t := Turn{Board: g.board, orbit: orbit}
	switch drawn := g.machine.Drawn(); {
	case len(drawn) > draws:
		t.drawn = drawn[draws].Square
		t.Square = to.Inverse().Square(t.drawn)
		box, _ := g.machine.Box(orbit)
		t.Beads, t.Total = box.Beads(t.drawn), box.Total()
		t.Restocked = before.Total() == 0
	case next == symmetry.None:
		t.Square, t.Reason = board.None, NoBead
	case hasBox:
		t.Square, t.Reason = squareTo(g.board, next), AnySquare
	default:
		t.Square, t.Reason = squareTo(g.board, next), LastOne
	}
	g.apply(t)
	return t
}

func (g *Game) apply(t Turn) {
	g.turns = append(g.turns, t)
	if t.Square == board.None {
		g.resigned = g.mark
		return
	}
	g.take(t.Square)
}

// Lesson is what became of a box from which a bead was drawn.
type Lesson struct {
	Turn             // with the beads before
	BeadsAfter int64 // for Square
	TotalAfter int64 // in the box
}

// lessons compares the boxes from which beads were drawn with what they now hold.
func (g *Game) lessons() []Lesson {
	var lessons []Lesson
	for _, t := range g.turns {
		if t.Reason == Bead {
			box, _ := g.machine.Box(t.orbit)
			lessons = append(lessons, Lesson{t, box.Beads(t.drawn), box.Total()})
		}
	}
	return lessons
}
