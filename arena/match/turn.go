package match

import (
	"menace/board"
	"menace/menace"
	"menace/symmetry"
)

// Reason says how the machine came to its move.
type Reason int

// The reasons.
const (
	Bead      Reason = iota // it drew a bead
	LastOne                 // only one square was left, which needs no box
	AnySquare               // its box is empty, and its rules say to take any square
	NoBead                  // its box is empty, and its rules say to resign
)

// Turn is what the machine did at one of its turns.
type Turn struct {
	Board     board.Board  // before the move
	Square    board.Square // taken; board.None if it resigned
	Reason    Reason
	Beads     int64 // for Square in the box of Board, if it drew one of them
	Total     int64 // in the box, then
	Restocked bool  // the box was empty and was filled afresh first

	orbit symmetry.Orbit
	drawn board.Square // the colour of the bead: a square of the orbit's canonical position
}

// Move lets the machine move, whose turn it must be, and returns what it did.
func (g *Game) Move() Turn {
	orbit, to := symmetry.Find(g.board)
	draws := len(g.machine.Drawn())
	next := g.machine.Move(orbit, &g.random)

	t := Turn{Board: g.board, orbit: orbit}
	box, hasBox := g.machine.Box(orbit)
	switch drawn := g.machine.Drawn(); {
	case len(drawn) > draws:
		t.drawn, t.Restocked = drawn[draws].Square, drawn[draws].Restocked
		t.Square = to.Inverse().Square(t.drawn)
		t.Beads, t.Total = box.Beads(t.drawn), box.Total()
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
	Turn             // with Beads and Total just before the machine learned
	BeadsAfter int64 // for Square
	TotalAfter int64 // in the box
}

// lessons compares the boxes from which beads were drawn, before learning and after.
func lessons(turns []Turn, before, after *menace.Machine) []Lesson {
	var lessons []Lesson
	for _, t := range turns {
		if t.Reason != Bead {
			continue
		}
		was, _ := before.Box(t.orbit)
		is, _ := after.Box(t.orbit)
		t.Beads, t.Total = was.Beads(t.drawn), was.Total()
		lessons = append(lessons, Lesson{t, is.Beads(t.drawn), is.Total()})
	}
	return lessons
}
