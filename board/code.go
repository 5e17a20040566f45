package board

import (
	"cmp"
	"iter"
	"slices"
)

// Code is a position as a number in base 3: X is 2, O is 1, an empty square is 0, with the top-left square as
// the leading digit and the bottom-right square as the units. Tables of positions are indexed by it.
type Code uint16

// Codes is the number of codes, 3⁹. Most of them never arise in a game.
const Codes = 19683

// codes holds the base-3 number of each set of squares, with digit 1 for the squares in the set.
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

// Board returns the position with this code. It need not arise in a game: see [Board.Check].
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

// Reachable iterates over the 5,478 positions that can arise in a game, including finished ones, by moves played
// and then by code.
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

// ReachableAt iterates over the positions that can arise after a number of moves, 0 to 9, by code.
func ReachableAt(moves int) iter.Seq[Board] { return slices.Values(reachable[moves]) }

// reachable lists the positions after each number of moves, by code.
var reachable = buildReachable()

func buildReachable() (found [Squares + 1][]Board) {
	found[0] = []Board{{}}
	var met [Codes]bool
	for moves := range Squares {
		for _, b := range found[moves] {
			if b.Outcome() != Ongoing {
				continue
			}
			for s := range b.Empty().All() {
				if next := b.Play(s); !met[next.Code()] {
					met[next.Code()] = true
					found[moves+1] = append(found[moves+1], next)
				}
			}
		}
		slices.SortFunc(found[moves+1], func(a, b Board) int { return cmp.Compare(a.Code(), b.Code()) })
	}
	return found
}
