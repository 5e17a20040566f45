package minimax

import "context"

// LimitGraph limits graphs to this many positions, until the function that it returns is called.
func LimitGraph(positions int) (restore func()) {
	before := maxGraph
	maxGraph = positions
	return func() { maxGraph = before }
}

// StopAndResume searches p, stops after this many nodes, and searches again with the contents of the tables.
func StopAndResume[P any, M comparable](game Game[P, M], p P, o Options, after int64) (Result[M], error) {
	stop := &stopper[P, M]{Game: game, left: after}
	s, err := newSearch(context.Background(), game, p, o)
	if err != nil {
		return Result[M]{}, err
	}
	s.game, stop.stopped = stop, &s.stopped
	s.root(p, s.depth, s.bounds, s.findsAllBest())
	s.game, s.stopped, s.moves = game, false, nil
	score, best := s.root(p, s.depth, s.bounds, s.findsAllBest())
	return s.result(p, score, best)
}

// stopper is a game that stops a search after this many moves.
type stopper[P any, M comparable] struct {
	Game[P, M]
	left    int64
	stopped *bool
}

func (g *stopper[P, M]) Apply(p P, m M) P {
	if g.left--; g.left < 0 {
		*g.stopped = true
	}
	return g.Game.Apply(p, m)
}
