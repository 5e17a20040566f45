package arena

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"sync"

	"menace/minimax"
	"menace/symmetry"
)

// orbits adapts a graph to [minimax.Game] for Monte-Carlo tree search. Its positions are orbits, and a move is the
// orbit that it leads to.
type orbits struct {
	*symmetry.Graph
	next [][]symmetry.Orbit // moves of each orbit; none if the game is over
}

func newOrbits(g *symmetry.Graph) *orbits {
	game := &orbits{g, make([][]symmetry.Orbit, g.Orbits())}
	for o := range g.All() {
		star := g.OrbitEdges(o)
		game.next[o] = g.Edges()[star.First:star.End]
	}
	return game
}

// Moves implements [minimax.Game]. Moves that are the same up to symmetry count once.
func (g *orbits) Moves(o symmetry.Orbit, moves []symmetry.Orbit) []symmetry.Orbit {
	return append(moves, g.next[o]...)
}

// Apply implements [minimax.Game].
func (*orbits) Apply(_, next symmetry.Orbit) symmetry.Orbit { return next }

// Finished implements [minimax.Game].
func (g *orbits) Finished(o symmetry.Orbit) bool { return len(g.next[o]) == 0 }

// Payoff implements [minimax.Game].
func (g *orbits) Payoff(o symmetry.Orbit) int {
	switch g.Outcome(o) {
	case symmetry.Drawn:
		return 0
	case symmetry.Win(g.Turn(o)):
		return 1
	}
	return -1
}

// Roll implements [minimax.Roller].
func (g *orbits) Roll(o symmetry.Orbit, random *rand.PCG) (end symmetry.Orbit, moves int) {
	for next := g.next[o]; len(next) > 0; moves++ {
		i, _ := bits.Mul64(random.Uint64(), uint64(len(next)))
		o = next[i]
		next = g.next[o]
	}
	return o, moves
}

// Bound implements [minimax.Bounded].
func (*orbits) Bound() int { return 1 }

// sampler plays the move that Monte-Carlo tree search visits most often.
type sampler struct {
	playouts int
	searches *sync.Pool // whose memory the next ones use
}

// MCTS returns the player that searches for each move by this many playouts; see [minimax.UCT]. The playouts draw their
// random numbers from the generator of the game. It is not an [Opponent], because the chances of its moves are unknown.
func MCTS(g *symmetry.Graph, playouts int) Player {
	game := newOrbits(g)
	return sampler{playouts, &sync.Pool{New: func() any {
		u, err := minimax.NewUCT(game, symmetry.Start, minimax.UsualSampling.Exploration, nil)
		if err != nil {
			panic(err)
		}
		return u
	}}}
}

// Move implements [Player].
func (s sampler) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	u := s.searches.Get().(*minimax.UCT[symmetry.Orbit, symmetry.Orbit])
	defer s.searches.Put(u)
	if err := u.Restart(o, random); err != nil {
		panic(err)
	}
	u.Run(context.Background(), s.playouts)
	return u.Root.MostVisited().Move
}
