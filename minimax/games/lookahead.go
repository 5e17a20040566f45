package games

import (
	"context"
	"fmt"

	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// LookAhead returns the policy of a player of tic-tac-toe who looks 1 to 9 plies ahead and then relies on the
// estimate of [TicTacToe]. The policy gives the best moves of a position, or none if the game is over.
// Symmetric positions have symmetric moves. With nine plies the player is perfect.
func LookAhead(plies int) (func(board.Board) board.Mask, error) {
	if plies < 1 || plies > board.Squares {
		return nil, fmt.Errorf("%d plies ahead: a game has 1 to %d", plies, board.Squares)
	}
	var best [symmetry.Orbits]board.Mask
	for orbit := range symmetry.All() {
		best[orbit] = lookAhead(orbit.Board(), plies)
	}
	return func(b board.Board) board.Mask {
		orbit, to := symmetry.Find(b)
		return to.Inverse().Mask(best[orbit])
	}, nil
}

func lookAhead(b board.Board, plies int) (best board.Mask) {
	if b.Outcome() != board.Ongoing {
		return 0
	}
	var rules TicTacToe
	found, err := minimax.Search(context.Background(), rules, rules.At(b),
		minimax.Options{Algorithm: minimax.AlphaBeta, Depth: plies, AllBest: true})
	if err != nil {
		panic(err) // the game is not over and the depth is valid
	}
	for _, s := range found.Best {
		best |= 1 << s
	}
	return best
}
