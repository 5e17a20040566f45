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

// Game is a game of the machine against the other side.
type Game struct {
	machine  *menace.Machine
	random   *rand.PCG
	mark     board.Mark // of the machine
	board    board.Board
	moves    []board.Square
	turns    []Turn
	resigned board.Mark
	start    moment
	past     []moment // before each move of the other side
}

// moment is all that a game changes, as it was at one time. Machine and generator are values: a
// copy holds their whole state, boxes that were filled afresh included.
type moment struct {
	machine menace.Machine
	random  rand.PCG
	board   board.Board
	turns   int
}

func (g *Game) moment() moment {
	return moment{*g.machine, *g.random, g.board, len(g.turns)}
}

// restore makes everything as it was at a moment before the end.
func (g *Game) restore(m moment) {
	*g.machine, *g.random, g.board, g.resigned = m.machine, m.random, m.board, board.Empty
	g.moves, g.turns = g.moves[:m.board.Moves()], g.turns[:m.turns]
}

// Board returns the position.
func (g *Game) Board() board.Board { return g.board }

// Mark returns what the machine plays.
func (g *Game) Mark() board.Mark { return g.mark }

// Moves returns the squares in the order of play.
func (g *Game) Moves() []board.Square { return slices.Clone(g.moves) }

// Turns returns what the machine did so far, one for each of its turns.
func (g *Game) Turns() []Turn { return slices.Clone(g.turns) }

// Resigned returns who resigned, or board.Empty.
func (g *Game) Resigned() board.Mark { return g.resigned }

// Outcome tells how the game stands. A resignation is a win of the other side.
func (g *Game) Outcome() board.Outcome {
	if g.resigned != board.Empty {
		return board.Win(g.resigned.Other())
	}
	return g.board.Outcome()
}

// Over tells whether the game has ended.
func (g *Game) Over() bool { return g.Outcome() != board.Ongoing }

// MachineMoves tells whether it is the machine's turn.
func (g *Game) MachineMoves() bool { return !g.Over() && g.board.Turn() == g.mark }

// Play is a move of the other side. The error says why it is impossible; then nothing has changed.
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
	g.past = append(g.past, g.moment())
	g.take(s)
	return nil
}

// Ask lets a player move for the other side, whose turn it must be, and returns the square, or
// board.None if the player resigns. It draws from the generator of the match, as [arena.Play] does.
func (g *Game) Ask(player arena.Player) board.Square {
	at, _ := symmetry.Find(g.board)
	next := player.Move(at, g.random)
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
// its box again, a box that was filled afresh is empty again, and the generator is where it was.
// So the same move gets the same answer, and a game is the same as if nothing had been taken back.
// It returns false when there is nothing to take back.
func (g *Game) TakeBack() bool {
	if g.Over() || len(g.past) == 0 {
		return false
	}
	last := len(g.past) - 1
	g.restore(g.past[last])
	g.past = g.past[:last]
	return true
}

// Abandon leaves the game: board, machine and generator are as they were before it.
func (g *Game) Abandon() {
	g.restore(g.start)
	g.past = nil
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
