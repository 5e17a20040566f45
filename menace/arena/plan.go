package arena

import (
	"cmp"
	"slices"

	"menace/symmetry"
)

// Each game, side and opponent has a plan, a list of steps that every evaluation carries out. A plan leaves out what no
// policy can change: moves after which the result is settled, whatever the policy does, and orbits that the opponent
// never allows. That is more than half. Its lists also have no branches that depend on the policy.

// ownStep is a move of the policy, with the edge that holds its chance.
type ownStep struct {
	from, to symmetry.Orbit
	edge     uint16
}

// Results of a game for the policy. A step can lead to one of them as to an orbit; see [result]. drawnOrWon is for
// replies: the worst reply draws, but the reply with the most losses, of which there are none here, lets the policy
// win.
const (
	won = iota
	drawn
	lost
	drawnOrWon
	results
)

// sure holds the probabilities of certain results.
var sure = []WDL{won: {Win: 1}, drawn: {Draw: 1}, lost: {Loss: 1}}

// result returns the number of a result, which follows those of the orbits.
func result(g *symmetry.Graph, r int) symmetry.Orbit { return symmetry.Orbit(g.Orbits() + r) }

// cells is the number of copies of each result in a flow. Steps use them in turn, because the processor would have to
// wait before it adds to a number that it is still writing.
const cells = 8

// finished returns the orbits in which the game is over, by result.
func finished(g *symmetry.Graph, side symmetry.Side) [][]symmetry.Orbit {
	return [][]symmetry.Orbit{won: g.Ended(symmetry.Win(side)), drawn: g.Ended(symmetry.Drawn),
		lost: g.Ended(symmetry.Win(side.Other()))}
}

// flow lists, by level, the steps by which probability flows from the start to the results against an opponent.
type flow []flowPly

type flowPly struct {
	own   []ownStep
	fixed []fixedStep
}

// fixedStep is a move of the opponent, or the step from a settled orbit to its result.
type fixedStep struct {
	from, to symmetry.Orbit
	chance   float64
}

// newFlow plans an evaluation of policies on this side against an opponent.
func newFlow(g *symmetry.Graph, side symmetry.Side, opponent Policy) flow {
	chances := make([]float64, len(g.Edges()))
	opponent.Chances(chances)
	settled := settle(g, side, chances)
	f, reached := make(flow, len(g.Ongoing())), make([]bool, g.Orbits()+cells*results)
	reached[symmetry.Start] = true
	turn := 0
	cell := func(r int) symmetry.Orbit {
		turn++
		return result(g, turn%cells*results+r)
	}
	for level, ply := range g.Ongoing() {
		p := &f[level]
		for _, at := range ply {
			var mean WDL
			switch end := settled[at.Orbit]; {
			case !reached[at.Orbit]:
				continue
			case end != nil:
				mean = *end
			case symmetry.Turn(level) == side:
				for e := at.First; e < at.End; e++ {
					to := g.Edges()[e]
					if end := settled[to]; end != nil && slices.Contains(sure, *end) {
						to = cell(slices.Index(sure, *end))
					}
					p.own, reached[to] = append(p.own, ownStep{at.Orbit, to, e}), true
				}
			default:
				var rest []fixedStep
				mean, rest = settled.follow(g, at, chances)
				for _, next := range rest {
					reached[next.to] = true
				}
				p.fixed = append(p.fixed, rest...)
			}
			for r, chance := range []float64{won: mean.Win, drawn: mean.Draw, lost: mean.Loss} {
				if chance > 0 {
					p.fixed = append(p.fixed, fixedStep{at.Orbit, cell(r), chance})
				}
			}
		}
	}
	return f
}

// settlement holds the results of settled orbits, and nil for all others.
type settlement []*WDL

// settle returns the results of the orbits that are settled if an opponent moves with these chances.
func settle(g *symmetry.Graph, side symmetry.Side, chances []float64) settlement {
	settled := make(settlement, g.Orbits())
	for r, orbits := range finished(g, side) {
		for _, o := range orbits {
			settled[o] = &sure[r]
		}
	}
	for level, ply := range slices.Backward(g.Ongoing()) {
		for _, at := range ply {
			if symmetry.Turn(level) != side {
				if mean, rest := settled.follow(g, at, chances); len(rest) == 0 {
					settled[at.Orbit] = &mean
				}
			} else if only := g.Forced(at.Orbit); only != symmetry.None {
				settled[at.Orbit] = settled[only]
			}
		}
	}
	settled[symmetry.Start] = nil // so that every evaluation begins there
	return settled
}

// follow returns the mean result of the opponent's moves to settled orbits, and its other moves. The opponent resigns
// if it makes no move.
func (s settlement) follow(g *symmetry.Graph, at symmetry.OrbitEdges, chances []float64) (mean WDL, rest []fixedStep) {
	resigns := true
	for e := at.First; e < at.End; e++ {
		chance, to := chances[e], g.Edges()[e]
		if end := s[to]; end != nil {
			mean.Win += float64(chance * end.Win)
			mean.Draw += float64(chance * end.Draw)
			mean.Loss += float64(chance * end.Loss)
		} else if chance > 0 {
			rest = append(rest, fixedStep{at.Orbit, to, chance})
		}
		resigns = resigns && chance == 0
	}
	if resigns {
		mean = sure[won]
	}
	return mean, rest
}

// threats lists the steps that find the worst replies to a policy.
type threats struct {
	ends  []end
	plies []threatPly // by level
}

// end is a move of the policy after which the result is settled.
type end struct {
	from         symmetry.Orbit
	edge, result uint16
}

type threatPly struct {
	own     []symmetry.OrbitEdges // where the policy moves, with the range of its moves in steps
	steps   []ownStep             // its other moves
	replies []symmetry.OrbitEdges // where the opponent moves, with the range of its moves in to
	to      []symmetry.Orbit
}

// newThreats plans the search for the worst replies to policies on this side.
func newThreats(g *symmetry.Graph, side symmetry.Side) *threats {
	settled := settleReplies(g, side)
	t, reached := &threats{plies: make([]threatPly, len(g.Ongoing()))}, make([]bool, g.Orbits())
	reached[symmetry.Start] = true
	for level, ply := range g.Ongoing() {
		p := &t.plies[level]
		for _, at := range ply {
			if settled[at.Orbit] != none || !reached[at.Orbit] {
				continue
			}
			mine, first, step := symmetry.Turn(level) == side, uint16(len(p.to)), uint16(len(p.steps))
			if r, _ := worstOf(g, at, settled); !mine && r != none {
				// Other replies to settled orbits are no better. This one comes first, so that it wins ties up to
				// rounding.
				p.to = append(p.to, result(g, r))
			}
			for e := at.First; e < at.End; e++ {
				to := g.Edges()[e]
				switch r := settled[to]; {
				case r != none && mine:
					t.ends = append(t.ends, end{at.Orbit, e, uint16(r)})
				case mine:
					p.steps, reached[to] = append(p.steps, ownStep{at.Orbit, to, e}), true
				case r == none:
					p.to, reached[to] = append(p.to, to), true
				}
			}
			if mine {
				p.own = append(p.own, symmetry.OrbitEdges{Orbit: at.Orbit, First: step, End: uint16(len(p.steps))})
				continue
			}
			p.replies = append(p.replies, symmetry.OrbitEdges{Orbit: at.Orbit, First: first, End: uint16(len(p.to))})
		}
		sortByMoves(p.own)
		sortByMoves(p.replies)
	}
	return t
}

// sortByMoves sorts orbits by the number of their moves, so that the processor can predict when loops end.
func sortByMoves(all []symmetry.OrbitEdges) {
	slices.SortStableFunc(all, func(a, b symmetry.OrbitEdges) int { return cmp.Compare(a.End-a.First, b.End-b.First) })
}

// none means no result.
const none = -1

// settleReplies returns the results of the orbits that are settled if the opponent chooses the worst replies, and none
// for all others.
func settleReplies(g *symmetry.Graph, side symmetry.Side) []int {
	settled := slices.Repeat([]int{none}, g.Orbits())
	for r, orbits := range finished(g, side) {
		for _, o := range orbits {
			settled[o] = r
		}
	}
	for level, ply := range slices.Backward(g.Ongoing()) {
		for _, at := range ply {
			r, all := worstOf(g, at, settled)
			if mine := symmetry.Turn(level) == side; !mine && (all || r == lost) ||
				mine && all && g.Forced(at.Orbit) != symmetry.None {
				settled[at.Orbit] = r
			}
		}
	}
	settled[symmetry.Start] = none
	return settled
}

// worstOf returns the result of the worst replies among the moves to settled orbits, and whether every move is one.
func worstOf(g *symmetry.Graph, at symmetry.OrbitEdges, settled []int) (worst int, all bool) {
	worst, all = none, true
	for _, to := range g.Edges()[at.First:at.End] {
		switch r := settled[to]; {
		case r == none:
			all = false
		case worst == none || r == lost:
			worst = r
		case worst != lost && worst != r: // a win or a draw
			worst = drawnOrWon
		}
	}
	return worst, all
}
