package data

import (
	"context"
	"errors"
	"fmt"

	"menace/arena"
	"menace/data/sqlite"
	"menace/menace"
)

// Verify checks that the stored data of an agent are consistent: the curve with the boxes of each checkpoint, the
// beads of the machine with the last checkpoint, the games with the sessions. It returns ErrCorrupt if they are not,
// or ErrNotFound.
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
	return doc, damaged("agent", name, err)
}

// verify checks a document and the legible columns of its curve for consistency.
func (doc *Document) verify(rows []curveRow) error {
	points, err := doc.points()
	if err != nil {
		return err
	}
	fresh, now := menace.New(doc.Rules), menace.New(doc.Rules)
	if err := loadBeads(now, doc.Beads); err != nil {
		return err
	}
	if err := checkTally(doc.Tally, doc.Sessions, doc.Games); err != nil {
		return err
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

// checkTally checks that an agent's games are those of its sessions plus those from which it learned with people.
func checkTally(tally arena.Tally, sessions []Session, games []Game) error {
	var found arena.Tally
	for _, s := range sessions {
		found = found.Plus(s.Tally)
	}
	for _, g := range games {
		if g.Learned {
			found = found.Plus(g.Tally())
		}
	}
	if found != tally {
		return fmt.Errorf("it has won, drawn, lost and resigned %d, %d, %d and %d games; "+
			"in its sessions and its games with people these are %d, %d, %d and %d",
			tally.Win, tally.Draw, tally.Loss, tally.Resigned, found.Win, found.Draw, found.Loss, found.Resigned)
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
		return errors.New("its probabilities are not those of its boxes")
	case r.games != want.games:
		return fmt.Errorf("it has %d wins, draws and losses", want.games)
	case r.beads != want.beads || r.opening != want.opening:
		return errors.New("its beads are not those of its boxes")
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

// checkBeads checks that the games between two checkpoints can account for the change in beads. A game changes at
// most one colour in the boxes of the first move, one in those of the second, and so on, by its reward. In addition,
// restocking fills a box as in the fresh machine.
func checkBeads(fresh *menace.Machine, from, to arena.Point) error {
	rules, games := fresh.Rules(), to.Tally.Minus(from.Tally)
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
