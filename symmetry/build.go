package symmetry

import (
	"maps"
	"slices"
)

// Build returns the graph of a game. It panics if the game has more orbits or moves than a graph may have, or an
// orbit that can occur after different numbers of moves.
func Build[P, M any](of Rules[P, M]) *Graph {
	rules := coded[P, M]{of}
	g := &Graph{
		name: of.Game(), players: of.Players(), howToPlay: of.HowToPlay(),
		symmetries: of.Symmetries(), weight: of.Weight(), manner: of.Manner(),
		rules: rules, orbits: map[Position]Orbit{}, choices: map[Side][]Orbit{},
	}
	ply := map[Position]bool{of.Code(of.Start()): true} // canonical positions
	for played := 0; len(ply) > 0; played++ {
		next := map[Position]bool{}
		for _, c := range slices.Sorted(maps.Keys(ply)) {
			n, end := rules.node(c, played)
			g.add(n, end)
			for _, m := range n.moves {
				after, _ := g.canonical(rules.play(c, m))
				next[after] = true
			}
		}
		ply = next
	}
	for o := range g.All() {
		g.connect(o)
	}
	return g
}

// add adds the orbit of a canonical position.
func (g *Graph) add(n node, end Outcome) {
	o := Orbit(len(g.nodes))
	if o == None || n.played > MaxMoves || len(n.moves) > MaxMoves {
		panic("symmetry: too many orbits, too long games, or too many moves in a position")
	}
	n.distinct, n.classes = g.distinct(n.code, n.moves)
	g.nodes, g.orbits[n.code], g.outcomes[o] = append(g.nodes, n), o, end
	if len(g.orbits) < len(g.nodes) {
		panic("symmetry: a position arises after two numbers of moves")
	}
}

// connect finds the successors of an orbit. It needs all orbits.
func (g *Graph) connect(o Orbit) {
	n, first := &g.nodes[o], len(g.edges)
	g.forced[o] = None
	if g.outcomes[o] != Ongoing {
		g.ended[g.outcomes[o]] = append(g.ended[g.outcomes[o]], o)
		return
	}
	for i, m := range n.moves {
		after, _ := g.Find(g.rules.play(n.code, m))
		if g.successors[o].Next[i] = after; n.distinct.Has(i) {
			g.edges, g.lowest = append(g.edges, after), append(g.lowest, uint8(i))
		}
	}
	g.successors[o].MoreThanFive = len(n.moves) > 5
	if len(g.ongoing) == n.played {
		g.ongoing = append(g.ongoing, nil)
	}
	n.edges = OrbitEdges{o, uint16(first), uint16(len(g.edges))}
	g.ongoing[n.played] = append(g.ongoing[n.played], n.edges)
	if n.forced {
		g.forced[o] = g.Next(o, 0)
	} else {
		g.choices[g.Turn(o)] = append(g.choices[g.Turn(o)], o)
	}
}

// canonical returns the least of the images of a position, and the first transform that leads to it.
func (g *Graph) canonical(c Position) (least Position, to Transform) {
	least = c
	for _, t := range g.symmetries {
		if image := g.Transform(c, t); image < least {
			least, to = image, t
		}
	}
	return least, to
}

// distinct returns the lowest move of each class of moves that are equal up to the symmetries of a position, and the
// class of each move.
func (g *Graph) distinct(c Position, moves []Move) (distinct Set, classes []uint8) {
	stabilizer := slices.DeleteFunc(slices.Clone(g.symmetries), func(t Transform) bool {
		return g.Transform(c, t) != c
	})
	classes = make([]uint8, len(moves))
	for i, m := range moves {
		lowest := m
		for _, t := range stabilizer {
			lowest = min(lowest, t.Move(m))
		}
		if lowest == m {
			classes[i] = uint8(distinct.Count())
			distinct |= 1 << i
		} else {
			classes[i] = classes[slices.Index(moves, lowest)]
		}
	}
	return distinct, classes
}
