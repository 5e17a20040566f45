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
// number of squares whose beads all lie before n. It has no branch and no loop, since which bead it
// will be cannot be predicted, and a wrong guess costs the processor more than the whole sum. The
// sign of a difference, shifted down, is −1 where the beads up to that square end behind n.
func (b *Box) at(n int64) board.Square {
	n0 := n - b.beads[0]
	n1 := n0 - b.beads[1]
	n2 := n1 - b.beads[2]
	n3 := n2 - b.beads[3]
	n4 := n3 - b.beads[4]
	n5 := n4 - b.beads[5]
	n6 := n5 - b.beads[6]
	n7 := n6 - b.beads[7]
	return board.Square(8 + n0>>63 + n1>>63 + n2>>63 + n3>>63 + n4>>63 + n5>>63 + n6>>63 + n7>>63)
}

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
