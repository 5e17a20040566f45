package games

import (
	"context"
	"fmt"

	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// LookAhead returns the policy of a player of tic-tac-toe who looks so many plies ahead, 1 to 9,
// and takes the estimate of [TicTacToe] there: it gives the best moves of any position where the
// game is not over, and none where it is. Images of a position have images of the moves. Nine plies
// see everything, and make the player perfect.
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
		panic(err) // the game is on and the depth is right
	}
	for _, s := range found.Best {
		best |= 1 << s
	}
	return best
}
