package minimax

import "menace/board"

// solution is the outcome of perfect play from a position.
type solution struct {
	value int8       // for the side to move: +1 won, 0 drawn, −1 lost
	best  board.Mask // the moves that keep the value; none when the game is over
}

// solved holds the solution of every reachable position by its code.
var solved = solve()

// solve works backwards from the full board, so that the successors of a position are solved before it.
func solve() (solved [board.Codes]solution) {
	for moves := board.Squares; moves >= 0; moves-- {
		for b := range board.ReachableAt(moves) {
			solved[b.Code()] = solveOne(b, &solved)
		}
	}
	return solved
}

func solveOne(b board.Board, solved *[board.Codes]solution) solution {
	switch b.Outcome() {
	case board.Drawn:
		return solution{value: 0}
	case board.XWins, board.OWins:
		return solution{value: -1} // the side that just moved has won
	}
	s := solution{value: -1}
	for square := range b.Empty().All() {
		value := -solved[b.Play(square).Code()].value
		if value > s.value {
			s = solution{value: value}
		}
		if value == s.value {
			s.best |= 1 << square
		}
	}
	return s
}

// Value returns the minimax value of a reachable position for the side to move: +1 if it can force a win, 0 if
// it can force only a draw, −1 if it loses against best play. A finished position has value 0 if drawn and −1
// if the side that just moved has won.
func Value(b board.Board) int { return int(solved[b.Code()].value) }

// Best returns every move that keeps the minimax value of a reachable position: all of them if it is lost,
// none if the game is over.
func Best(b board.Board) board.Mask { return solved[b.Code()].best }
