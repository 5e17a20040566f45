package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"menace/arena"
	"menace/menace"
)

// Whatever is read, from a database or from a document, passes these checks: anybody can write to either.

// damage is the error of an agent or experiment that is not stored as this package stores it. Outside a
// transaction it is an ErrCorrupt: see [DB.explain].
type damage struct {
	error
	what string // as in `agent "a"`
}

// damaged says that the agent or experiment, as kind says, with a name cannot be read for this reason. Errors
// with other reasons than its content, and nil, stay as they are.
func damaged(kind, name string, err error) error {
	for _, other := range []error{nil, ErrNotFound, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, other) {
			return err
		}
	}
	switch resultCode(err) & 0xFF {
	case 0, sqliteError, sqliteCorrupt, sqliteRule:
		return &damage{err, fmt.Sprintf("%s %q", kind, name)}
	}
	return err
}

// Faults returns what SQLite finds wrong in the file, a line for each fault. It looks at every page.
func (db *DB) Faults(ctx context.Context) ([]string, error) {
	faults, err := viewQuery(ctx, db, column[string], `
		SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		UNION ALL SELECT 'rows of ' || "table" || ' that belong to no row of ' || parent || ': ' || count(*)
		FROM pragma_foreign_key_check GROUP BY "table", parent`)
	for i, fault := range faults {
		faults[i] = plain(fault)
	}
	return faults, err
}

// checkSessions checks the sessions of an agent: they lie one after another. Negative seconds, from a clock
// that was set back, become 0.
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
		if s.Games != s.Tally.Games() || s.Start < end || s.Start > menace.MaxGames-s.Games || !(s.Seconds <= math.MaxFloat64) {
			return fmt.Errorf("a session has impossible numbers: %d games after %d, in %v seconds", s.Games, s.Start, s.Seconds)
		}
		end = s.Start + s.Games
	}
	return nil
}

// checkOpponent returns an error if no session can be against an opponent of this name.
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

// checkHistory checks that an agent has played the games of its sessions, those that people taught it, and
// those of its curve.
func checkHistory(tally arena.Tally, sessions []Session, games []Game, curve []arena.Point) error {
	rest, played := tally, tally.Games()
	for _, s := range sessions {
		if rest = rest.Minus(s.Tally); !rest.Includes(arena.Tally{}) || s.Start+s.Games > played {
			return fmt.Errorf("its sessions have more games than the %d that it has played", played)
		}
	}
	for _, g := range games {
		if g.Learned {
			rest = rest.Minus(g.tally())
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

// check checks a whole experiment.
func (e *Experiment) check() error {
	const most = 4 << 20 // longer than any command line
	if len(e.Command) > most || plain(e.Command) != e.Command {
		return fmt.Errorf("its command is not one line of plain text: %.40q", e.Command)
	}
	return cmp.Or(CheckExperimentName(e.Name), e.Validate())
}
