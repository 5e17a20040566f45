package minimax

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Stats count what a search looked at.
type Stats struct {
	Nodes        int64 // positions, the root and the leaves included, each time they are met
	Leaves       int64 // positions that are finished or lie at the horizon
	Cutoffs      int64 // positions of which some moves were left out
	TableEntries int64 // positions in the table at the end
	TableHits    int64 // positions whose score the table gave
}

// Result is what a search finds. That of a search that was stopped before it had a value has no
// best moves; where there are best moves, value and moves hold.
type Result[M any] struct {
	// Value is for the player to move at the root. Proved, it is the payoff that a search to the
	// end of the game finds: the horizon was not reached, or the value is the highest or the lowest
	// of a [Bounded] game. Otherwise it is an estimate, or a payoff that may be bettered beyond the
	// horizon.
	Value  int
	Proved bool
	// Best are the best moves, in the order of the game's: all of them, or one that is proved to be
	// best, as the algorithm and the options have it.
	Best []M
	// PV is the principal variation: a line of best play, from the root to the end of the game or
	// to the horizon. A search that was stopped with the value in its hands, while it looked for the
	// line, has the beginning of it.
	PV []M
	// PVCut tells that PV is such a beginning. All else is as the search found it.
	PVCut bool
	// Depth is the number of plies searched, 0 for the end of the game.
	Depth int
	// Elapsed is the time that the search took. As the counts, it is without the principal
	// variation, which is searched for afterwards, and may take as long again.
	Elapsed time.Duration
	// Searched is the number of moves of the root that were searched, of Moves.
	Searched, Moves int
	Stats
}

// result turns the score of p into what a search returns.
func (s *search[P, M]) result(p P, score int, best []M) (Result[M], error) {
	s.TableEntries = int64(len(s.memory))
	if s.table != nil {
		s.TableEntries = int64(s.table.used)
	}
	r := Result[M]{Searched: s.searched, Moves: s.of, Stats: s.Stats, Elapsed: time.Since(s.began)}
	if s.stopped {
		return r, s.interrupted()
	}
	r.Value, r.Proved = s.payoff(score), s.proved(score)
	r.Best, r.Depth = best, s.Depth
	r.PV = s.line(p, score, best[0])
	if r.PVCut = s.stopped; r.PVCut {
		return r, s.interrupted()
	}
	return r, nil
}

// interrupted returns the error of a search that was stopped.
func (s *search[P, M]) interrupted() error {
	return fmt.Errorf("search stopped after %d nodes: %w", s.Nodes, context.Cause(s.ctx))
}

// proved tells whether a score is that of a search to the end.
func (s *search[P, M]) proved(score int) bool {
	return !s.horizon || max(score, -score) >= s.decided
}

// payoff turns a score back into points.
func (s *search[P, M]) payoff(score int) int {
	magnitude := (max(score, -score) + s.scale - 1) / s.scale
	return points(cmp.Compare(score, 0)*magnitude, s.weight)
}

// points returns what a score stands for in the currency of estimates: so many points of payoff,
// when it outweighs every estimate.
func points(score, weight int) int {
	if max(score, -score) >= weight {
		return score / weight
	}
	return score
}
