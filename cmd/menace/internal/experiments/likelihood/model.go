package likelihood

import (
	"math"
	"slices"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// model is a tournament prepared for the filter. Runs share it.
type model struct {
	Tournament
	Filter
	fresh *menace.Machine // an untrained machine, never changed
	graph *symmetry.Graph

	stints  []stint
	stintOf []int // of each game, the index of its stint
	phaseOf []int // of each game, the number of its phase; repetitions of a schedule are different phases

	boxes        []box // the boxes that the machine can use, sorted by orbit
	boxOf        []int // by orbit, the index of its box, or −1
	initial      []count
	openingMoves []symmetry.Move // of the opening box, or none if there are several boxes
	shown        []int           // indices of the boxes of the machine's first two moves
}

// count is a number of beads. A particle consists of the counts of all boxes, one after another.
type count uint32

// box is a box that the machine can use.
type box struct {
	orbit      symmetry.Orbit
	first, end int     // its counts in a particle
	moves      []uint8 // by count, the index of its move in the orbit
	classes    []uint8 // by count, the class of the move
	shown      int     // index in model.shown, or −1
}

// stint is the part of the graph that is reachable against one opponent. Its nodes are in the order of the graph, so
// that each precedes its successors, but the ends of games come last.
type stint struct {
	name    string
	nodes   []node
	ongoing int                // number of nodes that are not the end of a game
	edges   []int32            // the nodes that they lead to
	skips   []int32            // by node, the first node from there on where chance decides something, or the end
	targets []int32            // by edge, the entry of skips for the node that it leads to
	chances []float64          // by edge; if the machine draws a bead there, they depend on the particle
	ends    []symmetry.Outcome // by node, or Ongoing
}

// node is an orbit.
type node struct {
	orbit      symmetry.Orbit
	own        bool // the machine moves
	box        int  // index in model.boxes of the machine's box, or −1
	first, end int  // its edges
}

// prepare finds everything that is reachable.
func (m *model) prepare(schedule arena.Schedule) {
	m.graph = m.fresh.Graph()
	byName, used := map[string]int{}, map[symmetry.Orbit]bool{}
	for game := range m.Results {
		s, left := schedule.At(int64(game))
		i, known := byName[s.Name]
		if !known {
			i = len(m.stints)
			byName[s.Name], m.stints = i, append(m.stints, m.against(s, used))
		}
		phase := 0
		if game > 0 {
			phase = m.phaseOf[game-1]
			_, before := schedule.At(int64(game - 1))
			if again := left >= before && left < math.MaxInt64; again || m.stintOf[game-1] != i {
				phase++
			}
		}
		m.stintOf, m.phaseOf = append(m.stintOf, i), append(m.phaseOf, phase)
	}
	m.boxOf = slices.Repeat([]int{-1}, m.graph.Orbits())
	for _, o := range m.graph.Choices(m.Rules.Plays) {
		if used[o] {
			m.boxOf[o], m.boxes = len(m.boxes), append(m.boxes, m.newBox(o))
		}
	}
	for i, s := range m.stints {
		for n := range s.nodes {
			at := &s.nodes[n]
			if at.box = m.boxOf[at.orbit]; at.box < 0 && at.own && n < s.ongoing {
				s.chances[at.first] = 1 // a forced move
			}
		}
		m.stints[i].skip()
	}
	buckets, openings := m.fresh.Buckets(), m.fresh.Openings()
	for i := range m.boxes {
		b := &m.boxes[i]
		b.shown = -1
		if m.graph.Level(b.orbit) <= buckets[min(1, len(buckets)-1)] || slices.Contains(openings, b.orbit) {
			b.shown, m.shown = len(m.shown), append(m.shown, i)
		}
	}
	if m.Rules.Plays == symmetry.First {
		for _, i := range m.boxes[0].moves {
			m.openingMoves = append(m.openingMoves, m.graph.Moves(symmetry.Start)[i])
		}
	}
}

// skip finds the nodes that looking ahead can skip, because their only edge is certain.
func (s *stint) skip() {
	s.skips, s.targets = make([]int32, len(s.nodes)), make([]int32, len(s.edges))
	for n := len(s.nodes) - 1; n >= 0; n-- {
		at := s.nodes[n]
		for e := at.first; e < at.end; e++ {
			s.targets[e] = s.skips[s.edges[e]]
		}
		if s.skips[n] = int32(n); at.end == at.first+1 && at.box < 0 && s.chances[at.first] == 1 {
			s.skips[n] = s.targets[at.first]
		}
	}
}

// newBox returns the box of an orbit, and adds its counts to those of a fresh machine.
func (m *model) newBox(o symmetry.Orbit) box {
	b, classes := box{orbit: o, first: len(m.initial)}, m.graph.Classes(o)
	held, _ := m.fresh.Box(o)
	for i := range m.fresh.Moves(o).All() {
		b.moves, b.classes = append(b.moves, uint8(i)), append(b.classes, classes[i])
		m.initial = append(m.initial, count(held.Beads(i)))
	}
	b.end = len(m.initial)
	return b
}

// against returns the part of the graph that is reachable against an opponent, and marks its boxes as used.
func (m *model) against(s arena.Stint, used map[symmetry.Orbit]bool) stint {
	g := m.graph
	chances := make([]float64, len(g.Edges()))
	s.Opponent.(arena.Opponent).Chances(chances) // newModel has checked that it is one
	reached := make([]bool, g.Orbits())
	reached[symmetry.Start] = true
	at := make([]int32, g.Orbits()) // node of each orbit
	result := stint{name: s.Name}
	var final []node
	for o := range g.All() {
		if !reached[o] {
			continue
		}
		n := node{orbit: o, own: g.Turn(o) == m.Rules.Plays, first: len(result.edges)}
		if g.Outcome(o) == symmetry.Ongoing {
			star := g.OrbitEdges(o)
			used[o] = used[o] || n.own
			for e := star.First; e < star.End; e++ {
				if n.own || chances[e] > 0 {
					next := g.Edges()[e]
					reached[next] = true
					result.edges, result.chances = append(result.edges, int32(next)), append(result.chances, chances[e])
				}
			}
		}
		if n.end = len(result.edges); n.first == n.end {
			final = append(final, n)
			continue
		}
		at[o] = int32(len(result.nodes))
		result.nodes, result.ends = append(result.nodes, n), append(result.ends, symmetry.Ongoing)
	}
	result.ongoing = len(result.nodes)
	for _, n := range final {
		end := g.Outcome(n.orbit)
		if end == symmetry.Ongoing { // the opponent resigns
			end = symmetry.Win(m.Rules.Plays)
		}
		at[n.orbit] = int32(len(result.nodes))
		result.nodes, result.ends = append(result.nodes, n), append(result.ends, end)
	}
	for i, next := range result.edges {
		result.edges[i] = at[next]
	}
	return result
}
