package games

import (
	"menace/board"
	"menace/symmetry"
)

// Misere is misère tic-tac-toe: the player with three in a row has lost.
//
// S. W. Golomb and A. W. Hales, Hypercube tic-tac-toe, More Games of No Chance, MSRI Publications 42 (2002).
type Misere struct{ TicTacToe }

// Game returns "misere".
func (Misere) Game() string { return "misere" }

// HowToPlay returns the rules in words.
func (Misere) HowToPlay() string {
	return "X begins, and the two of you take turns to mark an empty square. " +
		"Whoever gets three marks in a row loses: across, down or from corner to corner. " +
		"When all nine squares are full and nobody has three in a row, it is a draw."
}

// Payoff returns 0 for a draw; otherwise the other player, who has just moved, has lost.
func (Misere) Payoff(b board.Board) int { return -TicTacToe{}.Payoff(b) }

// Estimate returns the negative of the estimate in tic-tac-toe.
func (g Misere) Estimate(b board.Board) int { return -g.TicTacToe.Estimate(b) }

// Ending returns why the game ended.
func (Misere) Ending(b board.Board) symmetry.Ending {
	if b.Winner() == board.Empty {
		return symmetry.Plain
	}
	return symmetry.MadeThree
}

// Blocks returns no squares: nobody wins by a row of three.
func (Misere) Blocks(board.Board) []board.Square { return nil }

var _ = register(ForMachines{
	Name: Misere{}.Game(), Place: 4, Machines: michies,
	Parse: fixed[board.Board, board.Square](Misere{}),
	Presets: []Preset{{"misere", "The wrong way round", "Plays tic-tac-toe with X and begins, but whoever gets three " +
		"in a row loses. An empty box is filled again.", "on-empty=restock"}},
})
