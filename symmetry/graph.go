package symmetry

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"menace/board"
)

// Orbit is the number of a set of positions that are equal up to symmetry. The orbits of a game are numbered from 0,
// the start, by level and then by the code of their canonical position, the lowest code in the orbit.
//
// The level of an orbit is the largest number of moves after which it arises, so every move leads to a higher level. In
// tic-tac-toe and hexapawn it is the number of moves played.
type Orbit uint16

// Start is the orbit of the start of every game.
const Start Orbit = 0

// Limits of a graph.
const (
	MaxOrbits = 10_000
	MaxEdges  = 1<<16 - 1
	MaxMoves  = 9  // in a position, because there are nine colours of beads
	MaxLength = 64 // moves in a game
)

// None is the move of a player who resigns. It is not an orbit.
const None Orbit = MaxOrbits

// Graph is a game up to symmetry: its orbits, and the moves between them. It never changes, and goroutines may share
// it.
//
// The moves of an orbit are those of its canonical position in ascending order, counted from 0. Each distinct move is
// an edge of the graph; edges are numbered by orbit and then by move.
type Graph struct {
	name       string
	players    [2]string
	howToPlay  string // the rules in words
	symmetries []Transform
	weight     int
	manner     Manner
	rules      rules
	orbits     map[Position]Orbit // by canonical position
	nodes      []node
	edges      []Orbit        // target of each edge
	lowest     []uint8        // lowest move of each edge
	ongoing    [][]OrbitEdges // by level
	ended      [Outcomes][]Orbit
	choices    map[Side][]Orbit
	openings   map[Side][]Orbit
	layered    bool // every orbit arises after only one number of moves

	// Data needed at every move, kept together.
	successors []Successors
	forced     []Orbit
	outcomes   [1 << 16]Outcome // any Orbit is an index, so that the compiler need not check bounds
}

// node holds the remaining data of an orbit.
type node struct {
	code     Position // code of the canonical position
	level    int
	moves    []Move
	edges    OrbitEdges
	distinct Set
	classes  []uint8 // for each move, the index of its class among the distinct moves
	blocks   Set
	estimate int
	forced   bool
}

// Name returns the name of the game.
func (g *Graph) Name() string { return g.name }

// Title returns the usual name of the game.
func (g *Graph) Title() string { return g.rules.title() }

// MoveName returns the name of a move of a position: the notation of [Move.String], unless the game names its moves
// itself.
func (g *Graph) MoveName(c Position, m Move) string { return g.rules.moveName(c, m) }

// Player returns the name of a side, such as "X" or "White".
func (g *Graph) Player(s Side) string {
	if s == Second {
		return g.players[1]
	}
	return g.players[0]
}

// HowToPlay returns the rules of the game in words, for a newcomer.
func (g *Graph) HowToPlay() string { return g.howToPlay }

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

// EdgeMoves returns the move of each edge, the lowest of its class. The caller must not change it.
func (g *Graph) EdgeMoves() []uint8 { return g.lowest }

// OrbitEdges is an orbit with its edges: from First up to, but not including, End.
type OrbitEdges struct {
	Orbit      Orbit
	First, End uint16
}

// OrbitEdges returns an orbit with its edges.
func (g *Graph) OrbitEdges(o Orbit) OrbitEdges { return g.nodes[o].edges }

// Ongoing returns the orbits of unfinished games, by level. The caller must not change them.
func (g *Graph) Ongoing() [][]OrbitEdges { return g.ongoing }

// Ended returns the orbits of games with this outcome. The caller must not change them.
func (g *Graph) Ended(end Outcome) []Orbit { return g.ended[end] }

// Code returns the code of the canonical position of an orbit.
func (g *Graph) Code(o Orbit) Position { return g.nodes[o].code }

// Level returns the largest number of moves after which an orbit arises.
func (g *Graph) Level(o Orbit) int { return g.nodes[o].level }

// Longest returns the number of moves in the longest game.
func (g *Graph) Longest() int { return g.nodes[len(g.nodes)-1].level }

// Layered reports whether every orbit arises after a single number of moves, its level.
func (g *Graph) Layered() bool { return g.layered }

// Turn returns the side that moves next, or would move if the game were not over.
func (g *Graph) Turn(o Orbit) Side { return Turn(g.nodes[o].level) }

// Outcome returns the outcome of an orbit.
func (g *Graph) Outcome(o Orbit) Outcome { return g.outcomes[o] }

// Moves returns the moves of an orbit, or none if the game is over. The caller must not change them.
func (g *Graph) Moves(o Orbit) []Move { return g.nodes[o].moves }

// Distinct returns the lowest move of each class of moves that are equal up to a symmetry of the position.
func (g *Graph) Distinct(o Orbit) Set { return g.nodes[o].distinct }

// Classes returns the class of each move: the index, from 0, of the distinct move equal to it. The caller must not
// change it.
func (g *Graph) Classes(o Orbit) []uint8 { return g.nodes[o].classes }

// Successors holds the successors of an orbit.
type Successors struct {
	Next         [MaxMoves]Orbit // by move
	MoreThanFive bool            // more than five moves
}

// Successors returns the successors of an orbit. The caller must not change them.
func (g *Graph) Successors(o Orbit) *Successors { return &g.successors[o] }

// Next returns the orbit to which move i leads.
func (g *Graph) Next(o Orbit, i int) Orbit { return g.successors[o].Next[i] }

// Choices returns, in order, the orbits in which a side has a choice, that is, in which its move is not forced. The
// caller must not change them.
func (g *Graph) Choices(s Side) []Orbit { return g.choices[s] }

// Openings returns, in order, the orbits in which a side may have its first choice of a game. The caller must not
// change them.
func (g *Graph) Openings(s Side) []Orbit { return g.openings[s] }

// Forced returns the next orbit if the rules force the only move, or None.
func (g *Graph) Forced(o Orbit) Orbit { return g.forced[o] }

// Edges returns the targets of the edges. The caller must not change it.
func (g *Graph) Edges() []Orbit { return g.edges }

// Drawable reports whether the game can end in a draw.
func (g *Graph) Drawable() bool { return len(g.ended[Drawn]) > 0 }

// Blocks returns the moves of a player who wins at once if possible, or else stops the other from doing so, or else
// makes any move. It is empty if the game has no such player.
func (g *Graph) Blocks(o Orbit) Set { return g.nodes[o].blocks }

// Estimate returns the estimated value of an ongoing orbit to the side to move, in points; see [Graph.Weight].
func (g *Graph) Estimate(o Orbit) int { return g.nodes[o].estimate }

// Weight returns the points of a won game. Every estimate is smaller.
func (g *Graph) Weight() int { return g.weight }

// Set is a set of moves of an orbit: bit i is set if move i is in it.
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

// Find returns the orbit of a position on the board and the first transform from it to the canonical position, or None
// if the position cannot arise in a game.
func (g *Graph) Find(c Position) (Orbit, Transform) {
	if o, ok := g.orbits[c]; ok { // it is canonical
		return o, Identity
	}
	if g.rules.transform(c, Identity) != c { // c is not a valid code
		return None, Identity
	}
	canonical, to := g.canonical(c)
	if o, ok := g.orbits[canonical]; ok {
		return o, to
	}
	return None, to
}

// MovesFrom returns the moves of a position in ascending order, or none if the game is over or the position cannot
// arise.
func (g *Graph) MovesFrom(c Position) []Move {
	if o, _ := g.Find(c); o == None || g.outcomes[o] != Ongoing {
		return nil
	}
	return g.rules.moves(c)
}

// Manner returns how moves are made.
func (g *Graph) Manner() Manner { return g.manner }

// Transform returns the image of a position under a symmetry of the game.
func (g *Graph) Transform(c Position, t Transform) Position {
	if t == Identity {
		return c
	}
	return g.rules.transform(c, t)
}

// Scene returns how a position looks.
func (g *Graph) Scene(c Position) Scene { return g.rules.scene(c) }

// Cell returns the index of the cell where a move is shown: the one that it leads to or, if it takes things away from
// the end of a row, the first of those that disappear.
func (g *Graph) Cell(c Position, m Move) int {
	if g.manner == Takes {
		return g.Things(c) - int(m)
	}
	return int(m.To())
}

// Things returns the number of pieces in a position.
func (g *Graph) Things(c Position) (n int) {
	for _, cell := range g.Scene(c).Cells {
		if cell.Piece != NoPiece && cell.Piece != Gone {
			n++
		}
	}
	return n
}

// Ending returns why a game ended in a position.
func (g *Graph) Ending(c Position) Ending {
	if o, _ := g.Find(c); o == None || g.outcomes[o] == Ongoing {
		return Plain
	}
	return g.rules.ending(c)
}

// Impossible returns an error that explains why a move is impossible in a position of an ongoing game.
func (g *Graph) Impossible(c Position, m Move) error {
	o, _ := g.Find(c)
	player := g.Player(g.Turn(o))
	switch reason, owner := g.WhyImpossible(c, m); reason {
	case NoMove:
		return fmt.Errorf("%v is not a move; write moves as in %v", m, g.nodes[Start].moves[0])
	case Taken:
		if owner == "" {
			return fmt.Errorf("square %v is taken", m)
		}
		return fmt.Errorf("square %v is taken by %s", m, g.Player(owner))
	case TooMany:
		return fmt.Errorf("%s cannot take %v", player, m)
	case NothingThere:
		return fmt.Errorf("%s has nothing on square %d", player, m.From().Number())
	}
	return fmt.Errorf("%s cannot move %v", player, m)
}

// Reason is the reason why a move is impossible.
type Reason uint8

// The reasons.
const (
	Against      Reason = iota // the rules do not allow it
	NoMove                     // it is not written like a move of this game
	Taken                      // another piece is on the cell
	NothingThere               // no piece of the player is on the cell that the move leaves
	TooMany                    // more things than a move may take
)

// WhyImpossible returns the reason why a move is impossible in a position of an ongoing game and, for Taken, the owner
// of the piece on the cell, if it belongs to one side.
func (g *Graph) WhyImpossible(c Position, m Move) (why Reason, owner Side) {
	if m == Resign || (g.manner == Steps) != (m.From() != board.None) {
		return NoMove, ""
	}
	cells := g.Scene(c).Cells
	o, _ := g.Find(c)
	switch g.manner {
	case Places:
		if at := cells[m.To()]; at.Piece != NoPiece {
			return Taken, at.Owner
		}
	case Takes:
		return TooMany, ""
	case Chooses:
	case Steps:
		if from := cells[m.From()]; from.Piece == NoPiece || from.Owner != g.Turn(o) {
			return NothingThere, ""
		}
	}
	return Against, ""
}

// Play returns the position after one of the moves of a position.
func (g *Graph) Play(c Position, m Move) Position { return g.rules.play(c, m) }

// Played is a move of a game with the position after it.
type Played struct {
	Move     Move
	Position Position
}

// Replay returns the moves of a game from its start, in the notation of [FormatMoves], or an error if they are not
// legal.
func (g *Graph) Replay(moves string) (played []Played, err error) {
	list, err := ParseMoves(moves)
	position := g.Code(Start)
	for _, m := range list {
		if !slices.Contains(g.MovesFrom(position), m) {
			return nil, fmt.Errorf("%v is not a move in %s", m, g.Format(position))
		}
		position = g.Play(position, m)
		played = append(played, Played{m, position})
	}
	return played, err
}

// Parse parses a position that can arise in a game. An error explains what is wrong.
func (g *Graph) Parse(text string) (Position, error) {
	c, err := g.rules.parse(text)
	if o, _ := g.Find(c); err == nil && o == None {
		err = fmt.Errorf("position %q cannot arise in a game of %s", text, g.Title())
	}
	return c, err
}

// Format formats a position for Parse.
func (g *Graph) Format(c Position) string { return g.rules.format(c) }
