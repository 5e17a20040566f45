package menace

import (
	"slices"

	"menace/board"
	"menace/symmetry"
)

// stages is how many boxes a machine can open in one game: one at each of its own moves 1 to 4.
const stages = 4

// boxes is the hash table of a machine. Its key is the number of moves played: since orbits are
// numbered by moves and then by code, the boxes of a bucket lie side by side, the buckets follow
// one another, and the number of an orbit is a perfect hash. The boxes of orbits at which the
// machine has no choice stay empty.
type boxes [symmetry.Orbits]Box

// cabinet lists the orbits for which the machine of one side has boxes, by moves played.
type cabinet [board.Squares + 1][]symmetry.Orbit

// cabinets are those of the two sides: 304 boxes and 289.
var cabinets = map[Side]*cabinet{First: buildCabinet(First), Second: buildCabinet(Second)}

func buildCabinet(plays Side) *cabinet {
	c := &cabinet{}
	for o := range symmetry.All() {
		if hasBox(o, plays) {
			c[o.Moves()] = append(c[o.Moves()], o)
		}
	}
	return c
}

// hasBox reports whether the machine of a side needs a box here: the game is on, it is its turn,
// and there is a choice.
func hasBox(o symmetry.Orbit, plays Side) bool {
	b := o.Board()
	return o.Outcome() == board.Ongoing && b.Turn() == plays.Mark() && b.Empty().Count() > 1
}

// all returns the orbits that have boxes, by moves played and then by code.
func (c *cabinet) all() []symmetry.Orbit { return slices.Concat(c[:]...) }

// fill returns the boxes as the rules fill them at first.
func (c *cabinet) fill(rules Rules) *boxes {
	filled := &boxes{}
	for _, o := range c.all() {
		for s := range rules.squares(o).All() {
			filled[o].put(s, rules.Beads[o.Moves()/2])
		}
	}
	return filled
}
