package arena

import (
	"slices"
	"sync"

	"menace/symmetry"
)

// sweep is pooled scratch space for one evaluation.
type sweep struct {
	graph    *symmetry.Graph
	own      numbers            // chances of the policy by edge; valid only for its own moves
	resigned []symmetry.Orbit   // where the policy resigns
	reach    numbers            // probability that a game passes through each orbit, or has each result
	ends     [][results]float64 // chances of the policy's moves to settled results, by orbit; 0 until they are needed
	bounds   []bounds           // from each orbit on, and of each result
}

// numbers is an array that has every edge and every orbit as an index, so that the compiler need not check bounds. Most
// of its memory is never used.
type numbers [1 << 16]float64

// bounds holds the probabilities of a policy against its two worst replies; see [Point] and [MostLosses].
type bounds struct{ worst, most WDL }

var sweeps = sync.Pool{New: func() any { return &sweep{} }}

// load reads the chances of a policy, which plays this side.
func (s *sweep) load(p Policy, side symmetry.Side) {
	g := p.Graph()
	if s.graph != g {
		n := g.Orbits()
		s.graph, s.ends, s.bounds = g, make([][results]float64, n), make([]bounds, n+results)
		for r, wdl := range sure {
			s.bounds[result(g, r)] = bounds{wdl, wdl}
		}
		s.bounds[result(g, drawnOrWon)] = bounds{sure[drawn], sure[won]}
	}
	p.Chances(s.own[:len(g.Edges())])
	s.resigned = s.resigned[:0]
	for level, ply := range g.Ongoing() {
		if symmetry.Turn(level) != side {
			continue
		}
		for _, at := range ply {
			if s.own[at.First] == 0 && slices.Max(s.own[at.First:at.End]) == 0 {
				s.resigned = append(s.resigned, at.Orbit)
			}
		}
	}
}

// against computes the results forwards, ply by ply: before it leaves an orbit, it has added up all ways to reach it.
// The conversions, here and below, prevent fused operations, so that all platforms compute the same bits.
func (s *sweep) against(f flow) WDL {
	own, reach := &s.own, &s.reach
	end := reach[result(s.graph, 0):][:cells*results]
	clear(reach[:s.graph.Orbits()])
	clear(end)
	reach[symmetry.Start] = 1
	for i := range f {
		for _, m := range f[i].own {
			reach[m.to] += float64(reach[m.from] * own[m.edge])
		}
		for _, m := range f[i].fixed {
			reach[m.to] += float64(reach[m.from] * m.chance)
		}
	}
	for _, o := range s.resigned {
		end[lost] += reach[o]
	}
	var sum [results]float64
	for i, chance := range end {
		sum[i%results] += chance
	}
	return WDL{sum[won], sum[drawn], sum[lost]}.certain()
}

// certain removes rounding errors from a certain result. Sums of products without a subtraction are 0 if and only if
// the result never happens, so if two of three are 0, the third is certain. Otherwise it only caps probabilities at 1.
func (o WDL) certain() WDL {
	switch {
	case o.Draw == 0 && o.Loss == 0:
		return sure[won]
	case o.Win == 0 && o.Loss == 0:
		return sure[drawn]
	case o.Win == 0 && o.Draw == 0:
		return sure[lost]
	}
	return WDL{min(o.Win, 1), min(o.Draw, 1), min(o.Loss, 1)}
}

// backwards finds the worst replies. It visits the plies in reverse order, so that the successors of each orbit are
// known.
func (s *sweep) backwards(t *threats) bounds {
	own, ends := &s.own, s.ends
	for _, e := range t.ends {
		ends[e.from][e.result] += own[e.edge]
	}
	for _, o := range s.resigned {
		s.ends[o][lost] = 1
	}
	for i := range slices.Backward(t.plies) {
		p := &t.plies[i]
		s.expect(p)
		s.choose(p)
	}
	start := s.bounds[symmetry.Start]
	return bounds{start.worst.certain(), start.most.certain()}
}

// expect sets the bounds where the policy moves: the mean over its moves, or a loss if it resigns.
func (s *sweep) expect(p *threatPly) {
	own, ends, bounds := &s.own, s.ends, s.bounds
	for _, at := range p.own {
		e := &ends[at.Orbit]
		win, draw, loss := e[won], e[drawn]+e[drawnOrWon], e[lost]
		mostWin, mostDraw, mostLoss := e[won]+e[drawnOrWon], e[drawn], e[lost]
		*e = [results]float64{} // faster than clearing all of them, most of which are never used
		for _, m := range p.steps[at.First:at.End] {
			chance, after := own[m.edge], &bounds[m.to]
			win += float64(chance * after.worst.Win)
			draw += float64(chance * after.worst.Draw)
			loss += float64(chance * after.worst.Loss)
			mostWin += float64(chance * after.most.Win)
			mostDraw += float64(chance * after.most.Draw)
			mostLoss += float64(chance * after.most.Loss)
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
func (s *sweep) choose(p *threatPly) {
	bounds := s.bounds
	for _, at := range p.replies {
		moves := p.to[at.First:at.End]
		low := &bounds[moves[0]]
		high, value, loss := low, low.worst.Win-low.worst.Loss, low.worst.Loss
		most, least, draw := around(low.most.Loss, low.most.Draw)
		for _, next := range moves[1:] {
			after := &bounds[next]
			v := after.worst.Win - after.worst.Loss
			if v < value-tolerance || v <= value+tolerance && after.worst.Loss > loss+tolerance {
				low, value, loss = after, v, after.worst.Loss
			}
			if l, d := after.most.Loss, after.most.Draw; l > most || l >= least && d < draw {
				high = after
				most, least, draw = around(l, d)
			}
		}
		to := &bounds[at.Orbit]
		to.worst, to.most = low.worst, high.most
	}
}

// around returns the limits between which losses count as equal to loss, and the one below which draws count as fewer
// than draw.
func around(loss, draw float64) (most, least, fewer float64) {
	return loss * (1 + tolerance), loss * (1 - tolerance), draw * (1 - tolerance)
}
