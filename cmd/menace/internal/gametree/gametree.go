// Package gametree presents the small games as problems to search. Each is set up from text and searched, and its tree
// is shown with every step of the search, in words and as a drawing.
//
// The games and the searches are in package minimax; this package adds the notation of positions and moves. It knows no
// flags, prints nothing and opens no database.
package gametree

import (
	"context"
	"fmt"

	"menace/cmd/menace/internal/words"
	"menace/minimax"
)

// Problem is a position of a game to search. Positions and moves are texts in the notation of the game.
type Problem interface {
	// At returns the problem at another position, which must not be finished.
	At(position string) (Problem, error)
	// Game returns the name of the game.
	Game() string
	// Position returns the position as text.
	Position() string
	// Outweighs reports whether a win is worth more than any estimate. Its value is then written as infinite.
	Outweighs() bool

	// Search calls [minimax.Search]. The value is for the player to move, but for Max in a tree with given leaves.
	Search(context.Context, minimax.Options) (minimax.Result[string], error)
	// CountPlays calls [minimax.CountPlays].
	CountPlays(ctx context.Context, depth int) (minimax.Plays, error)
	// Estimate estimates the position.
	Estimate() (Estimate, error)
	// Keys returns the keys of the position and of its successors.
	Keys() ([]Key, error)
	// Trace searches and returns the tree of positions visited.
	Trace(context.Context, TraceOptions) (Trace, error)
}

// problem is a position of a named game.
type problem[P, M comparable] struct {
	game  string
	rules rules[P, M]
	start P
	toMax bool // values are for Max, not for the player to move
}

// rules is the interface of a game: what a search needs, and its notation.
type rules[P, M any] interface {
	minimax.Game[P, M]
	Parse(text string) (P, error)
	Format(p P) string
	Name(m M) string
}

// at returns a problem that starts at a position, or the error if it is not nil.
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

// maxToMove reports whether Max is to move. If the positions of a game do not determine that, the player to move is
// Max.
func (t problem[P, M]) maxToMove(p P) bool {
	g, ok := t.rules.(interface{ ForMax(P) bool })
	return !ok || g.ForMax(p)
}

// names returns the names of moves.
func (t problem[P, M]) names(moves []M) (names []string) {
	for _, m := range moves {
		names = append(names, t.rules.Name(m))
	}
	return names
}

// Ahead describes the depth of a search.
func Ahead(depth int) string {
	if depth == 0 {
		return "to the end"
	}
	return words.Plural(depth, "ply") + " ahead"
}
