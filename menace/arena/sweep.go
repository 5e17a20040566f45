package arena

import (
	"math"
	"slices"
	"sync"

	"menace/symmetry"
)

// sweep is pooled scratch space for one evaluation.
type sweep struct {
	own    []float64        // chances of the policy by edge; valid only for its own moves
	reach  [][lanes]float64 // probability that a game passes through each orbit, by opponent
	bounds []bounds         // results against the worst replies, from each orbit on
}

// bounds holds the probabilities of a policy against its two worst replies; see [Point] and [MostLosses].
type bounds struct{ worst, most WDL }

var sweeps = sync.Pool{New: func() any { return &sweep{} }}

// evaluate returns the exact probabilities of a policy, which plays this side, against each opponent and against the
// worst replies. Unused lanes hold garbage.
func (f *field) evaluate(p Policy, side symmetry.Side) (against [lanes]WDL, replies bounds) {
	s := sweeps.Get().(*sweep)
	defer sweeps.Put(s)
	s.load(f.graph, p)
	return s.against(f, side), s.backwards(f.graph, side)
}

func (s *sweep) load(g *symmetry.Graph, p Policy) {
	if n := len(g.Edges()); len(s.own) != n || len(s.reach) != g.Orbits() {
		s.own, s.reach, s.bounds = make([]float64, n), make([][lanes]float64, g.Orbits()), make([]bounds, g.Orbits())
	}
	p.Chances(s.own)
}

// against computes the results forwards, ply by ply: before it leaves an orbit, it has added up all ways to reach it.
func (s *sweep) against(f *field, side symmetry.Side) (wdl [lanes]WDL) {
	clear(s.reach)
	s.reach[symmetry.Start] = [lanes]float64{1, 1, 1}
	var resigned [lanes]float64
	for level, ply := range f.graph.Ongoing() {
		if symmetry.Turn(level) == side {
			s.follow(f.graph.Edges(), ply, &resigned)
		} else {
			s.followOpponents(f, ply)
		}
	}
	win, draw := s.ended(f.graph, symmetry.Win(side)), s.ended(f.graph, symmetry.Drawn)
	loss := s.ended(f.graph, symmetry.Win(side.Other()))
	for lane := range wdl {
		for _, o := range f.resigns[lane] {
			if f.graph.Turn(o) != side {
				win[lane] += s.reach[o][lane]
			}
		}
		// Clamp rounding errors.
		wdl[lane] = WDL{min(win[lane], 1), min(draw[lane], 1), min(loss[lane]+resigned[lane], 1)}
	}
	return wdl
}

// follow adds the moves of the policy in one ply to reach, and the probability of its resignations to resigned. The
// conversions, here and below, prevent fused operations, so that all platforms compute the same bits.
func (s *sweep) follow(edges []symmetry.Orbit, ply []symmetry.OrbitEdges, resigned *[lanes]float64) {
	reach := s.reach
	for _, at := range ply {
		here, sum := &reach[at.Orbit], 0.0
		a, b, c := here[0], here[1], here[2]
		moves := edges[at.First:at.End]
		chances := s.own[at.First:at.End][:len(moves)]
		for i, next := range moves {
			chance, after := chances[i], &reach[next]
			sum += chance
			after[0] += float64(a * chance)
			after[1] += float64(b * chance)
			after[2] += float64(c * chance)
		}
		if sum == 0 {
			resigned[0] += a
			resigned[1] += b
			resigned[2] += c
		}
	}
}

// followOpponents adds the moves of the opponents in one ply to reach.
func (s *sweep) followOpponents(f *field, ply []symmetry.OrbitEdges) {
	edges, reach := f.graph.Edges(), s.reach
	for _, at := range ply {
		here := &reach[at.Orbit]
		a, b, c := here[0], here[1], here[2]
		moves := edges[at.First:at.End]
		chances := f.chances[at.First:at.End][:len(moves)]
		for i, next := range moves {
			chance, after := &chances[i], &reach[next]
			after[0] += float64(a * chance[0])
			after[1] += float64(b * chance[1])
			after[2] += float64(c * chance[2])
		}
	}
}

// ended returns the probability of an outcome against each opponent.
func (s *sweep) ended(g *symmetry.Graph, end symmetry.Outcome) [lanes]float64 {
	var a, b, c float64
	for _, o := range g.Ended(end) {
		here := &s.reach[o]
		a += here[0]
		b += here[1]
		c += here[2]
	}
	return [lanes]float64{a, b, c}
}

// backwards finds the worst replies. It visits the plies in reverse order, so that the successors of each orbit are
// known.
func (s *sweep) backwards(g *symmetry.Graph, side symmetry.Side) bounds {
	s.setEnded(g.Ended(symmetry.Win(side)), WDL{Win: 1})
	s.setEnded(g.Ended(symmetry.Drawn), WDL{Draw: 1})
	s.setEnded(g.Ended(symmetry.Win(side.Other())), WDL{Loss: 1})
	for level, ply := range slices.Backward(g.Ongoing()) {
		if symmetry.Turn(level) == side {
			s.expect(g.Edges(), ply)
		} else {
			s.choose(g.Edges(), ply)
		}
	}
	return s.bounds[symmetry.Start]
}

func (s *sweep) setEnded(over []symmetry.Orbit, wdl WDL) {
	for _, o := range over {
		s.bounds[o] = bounds{wdl, wdl}
	}
}

// expect sets the bounds where the policy moves: the mean over its moves, or a loss if it resigns.
func (s *sweep) expect(edges []symmetry.Orbit, ply []symmetry.OrbitEdges) {
	bounds := s.bounds
	for _, at := range ply {
		var win, draw, loss, mostWin, mostDraw, mostLoss, sum float64
		moves := edges[at.First:at.End]
		chances := s.own[at.First:at.End][:len(moves)]
		for i, next := range moves {
			chance, after := chances[i], &bounds[next]
			sum += chance
			win += float64(chance * after.worst.Win)
			draw += float64(chance * after.worst.Draw)
			loss += float64(chance * after.worst.Loss)
			mostWin += float64(chance * after.most.Win)
			mostDraw += float64(chance * after.most.Draw)
			mostLoss += float64(chance * after.most.Loss)
		}
		if sum == 0 {
			loss, mostLoss = 1, 1
		}
		to := &bounds[at.Orbit]
		to.worst, to.most = WDL{win, draw, loss}, WDL{mostWin, mostDraw, mostLoss}
	}
}

// tolerance is the largest difference between two sums of probabilities that counts as rounding. Sums of products
// without a subtraction, such as the probability of a loss, have at most this relative error, so 0 is exact.
const tolerance = 1e-12

// choose sets the bounds where the opponent moves: worst from the move with the lowest value and, among equals, more
// losses; most from the move with the most losses and, among equals, fewer draws.
func (s *sweep) choose(edges []symmetry.Orbit, ply []symmetry.OrbitEdges) {
	bounds := s.bounds
	for _, at := range ply {
		low, value, loss := 0, math.Inf(1), 0.0
		high, most, least, draw := 0, -1.0, -1.0, 0.0 // losses between least and most count as equal
		moves := edges[at.First:at.End]
		for i, next := range moves {
			after := &bounds[next]
			v := after.worst.Win - after.worst.Loss
			if v < value-tolerance || v <= value+tolerance && after.worst.Loss > loss+tolerance {
				low, value, loss = i, v, after.worst.Loss
			}
			if l, d := after.most.Loss, after.most.Draw; l > most || l >= least && d < draw {
				high, most, least, draw = i, l*(1+tolerance), l*(1-tolerance), d*(1-tolerance)
			}
		}
		to := &bounds[at.Orbit]
		to.worst, to.most = bounds[moves[low]].worst, bounds[moves[high]].most
	}
}
