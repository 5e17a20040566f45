package games

import (
	"menace/board"
	"menace/symmetry"
)

// Game returns "tic-tac-toe".
func (TicTacToe) Game() string { return "tic-tac-toe" }

// Players returns "X" and "O".
func (TicTacToe) Players() [2]string { return [2]string{"X", "O"} }

// HowToPlay returns the rules for people.
func (TicTacToe) HowToPlay() string {
	return "X begins, and the two of you take turns to mark an empty square. " +
		"Three of your marks in a row win: across, down or from corner to corner. " +
		"When all nine squares are full and nobody has three in a row, it is a draw."
}

// Start returns the empty board.
func (TicTacToe) Start() Marks { return Marks{} }

// Forced reports whether one square is left: Michie made no boxes for that move.
func (TicTacToe) Forced(p Marks) bool { return p.Board.Empty().Count() == 1 }

// Symmetries returns all eight.
func (TicTacToe) Symmetries() []symmetry.Transform { return symmetry.All }

// Code returns the code of the board.
func (TicTacToe) Code(p Marks) board.Code { return p.Board.Code() }

// FromCode returns the position with a code.
func (g TicTacToe) FromCode(c board.Code) Marks { return g.At(c.Board()) }

// Number returns the move that takes the square.
func (TicTacToe) Number(s board.Square) symmetry.Move { return symmetry.Place(s) }

// Blocks returns the squares that win, or else those that stop the other player from winning, or else all.
func (TicTacToe) Blocks(p Marks) (squares []board.Square) {
	blocks := p.Board.Empty()
	for _, mark := range []board.Mark{p.Board.Turn(), p.Board.Turn().Other()} {
		if wins := p.Board.Winning(mark); wins != 0 {
			blocks = wins
			break
		}
	}
	for s := range blocks.All() {
		squares = append(squares, s)
	}
	return squares
}
