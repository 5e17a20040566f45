package data

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
)

// Everything read from a database or a document must pass these checks, because other programs can write to both.

// checkSessions checks that the sessions of an agent are valid and in order.
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
		if err := cmp.Or(s.Tally.Validate(menace.MaxGames), checkSeed(s.Seed), checkVersion(s.Version)); err != nil {
			return fmt.Errorf("a session: %w", err)
		}
		if s.Games != s.Tally.Games() || s.Start < end || s.Start > menace.MaxGames-s.Games ||
			!(s.Seconds >= 0 && s.Seconds <= math.MaxFloat64) {
			return fmt.Errorf("a session has impossible numbers: %d games after %d, in %v seconds",
				s.Games, s.Start, s.Seconds)
		}
		end = s.Start + s.Games
	}
	return nil
}

// checkVersion returns an error unless a version is one word that a terminal can print.
func checkVersion(version string) error {
	const most = 200
	if version == "" || len(version) > most || !isPlain(version) || strings.Contains(version, " ") {
		return fmt.Errorf("%s is not a version of menace", option.Excerpt(version, 40))
	}
	return nil
}

// isPlain reports whether a text is one line that a terminal can print.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Elsewhere is the opponent of a session with games from before the machine came into this database. Only their results
// are known.
const Elsewhere = "elsewhere"

// checkOpponent returns an error if no session can have an opponent with this name.
func checkOpponent(name string) error {
	if name == Elsewhere {
		return nil
	}
	if agent, ok := arena.MachineName(name); ok {
		return CheckName(agent)
	}
	return arena.CheckOpponent(name)
}

func checkGames(list []PlayedGame, m *menace.Machine) error {
	for _, g := range list {
		if !g.possible(m) {
			return fmt.Errorf("a game with a person has impossible moves or result: %q %q", g.Moves, g.Result)
		}
	}
	return nil
}

// learnedFrom returns the tally of sessions and of the games with people that taught the machine.
func learnedFrom(sessions []Session, games []PlayedGame) (sum arena.Tally) {
	for _, s := range sessions {
		sum = sum.Plus(s.Tally)
	}
	for _, g := range games {
		if g.Learned {
			sum = sum.Plus(g.Tally())
		}
	}
	return sum
}

// checkHistory checks that a machine's record is the sum of its sessions and of the games with people that it learned
// from, and that its curve has no more games.
func checkHistory(tally arena.Tally, sessions []Session, games []PlayedGame, curve []arena.Point) error {
	played := tally.Games()
	for _, s := range sessions {
		if s.Start+s.Games > played {
			return fmt.Errorf("its sessions have more than the %d games that it has played", played)
		}
	}
	if found := learnedFrom(sessions, games); found != tally {
		return fmt.Errorf("it has won, drawn, lost and resigned %d, %d, %d and %d games; "+
			"its sessions and its games with people give %d, %d, %d and %d",
			tally.Win, tally.Draw, tally.Loss, tally.Resigned, found.Win, found.Draw, found.Loss, found.Resigned)
	}
	if n := len(curve); n > 0 && !tally.Includes(curve[n-1].Tally) {
		return fmt.Errorf("its curve goes beyond the %d games that it has played", played)
	}
	return nil
}

func (e *Experiment) check() error {
	const most = 4 << 20 // longer than any command line
	if len(e.Command) > most || !isPlain(e.Command) {
		return fmt.Errorf("its command is not a single line of plain text: %s", option.Excerpt(e.Command, 40))
	}
	return cmp.Or(CheckExperimentName(e.Name), e.Validate())
}
