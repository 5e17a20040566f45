package symmetry

import (
	"cmp"
	"iter"
	"slices"

	"menace/board"
)

// Orbit is the number of a set of positions that are the same up to symmetry. Orbits are numbered from 0, the
// empty board, by moves played and then by the code of their canonical position.
type Orbit uint16

// Orbits is the number of orbits, and Start the orbit of the empty board.
const (
	Orbits       = 765
	Start  Orbit = 0
)

// None is no orbit: the move of a player who resigns.
const None Orbit = Orbits

// node is what is known about an orbit.
type node struct {
	board    board.Board // the canonical position
	moves    uint8
	distinct board.Mask
}

// What is known about each orbit, and the orbit of each code with the transform to its canonical position. next,
// outcomes and lasts are separate arrays because games are played on them.
var (
	nodes  = buildNodes()
	orbits = buildOrbits()

	next, outcomes, lasts = buildGraph()
)

func buildNodes() (nodes [Orbits]node) {
	var canonical []board.Board
	for b := range board.Reachable() {
		if c, _ := Canonical(b); c == b {
			canonical = append(canonical, b)
		}
	}
	slices.SortStableFunc(canonical, func(a, b board.Board) int {
		return cmp.Compare(a.Moves(), b.Moves())
	})
	for o, b := range canonical {
		nodes[o] = node{board: b, moves: uint8(b.Moves()), distinct: Distinct(b)}
	}
	return nodes
}

// place is the orbit of a position and the transform to its canonical position.
type place struct {
	orbit Orbit
	to    Transform
}

func buildOrbits() (places [board.Codes]place) {
	for o, n := range nodes {
		// Backwards, so that the first of several transforms is kept.
		for t := Transform(Transforms); t > 0; t-- {
			from := (t - 1).Inverse().Board(n.board)
			places[from.Code()] = place{Orbit(o), t - 1}
		}
	}
	return places
}

func buildGraph() (next [Orbits][board.Squares]Orbit, outcomes [Orbits]board.Outcome, lasts [Orbits]Orbit) {
	for o, n := range nodes {
		outcomes[o], lasts[o] = n.board.Outcome(), None
		if outcomes[o] != board.Ongoing {
			continue
		}
		empty := n.board.Empty()
		for s := range empty.All() {
			next[o][s] = orbits[n.board.Play(s).Code()].orbit
		}
		if empty.Count() == 1 {
			lasts[o] = next[o][empty.First()]
		}
	}
	return next, outcomes, lasts
}

// Find returns the orbit of a position that can arise in a game, and the first transform from it to the
// canonical position. It looks up what [Canonical] computes.
func Find(b board.Board) (Orbit, Transform) {
	p := orbits[b.Code()]
	return p.orbit, p.to
}

// All iterates over the 765 orbits in order.
func All() iter.Seq[Orbit] {
	return func(yield func(Orbit) bool) {
		for o := range Orbit(Orbits) {
			if !yield(o) {
				return
			}
		}
	}
}

// Board returns the canonical position.
func (o Orbit) Board() board.Board { return nodes[o].board }

// Moves returns the number of moves played, 0 to 9.
func (o Orbit) Moves() int { return int(nodes[o].moves) }

// Distinct returns the distinct moves of the canonical position.
func (o Orbit) Distinct() board.Mask { return nodes[o].distinct }

// Outcome returns the outcome of the canonical position.
func (o Orbit) Outcome() board.Outcome { return outcomes[o] }

// Next returns the orbit that follows when the side to move takes square s of the canonical
// position. The move must be legal.
func (o Orbit) Next(s board.Square) Orbit { return next[o][s] }

// Last returns the orbit that follows when only one square is left, or None if there is a choice or the game is
// over.
func (o Orbit) Last() Orbit { return lasts[o] }
