package arena

import (
	"context"
	"math/rand/v2"

	"menace/minimax"
	"menace/symmetry"
)

// orbits adapts a graph to [minimax.Game] for Monte-Carlo tree search. Its positions are orbits, and a move is the
// orbit that it leads to.
type orbits struct{ *symmetry.Graph }

// Moves implements [minimax.Game]. Moves that are the same up to symmetry count once.
func (g orbits) Moves(o symmetry.Orbit, moves []symmetry.Orbit) []symmetry.Orbit {
	star := g.OrbitEdges(o)
	return append(moves, g.Edges()[star.First:star.End]...)
}

// Apply implements [minimax.Game].
func (orbits) Apply(_, next symmetry.Orbit) symmetry.Orbit { return next }

// Finished implements [minimax.Game].
func (g orbits) Finished(o symmetry.Orbit) bool { return g.Outcome(o) != symmetry.Ongoing }

// Payoff implements [minimax.Game].
func (g orbits) Payoff(o symmetry.Orbit) int {
	switch g.Outcome(o) {
	case symmetry.Drawn:
		return 0
	case symmetry.Win(g.Turn(o)):
		return 1
	}
	return -1
}

// Bound implements [minimax.Bounded].
func (orbits) Bound() int { return 1 }

// sampler plays the move that Monte-Carlo tree search visits most often.
type sampler struct {
	game     orbits
	playouts int
}

// MCTS returns the player that searches for each move by this many playouts; see [minimax.UCT]. The playouts draw their
// random numbers from the generator of the game. It is not an [Opponent], because the chances of its moves are unknown.
func MCTS(g *symmetry.Graph, playouts int) Player { return sampler{orbits{g}, playouts} }

// Move implements [Player].
func (s sampler) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	u, err := minimax.NewUCT(s.game, o, minimax.UsualSampling.Exploration, random)
	if err != nil {
		panic(err)
	}
	u.Run(context.Background(), s.playouts)
	return u.Root.MostVisited().Move
}
