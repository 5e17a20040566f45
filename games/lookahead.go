package games

import (
	"context"

	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// LookAhead returns the best moves of each canonical position of tic-tac-toe by a search of so many
// plies, at least 1, that takes the estimate of [TicTacToe] at the horizon: none for a finished
// position. A player who picks among them is the same policy on every image of a position. Nine
// plies see everything, and so make the player perfect.
func LookAhead(plies int) (best [symmetry.Orbits]board.Mask, err error) {
	var rules TicTacToe
	for orbit := range symmetry.All() {
		if orbit.Outcome() != board.Ongoing {
			continue
		}
		found, err := minimax.Search(context.Background(), rules, rules.At(orbit.Board()),
			minimax.Options{Algorithm: minimax.AlphaBeta, Depth: plies, AllBest: true})
		if err != nil {
			return best, err
		}
		for _, s := range found.Best {
			best[orbit] |= 1 << s
		}
	}
	return best, nil
}
