package board

import (
	"errors"
	"fmt"
	"strings"
)

// Code is a position as a number in base 3: X is 2, O is 1, an empty square is 0, with the top-left square as the
// leading digit and the bottom-right square as the units. It indexes tables of positions.
type Code uint16

// Codes is the number of codes, 3⁹. Most of them never arise in a game.
const Codes = 19683

// codes holds the base-3 number of each set of squares, with digit 1 for the squares in the set.
var codes = func() (codes [Full + 1]Code) {
	for m := range codes {
		for s := range Square(Squares) {
			codes[m] = 3*codes[m] + Code(m>>s&1)
		}
	}
	return codes
}()

// Code returns the number of the position, 0 to 19682.
func (b Board) Code() Code { return Code(X)*codes[b.X&Full] + Code(O)*codes[b.O&Full] }

// Board returns the position with this code. Not every code arises in a game: see [Board.Check].
func (c Code) Board() (b Board) {
	for s := range Square(Squares) {
		at := Squares - 1 - s
		switch Mark(c % 3) {
		case X:
			b.X |= 1 << at
		case O:
			b.O |= 1 << at
		}
		c /= 3
	}
	return b
}

// String formats the position row by row, such as "X.O/.X./...".
func (b Board) String() string {
	text := make([]byte, 0, Squares+2)
	for s := range Square(Squares) {
		if s == 3 || s == 6 {
			text = append(text, '/')
		}
		text = append(text, b.At(s).String()[0])
	}
	return string(text)
}

// Parse parses a position that can arise in a game, written with "X", "O" and "." in any way that [Rows] reads. The
// error explains what is wrong: a character, the length, or why the position cannot arise.
func Parse(text string) (Board, error) {
	rows, err := Rows(text, Squares/3, 3, "XO.")
	if err != nil {
		return Board{}, fmt.Errorf("position %q: %w", text, err)
	}
	var b Board
	for i, sign := range strings.Join(rows, "") {
		switch sign {
		case 'X':
			b.X |= 1 << i
		case 'O':
			b.O |= 1 << i
		}
	}
	if err := b.Check(); err != nil {
		return Board{}, fmt.Errorf("position %q: %w", text, err)
	}
	return b, nil
}

// Check returns nil for the 5,478 positions that can arise in a game, and otherwise an error that explains why the
// position cannot.
func (b Board) Check() error {
	xs, os := b.X.Count(), b.O.Count()
	switch {
	case (b.X|b.O)&^Full != 0:
		return errors.New("a piece is off the board")
	case b.X&b.O != 0:
		return errors.New("a square holds both X and O")
	case xs != os && xs != os+1:
		return fmt.Errorf("%d X and %d O cannot arise: X moves first, then they take turns", xs, os)
	case b.X.Line() && b.O.Line():
		return errors.New("both sides have three in a row")
	case b.X.Line() && xs == os:
		return errors.New("three in a row for X, but O moved afterwards")
	case b.O.Line() && xs != os:
		return errors.New("three in a row for O, but X moved afterwards")
	}
	return nil
}
