package hall

import (
	"context"
	"errors"

	"menace/arena"
	"menace/arena/match"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// A player who is no person may sit opposite too. Then the host lets both sides move, one move after another. Such a game
// is one of `play --watch`: a run of training that has one game, drawn from the agent's own generator.

// Meet begins a game in which somebody else plays against the machine from now on, or whoever sits here if the name is "". A
// name that is no opponent's may be an agent's.
func (s *Seat) Meet(ctx context.Context, name, opposite string, learn bool) error {
	if opposite != "" && s.who != Host {
		return lab.Mistakef("only the host lets others play")
	}
	before := *s
	s.Opposite, s.Learn = opposite, learn
	if opposite != before.Opposite {
		s.Score = s.Score.Minus(s.Score)
	}
	err := s.begin(ctx, name)
	if err != nil && s.Game == before.Game {
		*s = before
	}
	if unknown := new(lab.UnknownError); errors.As(err, &unknown) && unknown.Kind == "opponent" {
		if _, none := s.table.hall.lab.Agent(ctx, opposite); none == nil {
			return s.Meet(ctx, name, arena.AgentPrefix+opposite, learn)
		}
	}
	return err
}

// meet begins the next game of a sitting, and returns it.
func (s *Seat) meet(sitting *lab.Sitting) *match.Game {
	s.Game, s.End, s.Hint, s.Said = sitting.Start(), nil, nil, ""
	s.Other, s.player, s.against, s.teaches = words.You, nil, "", sitting.Learn
	if w := sitting.Watched; w != nil {
		s.Other, s.player, s.against = w.Playing(), w.Opponent, w.Session.Opponent
	}
	return s.Game
}

// Watches reports whether somebody else plays against the machine in the game that is on.
func (s *Seat) Watches() bool { return s.player != nil }

// watches reports, and says, that nobody can move here by hand.
func (s *Seat) watches() bool {
	if s.Watches() {
		s.Said = words.Does(s.Other, "play") + " against MENACE: let both move, or begin a game against you."
	}
	return s.Watches()
}

// Step lets the side to move make its move, if somebody else plays against the machine.
func (s *Seat) Step(ctx context.Context, name string) error {
	switch {
	case s.Game.Over() || !s.Watches():
		return nil
	case s.Game.MachineMoves():
		s.Game.Move()
	default:
		s.Game.Ask(s.player)
	}
	if s.Game.Over() {
		return s.finish(ctx, name)
	}
	return nil
}

// endBetween stores a game that is over in which somebody else played against the machine, as [Table.end] does those of
// persons.
func (s *Seat) endBetween(ctx context.Context, name string, g *match.Game, _ bool) (lab.Ended, error) {
	s.table.saving.Lock()
	defer s.table.saving.Unlock()
	return again(func() (e lab.Ended, err error) {
		sitting, err := s.sit(ctx, name, s.against)
		if err != nil {
			return e, err
		}
		lessons, err := sitting.End(ctx, g)
		if err != nil {
			return e, err
		}
		return sitting.Ended(g, lessons, sitting.Match.LossRateBefore()), nil
	})
}

// Shown returns the seat as it is shown: while the machine trains by whole games, with the one that it plays next.
func (s *Seat) Shown() *Seat {
	r := s.table.going()
	if s.who != Host || r == nil {
		return s
	}
	live := r.live.Load()
	if live == nil || live.ahead == nil {
		return s
	}
	shown := *live.ahead
	shown.table, shown.who, shown.Learn, shown.Opposite, shown.Said = s.table, s.who, s.Learn, s.Opposite, s.Said
	return &shown
}
