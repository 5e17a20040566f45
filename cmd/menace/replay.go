package main

import (
	"context"
	"fmt"
	"time"

	"menace/board"
	"menace/data"
)

// replay shows a stored game again.
func (p *program) replay(ctx context.Context, o playOptions) error {
	db, a, err := readAgent(ctx, o.db, o.agent)
	if err != nil {
		return err
	}
	defer db.Close()
	games, err := db.Games(ctx, a)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.ID == o.replay {
			return p.showGame(ctx, a, g, o.delay)
		}
	}
	return fmt.Errorf("agent %q has no game %d with a person; `menace agents show %s` lists those that it has", a.Name, o.replay, a.Name)
}

// showGame shows a game move by move.
func (p *program) showGame(ctx context.Context, a *data.Agent, g data.Game, delay time.Duration) error {
	mark := a.Machine.Rules().Plays.Mark()
	p.say("Game %d, played %s: MENACE %s plays %s, a person %s. The seed was %d.",
		g.ID, g.Played.Local().Format(time.DateTime), bold.Render(a.Name), stone(mark), stone(mark.Other()), g.Seed)
	var b board.Board
	for _, digit := range []byte(g.Moves) {
		square := board.Square(digit - '1')
		if !b.Legal(square) {
			return fmt.Errorf("game %d is %w: its moves are %s", g.ID, data.ErrCorrupt, g.Moves)
		}
		who := "The person"
		if b.Turn() == mark {
			who = "MENACE"
		}
		p.say("%s takes %d.", who, square.Number())
		b = b.Play(square)
		if err := p.look(ctx, b, delay); err != nil {
			return err
		}
	}
	p.say("%s", bold.Render(describeStored(g, b, mark)))
	return nil
}

// describeStored says how a stored game ended.
func describeStored(g data.Game, b board.Board, mark board.Mark) string {
	return describeEnd(b.Outcome(), g.Resigner(mark), mark, "The person")
}
