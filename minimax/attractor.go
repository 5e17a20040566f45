package minimax

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// maxGraph is the largest number of positions of a graph that [Attract] explores. Only tests change it.
var maxGraph = 1 << 21

// Attractors holds the positions where a player can force a win, for both players. A win is a payoff above 0.
// Positions count once for each player to move.
type Attractors struct {
	Positions int `json:"positions"` // of the graph
	Finished  int `json:"finished"`  // positions where the game is over
	Moves     int `json:"moves"`     // between positions
	Free      int `json:"free"`      // positions in neither attractor, from which nobody can force a win
	// Layers counts the positions that each player wins in 0, 1, 2 … plies against the longest defence.
	Layers []Layer `json:"layers"`
	// Winner is 1 if the player to move at the start wins, −1 if the other player does, and 0 if neither can force it.
	Winner  int           `json:"-"`
	Plies   int           `json:"plies"` // length of that win
	Elapsed time.Duration `json:"-"`
}

// Layer counts the positions of one layer of both attractors, first for the player to move at the start.
type Layer struct {
	Mover int `json:"mover"`
	Other int `json:"other"`
}

// Decided is a position of an attractor. Mover and Winner are 1 for the player to move at the start, −1 for the other.
type Decided[P any] struct {
	At                   P
	Mover, Winner, Plies int
}

// vertex is a position of a graph, including the player to move.
type vertex[P any] struct {
	Decided[P]         // Winner is 0 while the position is undecided
	before     []int32 // positions with a move to this one, once for each move
	open       int     // moves to positions that the opponent has not yet won
}

// Attract finds the attractors of both players by retrograde analysis. It first visits each position that can be
// reached from p once. Then it goes back from the finished games, layer by layer: a player wins where one move leads
// into that player's attractor, or where the opponent is to move and all moves do. It calls decided for each position
// of the attractors, layer by layer. The game must be [Keyed].
//
// E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels, Fifth International Congress of
// Mathematicians (1913); R. Bellman, On the application of dynamic programming to the determination of optimal play
// in chess and checkers, Proceedings of the National Academy of Sciences 53 (1965).
func Attract[P, M any](ctx context.Context, game Game[P, M], p P, decided func(Decided[P])) (Attractors, error) {
	began := time.Now()
	keyed, ok := game.(Keyed[P])
	if !ok {
		return Attractors{}, errors.New("a graph needs a game with keys")
	}
	type name struct {
		key   uint64
		mover int
	}
	all, names := []vertex[P]{{Decided: Decided[P]{At: p, Mover: 1}}}, map[name]int32{{keyed.Key(p), 1}: 0}
	var a Attractors
	var won []int32 // positions of the current layer
	var moves []M
	for i := 0; i < len(all); i++ {
		if i%pollEvery == 0 && ctx.Err() != nil {
			a.Positions = i
			return a, fmt.Errorf("stopped after %d positions: %w", i, ctx.Err())
		}
		v := all[i].Decided
		if game.Finished(v.At) {
			a.Finished++
			if all[i].Winner = v.Mover * cmp.Compare(game.Payoff(v.At), 0); all[i].Winner != 0 {
				won = append(won, int32(i))
			}
			continue
		}
		moves = game.Moves(v.At, moves[:0])
		all[i].open = len(moves)
		a.Moves += len(moves)
		for _, m := range moves {
			next := Decided[P]{At: game.Apply(v.At, m), Mover: -v.Mover}
			at := name{keyed.Key(next.At), next.Mover}
			j, met := names[at]
			if !met {
				j = int32(len(all))
				names[at], all = j, append(all, vertex[P]{Decided: next})
			}
			all[j].before = append(all[j].before, int32(i))
		}
		if len(all) > maxGraph {
			return a, fmt.Errorf("the graph has more than %d positions", maxGraph)
		}
	}
	a.Positions, a.Free = len(all), len(all)
	for plies := 0; won != nil; plies++ {
		a.Free -= len(won)
		var layer Layer
		var next []int32
		for _, i := range won {
			u := all[i]
			decided(u.Decided)
			if u.Winner > 0 {
				layer.Mover++
			} else {
				layer.Other++
			}
			for _, j := range u.before {
				v := &all[j]
				if v.open--; v.Winner == 0 && (v.Mover == u.Winner || v.open == 0) {
					v.Winner, v.Plies = u.Winner, plies+1
					next = append(next, j)
				}
			}
		}
		a.Layers, won = append(a.Layers, layer), next
	}
	a.Winner, a.Plies, a.Elapsed = all[0].Winner, all[0].Plies, time.Since(began)
	return a, nil
}
