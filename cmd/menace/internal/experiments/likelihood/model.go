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
	fresh *menace.Machine // an untrained machine, which nobody changes
	graph *symmetry.Graph

	stints  []stint
	stintOf []int // of each game, the index of its stint
	phaseOf []int // of each game, the number of its phase: stints that follow one another in a repeated schedule differ

	boxes        []symmetry.Orbit // the boxes that the machine can use, in order: a particle holds their contents
	openingMoves []symmetry.Move  // of the opening box, or none if there are several
	openingIndex []int            // their indices among the moves of the orbit
	shown        []symmetry.Orbit // the boxes of the machine's first two moves
	shownBoxes   []int            // their indices in boxes
	shownMoves   [][]int          // the indices of their moves with beads
	countedMoves [][]int          // the same for all boxes
	counts       int              // the number of moves with beads in all boxes
}

// stint is the part of the graph that can be reached against one opponent. Its nodes are in the order of the graph, so
// that each comes before its successors.
type stint struct {
	name  string
	nodes []node
	edges []edge
	ends  []symmetry.Outcome // by node, or Ongoing
}

// node is an orbit. One with edges is not the end of a game.
type node struct {
	orbit      symmetry.Orbit
	own        bool // the machine moves
	box        int  // index in model.boxes of the machine's box, or −1
	first, end int  // its edges
}

// edge leads to another node.
type edge struct {
	to     int
	chance float64 // that the opponent takes it; unused where the machine moves
}

// prepare finds everything that can be reached.
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
	index := map[symmetry.Orbit]int{}
	for _, o := range m.graph.Choices(m.Rules.Plays) {
		if used[o] {
			index[o], m.boxes = len(m.boxes), append(m.boxes, o)
		}
	}
	for _, s := range m.stints {
		for n := range s.nodes {
			node := &s.nodes[n]
			if node.box = -1; node.own {
				if i, ok := index[node.orbit]; ok {
					node.box = i
				}
			}
		}
	}
	for _, o := range m.boxes {
		moves := slices.Collect(m.fresh.Moves(o).All())
		m.countedMoves, m.counts = append(m.countedMoves, moves), m.counts+len(moves)
	}
	buckets, openings := m.fresh.Buckets(), m.fresh.Openings()
	for i, o := range m.boxes {
		if m.graph.Level(o) > buckets[min(1, len(buckets)-1)] && !slices.Contains(openings, o) {
			continue
		}
		m.shown, m.shownBoxes = append(m.shown, o), append(m.shownBoxes, i)
		m.shownMoves = append(m.shownMoves, slices.Collect(m.fresh.Moves(o).All()))
	}
	if m.Rules.Plays == symmetry.First {
		m.openingIndex = m.shownMoves[0]
		for _, i := range m.openingIndex {
			m.openingMoves = append(m.openingMoves, m.graph.Moves(symmetry.Start)[i])
		}
	}
}

// against returns what can be reached against an opponent, and marks it as used.
func (m *model) against(s arena.Stint, used map[symmetry.Orbit]bool) stint {
	g := m.graph
	chances := make([]float64, len(g.Edges()))
	s.Opponent.(arena.Opponent).Chances(chances) // which newModel has checked
	reached := make([]bool, g.Orbits())
	reached[symmetry.Start] = true
	at := make([]int, g.Orbits()) // index of the node of an orbit
	result := stint{name: s.Name}
	for o := range g.All() {
		if !reached[o] {
			continue
		}
		at[o] = len(result.nodes)
		n := node{orbit: o, own: g.Turn(o) == m.Rules.Plays, first: len(result.edges)}
		if g.Outcome(o) == symmetry.Ongoing {
			star := g.OrbitEdges(o)
			used[o] = used[o] || n.own
			for e := star.First; e < star.End; e++ {
				if n.own || chances[e] > 0 {
					next := g.Edges()[e]
					reached[next] = true
					result.edges = append(result.edges, edge{to: int(next), chance: chances[e]})
				}
			}
		}
		n.end = len(result.edges)
		result.nodes, result.ends = append(result.nodes, n), append(result.ends, g.Outcome(o))
	}
	for i := range result.edges {
		result.edges[i].to = at[result.edges[i].to]
	}
	return result
}
