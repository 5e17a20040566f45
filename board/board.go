// Package board represents tic-tac-toe positions as small values, and knows what is on the squares, whose turn it is,
// which moves are legal and who has won.
//
// For most uses, call [Parse] or start from the zero [Board], and make moves by [Board.Play]. A board is a value of two
// masks, so it can be copied, compared and used as a key without allocation. Its [Code] indexes tables of facts about
// positions. The package knows nothing about symmetry, strategy or matchboxes.
package board

import (
	"iter"
	"math/bits"
)

// Squares is the number of squares on the board.
const Squares = 9

// Square is a place on the board, 0 to 8, row by row from the top left. People count from 1:
// see [Square.Number].
type Square uint8

// None is the choice of a player who resigns. It is not a square.
const None Square = Squares

// Number returns the square's number for people, 1 to 9, row by row, as on a phone's keypad.
func (s Square) Number() int { return int(s) + 1 }

// Mark is the content of a square. Its value is the square's digit in a [Code].
type Mark uint8

// The marks. X moves first.
const (
	Empty Mark = iota
	O
	X
)

// String returns "X", "O" or ".".
func (m Mark) String() string { return string(".OX"[m]) }

// Other returns the opponent of X or of O.
func (m Mark) Other() Mark { return X + O - m }

// Board is a position: the squares of X and O. Positions that arise in a game have three invariants, which
// [Board.Check] tests: no square is taken twice, X has as many pieces as O or one more, and play stopped at the first
// line of three.
type Board struct{ X, O Mask }

// Moves returns the number of moves played, 0 to 9.
func (b Board) Moves() int { return bits.OnesCount16(uint16(b.X | b.O)) }

// Turn returns the mark that moves next, or would move if the game were not over.
func (b Board) Turn() Mark { return X - Mark(b.Moves()&1) }

// Empty returns the empty squares, which are the legal moves of a game that is not over.
func (b Board) Empty() Mask { return Full &^ (b.X | b.O) }

// At returns the content of a square.
func (b Board) At(s Square) Mark {
	return Mark(b.X>>s&1)*X + Mark(b.O>>s&1)*O
}

// Play returns the position after the side to move takes s. The move must be legal; Play does not check it.
func (b Board) Play(s Square) Board {
	if b.Turn() == X {
		b.X |= 1 << s
	} else {
		b.O |= 1 << s
	}
	return b
}

// Winner returns the mark with three in a row, or Empty.
func (b Board) Winner() Mark {
	switch {
	case b.X.Line():
		return X
	case b.O.Line():
		return O
	}
	return Empty
}

// Over reports whether a player has won or the board is full.
func (b Board) Over() bool { return b.X|b.O == Full || b.Winner() != Empty }

// Winning returns the empty squares where m would complete a line.
func (b Board) Winning(m Mark) Mask {
	own := b.X
	if m == O {
		own = b.O
	}
	var wins Mask
	for s := range b.Empty().All() {
		if (own | 1<<s).Line() {
			wins |= 1 << s
		}
	}
	return wins
}

// Mask is a set of squares: bit i is set if [Square] i is in it.
type Mask uint16

// Full is the set of all nine squares.
const Full Mask = 1<<Squares - 1

// Lines lists the eight lines of three: rows, columns and diagonals.
var Lines = [8]Mask{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

// hasLine reports for every set of squares whether it contains a line.
var hasLine = func() (has [Full + 1]bool) {
	for m := range has {
		for _, line := range Lines {
			has[m] = has[m] || Mask(m)&line == line
		}
	}
	return has
}()

// Line reports whether the set contains three squares in a row.
func (m Mask) Line() bool { return hasLine[m&Full] }

// Lines returns the squares of the set that are part of three in a row.
func (m Mask) Lines() (squares Mask) {
	for _, line := range Lines {
		if m&line == line {
			squares |= line
		}
	}
	return squares
}

// Has reports whether the square is in the set.
func (m Mask) Has(s Square) bool { return m>>s&1 == 1 }

// Count returns the number of squares in the set.
func (m Mask) Count() int { return bits.OnesCount16(uint16(m)) }

// First returns the lowest square of a non-empty set.
func (m Mask) First() Square { return Square(bits.TrailingZeros16(uint16(m))) }

// All iterates over the squares in ascending order.
func (m Mask) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; m != 0; m &= m - 1 {
			if !yield(m.First()) {
				return
			}
		}
	}
}
