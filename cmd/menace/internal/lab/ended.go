package lab

import (
	"context"
	"errors"
	"fmt"

	"menace/arena"
	"menace/arena/match"
	"menace/data"
	"menace/symmetry"
)

// Ended is what became of a game that is over and stored.
type Ended struct {
	Lessons     []match.Lesson
	Score       arena.Tally // the game, for the agent
	Before, Now float64     // the chance of losing to a perfect player
	Bankrupt    bool
}

// End stores a game of an agent that is over, even when the context has ended. The agent as it is stored learns from
// it, though others may have trained it since the game began. It returns [data.ErrConflict] if one does at this moment.
func (l *Lab) End(ctx context.Context, agent string, g *match.Game, learn bool) (Ended, error) {
	ctx = context.WithoutCancel(ctx)
	a, err := l.Agent(ctx, agent)
	if err != nil {
		return Ended{}, notSaved(err, g)
	}
	if !learn {
		return end(a, g, false, func() error { return l.SaveGames(ctx, a) })
	}
	return end(a, g, true, func() error { return l.Save(ctx, a) })
}

// ErrOver is the error of a game that ends after the training.
var ErrOver = errors.New("the training is over")

// Teach stores a game of the agent that is over, with all that has been trained so far, while the agent trains: it
// learns from the game between two others. Goroutines may call it while another runs the training. It returns ErrOver
// if the training is over; then, as with every error, the game has taught the agent nothing.
func (t *Training) Teach(ctx context.Context, g *match.Game) (Ended, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.over {
		return Ended{}, ErrOver
	}
	return end(t.Agent, g, true, func() error {
		t.Session.Apart(score(g))
		return t.save(ctx)
	})
}

// end lets an agent learn from a game, and saves both or neither.
func end(a *data.Agent, g *match.Game, learn bool, save func() error) (e Ended, err error) {
	var career *arena.Career
	if learn {
		career = a.Career
		if err := hasRoom(a, 1); err != nil {
			return e, notSaved(err, g)
		}
	}
	m := match.New(a.Machine, career, g.Seed())
	err = a.Try(func() error {
		e.Lessons = m.End(g)
		a.Played(record(g, learn))
		return save()
	})
	if err != nil {
		return Ended{}, notSaved(err, g)
	}
	e.Score, e.Before, e.Now, e.Bankrupt = score(g), m.LossRateBefore(), m.LossRate(), a.Machine.Bankrupt()
	return e, nil
}

// score returns a game that is over as the machine counts it.
func score(g *match.Game) (t arena.Tally) {
	t.Add(g.Side(), g.Outcome(), g.Resigned() == g.Side(), 1)
	return t
}

// notSaved adds to an error which game is not saved.
func notSaved(err error, g *match.Game) error {
	return fmt.Errorf("%w; the game just played, moves %s, is not saved", err, symmetry.FormatMoves(g.Moves()))
}
