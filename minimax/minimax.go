// Package minimax searches game trees, and holds what such a search says of tic-tac-toe: the
// value of every position and the moves that keep it.
//
// It plays no games and knows no matchboxes.
package minimax
