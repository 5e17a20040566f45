package symmetry

import (
	"iter"
	"math/bits"

	"menace/board"
)

// Orbit is the number of a set of positions that are the same up to symmetry. Orbits of a game are numbered from 0,
// its start, by moves played and then by the number of their canonical position, the least in the orbit.
type Orbit uint16

// Start is the orbit in which every game begins.
const Start Orbit = 0

// Limits of a graph. Tic-tac-toe reaches both.
const (
	MaxOrbits = 765
	MaxMoves  = 9 // of a position, and of a game
)

// None is no orbit: the move of a player who resigns.
const None Orbit = MaxOrbits

// Graph is a game up to symmetry: its orbits, and the moves that lead from each to others. It never changes, and
// goroutines may share it.
//
// The moves of an orbit are those of its canonical position by ascending number, and are counted from 0. Each that is
// distinct is an edge of the graph; the edges are numbered too, by orbit and then by move.
type Graph struct {
	name       string
	players    [2]string
	tell       string
	symmetries []Transform
	weight     int
	rules      rules
	orbits     map[board.Code]Orbit // of canonical positions
	nodes      []node
	edges      []Orbit  // where each leads
	lowest     []uint8  // the move of each
	ongoing    [][]Star // by moves played
	ended      [Outcomes][]Orbit
	choices    map[Side][]Orbit

	// What a game needs at every move.
	forks    [MaxOrbits]Fork
	outcomes [MaxOrbits]Outcome
	forced   [MaxOrbits]Orbit
}

// node is what else is known about an orbit.
type node struct {
	code     board.Code // of the canonical position
	played   int
	moves    []Move
	star     Star
	distinct Set
	classes  []uint8 // of each move: how many distinct moves come before the one that it is the same as
	blocks   Set
	estimate int
}

// Name returns the name of the game.
func (g *Graph) Name() string { return g.name }

// Player names a side, as in "X" or "White".
func (g *Graph) Player(s Side) string {
	if s == Second {
		return g.players[1]
	}
	return g.players[0]
}

// Tell returns the rules of the game, as a child is told them.
func (g *Graph) Tell() string { return g.tell }

// Symmetries returns the symmetries of the game, a group. The caller must not change them.
func (g *Graph) Symmetries() []Transform { return g.symmetries }

// Orbits returns the number of orbits.
func (g *Graph) Orbits() int { return len(g.nodes) }

// All iterates over the orbits in order.
func (g *Graph) All() iter.Seq[Orbit] {
	return func(yield func(Orbit) bool) {
		for o := range g.nodes {
			if !yield(Orbit(o)) {
				return
			}
		}
	}
}

// EdgeMoves returns the moves of the edges, by their number: the lowest of each class. The caller must not change it.
func (g *Graph) EdgeMoves() []uint8 { return g.lowest }

// Star is an orbit with its edges: from First up to, but not including, End.
type Star struct {
	Orbit      Orbit
	First, End uint16
}

// Star returns an orbit with its edges.
func (g *Graph) Star(o Orbit) Star { return g.nodes[o].star }

// Ongoing returns the orbits in which the game goes on, by moves played. The caller must not change them.
func (g *Graph) Ongoing() [][]Star { return g.ongoing }

// Ended returns the orbits of games that ended so. The caller must not change them.
func (g *Graph) Ended(end Outcome) []Orbit { return g.ended[end] }

// Code returns the code of the canonical position of an orbit.
func (g *Graph) Code(o Orbit) board.Code { return g.nodes[o].code }

// Played returns the number of moves played, 0 to 9.
func (g *Graph) Played(o Orbit) int { return g.nodes[o].played }

// Turn returns the side that moves next, or would move if the game were not over.
func (g *Graph) Turn(o Orbit) Side { return Turn(g.nodes[o].played) }

// Outcome returns how the game stands.
func (g *Graph) Outcome(o Orbit) Outcome { return g.outcomes[o] }

// Moves returns the moves of an orbit: none when the game is over. The caller must not change them.
func (g *Graph) Moves(o Orbit) []Move { return g.nodes[o].moves }

// Distinct returns one move for each class of moves that are the same up to a symmetry of the position: the lowest.
func (g *Graph) Distinct(o Orbit) Set { return g.nodes[o].distinct }

// Classes returns of each move which of the distinct moves, counted from 0, it is the same as. The caller must not
// change it.
func (g *Graph) Classes(o Orbit) []uint8 { return g.nodes[o].classes }

// Fork is where the moves of an orbit lead.
type Fork struct {
	Next [MaxMoves]Orbit // by move
	Many bool            // there are more than five moves: more than four to tell from the last
}

// Fork returns where the moves of an orbit lead. The caller must not change it.
func (g *Graph) Fork(o Orbit) *Fork { return &g.forks[o] }

// Next returns the orbit to which move i leads.
func (g *Graph) Next(o Orbit, i int) Orbit { return g.forks[o].Next[i] }

// Choices returns the orbits in which a side must choose a move, in order: where its move is not forced. The caller must
// not change them.
func (g *Graph) Choices(s Side) []Orbit { return g.choices[s] }

// Forced returns the orbit that follows when the rules say that the only move is made without thinking, or None.
func (g *Graph) Forced(o Orbit) Orbit { return g.forced[o] }

// Edges returns where the edges lead, by their number. The caller must not change it.
func (g *Graph) Edges() []Orbit { return g.edges }

// Drawable reports whether a game can be drawn.
func (g *Graph) Drawable() bool { return len(g.ended[Drawn]) > 0 }

// Blocks returns the moves of a player who wins at once if that is possible, or else stops the other from doing so,
// or else makes any move. It is empty if the game knows no such player.
func (g *Graph) Blocks(o Orbit) Set { return g.nodes[o].blocks }

// Estimate returns the estimated value of an ongoing orbit to the side to move, in points, of which Weight are worth
// a won game.
func (g *Graph) Estimate(o Orbit) int { return g.nodes[o].estimate }

// Weight returns the points of a won game; every estimate is smaller.
func (g *Graph) Weight() int { return g.weight }

// Set is a set of the moves of an orbit: bit i is set when move i is in it.
type Set uint16

// Has reports whether move i is in the set.
func (s Set) Has(i int) bool { return s>>i&1 == 1 }

// Count returns the number of moves in the set.
func (s Set) Count() int { return bits.OnesCount16(uint16(s)) }

// All iterates over the moves in ascending order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(bits.TrailingZeros16(uint16(s))) {
				return
			}
		}
	}
}
