package arena

import "menace/symmetry"

// lanes is the most opponents of a field.
const lanes = 3

// field is opponents against whom a policy is evaluated at once.
type field struct {
	graph   *symmetry.Graph
	chances [][lanes]float64        // of each edge, by opponent
	resigns [lanes][]symmetry.Orbit // where each opponent has no chances: it resigns if it is to move
}

// newField returns a field of up to three opponents.
func newField(g *symmetry.Graph, opponents ...Policy) *field {
	f := &field{graph: g, chances: make([][lanes]float64, len(g.Edges()))}
	chances := make([]float64, len(g.Edges()))
	for lane, opponent := range opponents {
		clear(chances)
		opponent.Chances(chances)
		for _, ply := range g.Ongoing() {
			for _, at := range ply {
				f.lay(lane, at, chances)
			}
		}
	}
	return f
}

// lay lays out the chances of an opponent in an orbit.
func (f *field) lay(lane int, at symmetry.Star, chances []float64) {
	sum := 0.0
	for e := at.First; e < at.End; e++ {
		f.chances[e][lane] = chances[e]
		sum += chances[e]
	}
	if sum == 0 {
		f.resigns[lane] = append(f.resigns[lane], at.Orbit)
	}
}
