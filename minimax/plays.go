package minimax

import (
	"context"
	"fmt"
)

// Plays counts the ways to play a game on from a position.
type Plays struct {
	// Nodes is the number of positions, each time they are met.
	Nodes int64
	// ByPlies holds the number of ways to make so many moves; the first is 1, for none.
	ByPlies []int64
	// Complete holds the number of ways to end the game after so many moves.
	Complete []int64
	// Won, Drawn and Lost divide the complete plays by what they are worth to the player who moves
	// first.
	Won, Drawn, Lost int64
}

// Total returns the number of complete plays.
func (n Plays) Total() int64 { return n.Won + n.Drawn + n.Lost }

// CountPlays enumerates by backtracking the ways to play on from p for up to so many plies, 0 for
// the end of the game. When the context ends first, it returns what it has counted so far, and an
// error that wraps the context's.
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

// counter is a count under way.
type counter[P, M any] struct {
	Plays
	game    Game[P, M]
	ctx     context.Context // polled now and then, for as long as the count lasts
	limit   int
	moves   []M // of the nodes from the root to here, one after the other
	stopped bool
}

func (c *counter[P, M]) count(p P, ply int) {
	if c.Nodes++; c.Nodes%pollEvery == 0 && c.ctx.Err() != nil {
		c.stopped = true
	}
	if len(c.ByPlies) == ply {
		c.ByPlies, c.Complete = append(c.ByPlies, 0), append(c.Complete, 0)
	}
	c.ByPlies[ply]++
	switch {
	case c.game.Finished(p):
		c.complete(c.game.Payoff(p), ply)
		return
	case c.limit > 0 && ply == c.limit:
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

// complete counts a play that ended after so many moves, with this payoff for the player whose
// turn it would be.
func (c *counter[P, M]) complete(payoff, plies int) {
	c.Complete[plies]++
	if plies%2 == 1 {
		payoff = -payoff
	}
	switch {
	case payoff > 0:
		c.Won++
	case payoff < 0:
		c.Lost++
	default:
		c.Drawn++
	}
}
