package menace

import (
	"fmt"
	"iter"
	"slices"

	"menace/symmetry"
)

// Buckets returns the levels at which the machine has boxes: in tic-tac-toe 0, 2, 4, 6 for the first player and 1, 3,
// 5, 7 for the second.
func (m *Machine) Buckets() []int {
	var buckets []int
	for _, o := range m.graph.Choices(m.rules.Plays) {
		buckets = append(buckets, m.graph.Level(o))
	}
	return slices.Compact(buckets)
}

// Bucket returns the orbits with boxes of this level, by the code of their canonical position. The caller must not
// change it.
func (m *Machine) Bucket(level int) []symmetry.Orbit {
	return bucket(m.graph, m.graph.Choices(m.rules.Plays), level)
}

// Openings returns the orbits of the opening boxes: one of them is the machine's first box in each game. The caller
// must not change it.
func (m *Machine) Openings() []symmetry.Orbit { return m.graph.Openings(m.rules.Plays) }

// Box returns the box of an orbit, and whether there is one.
func (m *Machine) Box(o symmetry.Orbit) (Box, bool) {
	return m.boxes[o], m.Number(o) > 0
}

// SetBox replaces the content of the box of an orbit.
func (m *Machine) SetBox(o symmetry.Orbit, held Box) { m.boxes[o] = held }

// Number returns the number printed on the box of an orbit: counted from 1 by level and code, and so the same
// for all machines of a game and side. It is 0 if there is no box.
func (m *Machine) Number(o symmetry.Orbit) int {
	i, ok := slices.BinarySearch(m.graph.Choices(m.rules.Plays), o)
	if !ok {
		return 0
	}
	return i + 1
}

// Boxes returns the number of boxes.
func (m *Machine) Boxes() int { return len(m.graph.Choices(m.rules.Plays)) }

// Moves returns the moves of an orbit that have beads in a fresh box.
func (m *Machine) Moves(o symmetry.Orbit) symmetry.Set { return m.rules.moves(m.graph, o) }

// Held describes the beads for one move of a position on the board.
type Held struct {
	Move   symmetry.Move
	Beads  int64
	Chance float64 // probability that one of them is drawn
}

// Held returns the beads in the box of a position, by move on the board in ascending order.
func (m *Machine) Held(position symmetry.Position) (all []Held) {
	orbit, to := m.graph.Find(position)
	box, _ := m.Box(orbit)
	for i := range m.Moves(orbit).All() {
		all = append(all, Held{to.Inverse().Move(m.graph.Moves(orbit)[i]), box.Beads(i), box.Chance(i)})
	}
	slices.SortFunc(all, func(a, b Held) int { return int(a.Move) - int(b.Move) })
	return all
}

// Bead identifies one colour in one box and counts its beads.
type Bead struct {
	Moves int               // moves played, the key of the bucket
	Code  symmetry.Position // code of the canonical position
	Move  symmetry.Move     // move of the canonical position
	Count int64
}

// Beads iterates over every colour of every box, by level, code and move: 1,087 for the
// first player of tic-tac-toe and 975 for the second with distinct moves.
func (m *Machine) Beads() iter.Seq[Bead] {
	return func(yield func(Bead) bool) {
		for _, o := range m.graph.Choices(m.rules.Plays) {
			for i := range m.rules.moves(m.graph, o).All() {
				if !yield(Bead{m.graph.Level(o), m.graph.Code(o), m.graph.Moves(o)[i], m.boxes[o].beads[i]}) {
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

// SetCounts restores the counts returned by [Machine.Counts] for a machine with the same rules. It fails, leaving the
// machine partly changed, if there are too few or too many counts, or impossible ones.
func (m *Machine) SetCounts(counts []int64) error {
	nth := 0
	for _, o := range m.graph.Choices(m.rules.Plays) {
		box := &m.boxes[o]
		for i := range m.rules.moves(m.graph, o).All() {
			if nth == len(counts) {
				return fmt.Errorf("only %d counts of beads", nth)
			}
			if n := counts[nth]; n < 0 || n > maxTotal {
				return fmt.Errorf("%s: %d beads for move %v", m.graph.Format(m.graph.Code(o)), n, m.graph.Moves(o)[i])
			}
			if box.Put(i, counts[nth]); box.total > maxTotal {
				return fmt.Errorf("%s: more than %d beads in a box", m.graph.Format(m.graph.Code(o)), int64(maxTotal))
			}
			nth++
		}
	}
	if nth != len(counts) {
		return fmt.Errorf("%d counts of beads instead of %d", len(counts), nth)
	}
	return nil
}

// Load restores the beads of a machine with the same rules, in any order. It fails, leaving the machine partly
// changed, if a bead does not belong to this machine, occurs twice or is missing.
func (m *Machine) Load(beads iter.Seq[Bead]) error {
	missing, counts := map[Bead]int{}, m.Counts()
	for bead := range m.Beads() {
		missing[bead.key()] = len(missing)
	}
	for bead := range beads {
		nth, ok := missing[bead.key()]
		if !ok {
			return fmt.Errorf("the beads for move %v of the box with code %d after %d moves do not belong to this "+
				"machine, or occur twice", bead.Move, bead.Code, bead.Moves)
		}
		delete(missing, bead.key())
		counts[nth] = bead.Count
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d counts of beads are missing", len(missing))
	}
	return m.SetCounts(counts)
}

// key returns the bead without its count.
func (b Bead) key() Bead {
	b.Count = 0
	return b
}
