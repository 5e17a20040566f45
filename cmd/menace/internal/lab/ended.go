package lab

import (
	"context"
	"errors"
	"fmt"

	"menace/arena"
	"menace/arena/match"
	"menace/data"
	"menace/menace"
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
	e, err := end(a, g, learn)
	if err == nil {
		err = l.saveGame(ctx, a, learn)
	}
	if err != nil {
		return Ended{}, notSaved(err, g)
	}
	return e, nil
}

// saveGame stores the games that an agent has played, and the agent if it has learned from them.
func (l *Lab) saveGame(ctx context.Context, a *data.Agent, learned bool) error {
	if learned {
		return l.Save(ctx, a)
	}
	return l.SaveGames(ctx, a)
}

// ErrOver is the error of a game that ends after the training.
var ErrOver = errors.New("the training is over")

// ending is a game that waits until the agent in training has learned from it.
type ending struct {
	game  *match.Game
	done  bool
	ended Ended
	err   error
}

// Teach stores a game of the agent that is over, with all that has been trained so far, while the agent trains: it
// learns from the game between two others. Goroutines may call it while another runs the training: games that end while
// others are saved are saved together. It returns ErrOver if the training is over; then, as with every error, the game has taught
// the agent nothing.
func (t *Training) Teach(ctx context.Context, g *match.Game) (Ended, error) {
	own := &ending{game: g}
	t.queue.Lock()
	t.waiting = append(t.waiting, own)
	t.queue.Unlock()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if !own.done {
		t.teachAll(ctx)
	}
	return own.ended, own.err
}

// teachAll ends all games that wait.
func (t *Training) teachAll(ctx context.Context) {
	t.queue.Lock()
	all := t.waiting
	t.waiting = nil
	t.queue.Unlock()
	err := ErrOver
	if !t.over {
		err = t.Agent.Try(func() error {
			for _, e := range all {
				t.Session.Apart(score(e.game))
				if e.ended, e.err = end(t.Agent, e.game, true); e.err != nil {
					return e.err
				}
			}
			return t.save(ctx)
		})
	}
	for _, e := range all {
		if e.done = true; err != nil {
			e.ended, e.err = Ended{}, notSaved(err, e.game)
		}
	}
}

// end lets an agent learn from a game, or only play it.
func end(a *data.Agent, g *match.Game, learn bool) (e Ended, err error) {
	var career *arena.Career
	if learn {
		career, err = a.Career, hasRoom(a, 1)
	}
	if err != nil {
		return e, err
	}
	m := match.New(a.Machine, career, g.Seed())
	e = ended(m, a.Machine, g, m.End(g), m.LossRateBefore())
	a.Played(record(g, learn))
	return e, nil
}

// ended says what a game that a match has just ended made of its machine, which lost so often to a perfect player before.
func ended(m *match.Match, machine *menace.Machine, g *match.Game, lessons []match.Lesson, before float64) Ended {
	return Ended{Lessons: lessons, Score: score(g), Before: before, Now: m.LossRate(), Bankrupt: machine.Bankrupt()}
}

// Ended says what a game that has just ended made of the machine, which lost so often to a perfect player before.
func (s *Sitting) Ended(g *match.Game, lessons []match.Lesson, before float64) Ended {
	return ended(s.Match, s.Agent.Machine, g, lessons, before)
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
