package main

import (
	"context"
	"errors"
	"fmt"

	"menace/arena/match"
	"menace/data"
)

// sitting is a match as it is shown.
type sitting struct {
	*program
	options  playOptions
	agent    *data.Agent
	match    *match.Match
	opposite opposite
}

// opposite is who sits opposite MENACE.
type opposite interface {
	name() name
	// begin starts the next game.
	begin(*match.Match) *match.Game
	// move makes a move, takes one back or gives up. The error errLeft ends the match.
	move(context.Context, *match.Game) error
	// see shows what MENACE did.
	see(context.Context, *match.Game) error
	// save stores a finished game.
	save(context.Context, *match.Game) error
	// rest is the time between two games. The error errLeft ends the match.
	rest(context.Context) error
}

// errLeft is the end of a match that the person leaves.
var errLeft = errors.New("left")

// sitDown prepares a match against an agent. People go on with its seed plus its games, so that a match
// in two sittings is the match in one.
func (p *program) sitDown(a *data.Agent, o playOptions) *sitting {
	career := a.Career
	if !o.learn {
		career = nil
	}
	seed := o.seedOr(a.Seed + a.Career.Tally.Games())
	return &sitting{program: p, options: o, agent: a, match: match.New(a.Machine, career, seed)}
}

// hold plays the match and tells how it ended.
func (s *sitting) hold(ctx context.Context) error {
	err := s.playMatch(ctx)
	switch {
	case err == nil, errors.Is(err, errLeft):
		s.say("\nThe match is over after %s.", s.finished())
		return nil
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.stdout)
		return interruption("after " + s.finished())
	}
	return err
}

// finished says how many games were finished, and that they are saved if they are.
func (s *sitting) finished() string {
	games := s.match.Score().Games()
	switch {
	case games == 0:
		return "no finished game; nothing was learned"
	case s.options.keepsNothing():
		return plural(games, "game")
	case games == 1:
		return "1 finished game, which is saved"
	}
	return count(games) + " finished games, which are saved"
}

// playMatch plays games until there are enough, MENACE is bankrupt, or the person leaves.
func (s *sitting) playMatch(ctx context.Context) error {
	for n := int64(1); s.options.games == 0 || n <= s.options.games; n++ {
		if n > 1 {
			if err := s.opposite.rest(ctx); err != nil {
				return err
			}
		}
		s.say("\n%s", bold.Render(fmt.Sprintf("Game %d", n)))
		if err := s.playGame(ctx); err != nil {
			return err
		}
		if s.agent.Machine.Bankrupt() {
			s.say("\nMENACE is bankrupt: it has lost every bead of its opening box, and can only resign from now on. What can be done: %s.",
				remedy(s.agent.Machine.Rules().Plays))
			return nil
		}
	}
	return nil
}

// playGame plays a game to its end, saves it and tells what came of it.
func (s *sitting) playGame(ctx context.Context) error {
	g := s.opposite.begin(s.match)
	for !g.Over() {
		if err := s.turn(ctx, g); err != nil {
			return err
		}
	}
	lessons := s.match.End(g)
	if err := s.opposite.save(context.WithoutCancel(ctx), g); err != nil {
		return fmt.Errorf("%w; the game just played, squares %s, is not saved", err, squaresText(g.Moves()))
	}
	s.showEnd(g)
	s.showLessons(g, lessons)
	s.showScore()
	return nil
}

// turn lets the side move whose turn it is.
func (s *sitting) turn(ctx context.Context, g *match.Game) error {
	if !g.MachineMoves() {
		return s.opposite.move(ctx, g)
	}
	s.say("%s", describeTurn(g.Move()))
	return s.opposite.see(ctx, g)
}
