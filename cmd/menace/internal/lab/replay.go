package lab

import (
	"context"
	"fmt"

	"menace/board"
	"menace/data"
)

// Step is a move of a stored game.
type Step struct {
	Agent  bool // moved, else the person
	Square board.Square
	Board  board.Board // after the move
}

// Replay returns a stored game of an agent with a person, and its moves.
func (l *Lab) Replay(ctx context.Context, a *data.Agent, id int64) (g data.Game, steps []Step, err error) {
	games, err := l.Games(ctx, a)
	if err != nil {
		return g, nil, err
	}
	for _, g = range games {
		if g.ID == id {
			return g, replay(a, g), nil
		}
	}
	return g, nil, &UnknownError{"game", a.Name, nil, fmt.Errorf("agent %q has no game %d with a person", a.Name, id)}
}

// replay returns the moves of a game, which was found possible when it was read.
func replay(a *data.Agent, g data.Game) (steps []Step) {
	mark := a.Machine.Rules().Plays.Mark()
	var b board.Board
	for _, digit := range []byte(g.Moves) {
		square := board.Square(digit - '1')
		own := b.Turn() == mark
		b = b.Play(square)
		steps = append(steps, Step{own, square, b})
	}
	return steps
}
