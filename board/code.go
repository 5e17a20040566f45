package board

import (
	"iter"
	"slices"
)

// Code is a position as a number in base 3: a cross is 2, a nought 1, an empty square 0, with the
// top-left square as the leading digit and the bottom-right square as the units. It is the index
// of every table of what is known of positions.
type Code uint16

// Codes is the number of codes, 3⁹. Most of them are not positions of a game.
const Codes = 19683

// codes holds the base-3 value of each set of squares, a 1 in every square of the set.
var codes = buildCodes()

func buildCodes() (codes [Full + 1]Code) {
	for m := range codes {
		for s := range Square(Squares) {
			codes[m] = 3*codes[m] + Code(m>>s&1)
		}
	}
	return codes
}

// Code returns the number of the position, 0 to 19682.
func (b Board) Code() Code { return Code(X)*codes[b.X&Full] + Code(O)*codes[b.O&Full] }

// Board returns the position that has this code. Not every code is a position of a game: see
// [Board.Check].
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

// Reachable iterates over the 5,478 positions that can arise in a game, the finished ones
// included, by moves played and then by code.
func Reachable() iter.Seq[Board] {
	return func(yield func(Board) bool) {
		for moves := range Squares + 1 {
			for b := range ReachableAt(moves) {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// ReachableAt iterates over the positions that can arise after this many moves, 0 to 9, by code.
func ReachableAt(moves int) iter.Seq[Board] { return slices.Values(reachable[moves]) }

// reachable lists the positions of each number of moves played, by code.
var reachable = buildReachable()

func buildReachable() (found [Squares + 1][]Board) {
	for c := range Code(Codes) {
		if b := c.Board(); b.flaw() == none {
			found[b.Moves()] = append(found[b.Moves()], b)
		}
	}
	return found
}
