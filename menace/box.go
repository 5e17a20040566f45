package menace

import "menace/board"

// Box is a matchbox: its beads by the square of the canonical position that they stand for, and
// how many they are. The zero value is an empty box.
type Box struct {
	beads [board.Squares]int64
	total int64 // the sum of beads
}

// Beads returns the number of beads for a square.
func (b Box) Beads(s board.Square) int64 { return b.beads[s] }

// Total returns the number of beads in the box.
func (b Box) Total() int64 { return b.total }

// Chance returns the probability that the bead drawn is for square s, 0 for an empty box.
func (b Box) Chance(s board.Square) float64 {
	if b.total == 0 {
		return 0
	}
	return float64(b.beads[s]) / float64(b.total)
}

// at returns the square of bead n, 0 ≤ n < total, when the beads lie in a row by square: the
// number of squares whose beads all lie before n. It has no branch, since which bead it will be
// cannot be predicted and a wrong guess costs the processor more than all of this; and it adds in
// pairs, so that much of it is done at the same time.
func (b *Box) at(n int64) board.Square {
	b01, b23, b45, b67 := b.beads[0]+b.beads[1], b.beads[2]+b.beads[3], b.beads[4]+b.beads[5], b.beads[6]+b.beads[7]
	b03 := b01 + b23
	b05 := b03 + b45
	return board.Square(8 +
		((before(n, b.beads[0]) + before(n, b01)) + (before(n, b01+b.beads[2]) + before(n, b03))) +
		((before(n, b03+b.beads[4]) + before(n, b05)) + (before(n, b05+b.beads[6]) + before(n, b05+b67))))
}

// before returns −1 when n < end, and otherwise 0.
func before(n, end int64) int64 { return (n - end) >> 63 }

// add adds delta beads for a square. Taking beads away stops at keep, or at what is there if
// that is less.
func (b *Box) add(s board.Square, delta, keep int64) {
	old := b.beads[s]
	now := max(old+delta, min(old, keep))
	b.beads[s] = now
	b.total += now - old
}

// put sets the beads of a square.
func (b *Box) put(s board.Square, beads int64) {
	b.total += beads - b.beads[s]
	b.beads[s] = beads
}
