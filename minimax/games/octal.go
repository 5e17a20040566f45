package games

import (
	"fmt"
	"strings"
)

// Octal is a game of piles whose moves are given by an octal code. Digit k after the point says what may be left of a
// pile after k are taken from it, as the sum of 1 for nothing, 2 for one pile, and 4 for two piles. The digit before
// the point is 4 if a pile may be split without taking anything. Kayles is 0.77, Dawson's chess 0.137.
// R. K. Guy and C. A. B. Smith, The G-values of various games, Mathematical Proceedings of the Cambridge Philosophical
// Society 52 (1956).
type Octal struct {
	piled
	lastMove
	code string // the digits, beginning with the one for taking nothing
}

// maxDigits is the maximum number of digits of a code.
const maxDigits = 64

// NewOctal returns the game with a code such as 0.77, in normal or in misère play.
func NewOctal(code string, misere bool) (Octal, error) {
	whole, behind, ok := strings.Cut(strings.TrimSpace(code), ".")
	switch {
	case !ok || behind == "" || len(behind) > maxDigits || strings.Trim(behind, "01234567") != "":
		return Octal{}, fmt.Errorf("%q is not an octal code, as in 0.77", code)
	case whole != "" && whole != "0" && whole != "4":
		return Octal{}, fmt.Errorf("%q: before the point stands 0 or 4, which splits a pile and takes nothing", code)
	}
	return Octal{lastMove: lastMove{misere}, code: max(whole, "0") + behind}, nil
}

// Parse parses a position: the sizes of the piles, such as 4,3.
func (g Octal) Parse(text string) (Piles, error) { return g.parse(text, 0) }

// Moves appends the moves, once for each size of pile, largest pile and fewest taken first.
func (g Octal) Moves(p Piles, moves []Split) []Split {
	for _, pile := range p.distinct() {
		moves = g.from(pile, moves)
	}
	return moves
}

// from appends the moves from a pile.
func (g Octal) from(pile int, moves []Split) []Split {
	for taken, digit := range g.code {
		left := pile - taken
		if left < 0 {
			break
		}
		if digit&1 != 0 && left == 0 || digit&2 != 0 && left > 0 {
			moves = append(moves, Split{uint16(pile), uint16(left), 0})
		}
		for part := 1; digit&4 != 0 && 2*part <= left; part++ {
			moves = append(moves, Split{uint16(pile), uint16(left - part), uint16(part)})
		}
	}
	return moves
}

// Finished reports whether there is no move.
func (g Octal) Finished(p Piles) bool {
	for _, pile := range p.distinct() {
		if len(g.from(pile, nil)) > 0 {
			return false
		}
	}
	return true
}

// CanonicalKey returns the key without the piles that have no move.
func (g Octal) CanonicalKey(p Piles) uint64 {
	var sizes []int
	for _, pile := range p.sizes() {
		if len(g.from(pile, nil)) > 0 {
			sizes = append(sizes, pile)
		}
	}
	return g.Key(newPiles(sizes...))
}
