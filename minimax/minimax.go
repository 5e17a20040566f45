// Package minimax searches game trees with the classic algorithms, for any game of two players who move in turn with
// complete information. Each algorithm is written as in its source, and counts the positions that it visits. The
// package also solves the graph of a game: the value of every orbit and the moves that keep it.
//
// For most uses, call [Solve] with the graph of a game. It contains no rules of games, prints nothing and plays
// nothing.
package minimax

import (
	"context"
	"errors"
	"fmt"
)

// Game holds the rules of a game between two players who move in turn, with positions P and moves M. A position
// is a value that holds everything its future depends on, including whose turn it is. The rules hold what never
// changes, such as the size of the board. Their methods do not modify them, so several searches may share them.
//
// A game may also implement [Estimator], [Keyed], [Symmetric], [Bounded], [Equivalent] and [Chancy].
type Game[P, M any] interface {
	// Moves appends the moves of an unfinished position, at least one, in the order in which a search
	// tries them.
	Moves(p P, moves []M) []M
	// Apply returns the position after one of the moves.
	Apply(p P, m M) P
	// Finished reports whether the game is over.
	Finished(p P) bool
	// Payoff returns the payoff of a finished game to the player whose turn it would be.
	Payoff(p P) int
}

// Estimator is a game that can estimate the value of an unfinished position.
type Estimator[P any] interface {
	// Estimate returns the estimated value to the player to move.
	Estimate(p P) int
	// Weight returns the number of points of estimate that equal a payoff of 1. Every estimate is smaller, with two
	// exceptions: an estimate that is certain of the highest payoff for one player, and a weight of 1, which means that
	// estimates are payoffs, as in a game played for points.
	Weight() int
}

// Keyed is a game whose positions can be stored in a table.
type Keyed[P any] interface {
	// Key returns 64 bits that look random. Two positions have the same key with probability 2⁻⁶⁴.
	Key(p P) uint64
}

// Symmetric is a game whose positions have symmetries.
type Symmetric[P any] interface {
	// CanonicalKey returns a key as in [Keyed] that is the same for all images of a position.
	CanonicalKey(p P) uint64
}

// Bounded is a game whose payoffs are known to lie within bounds.
type Bounded interface {
	// Bound returns the most that either player can win, or 0 if it is not known. [MaxPayoff] is infinite.
	Bound() int
}

// Equivalent is a game that can say which moves of different positions are equivalent for move ordering (killers and
// history). In a tree, for example, a move is a node, and all first children are equivalent.
type Equivalent[M any] interface {
	// Representative returns a value that equivalent moves share.
	Representative(m M) M
}

// Limits of a game that can be searched.
const (
	MaxPayoff = 1<<20 - 1 // a payoff times the weight, in magnitude
	MaxPlies  = 1<<10 - 1 // moves of a game
	MaxDepth  = 1<<8 - 1  // plies to look ahead, if not to the end
)

// ErrFinished reports a search of a finished game.
var ErrFinished = errors.New("the game is over: there is nothing to search")

// Options selects how to search. The zero value is minimax to the end of the game.
type Options struct {
	Algorithm Algorithm
	Depth     int     // plies to look ahead; 0 to search to the end of the game
	Prefer    Prefer  // preference among moves of the same value
	AllBest   bool    // find every best move, even with a search that cuts off
	Cut       Cut     // where a search with cut-offs cuts off
	Fail      Fail    // what a search with cut-offs returns if the value is outside its window
	Window    *[2]int // α and β at the root, for the player to move; nil for an infinite window
	Choose    Choose  // which of the best moves to return
	Table     int     // maximum entries of a transposition table; 0 for [DefaultTable]
	Replace   Replacement
	// Write formats payoffs in a trace. If it is nil, they are formatted as whole numbers, or as infinite if they
	// outweigh estimates.
	Write    func(payoff int) string
	Sampling // only for [MCTS]
}

// Prefer is a preference among moves of the same value.
type Prefer uint8

// Any accepts a delayed win, as long as it remains a win. Fast takes the shortest win and the longest loss.
const (
	Any Prefer = iota
	Fast
)

// Cut is the score that makes a search cut off.
type Cut uint8

// AtBeta is the usual cut. AboveBeta continues if a score only equals beta. It has no effect on searches that need the
// usual cut: those with a table, or with windows of one point.
const (
	AtBeta Cut = iota
	AboveBeta
)

// Choose selects which of several best moves a search returns. FirstBest returns the first, or all if it finds all.
// RandomBest finds all and returns one of them at random, by the seed of [Sampling]. FirstWin stops at the first move
// that is proved to win, in a [Bounded] game.
type Choose uint8

const (
	FirstBest Choose = iota
	RandomBest
	FirstWin
)

// Fail is what a search with cut-offs returns for a position whose value is outside the window. See [Algorithm.Fails].
type Fail uint8

// AsInSource follows the source of each algorithm: Knuth and Moore's F2 returns α or the score that cuts off, and Star1
// and Star2 return α or β. Hard always returns α or β, Soft the best score found, as Fishburn does.
const (
	AsInSource Fail = iota
	Hard
	Soft
)

// Search finds the value of a position and the best moves. If the context ends the search, the error wraps the
// context's, and the result contains what was found so far; a value and best moves in it are valid. Any other error
// reports invalid options or an invalid position, and nothing was searched.
func Search[P any, M comparable](ctx context.Context, game Game[P, M], p P, o Options) (Result[M], error) {
	s, err := newSearch(ctx, game, p, o)
	if err != nil {
		return Result[M]{}, err
	}
	switch o.Algorithm {
	case Deepening:
		return s.deepen(p)
	case MTDF:
		score, best := s.mtdf(p)
		return s.result(p, score, best)
	}
	if s.chances(p) != nil {
		return s.result(p, s.expect(p, s.depth, s.bounds), nil)
	}
	score, best := s.root(p, s.depth, s.bounds, s.findsAllBest())
	return s.result(p, score, best)
}

// check returns an error if the options do not suit the game.
func (o Options) check(keyed, symmetric bool) error {
	switch {
	case o.Algorithm == MCTS:
		return fmt.Errorf("%v finds no value: see UCT", o.Algorithm)
	case o.Algorithm >= Algorithm(len(algorithms)):
		return fmt.Errorf("there is no algorithm number %d", o.Algorithm)
	case o.Depth < 0 || o.Depth > MaxDepth:
		return fmt.Errorf("depth %d: a search must look 1 to %d plies ahead, or 0 to the end of the game",
			o.Depth, MaxDepth)
	case o.Table < 0 || o.Table > MaxTable:
		return fmt.Errorf("a table of %d: it must have 1 to %d entries", o.Table, MaxTable)
	case o.Window != nil && o.Window[0] >= o.Window[1]:
		return fmt.Errorf("a window from %d to %d is empty", o.Window[0], o.Window[1])
	case o.AllBest && o.Choose == FirstWin:
		return errors.New("a search that stops at the first win does not find every best move")
	case o.Algorithm.Table() && !keyed:
		return fmt.Errorf("%v needs a game with keys for its table", o.Algorithm)
	case o.Algorithm.Symmetric() && !symmetric:
		return fmt.Errorf("%v needs a game with symmetries", o.Algorithm)
	}
	return nil
}
