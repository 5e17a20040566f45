package minimax

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Stats counts the work of a search.
type Stats struct {
	Nodes        int64 `json:"nodes"`            // positions including the root and the leaves, counted at each visit
	Leaves       int64 `json:"leaves"`           // positions that are finished or at the horizon
	Cutoffs      int64 `json:"cutoffs"`          // positions with skipped moves
	TableEntries int64 `json:"table_entries"`    // positions in the table at the end
	TableHits    int64 `json:"table_hits"`       // positions whose score came from the table
	Collisions   int64 `json:"table_collisions"` // positions replaced by others in the table
}

// Result is the result of a search. If the search was stopped before it had a value, there are no best moves; if
// there are best moves, they and the value are valid.
type Result[M any] struct {
	// Value is the value to the player to move at the root. If it is proved, a search to the end of the game finds the
	// same: the horizon was not reached, or the value is the highest or the lowest of a [Bounded] game. Otherwise it is
	// an estimate, or a payoff that may be improved beyond the horizon.
	Value  int
	Proved bool
	// Fails is -1 if the search failed low, so that Value is an upper bound, 1 if it failed high, so that Value is a
	// lower bound, and otherwise 0.
	Fails int
	// Best holds the best moves in the order of the game's moves: all of them, or one that is proved to be
	// best, depending on the algorithm and the options. Where chance moves it is empty, but not nil.
	Best []M
	// PV is the principal variation: a line of best play from the root to the end of the game or to the horizon. If the
	// search found the value but was stopped while it looked for the line, PV is the beginning of the line.
	PV []M
	// PVCut reports whether PV is only the beginning. Everything else is complete then.
	PVCut bool
	// Plies is the number of plies to the win or loss, if fast wins are preferred and the value is
	// proved; otherwise 0.
	Plies int
	// Horizon reports whether the search reached the horizon. If not, a deeper search has the same result.
	Horizon bool
	// Depth is the number of plies searched, 0 for the end of the game.
	Depth int
	// Elapsed is the duration of the search. Like the counts, it excludes the search for the principal variation, which
	// may take as long again.
	Elapsed time.Duration
	// Searched is the number of moves at the root that were searched, out of Moves.
	Searched, Moves int
	Stats
}

// result converts the score of p into a result.
func (s *search[P, M]) result(p P, score int, best []M) (Result[M], error) {
	s.TableEntries = int64(len(s.memory))
	if s.table != nil {
		s.TableEntries, s.Collisions = int64(s.table.used), s.table.replaced
	}
	r := Result[M]{Searched: s.searched, Moves: s.rootMoves, Stats: s.Stats, Elapsed: time.Since(s.began)}
	if s.stopped {
		return r, s.interrupted()
	}
	r.Value, r.Proved = s.payoff(score), s.proved(score)
	r.Best, r.Depth, r.Horizon = best, s.Depth, s.horizon
	if r.Proved {
		r.Plies = s.plies(score)
	}
	if s.chances(p) != nil { // nobody chooses a move
		r.Best, r.PV = []M{}, []M{}
		return r, nil
	}
	if s.Window != nil && s.Algorithm.Windowed() {
		switch {
		case score <= s.bounds.low: // no move is proved best
			r.Fails, r.Best, r.PV = -1, []M{}, []M{}
			return r, nil
		case score >= s.bounds.high:
			r.Fails, r.PV = 1, best[:1]
			return r, nil
		}
	}
	if s.Choose == RandomBest {
		random := rand.New(rand.NewPCG(uint64(s.Sampling.Seed), uint64(len(best))))
		best = []M{best[random.IntN(len(best))]}
		r.Best = best
	}
	r.PV = s.line(p, score, best[0])
	if r.PVCut = s.stopped; r.PVCut {
		return r, s.interrupted()
	}
	return r, nil
}

// interrupted returns the error of a stopped search.
func (s *search[P, M]) interrupted() error {
	return fmt.Errorf("search stopped after %d nodes: %w", s.Nodes, context.Cause(s.ctx))
}

// proved reports whether the search reached the end of every line that the score depends on.
func (s *search[P, M]) proved(score int) bool {
	return !s.horizon || max(score, -score) >= s.decided
}

// units describes the units of a search's scores.
type units struct {
	weight, scale int  // points of estimate per payoff, and scores per point
	top           int  // highest possible score, or infinity if unknown
	limited       bool // payoffs are compared with estimates, which they outweigh
	write         func(payoff int) string
}

// plain returns a score in points, without the plies that a preference for fast wins adds.
func (u units) plain(score int) int {
	return cmp.Compare(score, 0) * ((max(score, -score) + u.scale - 1) / u.scale)
}

// plies returns the number of plies from the root to the end of the game, encoded in a score if fast wins are
// preferred.
func (u units) plies(score int) int {
	return max(u.plain(score), -u.plain(score))*u.scale - max(score, -score)
}

// payoff converts a score into points: a payoff if it outweighs every estimate, or else an estimate.
func (u units) payoff(score int) int {
	points := u.plain(score)
	if max(points, -points) >= u.weight {
		return points / u.weight
	}
	return points
}
