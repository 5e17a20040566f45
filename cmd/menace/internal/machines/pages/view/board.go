package view

import (
	"fmt"
	"slices"
	"strings"

	"menace/board"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// Button is a square of the board. Pressing it makes a move, picks up a pawn, or puts it down again.
type Button struct {
	Number int
	Move   string // the move that it makes, or ""
	From   string // the square of the pawn that it picks up, or "" to put down the one that is picked up
	Class  string
	Shows  string // the piece in words
	Can    string // what the pawn that is picked up can do here, or ""
	Text   string // the name of the move, if it has one
	Worth  string // the value of its best move in perfect play, if a hint was requested
	Pawn   bool   // a pawn that can be picked up
	Picked bool   // the pawn is picked up
	Bead   *Bead  // the bead that the machine drew for the piece here, or nil
}

// Bead is a bead with its colour and label.
type Bead struct {
	Colour int // from [menace.Colour]
	Label  string
}

// beadsOn returns the beads that the machine drew for its pieces, by their squares.
func beadsOn(g *match.Game) map[board.Square]*Bead {
	if m := g.Graph().Manner(); m == symmetry.Takes || m == symmetry.Chooses {
		return nil // its move leaves nothing on the board
	}
	beads, turns := map[board.Square]*Bead{}, g.Turns()
	for i, m := range g.Moves() {
		delete(beads, m.To()) // the piece was captured, or another one is on the square now
		if m.From() != board.None {
			delete(beads, m.From())
		}
		if symmetry.Turn(i) == g.Side() && len(turns) > 0 {
			if turns[0].Reason == match.Bead {
				beads[m.To()] = &Bead{menace.Colour(turns[0].Move), MoveLabel(turns[0].Move)}
			}
			turns = turns[1:]
		}
	}
	return beads
}

// pickedUp returns the square with this number if the pawn there can move, and otherwise board.None.
func pickedUp(moves []symmetry.Move, number string) board.Square {
	for _, m := range moves {
		if from := m.From(); from != board.None && fmt.Sprint(from.Number()) == number {
			return from
		}
	}
	return board.None
}

// buttons returns the squares of the board for a viewer who can make these moves. picked is the square of the pawn that
// is picked up, or board.None.
func buttons(in sentences.In, g *match.Game, moves []symmetry.Move, picked board.Square,
	hint *agents.Hint) (all []Button) {
	manner := g.Graph().Manner()
	pawns, takes, won := manner == symmetry.Steps, manner == symmetry.Takes, winningSquares(g)
	played, beads := g.Moves(), beadsOn(g)
	for i, at := range g.Graph().Scene(g.Position()).Cells {
		s := board.Square(i)
		b := Button{Number: s.Number(), Shows: in.Text("empty"), Bead: beads[s]}
		switch {
		case at.Owner != "":
			b.Shows = in.Player(g.Graph(), at.Owner)
		case at.Piece == symmetry.Cross:
			b.Shows = in.Text("a cross")
		}
		starts := only(moves, func(m symmetry.Move) bool { return pawns && m.From() == s })
		ends := only(moves, func(m symmetry.Move) bool { return m.From() == picked && m.To() == s })
		b.Worth = worth(in, slices.Concat(starts, ends), hint)
		b.Pawn = len(starts) > 0
		b.Picked = b.Pawn && s == picked
		if b.Pawn && !b.Picked {
			b.From = fmt.Sprint(b.Number)
		}
		if len(ends) > 0 {
			b.Move = ends[0].String()
		}
		if takes {
			b.take(in, i, g, moves, hint)
		}
		switch {
		case !pawns || b.Move == "":
		case at.Piece == symmetry.NoPiece:
			b.Can = in.Text("your pawn on {square} can go here", "square", picked.Number())
		default:
			b.Can = in.Text("your pawn on {square} can take here", "square", picked.Number())
		}
		b.Class = square(at, "")
		if b.Can != "" {
			b.Class += " lit"
		}
		if manner == symmetry.Chooses && len(moves) > i {
			b.Shows, b.Text = in.Text("move"), g.Graph().MoveName(g.Position(), moves[i])
		}
		if won[i] {
			b.Class += " won"
		}
		if !takes && manner != symmetry.Chooses && len(played) > 0 && played[len(played)-1].To() == s {
			b.Class += " last"
		}
		b.Class = strings.TrimSpace(b.Class)
		all = append(all, b)
	}
	return all
}

// take makes the button take away this thing and all that follow.
func (b *Button) take(in sentences.In, cell int, g *match.Game, moves []symmetry.Move, hint *agents.Hint) {
	b.Move, b.Worth, b.Shows = "", "", in.Text("gone")
	n := g.Graph().Things(g.Position()) - cell
	if b.Number = max(n, 0); n <= 0 {
		return
	}
	b.Shows = in.Text("a stick")
	if m := symmetry.Move(n); slices.Contains(moves, m) {
		b.Move, b.Worth, b.Shows = m.String(), worth(in, []symmetry.Move{m}, hint), in.Text("take {n}", "n", n)
	}
}

// only returns the moves that satisfy a condition.
func only(moves []symmetry.Move, holds func(symmetry.Move) bool) (some []symmetry.Move) {
	for _, m := range moves {
		if holds(m) {
			some = append(some, m)
		}
	}
	return some
}

// worth returns the value, in perfect play, of the best of these moves, or "" without moves or a hint.
func worth(in sentences.In, moves []symmetry.Move, hint *agents.Hint) string {
	if hint == nil || len(moves) == 0 {
		return ""
	}
	best := -1
	for _, m := range moves {
		best = max(best, hint.Worth[m])
	}
	return [...]string{in.Text("loses"), in.Text("draws"), in.Text("wins")}[1+best]
}

// winningSquares returns the cells that won a game: lines of three or, if pieces move, the last move.
func winningSquares(g *match.Game) map[int]bool {
	squares, played := map[int]bool{}, g.Moves()
	if !g.Over() || g.Resigned() != "" || g.Outcome() == symmetry.Drawn || len(played) == 0 {
		return squares
	}
	if last := played[len(played)-1]; g.Graph().Manner() == symmetry.Steps {
		return map[int]bool{int(last.From()): true, int(last.To()): true}
	}
	for i, cell := range g.Graph().Scene(g.Position()).Cells {
		squares[i] = cell.Won
	}
	return squares
}
