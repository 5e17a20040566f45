package games

import (
	"menace/board"
	"menace/symmetry"
)

// Game returns "hexapawn".
func (Hexapawn) Game() string { return "hexapawn" }

// Players returns "White" and "Black".
func (Hexapawn) Players() [2]string { return [2]string{"White", "Black"} }

// HowToPlay returns the rules for people.
func (Hexapawn) HowToPlay() string {
	return "White begins, and the two of you take turns to move a pawn of your own. " +
		"A pawn steps one square straight ahead if that square is empty, " +
		"or takes a pawn of the other colour one square ahead to the left or right. " +
		"Pawns never move back. " +
		"You win if a pawn of yours reaches the far row, if you take all pawns of the other side, " +
		"or if the other side is to move and cannot."
}

// Forced returns false: Gardner's machines have a box even for a single move.
func (Hexapawn) Forced(Pawns) bool { return false }

// Symmetries returns the identity and the mirror image.
func (Hexapawn) Symmetries() []symmetry.Transform {
	return []symmetry.Transform{symmetry.Identity, symmetry.FlipColumns}
}

// Code returns the code of the squares, with X for a white pawn and O for a black one.
func (Hexapawn) Code(p Pawns) board.Code { return board.Board{X: p.Sides[0], O: p.Sides[1]}.Code() }

// FromCode returns the position with a code. If it cannot arise in a game, White is to move.
func (Hexapawn) FromCode(c board.Code) Pawns {
	b := c.Board()
	p := Pawns{Sides: [2]board.Mask{b.X, b.O}}
	if pawnsToMove[c] == blackToMove {
		p.Turn = 1
	}
	return p
}

// Number returns the squares from and to as a number.
func (Hexapawn) Number(m PawnMove) symmetry.Move { return symmetry.Step(m.From, m.To) }

// toMove is the player to move in a position, if it can occur.
type toMove uint8

const (
	neverArises toMove = iota
	whiteToMove
	blackToMove
)

// pawnsToMove holds the player to move, by code, for all positions that can occur in a game, finished ones included.
var pawnsToMove = buildPawnsToMove()

func buildPawnsToMove() (turns [board.Codes]toMove) {
	var g Hexapawn
	var visit func(p Pawns)
	visit = func(p Pawns) {
		turns[g.Code(p)] = whiteToMove + toMove(p.Turn)
		if g.Finished(p) {
			return
		}
		for _, m := range g.Moves(p, nil) {
			visit(g.Apply(p, m))
		}
	}
	visit(g.Start())
	return turns
}
