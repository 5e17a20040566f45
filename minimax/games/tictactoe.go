package games

import (
	"strconv"

	"menace/board"
	"menace/symmetry"
)

// TicTacToe is the rules of tic-tac-toe: a win pays +1, a loss −1. The estimate is the classic one, the lines
// still open to the player to move minus those open to the other.
//
// N. J. Nilsson, Problem-solving methods in artificial intelligence, McGraw-Hill (1971).
type TicTacToe struct{}

// Marks is a position of tic-tac-toe with its key.
type Marks struct {
	Board board.Board
	key   uint64
}

// At returns the position of a board.
func (TicTacToe) At(b board.Board) Marks {
	m := Marks{Board: b}
	for s := range b.X.All() {
		m.key ^= cellKeys[0][s]
	}
	for s := range b.O.All() {
		m.key ^= cellKeys[1][s]
	}
	return m
}

// Parse parses a position as [board.Parse] does.
func (g TicTacToe) Parse(text string) (Marks, error) {
	b, err := board.Parse(text)
	return g.At(b), err
}

// Format writes a position, as in X.O/.X./...
func (TicTacToe) Format(p Marks) string { return p.Board.String() }

// Name writes a move: the number of the square.
func (TicTacToe) Name(s board.Square) string { return strconv.Itoa(s.Number()) }

// Moves appends the empty squares in order.
func (TicTacToe) Moves(p Marks, moves []board.Square) []board.Square {
	for empty := p.Board.Empty(); empty != 0; empty &= empty - 1 {
		moves = append(moves, empty.First())
	}
	return moves
}

// Apply marks a square.
func (TicTacToe) Apply(p Marks, s board.Square) Marks {
	side := board.X - p.Board.Turn()
	return Marks{p.Board.Play(s), p.key ^ cellKeys[side][s]}
}

// Finished reports whether somebody has won or the board is full.
func (TicTacToe) Finished(p Marks) bool { return p.Board.Outcome() != board.Ongoing }

// Payoff returns 0 for a draw; otherwise the other player, who has just moved, has won.
func (TicTacToe) Payoff(p Marks) int {
	if p.Board.Outcome() == board.Drawn {
		return 0
	}
	return -1
}

// Bound returns 1.
func (TicTacToe) Bound() int { return 1 }

// Estimate returns the lines without marks of the other player minus the lines without marks of the player to move.
func (TicTacToe) Estimate(p Marks) int {
	open := openLines[p.Board.O] - openLines[p.Board.X]
	if p.Board.Turn() == board.O {
		open = -open
	}
	return int(open)
}

// Weight exceeds the number of lines.
func (TicTacToe) Weight() int { return len(board.Lines) + 1 }

// ForMax reports whether X is to move, who moves first.
func (TicTacToe) ForMax(p Marks) bool { return p.Board.Turn() == board.X }

// Key returns the Zobrist key.
func (TicTacToe) Key(p Marks) uint64 { return p.key }

// Features returns the marks.
func (TicTacToe) Features(p Marks) []Feature {
	return append(pieces("X", 0, uint64(p.Board.X), square), pieces("O", 1, uint64(p.Board.O), square)...)
}

// CanonicalKey returns a key of the orbit.
func (TicTacToe) CanonicalKey(p Marks) uint64 {
	canonical, _ := symmetry.Canonical(p.Board, symmetry.All)
	return random(uint64(canonical.Code()))
}

// openLines holds the number of lines that each set of squares leaves open to the other side.
var openLines = buildOpenLines()

func buildOpenLines() (open [board.Full + 1]int8) {
	for m := range open {
		for _, line := range board.Lines {
			if board.Mask(m)&line == 0 {
				open[m]++
			}
		}
	}
	return open
}
