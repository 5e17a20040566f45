package minimax

import (
	"context"
	"fmt"
)

// Plays counts the ways to continue a game from a position.
type Plays struct {
	Total int64 `json:"plays"` // plays that end
	Won   int64 `json:"won"`   // plays that the player who moves first wins
	Drawn int64 `json:"drawn"`
	Lost  int64 `json:"lost"`
	Nodes int64 `json:"nodes"` // positions, counted each time they are reached
	// Lengths holds the numbers of plays by length, starting with 1 way to make no move.
	Lengths []Length `json:"lengths"`
}

// Length counts the plays of a length.
type Length struct {
	Plies    int   `json:"plies"`
	Ways     int64 `json:"ways"`  // ways to make this many moves
	Complete int64 `json:"plays"` // ways that end the game
}

// CountPlays enumerates by backtracking the ways to continue from p, up to this many plies, or to the end of the game
// if plies is 0. If the context ends first, it returns what it has counted so far and an error that wraps the
// context's.
func CountPlays[P, M any](ctx context.Context, game Game[P, M], p P, plies int) (Plays, error) {
	if plies < 0 {
		return Plays{}, fmt.Errorf("%d plies cannot be counted", plies)
	}
	c := counter[P, M]{game: game, ctx: ctx, limit: plies}
	c.count(p, 0)
	if c.stopped {
		return c.Plays, fmt.Errorf("count stopped after %d nodes: %w", c.Nodes, context.Cause(ctx))
	}
	return c.Plays, nil
}

// counter is a count in progress.
type counter[P, M any] struct {
	Plays
	game    Game[P, M]
	ctx     context.Context // polled every so many nodes
	limit   int
	moves   []M // of all nodes from the root to the current one
	stopped bool
}

func (c *counter[P, M]) count(p P, ply int) {
	if c.Nodes++; c.Nodes%pollEvery == 0 {
		c.stopped = over(c.ctx)
	}
	if len(c.Lengths) == ply {
		c.Lengths = append(c.Lengths, Length{Plies: ply})
	}
	c.Lengths[ply].Ways++
	if c.game.Finished(p) {
		c.Total++
		c.Lengths[ply].Complete++
		payoff := c.game.Payoff(p)
		switch first := ply%2 == 0; {
		case payoff == 0:
			c.Drawn++
		case payoff > 0 == first:
			c.Won++
		default:
			c.Lost++
		}
		return
	}
	if c.limit > 0 && ply == c.limit {
		return
	}
	from := len(c.moves)
	c.moves = c.game.Moves(p, c.moves)
	for _, m := range c.moves[from:] {
		if c.stopped {
			break
		}
		c.count(c.game.Apply(p, m), ply+1)
	}
	c.moves = c.moves[:from]
}
