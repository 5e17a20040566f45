package lab

import (
	"context"
	"fmt"

	"menace/data"
	"menace/symmetry"
)

// Replay returns a stored game of an agent with a person, and its moves.
func (l *Lab) Replay(ctx context.Context, a *data.Agent, id int64) (g data.Game, steps []symmetry.Played, err error) {
	games, err := l.Games(ctx, a)
	if err != nil {
		return g, nil, err
	}
	for _, g = range games {
		if g.ID == id {
			steps, err = a.Machine.Graph().Replay(g.Moves)
			return g, steps, err
		}
	}
	return g, nil, &UnknownError{"game", a.Name, nil, fmt.Errorf("agent %q has no game %d with a person", a.Name, id)}
}
