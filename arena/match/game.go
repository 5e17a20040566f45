package match

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"menace/arena"
	"menace/board"
	"menace/menace"
	"menace/symmetry"
)

// Game is a game of a machine against the other side. It has copies of machine and generator, and
// touches nothing else.
type Game struct {
	mark board.Mark // of the machine
	seed int64
	moment
	past []moment // before each move of the other side
}

// moment is all that a game changes, as it is at one time. Machine and generator are values, so that a
// copy holds all of them, restocked boxes included.
type moment struct {
	machine  menace.Machine
	random   rand.PCG
	board    board.Board
	moves    []board.Square
	turns    []Turn
	resigned board.Mark
}

// Machine returns a copy of the machine as it plays this game: as it was at the start, with the
// boxes that it has restocked since.
func (g *Game) Machine() menace.Machine { return g.machine }

// Seed returns the seed of the game, 0 for one that began with a generator. With the same machine and
// the same moves of the other side, it makes the same game again.
func (g *Game) Seed() int64 { return g.seed }

// Random returns a copy of the generator as it now is.
func (g *Game) Random() rand.PCG { return g.random }

// Board returns the position.
func (g *Game) Board() board.Board { return g.board }

// Mark returns what the machine plays.
func (g *Game) Mark() board.Mark { return g.mark }

// Moves returns the squares in the order of play.
func (g *Game) Moves() []board.Square { return slices.Clone(g.moves) }

// Turns returns what the machine has done so far, one entry for each of its turns.
func (g *Game) Turns() []Turn { return slices.Clone(g.turns) }

// Resigned returns who resigned, or board.Empty.
func (g *Game) Resigned() board.Mark { return g.resigned }

// Outcome returns how the game stands. A resignation is a win for the other side.
func (g *Game) Outcome() board.Outcome {
	if g.resigned != board.Empty {
		return board.Win(g.resigned.Other())
	}
	return g.board.Outcome()
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Outcome() != board.Ongoing }

// MachineMoves reports whether it is the machine's turn.
func (g *Game) MachineMoves() bool { return !g.Over() && g.board.Turn() == g.mark }

// Play makes a move for the other side. The error says why it is impossible; then nothing has
// changed.
func (g *Game) Play(s board.Square) error {
	switch {
	case g.Over():
		return errors.New("the game is over")
	case g.MachineMoves():
		return fmt.Errorf("it is the turn of %v", g.mark)
	case s >= board.Squares:
		return fmt.Errorf("there is no square %d", s.Number())
	case !g.board.Legal(s):
		return fmt.Errorf("square %d is taken by %v", s.Number(), g.board.At(s))
	}
	g.past = append(g.past, g.moment)
	g.take(s)
	return nil
}

// Ask lets a player move for the other side, whose turn it must be, and returns the square, or
// board.None if the player resigns. The player draws from the game's generator, as in [arena.Play].
func (g *Game) Ask(player arena.Player) board.Square {
	g.past = append(g.past, g.moment)
	at, _ := symmetry.Find(g.board)
	next := player.Move(at, &g.random)
	if next == symmetry.None {
		g.Resign()
		return board.None
	}
	s := squareTo(g.board, next)
	g.take(s)
	return s
}

// Resign gives the game up for the other side.
func (g *Game) Resign() { g.resigned = g.mark.Other() }

// TakeBack takes back the last move of the other side and the machine's answer: the bead lies in
// its box again, a box that was restocked is empty again, and the generator is where it was. So the
// same move gets the same answer, and the game goes on as if nothing had been taken back. It returns
// false when there is nothing to take back.
func (g *Game) TakeBack() bool {
	if g.Over() || len(g.past) == 0 {
		return false
	}
	last := len(g.past) - 1
	g.moment, g.past = g.past[last], g.past[:last]
	return true
}

func (g *Game) take(s board.Square) {
	g.moves = append(g.moves, s)
	g.board = g.board.Play(s)
}

// squareTo returns the lowest square by which the side to move reaches an orbit.
func squareTo(b board.Board, next symmetry.Orbit) board.Square {
	for s := range b.Empty().All() {
		if o, _ := symmetry.Find(b.Play(s)); o == next {
			return s
		}
	}
	panic("match: no move leads to this orbit")
}
