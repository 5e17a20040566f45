package arena

import (
	"slices"

	"menace/symmetry"
)

// BestReply returns a reply to policy p, which plays this side, that Worst of a [Point] is about, and the probabilities
// of p against it. Among equal moves it takes the first. It visits all orbits, even those that evaluations leave out.
func BestReply(p Policy, side symmetry.Side) (Policy, WDL) {
	g := p.Graph()
	chances, best := make([]float64, len(g.Edges())), make([]int, g.Orbits())
	p.Chances(chances)
	from := make([]WDL, g.Orbits()) // results from each orbit on
	for end, wdl := range map[symmetry.Outcome]WDL{
		symmetry.Win(side): {Win: 1}, symmetry.Drawn: {Draw: 1}, symmetry.Win(side.Other()): {Loss: 1},
	} {
		for _, o := range g.Ended(end) {
			from[o] = wdl
		}
	}
	for level, ply := range slices.Backward(g.Ongoing()) {
		for _, at := range ply {
			sum, worst := WDL{}, WDL{Win: 2}
			for e := at.First; e < at.End; e++ {
				after := from[g.Edges()[e]]
				sum.Win += chances[e] * after.Win
				sum.Draw += chances[e] * after.Draw
				sum.Loss += chances[e] * after.Loss
				if v := after.Value() - worst.Value(); v < -tolerance || v <= tolerance && after.Loss > worst.Loss+tolerance {
					worst, best[at.Orbit] = after, int(e-at.First)
				}
			}
			switch {
			case symmetry.Turn(level) != side:
				from[at.Orbit] = worst
			case slices.Max(chances[at.First:at.End]) == 0:
				from[at.Orbit] = WDL{Loss: 1}
			default:
				from[at.Orbit] = sum
			}
		}
	}
	return Uniform(g, func(o symmetry.Orbit) symmetry.Set {
		return 1 << slices.Index(g.Classes(o), uint8(best[o]))
	}), from[symmetry.Start]
}
