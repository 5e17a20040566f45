package match

import (
	"slices"

	"menace/menace"
	"menace/symmetry"
)

// Reason is the reason for a move of the machine.
type Reason int

const (
	Bead    Reason = iota // the machine drew a bead
	Forced                // only one move was possible; no box was needed
	Emptied               // the machine drew a bead, but other games have emptied the box since
	NoBead                // the machine resigned, usually because its box is empty
)

// Turn is a turn of the machine.
type Turn struct {
	Manner    symmetry.Manner   // of Move
	Position  symmetry.Position // before the move
	Move      symmetry.Move     // or symmetry.Resign
	Name      string            // of Move: see [symmetry.Graph.MoveName]
	Reason    Reason
	Beads     int64 // beads for Move in the box at that time, if one was drawn
	Total     int64 // all beads in the box at that time
	Restocked bool  // the box was empty and was restocked first

	orbit symmetry.Orbit
	drawn int // the bead: index of a move of the orbit
}

// Move makes a move for the machine, whose turn it must be, and returns it.
func (g *Game) Move() Turn {
	orbit, to := g.graph.Find(g.position)
	draws := len(g.machine.Drawn())
	next := g.machine.Move(orbit, &g.random)

	box, _ := g.machine.Box(orbit)
	t := Turn{Manner: g.graph.Manner(), Position: g.position, Total: box.Total(), orbit: orbit}
	switch drawn := g.machine.Drawn(); {
	case len(drawn) > draws:
		t.drawn, t.Restocked = int(drawn[draws].Move), drawn[draws].Restocked
		t.Move = to.Inverse().Move(g.graph.Moves(orbit)[t.drawn])
		t.Beads = box.Beads(t.drawn)
	case next == symmetry.None:
		t.Reason = NoBead
	default:
		t.Move, t.Reason = g.moveTo(next), Forced
	}
	g.apply(t)
	return t
}

// repeat replays a move that the machine made in an earlier run of this game, as if it drew the bead again.
func (g *Game) repeat(m symmetry.Move) {
	orbit, to := g.graph.Find(g.position)
	t := Turn{Manner: g.graph.Manner(), Position: g.position, Move: m, Reason: Forced, orbit: orbit}
	if box, ok := g.machine.Box(orbit); ok {
		t.Reason, t.drawn = Emptied, slices.Index(g.graph.Moves(orbit), to.Move(m))
		t.Restocked = box.Total() == 0 && g.machine.Rules().OnEmpty == menace.Restock
		if box.Total() > 0 || t.Restocked {
			draw := menace.Draw{Orbit: orbit, Move: uint8(t.drawn), Restocked: t.Restocked}
			g.machine.Recall(append(slices.Clone(g.machine.Drawn()), draw))
			box, _ = g.machine.Box(orbit)
			t.Reason, t.Beads, t.Total = Bead, box.Beads(t.drawn), box.Total()
		}
	}
	g.apply(t)
}

func (g *Game) apply(t Turn) {
	if t.Move != symmetry.Resign {
		t.Name = g.graph.MoveName(t.Position, t.Move)
	}
	g.turns = append(g.turns, t)
	if t.Move == symmetry.Resign {
		g.resigned = g.side
		return
	}
	g.advance(t.Move)
}

// Lesson is the change in a box that lent a bead.
type Lesson struct {
	Turn             // with Beads and Total just before learning
	BeadsAfter int64 // beads for Move
	TotalAfter int64 // all beads in the box
}
