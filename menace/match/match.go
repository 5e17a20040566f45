// Package match plays a machine against an opponent on one board. It knows whose turn it is, translates the beads of
// the machine into moves on the board, takes moves back, and reports what the machine learned from a game.
//
// Begin a game with [Seeded] or [Begin]. The packages below play from orbit to orbit; this one uses positions on the
// board. It asks nobody for a move, prints nothing and stores nothing.
package match

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Learn lets a machine, the learner of a career, learn from a finished game. It returns the change in each box that a
// bead was drawn from, in order.
func Learn(machine *menace.Machine, career *arena.Career, g *Game) (lessons []Lesson) {
	machine.Recall(g.machine.Drawn())
	before := machine.Copy()
	career.End(g.Outcome(), g.Resigned() == g.side)
	for _, t := range g.turns {
		if t.Reason == Bead {
			was, _ := before.Box(t.orbit)
			is, _ := machine.Box(t.orbit)
			t.Beads, t.Total = was.Beads(t.drawn), was.Total()
			lessons = append(lessons, Lesson{t, is.Beads(t.drawn), is.Total()})
		}
	}
	return lessons
}

// Game is a game of a machine against an opponent on the board. It plays with copies of machine and generator, and
// changes nothing else.
type Game struct {
	graph         *symmetry.Graph
	side          symmetry.Side // side of the machine
	seed          int64
	initialRandom rand.PCG // generator at the start
	state
	history []*state // states before each move of the opponent
}

// state is everything that changes during a game.
type state struct {
	machine  *menace.Machine
	random   rand.PCG
	position symmetry.Position
	moves    []symmetry.Move
	turns    []Turn
	resigned symmetry.Side // "" if nobody has
}

// Seeded returns a new game against a copy of the machine, with a new generator seeded by seed.
func Seeded(machine *menace.Machine, seed int64) *Game {
	g := Begin(machine, *arena.NewRandom(seed))
	g.seed = seed
	return g
}

// Begin returns a new game against a copy of the machine, with a copy of the generator. It has no seed.
func Begin(machine *menace.Machine, random rand.PCG) *Game {
	graph := machine.Graph()
	return &Game{
		graph: graph, side: machine.Rules().Plays, initialRandom: random,
		state: state{machine: machine.Copy(), random: random, position: graph.Code(symmetry.Start)},
	}
}

// Clone returns a copy of the game without its history, so none of its moves can be taken back.
func (g *Game) Clone() *Game {
	c := *g
	c.state, c.history = g.state.copy(), nil
	return &c
}

// copy returns an independent copy, including restocked boxes.
func (s state) copy() state {
	s.machine, s.moves, s.turns = s.machine.Copy(), slices.Clone(s.moves), slices.Clone(s.turns)
	return s
}

// Machine returns a copy of the game's machine as it was at the start, with the boxes restocked since.
func (g *Game) Machine() *menace.Machine { return g.machine.Copy() }

// Seed returns the seed of the game, or 0 if it started with a generator. The same seed, machine and moves of the
// opponent give the same game.
func (g *Game) Seed() int64 { return g.seed }

// Random returns a copy of the generator in its current state.
func (g *Game) Random() rand.PCG { return g.random }

// InitialRandom returns a copy of the generator as it was at the start.
func (g *Game) InitialRandom() rand.PCG { return g.initialRandom }

// Graph returns the graph of the game.
func (g *Game) Graph() *symmetry.Graph { return g.graph }

// Position returns the current position on the board.
func (g *Game) Position() symmetry.Position { return g.position }

// Side returns the side of the machine.
func (g *Game) Side() symmetry.Side { return g.side }

// Moves returns the moves in the order of play.
func (g *Game) Moves() []symmetry.Move { return slices.Clone(g.moves) }

// Turns returns the machine's turns so far.
func (g *Game) Turns() []Turn { return slices.Clone(g.turns) }

// Resigned returns the side that resigned, or "".
func (g *Game) Resigned() symmetry.Side { return g.resigned }

// Outcome returns the outcome so far. A resignation is a win for the other side.
func (g *Game) Outcome() symmetry.Outcome {
	if g.resigned != "" {
		return symmetry.Win(g.resigned.Other())
	}
	at, _ := g.graph.Find(g.position)
	return g.graph.Outcome(at)
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Outcome() != symmetry.Ongoing }

// MachineMoves reports whether it is the machine's turn.
func (g *Game) MachineMoves() bool { return !g.Over() && symmetry.Turn(len(g.moves)) == g.side }

// Play makes a move for the opponent. If it is impossible, the error explains why, and nothing changes.
func (g *Game) Play(m symmetry.Move) error {
	switch {
	case g.Over():
		return errors.New("the game is over")
	case g.MachineMoves():
		return fmt.Errorf("it is %s's turn", g.graph.Player(g.side))
	case !slices.Contains(g.graph.MovesFrom(g.position), m):
		return g.graph.Impossible(g.position, m)
	}
	g.remember()
	g.advance(m)
	return nil
}

// Ask lets a player move for the opponent, whose turn it must be, and returns the move, or symmetry.Resign if the
// player resigns. The player uses the game's generator, as in [arena.Play].
func (g *Game) Ask(player arena.Player) symmetry.Move {
	g.remember()
	at, _ := g.graph.Find(g.position)
	player, _ = arena.PlayerFacing(player, g.machine)
	next := player.Move(at, &g.random)
	if next == symmetry.None {
		g.Resign()
		return symmetry.Resign
	}
	m := g.moveTo(next)
	g.advance(m)
	return m
}

// Resign resigns for the opponent.
func (g *Game) Resign() { g.resigned = g.side.Other() }

// TakeBack undoes the last move of the opponent and the machine's answer: the bead returns to its box, a restocked box
// is empty again, and the generator returns to its earlier state, so that the same move gets the same answer. It
// reports whether there was a move to undo.
func (g *Game) TakeBack() bool {
	if g.Over() || len(g.history) == 0 {
		return false
	}
	last := len(g.history) - 1
	g.state, g.history = *g.history[last], g.history[:last]
	return true
}

// remember adds the current state to the history. A state takes tens of kilobytes, hence the pointers.
func (g *Game) remember() {
	before := g.state.copy()
	g.history = append(g.history, &before)
}

func (g *Game) advance(m symmetry.Move) {
	g.moves = append(g.moves, m)
	g.position = g.graph.Play(g.position, m)
}

// moveTo returns the lowest move that leads to an orbit.
func (g *Game) moveTo(next symmetry.Orbit) symmetry.Move {
	for _, m := range g.graph.MovesFrom(g.position) {
		if o, _ := g.graph.Find(g.graph.Play(g.position, m)); o == next {
			return m
		}
	}
	panic("match: no move leads to this orbit")
}

// Resume returns the game with this seed after these moves. If the machine has not changed since the game began, this
// is the same game with the same generator. Otherwise the machine's moves stay as they were made, and later ones are
// drawn from the machine as it is now. An impossible move is an error.
func Resume(machine *menace.Machine, seed int64, moves []symmetry.Move) (*Game, error) {
	g := Seeded(machine, seed)
	for _, m := range moves {
		if !g.MachineMoves() {
			if err := g.Play(m); err != nil {
				return nil, err
			}
			continue
		}
		before := g.state.copy()
		if g.Move().Move == m {
			continue
		}
		random := g.random
		g.state = before
		g.random = random
		if !slices.Contains(g.graph.MovesFrom(g.position), m) {
			return nil, g.graph.Impossible(g.position, m)
		}
		g.repeat(m)
	}
	return g, nil
}
