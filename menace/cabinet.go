package menace

import "menace/symmetry"

// stages is how many boxes a machine can open in one game: one at each of its own moves 1 to 4.
const stages = 4

// boxes is the hash table of a machine. Its key is the number of moves played: since orbits are
// numbered by moves and then by code, the boxes of a bucket lie side by side, the buckets follow
// one another, and the number of an orbit is a perfect hash. The boxes of orbits at which the
// machine has no choice stay empty.
type boxes [symmetry.MaxOrbits]Box

// fill returns the boxes as the rules fill them at first.
func fill(g *symmetry.Graph, rules Rules) *boxes {
	filled := &boxes{}
	for _, o := range g.Choices(rules.Plays) {
		for i := range rules.moves(g, o).All() {
			filled[o].put(i, rules.Beads[g.Played(o)/2])
		}
	}
	return filled
}

// bucket returns those of the orbits, which are in order, that come after a number of moves.
func bucket(g *symmetry.Graph, orbits []symmetry.Orbit, moves int) []symmetry.Orbit {
	first := 0
	for first < len(orbits) && g.Played(orbits[first]) < moves {
		first++
	}
	end := first
	for end < len(orbits) && g.Played(orbits[end]) == moves {
		end++
	}
	return orbits[first:end:end]
}
