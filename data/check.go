package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"

	"menace/arena"
	"menace/data/sqlite"
	"menace/menace"
)

// Everything read from a database or a document must pass these checks, because other programs can write to both.

// checkSessions checks that the sessions of an agent are valid and in order. It replaces negative seconds, which result
// if the clock was set back, by 0, and a missing version in a document by UnknownVersion.
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
		s.Seconds, s.Version = max(s.Seconds, 0), cmp.Or(s.Version, UnknownVersion)
		if err := cmp.Or(s.Tally.Validate(menace.MaxGames), checkSeed(s.Seed), checkVersion(s.Version)); err != nil {
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

// UnknownVersion stands for the version of a program that did not store its version.
const UnknownVersion = "unknown"

// checkVersion returns an error unless a version is one word that a terminal can print.
func checkVersion(version string) error {
	const most = 200
	if version == "" || len(version) > most || !isPlain(version) || strings.Contains(version, " ") {
		return fmt.Errorf("%.40q is not a version of menace", version)
	}
	return nil
}

// isPlain reports whether a text is one line that a terminal can print.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// checkOpponent returns an error if no session can have an opponent with this name.
func checkOpponent(name string) error {
	if agent, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		return CheckName(agent)
	}
	return arena.CheckOpponent(name)
}

func checkGames(list []Game, m *menace.Machine) error {
	for _, g := range list {
		if !g.possible(m) {
			return fmt.Errorf("a game with a person has impossible moves or result: %q %q", g.Moves, g.Result)
		}
	}
	return nil
}

// learnedFrom returns the tally of sessions and of those games with people from which the machine learned.
func learnedFrom(sessions []Session, games []Game) (sum arena.Tally) {
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

// checkHistory checks that a machine's sessions, games with people and curve fit within the games that it has played.
func checkHistory(tally arena.Tally, sessions []Session, games []Game, curve []arena.Point) error {
	played := tally.Games()
	for _, s := range sessions {
		if s.Start+s.Games > played {
			return fmt.Errorf("its sessions have more than the %d games that it has played", played)
		}
	}
	if !tally.Includes(learnedFrom(sessions, games)) {
		return fmt.Errorf("its sessions and its games with people add up to more than the %d games that it has played",
			played)
	}
	if n := len(curve); n > 0 && !tally.Includes(curve[n-1].Tally) {
		return fmt.Errorf("its curve goes beyond the %d games that it has played", played)
	}
	return nil
}

func (e *Experiment) check() error {
	const most = 4 << 20 // longer than any command line
	if len(e.Command) > most || !isPlain(e.Command) {
		return fmt.Errorf("its command is not a single line of plain text: %.40q", e.Command)
	}
	if len(e.Players)+len(e.Learners) > 0 {
		return errors.New("opponents and learners that a program defines cannot be stored: no other program has them")
	}
	return cmp.Or(CheckExperimentName(e.Name), e.Validate())
}

// Verify checks that the stored data of an agent are consistent: the curve with the boxes of each checkpoint, the beads
// of the machine with the last checkpoint, and the games with the sessions. It returns ErrCorrupt if they are not, or
// ErrNotFound.
func (db *DB) Verify(ctx context.Context, name string) error {
	_, err := sqlite.View(ctx, db.sqlite, verify, name)
	return err
}

func verify(ctx context.Context, conn *sqlite.Conn, name string) (*Document, error) {
	doc, err := export(ctx, conn, name)
	if err != nil {
		return nil, err
	}
	rows, err := sqlite.Query(ctx, conn, (*curveRow).legible,
		"SELECT "+legibleColumns+" FROM curve WHERE agent = (SELECT id FROM agents WHERE name = ?) ORDER BY games",
		name)
	if err == nil {
		err = doc.verify(rows)
	}
	return doc, damaged("machine", name, err)
}

// verify checks the consistency of a document and of the readable columns of its curve.
func (doc *Document) verify(rows []curveRow) error {
	points, err := doc.points()
	if err != nil {
		return err
	}
	fresh, now := menace.New(doc.Rules), menace.New(doc.Rules)
	if err := loadBeads(now, doc.Beads); err != nil {
		return err
	}
	if tally, found := doc.Tally, learnedFrom(doc.Sessions, doc.Games); found != tally {
		return fmt.Errorf("it has won, drawn, lost and resigned %d, %d, %d and %d games; "+
			"its sessions and its games with people give %d, %d, %d and %d",
			tally.Win, tally.Draw, tally.Loss, tally.Resigned, found.Win, found.Draw, found.Loss, found.Resigned)
	}
	for i, p := range points {
		rows[i].DocumentPoint = doc.Curve[i]
		if err := rows[i].check(fresh, p); err != nil {
			return fmt.Errorf("the checkpoint at %d games: %w", rows[i].games, err)
		}
	}
	if err := checkLadder(points, doc.Tally.Games()); err != nil {
		return err
	}
	before := arena.Point{Counts: fresh.Counts()}
	for _, p := range append(points, arena.Point{Tally: doc.Tally, Counts: now.Counts()}) {
		if err := checkBeads(fresh, before, p); err != nil {
			return err
		}
		before = p
	}
	return nil
}

// check compares a row with the checkpoint computed from its boxes. fresh is a new machine with the same rules.
func (r curveRow) check(fresh *menace.Machine, p arena.Point) error {
	p.Blocker = arena.WDL{} // not stored
	want, err := newCurveRow(fresh, p)
	switch {
	case err != nil:
		return err
	case !r.point(p.Counts).Same(p):
		return errors.New("its probabilities do not match its boxes")
	case r.games != want.games:
		return fmt.Errorf("it has %d wins, draws and losses", want.games)
	case r.beads != want.beads || r.opening != want.opening:
		return errors.New("its beads do not match its boxes")
	}
	return nil
}

// checkLadder checks that no checkpoint up to this number of games is missing.
func checkLadder(points []arena.Point, played int64) error {
	stored := map[int64]bool{}
	for _, p := range points {
		stored[p.Games] = true
	}
	for games := int64(0); games <= played; games = arena.NextCheckpoint(games) {
		if !stored[games] {
			return fmt.Errorf("the checkpoint at %d games is missing", games)
		}
	}
	return nil
}

// checkBeads checks that the games between two checkpoints can account for the change in beads. A game changes at most
// one colour in the boxes of the first move, one in those of the second, and so on, each by its reward. In addition,
// restocking gives a box its initial beads. Beads that follow [menace.Rules.Later] are not checked.
func checkBeads(fresh *menace.Machine, from, to arena.Point) error {
	rules, games := fresh.Rules(), to.Tally.Minus(from.Tally)
	if len(rules.Later()) > 0 {
		return nil
	}
	most := games.Win*max(rules.Win, 0) + games.Draw*max(rules.Draw, 0) + games.Loss*max(rules.Loss, 0)
	least := games.Win*min(rules.Win, 0) + games.Draw*min(rules.Draw, 0) + games.Loss*min(rules.Loss, 0)
	added, taken := map[int]int64{}, map[int]int64{} // by number of moves played
	i := 0
	for bead := range fresh.Beads() {
		change := to.Counts[i] - from.Counts[i]
		if i++; change > 0 && rules.OnEmpty == menace.Restock {
			change = max(change-bead.Count, 0)
		}
		added[bead.Moves] += max(change, 0)
		taken[bead.Moves] += min(change, 0)
		if added[bead.Moves] > most || taken[bead.Moves] < least {
			return fmt.Errorf("its beads after %d games cannot come from those of the checkpoint at %d games",
				to.Tally.Games(), from.Tally.Games())
		}
	}
	return nil
}
