package games

import (
	"fmt"
	"math/bits"
)

// The Zobrist key of a position is the exclusive or of a random number for each fact about it, such as a stone on a
// square. A move xors out the facts that no longer hold and xors in the new ones. Only domineering does that; in the
// other games it is simpler to compute the key anew, and cheaper for searches that ask for few keys.
//
// A. L. Zobrist, A new hashing method with application for game playing, University of Wisconsin
// (1970).

// Feature is a fact about a position, such as X5 for a cross on square 5, with its random number. Games whose keys are
// made of such numbers have a method Features.
type Feature struct {
	Name   string
	Number uint64
}

// pieces returns a feature for each piece of a side. The function at names a cell.
func pieces(name string, side int, cells uint64, at func(cell int) string) (all []Feature) {
	for ; cells != 0; cells &= cells - 1 {
		cell := bits.TrailingZeros64(cells)
		all = append(all, Feature{name + at(cell), cellKeys[side][cell]})
	}
	return all
}

// keyOf returns the exclusive or of the numbers of the pieces of a side.
func keyOf(side int, cells uint64) (key uint64) {
	for ; cells != 0; cells &= cells - 1 {
		key ^= cellKeys[side][bits.TrailingZeros64(cells)]
	}
	return key
}

// countKey returns a random number for a count of things of a kind, or 0 for none. Counts are less than base.
func countKey(base, kind int, number uint8) uint64 {
	if number == 0 {
		return 0
	}
	return random(uint64(base*kind + int(number)))
}

// countKeys returns the exclusive or of the numbers of all kinds.
func countKeys(base int, counts []uint8) (key uint64) {
	for kind, number := range counts {
		key ^= countKey(base, kind, number)
	}
	return key
}

// countFeatures returns a feature for each count above 0.
func countFeatures(base int, counts []uint8, name func(kind int, number uint8) string) (all []Feature) {
	for kind, number := range counts {
		if number > 0 {
			all = append(all, Feature{name(kind, number), countKey(base, kind, number)})
		}
	}
	return all
}

// squareName names one of nine squares by its number, from 1.
func squareName(cell int) string { return fmt.Sprint(cell + 1) }

// random returns a pseudorandom number, a different one for each n: the output of splitmix64.
//
// G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA
// (2014).
func random(n uint64) uint64 {
	n += 1
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// cellKeys holds a random number for each side and each of up to 64 cells.
var cellKeys = func() (keys [2][64]uint64) {
	for side := range keys {
		for cell := range keys[side] {
			keys[side][cell] = random(uint64(64*side + cell))
		}
	}
	return keys
}()

// turnKey is part of the key when the second player is to move, in games in which the cells do not determine the
// player.
var turnKey = random(1 << 32)
