// Package gametree is the small games as problems to search, for whoever asks: each is set up from words, searched,
// and shown as a tree with all that the search did, in words and as a drawing.
//
// The games and the searches are in package minimax; this room puts names for positions and moves. It knows no flags,
// prints nothing and opens no database.
package gametree

import (
	"context"
	"fmt"

	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Problem is a position of a game to search. Positions and moves are written as the game writes them.
type Problem interface {
	// At returns the problem from another position. It must not be finished.
	At(position string) (Problem, error)
	// Game returns the name of the game.
	Game() string
	// Position writes the position.
	Position() string
	// Suits returns an error if an algorithm does not suit the game.
	Suits(minimax.Algorithm) error
	// Outweighs reports whether a win is worth more than any estimate, and is then written as infinite.
	Outweighs() bool

	// Search searches as [minimax.Search] does. The value is to the player to move, but to Max in a tree with given
	// leaves.
	Search(context.Context, minimax.Options) (minimax.Result[string], error)
	// CountPlays counts the ways to play on, as [minimax.CountPlays] does.
	CountPlays(ctx context.Context, depth int) (minimax.Plays, error)
	// Estimate estimates the position.
	Estimate() (Estimate, error)
	// Keys returns the key of the position, and those of the positions that follow.
	Keys() ([]Key, error)
	// Trace returns what a search looked at.
	Trace(context.Context, TraceOptions) (Trace, error)
}

// problem is a position of the game that it names.
type problem[P, M comparable] struct {
	game  string
	rules rules[P, M]
	start P
	toMax bool // values are written for Max, not for the player to move
}

// rules is what is needed of a game, beyond what a search asks.
type rules[P, M any] interface {
	minimax.Game[P, M]
	Parse(text string) (P, error)
	Format(p P) string
	Name(m M) string
}

// at returns a game that starts at a position, unless there was an error.
func at[P, M comparable](game string, rules rules[P, M], start P, err error) (Problem, error) {
	if err != nil {
		return nil, err
	}
	return problem[P, M]{game: game, rules: rules, start: start}, nil
}

// At implements Problem.
func (t problem[P, M]) At(position string) (_ Problem, err error) {
	if position != "" {
		if t.start, err = t.rules.Parse(position); err != nil {
			return nil, err
		}
	}
	if t.rules.Finished(t.start) {
		return nil, fmt.Errorf("position %s: %w; search an earlier one", t.Position(), minimax.ErrFinished)
	}
	return t, nil
}

// Game implements Problem.
func (t problem[P, M]) Game() string { return t.game }

// Position implements Problem.
func (t problem[P, M]) Position() string { return t.rules.Format(t.start) }

// Suits implements Problem.
func (t problem[P, M]) Suits(a minimax.Algorithm) error {
	if _, symmetric := t.rules.(minimax.Symmetric[P]); a.Symmetric() && !symmetric {
		return fmt.Errorf("%v: %s has no symmetries to use", a, t.game)
	}
	return nil
}

// Outweighs implements Problem.
func (t problem[P, M]) Outweighs() bool {
	e, ok := t.rules.(minimax.Estimator[P])
	return ok && e.Weight() > 1
}

// Search implements Problem.
func (t problem[P, M]) Search(ctx context.Context, o minimax.Options) (minimax.Result[string], error) {
	r, err := minimax.Search(ctx, t.rules, t.start, o)
	if t.toMax && !t.maxToMove(t.start) {
		r.Value = -r.Value
	}
	return minimax.Result[string]{
		Value: r.Value, Proved: r.Proved, Best: t.names(r.Best), PV: t.names(r.PV), PVCut: r.PVCut, Depth: r.Depth,
		Elapsed: r.Elapsed, Searched: r.Searched, Moves: r.Moves, Stats: r.Stats,
	}, err
}

// CountPlays implements Problem.
func (t problem[P, M]) CountPlays(ctx context.Context, depth int) (minimax.Plays, error) {
	return minimax.CountPlays(ctx, t.rules, t.start, depth)
}

// maxToMove reports whether Max is to move. In games whose positions do not tell, the player to move is Max.
func (t problem[P, M]) maxToMove(p P) bool {
	g, ok := t.rules.(interface{ ForMax(P) bool })
	return !ok || g.ForMax(p)
}

// names writes moves.
func (t problem[P, M]) names(moves []M) (names []string) {
	for _, m := range moves {
		names = append(names, t.rules.Name(m))
	}
	return names
}

// Ahead says how far a search looks.
func Ahead(depth int) string {
	if depth == 0 {
		return "to the end"
	}
	return words.Plural(depth, "ply") + " ahead"
}
