package menace

import (
	"sort"

	"menace/board"
	"menace/symmetry"
)

// Box is a matchbox: the number of beads for each move of its orbit. The zero value is an empty box.
type Box struct {
	beads [symmetry.MaxMoves]int64
	total int64 // sum of beads
}

// Beads returns the number of beads for move i.
func (b Box) Beads(i int) int64 { return b.beads[i] }

// Total returns the number of beads in the box.
func (b Box) Total() int64 { return b.total }

// Chance returns the probability of drawing a bead for move i, or 0 for an empty box.
func (b Box) Chance(i int) float64 {
	if b.total == 0 {
		return 0
	}
	return float64(b.beads[i]) / float64(b.total)
}

// search finds bead n among the beads of four moves, laid out in the order of the moves. It returns minus the number of
// moves whose last bead is at n or later, so that 4+minus is the move, or 4 if n lies beyond their beads, and the
// number of beads of the four moves. It has no branches, because the processor could not predict them and a
// misprediction would cost more than the whole function. It is just small enough to be inlined.
func search(n int64, b *[4]int64) (minus, beads int64) {
	two := b[0] + b[1]
	beads = two + b[2] + b[3]
	return (before(n, b[0]) + before(n, two)) + (before(n, two+b[2]) + before(n, beads)), beads
}

// before returns −1 if n < end, and otherwise 0.
func before(n, end int64) int64 { return (n - end) >> 63 }

// add adds delta beads for move i, or takes away as many as there are if delta is negative.
func (b *Box) add(i int, delta int64) {
	old := b.beads[i]
	now := max(old+delta, 0)
	b.beads[i] = now
	b.total += now - old
}

// Put sets the beads of move i.
func (b *Box) Put(i int, beads int64) {
	b.total += beads - b.beads[i]
	b.beads[i] = beads
}

// stages is the number of a machine's own moves, from the first, for which the rules set how many beads a fresh box
// gets. Later moves use the last of these settings.
const stages = 4

// maxDraws is the largest number of boxes that a machine opens in one game, a power of two.
const maxDraws = symmetry.MaxLength / 2

// boxes is the hash table of a machine, keyed by level. Since orbits are numbered by level and then by code, each
// bucket is a contiguous range, and the number of an orbit is a perfect hash. Boxes of orbits without a choice stay
// empty.
type boxes []Box

// fill fills the empty box of an orbit with its initial beads.
func (b *Box) fill(g *symmetry.Graph, o symmetry.Orbit, rules Rules) {
	for i := range rules.moves(g, o).All() {
		b.Put(i, rules.Beads[min(g.Level(o)/2, stages-1)])
	}
}

// bucket returns the part of a sorted list of orbits that has this level.
func bucket(g *symmetry.Graph, orbits []symmetry.Orbit, level int) []symmetry.Orbit {
	first := sort.Search(len(orbits), func(i int) bool { return g.Level(orbits[i]) >= level })
	end := sort.Search(len(orbits), func(i int) bool { return g.Level(orbits[i]) > level })
	return orbits[first:end:end]
}

// Colours lists the names of the nine colours, by square, row by row (Michie 1963, table 1).
var Colours = [board.Squares]string{"white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink"}

// Colour returns the index of the colour of a move's beads: the square that the move takes or, for a step, a number
// for each column of departure and each direction.
func Colour(m symmetry.Move) int {
	if m.From() == board.None {
		return int(m.To())
	}
	from, to := int(m.From()%3), int(m.To()%3)
	return 3*from + 1 + to - from
}
