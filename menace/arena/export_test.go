package arena

import (
	"slices"

	"menace/symmetry"
)

// BestReply returns the reply to policy p, which plays this side, that Worst of a [Point] is about, and the
// probabilities of p against it. Among equal moves it takes the first.
func BestReply(p Policy, side symmetry.Side) (Policy, WDL) {
	g, s := p.Graph(), &sweep{}
	s.load(g, p)
	worst := s.backwards(g, side).worst
	return Uniform(g, func(o symmetry.Orbit) symmetry.Set {
		best := slices.IndexFunc(g.Edges()[g.OrbitEdges(o).First:g.OrbitEdges(o).End], func(next symmetry.Orbit) bool {
			return s.bounds[next].worst == s.bounds[o].worst
		})
		return 1 << slices.Index(g.Classes(o), uint8(max(best, 0)))
	}), worst
}
