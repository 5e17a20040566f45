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
	var (
		c       Plays
		moves   []M // of all nodes from the root to the current one
		stopped bool
	)
	var count func(p P, ply int)
	count = func(p P, ply int) {
		if c.Nodes++; c.Nodes%pollEvery == 0 {
			stopped = contextEnded(ctx)
		}
		if len(c.Lengths) == ply {
			c.Lengths = append(c.Lengths, Length{Plies: ply})
		}
		c.Lengths[ply].Ways++
		switch {
		case game.Finished(p):
			c.Lengths[ply].Complete++
			c.ended(game.Payoff(p), ply)
			return
		case plies > 0 && ply == plies:
			return
		}
		from := len(moves)
		moves = game.Moves(p, moves)
		for _, m := range moves[from:] {
			if stopped {
				break
			}
			count(game.Apply(p, m), ply+1)
		}
		moves = moves[:from]
	}
	count(p, 0)
	if stopped {
		return c, fmt.Errorf("count stopped after %d nodes: %w", c.Nodes, context.Cause(ctx))
	}
	return c, nil
}

// ended counts a play that ends after some plies with a payoff to the player whose turn it would be.
func (c *Plays) ended(payoff, plies int) {
	c.Total++
	switch first := plies%2 == 0; {
	case payoff == 0:
		c.Drawn++
	case payoff > 0 == first:
		c.Won++
	default:
		c.Lost++
	}
}
