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
	Bead    Reason = iota // it drew a bead
	Forced                // only one move was left, which needs no box
	AnyMove               // its box is empty, and its rules say to make any move
	NoBead                // its box is empty, and its rules say to resign
)

// Turn is what the machine did at one of its turns.
type Turn struct {
	Position  board.Code    // before the move
	Move      symmetry.Move // or symmetry.Resign
	Reason    Reason
	Beads     int64 // for Move in the box of Position, if it drew one of them
	Total     int64 // in the box, then
	Restocked bool  // the box was empty and was filled afresh first

	orbit symmetry.Orbit
	drawn int // the colour of the bead: a move of the orbit
}

// Move lets the machine move, whose turn it must be, and returns what it did.
func (g *Game) Move() Turn {
	orbit, to := g.graph.Find(g.position)
	draws := len(g.machine.Drawn())
	next := g.machine.Move(orbit, &g.random)

	t := Turn{Position: g.position, orbit: orbit}
	box, hasBox := g.machine.Box(orbit)
	switch drawn := g.machine.Drawn(); {
	case len(drawn) > draws:
		t.drawn, t.Restocked = int(drawn[draws].Move), drawn[draws].Restocked
		t.Move = to.Inverse().Move(g.graph.Moves(orbit)[t.drawn])
		t.Beads, t.Total = box.Beads(t.drawn), box.Total()
	case next == symmetry.None:
		t.Reason = NoBead
	case hasBox:
		t.Move, t.Reason = g.moveTo(next), AnyMove
	default:
		t.Move, t.Reason = g.moveTo(next), Forced
	}
	g.apply(t)
	return t
}

func (g *Game) apply(t Turn) {
	g.turns = append(g.turns, t)
	if t.Move == symmetry.Resign {
		g.resigned = g.side
		return
	}
	g.take(t.Move)
}

// Lesson is what became of a box from which a bead was drawn.
type Lesson struct {
	Turn             // with Beads and Total just before the machine learned
	BeadsAfter int64 // for Move
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
