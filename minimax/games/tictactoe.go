package games

import (
	"strconv"

	"menace/board"
	"menace/symmetry"
)

// TicTacToe implements tic-tac-toe: a win pays +1, a loss −1. The estimate is the classic one: the number of lines
// still open to the player to move minus those open to the other.
//
// N. J. Nilsson, Problem-solving methods in artificial intelligence, McGraw-Hill (1971).
//
// With custom weights, a line counts only if it has one or two marks, all of one player.
type TicTacToe struct {
	Weights [2]int // of lines with one mark and with two; zero means 1 and 1, the classic estimate
}

// Parse parses a position with [board.Parse].
func (TicTacToe) Parse(text string) (board.Board, error) { return board.Parse(text) }

// Format formats a position, such as X.O/.X./...
func (TicTacToe) Format(b board.Board) string { return b.String() }

// Mover names the player to move, X or O.
func (TicTacToe) Mover(b board.Board) string { return b.Turn().String() }

// Name formats a move: the number of the square.
func (TicTacToe) Name(s board.Square) string { return strconv.Itoa(s.Number()) }

// Moves appends the empty squares in order.
func (TicTacToe) Moves(b board.Board, moves []board.Square) []board.Square {
	for empty := b.Empty(); empty != 0; empty &= empty - 1 {
		moves = append(moves, empty.First())
	}
	return moves
}

// Apply marks a square.
func (TicTacToe) Apply(b board.Board, s board.Square) board.Board {
	return b.Play(s)
}

// Finished reports whether a player has won or the board is full.
func (TicTacToe) Finished(b board.Board) bool { return b.Over() }

// Payoff returns 0 for a draw; otherwise the other player, who has just moved, has won.
func (TicTacToe) Payoff(b board.Board) int {
	if b.Winner() == board.Empty {
		return 0
	}
	return -1
}

// Bound returns 1.
func (TicTacToe) Bound() int { return 1 }

// Estimate returns the weights of the lines without marks of the other player minus those of the lines without marks of
// the player to move.
func (g TicTacToe) Estimate(b board.Board) int {
	estimate := int(openLines[b.O]) - int(openLines[b.X])
	if g.Weights != [2]int{} {
		estimate = 0
		for _, line := range board.Lines {
			switch xs, os := (b.X & line).Count(), (b.O & line).Count(); {
			case os == 0 && (xs == 1 || xs == 2):
				estimate += g.Weights[xs-1]
			case xs == 0 && (os == 1 || os == 2):
				estimate -= g.Weights[os-1]
			}
		}
	}
	if b.Turn() == board.O {
		return -estimate
	}
	return estimate
}

// Weight exceeds the weights of all lines.
func (g TicTacToe) Weight() int {
	return len(board.Lines)*largestMagnitude(append([]int{1}, g.Weights[:]...)) + 1
}

// Key returns the Zobrist key.
func (TicTacToe) Key(b board.Board) uint64 { return keyOf(0, uint64(b.X)) ^ keyOf(1, uint64(b.O)) }

// Features returns the marks.
func (TicTacToe) Features(b board.Board) []Feature {
	return append(pieces("X", 0, uint64(b.X), squareName), pieces("O", 1, uint64(b.O), squareName)...)
}

// CanonicalKey returns a key of the orbit.
func (TicTacToe) CanonicalKey(b board.Board) uint64 {
	canonical, _ := symmetry.Canonical(b, symmetry.All)
	return random(uint64(canonical.Code()))
}

// openLines holds the number of lines that each set of squares leaves open to the other side.
var openLines = func() (open [board.Full + 1]int8) {
	for m := range open {
		for _, line := range board.Lines {
			if board.Mask(m)&line == 0 {
				open[m]++
			}
		}
	}
	return open
}()

// Game returns "tic-tac-toe".
func (TicTacToe) Game() string { return "tic-tac-toe" }

// Players returns "X" and "O".
func (TicTacToe) Players() [2]string { return [2]string{"X", "O"} }

// HowToPlay returns the rules in words.
func (TicTacToe) HowToPlay() string {
	return "X begins, and the two of you take turns to mark an empty square. " +
		"Three of your marks in a row win: across, down or from corner to corner. " +
		"When all nine squares are full and nobody has three in a row, it is a draw."
}

// Start returns the empty board.
func (TicTacToe) Start() board.Board { return board.Board{} }

// Forced reports whether only one square is left: Michie made no boxes for that move.
func (TicTacToe) Forced(b board.Board) bool { return b.Empty().Count() == 1 }

// Symmetries returns all eight transforms.
func (TicTacToe) Symmetries() []symmetry.Transform { return symmetry.All }

// Transform returns the image of the board.
func (TicTacToe) Transform(b board.Board, t symmetry.Transform) board.Board { return t.Board(b) }

// Code returns the code of the board.
func (TicTacToe) Code(b board.Board) symmetry.Position { return symmetry.Position(b.Code()) }

// FromCode returns the position with a code.
func (TicTacToe) FromCode(c symmetry.Position) board.Board { return board.Code(c).Board() }

// Manner returns [symmetry.Places].
func (TicTacToe) Manner() symmetry.Manner { return symmetry.Places }

// Scene shows crosses and rings, and the line that won.
func (TicTacToe) Scene(b board.Board) symmetry.Scene {
	return boardScene(b, symmetry.Cross, symmetry.Ring, b.X.Lines()|b.O.Lines())
}

// Ending returns [symmetry.Plain]: everybody sees three in a row, and a full board.
func (TicTacToe) Ending(board.Board) symmetry.Ending { return symmetry.Plain }

// Number returns the move that takes the square.
func (TicTacToe) Number(s board.Square) symmetry.Move { return symmetry.Place(s) }

// Blocks returns the squares that win, or else those that stop the other player from winning, or else all.
func (TicTacToe) Blocks(b board.Board) (squares []board.Square) {
	blocks := b.Empty()
	for _, mark := range []board.Mark{b.Turn(), b.Turn().Other()} {
		if wins := b.Winning(mark); wins != 0 {
			blocks = wins
			break
		}
	}
	for s := range blocks.All() {
		squares = append(squares, s)
	}
	return squares
}
