package games

import (
	"context"
	"fmt"

	"menace/board"
	"menace/minimax"
)

// LookAhead returns the policy of a player of tic-tac-toe who looks 1 to 9 plies ahead and then relies on the
// estimate of [TicTacToe]. The policy searches for the best moves of a position; there are none if the game is
// over. Symmetric positions have symmetric moves. With nine plies the player is perfect.
func LookAhead(plies int) (func(board.Board) board.Mask, error) {
	if plies < 1 || plies > board.Squares {
		return nil, fmt.Errorf("%d plies ahead: a game has 1 to %d", plies, board.Squares)
	}
	options := minimax.Options{Algorithm: minimax.AlphaBeta, Depth: plies, AllBest: true}
	return func(b board.Board) (best board.Mask) {
		// The only error is that of a game that is over: then there are no best moves.
		found, _ := minimax.Search(context.Background(), TicTacToe{}, TicTacToe{}.At(b), options)
		for _, s := range found.Best {
			best |= 1 << s
		}
		return best
	}, nil
}
