package data

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"

	"menace/arena"
	"menace/menace"
)

// Everything read from a database or a document passes these checks, since anybody can write to either.

// checkSessions checks that the sessions of an agent are valid and in order. It replaces negative seconds, from a
// clock that was set back, by 0.
func checkSessions(list []Session) error {
	opponents, end := map[string]bool{}, int64(0)
	for i := range list {
		s := &list[i]
		if name := arena.CanonicalName(s.Opponent); !opponents[name] {
			if err := checkOpponent(name); err != nil {
				return fmt.Errorf("a session: %w", err)
			}
			opponents[name] = true
		}
		s.Seconds = max(s.Seconds, 0)
		if err := cmp.Or(s.Tally.Validate(menace.MaxGames), checkSeed(s.Seed)); err != nil {
			return fmt.Errorf("a session: %w", err)
		}
		if s.Games != s.Tally.Games() || s.Start < end || s.Start > menace.MaxGames-s.Games ||
			!(s.Seconds <= math.MaxFloat64) {
			return fmt.Errorf("a session has impossible numbers: %d games after %d, in %v seconds",
				s.Games, s.Start, s.Seconds)
		}
		end = s.Start + s.Games
	}
	return nil
}

// checkOpponent returns an error if no session can have an opponent with this name.
func checkOpponent(name string) error {
	if agent, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		return CheckName(agent)
	}
	return arena.CheckOpponent(name)
}

// checkGames checks the games of a machine with people.
func checkGames(list []Game, m *menace.Machine) error {
	for _, g := range list {
		if !g.possible(m) {
			return fmt.Errorf("a game with a person has impossible moves or result: %q %q", g.Moves, g.Result)
		}
	}
	return nil
}

// checkHistory checks that an agent's sessions, games with people and curve fit within the games that it has played.
func checkHistory(tally arena.Tally, sessions []Session, games []Game, curve []arena.Point) error {
	rest, played := tally, tally.Games()
	for _, s := range sessions {
		if rest = rest.Minus(s.Tally); !rest.Includes(arena.Tally{}) || s.Start+s.Games > played {
			return fmt.Errorf("its sessions have more games than the %d that it has played", played)
		}
	}
	for _, g := range games {
		if g.Learned {
			rest = rest.Minus(g.Tally())
		}
	}
	if !rest.Includes(arena.Tally{}) {
		return fmt.Errorf("its sessions and its games with people are more than the %d that it has played", played)
	}
	if n := len(curve); n > 0 && !tally.Includes(curve[n-1].Tally) {
		return fmt.Errorf("its curve goes beyond the %d games that it has played", played)
	}
	return nil
}

// check validates an experiment.
func (e *Experiment) check() error {
	const most = 4 << 20 // longer than any command line
	if len(e.Command) > most || strings.ContainsFunc(e.Command, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("its command is not one line of plain text: %.40q", e.Command)
	}
	return cmp.Or(CheckExperimentName(e.Name), e.Validate())
}
