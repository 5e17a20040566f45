package menace

import (
	"fmt"
	"iter"

	"menace/board"
	"menace/symmetry"
)

// Buckets returns the numbers of moves played at which the machine has boxes: 0, 2, 4, 6 for the
// first player and 1, 3, 5, 7 for the second.
func (m *Machine) Buckets() []int {
	var buckets []int
	for moves, orbits := range m.cabinet {
		if len(orbits) > 0 {
			buckets = append(buckets, moves)
		}
	}
	return buckets
}

// Bucket returns the orbits that have boxes at a number of moves played, 0 to 9, by the code of
// their canonical position. The caller must not change it.
func (m *Machine) Bucket(moves int) []symmetry.Orbit { return m.cabinet[moves] }

// Box returns the box of an orbit, and whether there is one.
func (m *Machine) Box(o symmetry.Orbit) (Box, bool) {
	return m.boxes[o], hasBox(o, m.rules.Plays)
}

// Squares returns the squares of the canonical position for which a box of the orbit has beads
// at first.
func (m *Machine) Squares(o symmetry.Orbit) board.Mask { return m.rules.squares(o) }

// Bead is one colour in one box: the key of the table and the count.
type Bead struct {
	Moves  int          // moves played, the key of the bucket
	Code   board.Code   // of the canonical position
	Square board.Square // of the canonical position
	Count  int64
}

// Beads iterates over every colour of every box, by moves played, code and square: 1,087 for the
// first player and 975 for the second with distinct moves.
func (m *Machine) Beads() iter.Seq[Bead] {
	return func(yield func(Bead) bool) {
		for _, o := range m.cabinet.all() {
			for s := range m.rules.squares(o).All() {
				if !yield(Bead{o.Moves(), o.Board().Code(), s, m.boxes[o].beads[s]}) {
					return
				}
			}
		}
	}
}

// Counts returns the counts of [Machine.Beads], in that order.
func (m *Machine) Counts() []int64 {
	counts := make([]int64, 0, len(m.boxes)*stages)
	for bead := range m.Beads() {
		counts = append(counts, bead.Count)
	}
	return counts
}

// Total returns the number of beads in all boxes.
func (m *Machine) Total() int64 {
	var total int64
	for i := range m.boxes {
		total += m.boxes[i].total
	}
	return total
}

// Load puts back the beads of a machine with the same rules, in any order. It fails, leaving the
// machine in between, when a bead does not belong into this machine, is there twice or is missing.
func (m *Machine) Load(beads iter.Seq[Bead]) error {
	missing := map[Bead]bool{}
	for bead := range m.Beads() {
		missing[bead.key()] = true
	}
	for bead := range beads {
		if !missing[bead.key()] {
			return fmt.Errorf("the beads for square %d of the box with code %d after %d moves do not belong into this machine, "+
				"or are there twice", bead.Square.Number(), bead.Code, bead.Moves)
		}
		delete(missing, bead.key())
		o, _ := symmetry.Find(bead.Code.Board())
		if bead.Count < 0 || bead.Count > maxTotal {
			return fmt.Errorf("%v: %d beads for square %d", o.Board(), bead.Count, bead.Square.Number())
		}
		if m.boxes[o].put(bead.Square, bead.Count); m.boxes[o].total > maxTotal {
			return fmt.Errorf("%v: more than %d beads in a box", o.Board(), int64(maxTotal))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d counts of beads are missing", len(missing))
	}
	return nil
}

// key returns the bead without its count.
func (b Bead) key() Bead {
	b.Count = 0
	return b
}
