// Package minimax searches game trees: the classic searches, each written as its source writes it
// and counting what it looks at, for any game of two players who move in turn and see everything.
// It also holds what such a search says of tic-tac-toe: the value of every position and the moves
// that keep it.
//
// It knows the rules of no game but tic-tac-toe, prints nothing and plays nothing.
package minimax

import (
	"context"
	"errors"
	"fmt"
)

// Game is the rules of a game between two players who move in turn, on positions P with moves M.
// A position is a value that holds all that its future depends on, whose turn it is included. The
// rules hold what stays the same throughout, such as the size of the board, and are not changed by
// their methods, so that several searches may share them.
//
// A game may do more: see [Estimator], [Keyed], [Symmetric] and [Bounded].
type Game[P, M any] interface {
	// Moves appends the moves of a position that is not finished, at least one, in the order in
	// which a search is to try them.
	Moves(p P, moves []M) []M
	// Apply returns the position after one of the moves.
	Apply(p P, m M) P
	// Finished tells whether the game is over.
	Finished(p P) bool
	// Payoff returns what the game is worth, when it is over, to the player whose turn it would be.
	Payoff(p P) int
}

// Estimator is a game that can guess the worth of a position that is not finished.
type Estimator[P any] interface {
	// Estimate returns the guess for the player to move.
	Estimate(p P) int
	// Weight returns how many points of estimate a payoff of 1 outweighs: no estimate reaches it.
	// A weight of 1 says that estimates are payoffs, as in a game that is played for points.
	Weight() int
}

// Keyed is a game whose positions can be found in a table.
type Keyed[P any] interface {
	// Key returns 64 bits that look random and tell positions apart, except once in 2⁶⁴ pairs.
	Key(p P) uint64
}

// Symmetric is a game in which some positions are the same up to symmetry.
type Symmetric[P any] interface {
	// CanonicalKey returns a key as [Keyed] does, one for all the images of a position.
	CanonicalKey(p P) uint64
}

// Bounded is a game whose payoffs are known to lie within bounds.
type Bounded interface {
	// Bound returns the most that can be won, which is the most that can be lost too; 0 when it is
	// not known.
	Bound() int
}

// Limits of a game that can be searched.
const (
	MaxPayoff = 1<<20 - 1 // a payoff times the weight, in magnitude
	MaxPlies  = 1<<10 - 1 // moves of a game
	MaxDepth  = 1<<8 - 1  // plies to look ahead, unless to the end
)

// ErrFinished is what a search of a finished game returns.
var ErrFinished = errors.New("the game is over: there is nothing to search")

// Options say how to search. The zero value is minimax to the end of the game.
type Options struct {
	Algorithm Algorithm
	Depth     int    // plies to look ahead; 0 for the end of the game
	Prefer    Prefer // between moves of the same value
	AllBest   bool   // find every best move, also by a search that cuts off
	Window    Window // that a search with cut-offs starts from
	Table     int    // entries that a transposition table may grow to, rounded up to a power of 2; 0 for [DefaultTable]
}

// Prefer is a choice between moves of the same value.
type Prefer uint8

// The preferences. Any lets a game that is won wait, as long as it stays won. Fast takes the
// shortest win and the longest loss.
const (
	Any Prefer = iota
	Fast
)

// Window is the range of values that a search with cut-offs tells apart.
type Window uint8

// The windows. By default alphabeta starts from the open one, as Knuth and Moore do, and the
// searches with a table from the narrow one. negamax-beta has one bound, and heeds it at the root only.
const (
	DefaultWindow Window = iota
	Open                 // −∞ to +∞
	Narrow               // the bounds of the game's payoffs: nothing beats a sure win
)

// Search finds the value of a position and the best moves. An error that wraps the context's says
// that the search was stopped: the result then holds how far it came, with a value and best moves
// that hold if it has any. The other errors say what is
// wrong with the options or the position, and that nothing was searched.
func Search[P, M any](ctx context.Context, game Game[P, M], p P, o Options) (Result[M], error) {
	s, err := newSearch(ctx, game, p, o)
	if err != nil {
		return Result[M]{}, err
	}
	if o.Algorithm == Deepening {
		return s.deepen(p)
	}
	score, best := s.root(p, s.depth, s.bounds, s.whole())
	return s.result(p, score, best)
}

// check returns what is wrong with the options for this game.
func (o Options) check(keyed, symmetric bool) error {
	switch {
	case o.Algorithm >= Algorithm(len(algorithms)):
		return fmt.Errorf("there is no algorithm number %d", o.Algorithm)
	case o.Depth < 0 || o.Depth > MaxDepth:
		return fmt.Errorf("depth %d: a search looks 1 to %d plies ahead, or 0 for the end of the game", o.Depth, MaxDepth)
	case o.Algorithm.Table() && !keyed:
		return fmt.Errorf("%v needs a game with keys for its table", o.Algorithm)
	case o.Algorithm.Symmetric() && !symmetric:
		return fmt.Errorf("%v needs a game with symmetries", o.Algorithm)
	}
	return nil
}
