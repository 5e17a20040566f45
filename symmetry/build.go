package symmetry

import (
	"cmp"
	"slices"
)

// Build returns the graph of a game. It panics if the game exceeds the limits of a graph, can go on for ever, or has an
// orbit that arises with either side to move.
func Build[P, M any](of Rules[P, M]) *Graph {
	g := &Graph{
		name: of.Game(), players: of.Players(), howToPlay: of.HowToPlay(),
		symmetries: of.Symmetries(), weight: of.Weight(), manner: of.Manner(), rules: coded[P, M]{of},
		orbits: map[Position]Orbit{}, choices: map[Side][]Orbit{}, openings: map[Side][]Orbit{},
	}
	start, _ := g.canonical(of.Code(of.Start()))
	b := builder{graph: g, after: map[Position][]Position{}, levels: map[Position]int{}}
	b.explore(start, 0)
	b.setLevels()
	slices.SortFunc(b.order, func(x, y Position) int {
		return cmp.Or(cmp.Compare(b.levels[x], b.levels[y]), cmp.Compare(x, y))
	})
	for _, c := range b.order {
		b.add(c)
	}
	for o := range g.All() {
		b.connect(o)
	}
	g.layered = true
	for o := range g.All() {
		for i := range g.Moves(o) {
			g.layered = g.layered && g.Level(g.Next(o, i)) == g.Level(o)+1
		}
	}
	for _, s := range []Side{First, Second} {
		g.openings[s] = g.firstChoices(s)
	}
	return g
}

// builder builds a graph. It knows orbits by their canonical positions.
type builder struct {
	graph  *Graph
	after  map[Position][]Position // successors by move; nil while they are being explored
	order  []Position              // each position follows its successors, until Build sorts them
	levels map[Position]int
}

// explore records a position that arises after this many moves, and all positions that can follow.
func (b *builder) explore(c Position, played int) {
	if played > MaxLength || len(b.after) == MaxOrbits {
		panic("symmetry: too many orbits, or too long games")
	}
	b.after[c] = nil
	successors := []Position{}
	for _, m := range b.graph.rules.open(c) {
		next, _ := b.graph.canonical(b.graph.rules.play(c, m))
		successors = append(successors, next)
		if known, ok := b.after[next]; !ok {
			b.explore(next, played+1)
		} else if known == nil {
			panic("symmetry: a game can go on for ever")
		}
	}
	b.after[c], b.order = successors, append(b.order, c)
}

// setLevels finds the level of each position.
func (b *builder) setLevels() {
	for _, c := range slices.Backward(b.order) {
		for _, next := range b.after[c] {
			b.levels[next] = max(b.levels[next], b.levels[c]+1)
		}
	}
	for c, successors := range b.after {
		for _, next := range successors {
			if (b.levels[next]-b.levels[c])%2 == 0 {
				panic("symmetry: a position arises with either side to move")
			}
		}
	}
}

// add adds the orbit of a canonical position.
func (b *builder) add(c Position) {
	g := b.graph
	o := Orbit(len(g.nodes))
	n, end := g.rules.node(c, b.levels[c])
	if len(n.moves) > MaxMoves {
		panic("symmetry: too many moves in a position")
	}
	n.distinct, n.classes = g.distinct(n.code, n.moves)
	g.nodes, g.orbits[c] = append(g.nodes, n), o
	g.outcomes[o], g.forced = end, append(g.forced, None)
	g.successors = append(g.successors, Successors{})
}

// connect sets the successors of an orbit. It needs all orbits.
func (b *builder) connect(o Orbit) {
	g := b.graph
	n, first := &g.nodes[o], len(g.edges)
	if g.outcomes[o] != Ongoing {
		g.ended[g.outcomes[o]] = append(g.ended[g.outcomes[o]], o)
		return
	}
	for i, next := range b.after[n.code] {
		after := g.orbits[next]
		if g.successors[o].Next[i] = after; n.distinct.Has(i) {
			g.edges, g.lowest = append(g.edges, after), append(g.lowest, uint8(i))
		}
	}
	if len(g.edges) > MaxEdges {
		panic("symmetry: too many moves")
	}
	g.successors[o].MoreThanFive = len(n.moves) > 5
	for len(g.ongoing) <= n.level {
		g.ongoing = append(g.ongoing, nil)
	}
	n.edges = OrbitEdges{o, uint16(first), uint16(len(g.edges))}
	g.ongoing[n.level] = append(g.ongoing[n.level], n.edges)
	if n.forced {
		g.forced[o] = g.Next(o, 0)
	} else {
		g.choices[g.Turn(o)] = append(g.choices[g.Turn(o)], o)
	}
}

// firstChoices returns the orbits where a side may have its first choice of a game.
func (g *Graph) firstChoices(s Side) (openings []Orbit) {
	met := map[Orbit]bool{}
	var visit func(Orbit)
	visit = func(o Orbit) {
		switch {
		case met[o]:
			return
		case g.Turn(o) == s && g.outcomes[o] == Ongoing && g.forced[o] == None:
			openings = append(openings, o)
		default:
			for i := range g.Moves(o) {
				visit(g.Next(o, i))
			}
		}
		met[o] = true
	}
	visit(Start)
	slices.Sort(openings)
	return openings
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
