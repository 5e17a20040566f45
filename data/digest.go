package data

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"fmt"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
)

// ChangedOutside reports whether the machine, its record or its generator differs from what this program stored:
// another program has changed the database, or the file was damaged. Saving the agent does not reset this.
func (a *Agent) ChangedOutside() bool { return a.altered }

// contentDigest returns the SHA-256 of everything that the future of the agent depends on, given the state of its
// generator. It leaves out rules with the value zero, so that new rules do not invalidate the digests of older agents.
func (a *Agent) contentDigest(random []byte) ([]byte, error) {
	rules := a.Machine.Rules()
	h := sha256.New()
	for _, rule := range rules.Options() {
		for i, at := range rule.At {
			value, err := driver.DefaultParameterConverter.ConvertValue(at)
			if err != nil {
				return nil, err
			}
			if value != any(int64(0)) && value != any("") {
				fmt.Fprintf(h, "%s=%v\n", rule.Columns[i], value)
			}
		}
	}
	t := a.Career.Tally
	fmt.Fprintln(h, a.Seed, t.Win, t.Draw, t.Loss, t.Resigned)
	h.Write(random)
	h.Write(packCounts(a.Machine.Counts()))
	return h.Sum(nil), nil
}

// storeDigests stores the digests of all agents in their present state, except unreadable ones.
func storeDigests(ctx context.Context, conn *sqlite.Conn) error {
	names, err := sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT name FROM agents")
	for _, name := range names {
		a, damaged := load(ctx, conn, name)
		if damaged != nil {
			continue
		}
		random, failed := a.Random.MarshalBinary()
		if failed != nil {
			return failed
		}
		digest, failed := a.contentDigest(random)
		if failed != nil {
			return failed
		}
		if err := sqlite.Exec(ctx, conn, "UPDATE agents SET digest = ? WHERE id = ?", digest, a.id); err != nil {
			return err
		}
	}
	return err
}

// CheckAgent reads everything that is stored about an agent. It returns ErrCorrupt if something cannot be read or makes
// no sense, and ErrAltered if another program has changed the agent: see [Agent.ChangedOutside].
func (db *DB) CheckAgent(ctx context.Context, name string) error {
	altered, err := sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (bool, error) {
		return checkAgent(ctx, conn, name)
	})
	if err == nil && altered {
		err = fmt.Errorf("machine %q in %s was %w: its beads, record or generator are not those that menace stored",
			name, db.Path(), ErrAltered)
	}
	return err
}

func checkAgent(ctx context.Context, conn *sqlite.Conn, name string) (altered bool, err error) {
	if _, err := export(ctx, conn, name); err != nil {
		return false, err
	}
	a, err := load(ctx, conn, name)
	if err != nil {
		return false, err
	}
	points, err := curve(ctx, conn, a)
	if err == nil && !a.altered {
		err = asDamaged("machine", name, checkMeasures(ctx, conn, a))
	}
	return a.altered, cmp.Or(err, asDamaged("machine", name, checkProbabilities(points, a.Machine.Rules())))
}

// checkProbabilities returns an error unless each checkpoint has the probabilities that follow from its boxes.
func checkProbabilities(points []arena.Point, rules menace.Rules) error {
	m := menace.New(rules)
	for _, p := range points {
		if err := m.SetCounts(p.Counts); err != nil {
			return fmt.Errorf("the checkpoint at %d games: %w", p.Games, err)
		}
		measured := arena.Measure(m, rules.Plays, p.Tally)
		measured.Counts, measured.Blocker = p.Counts, p.Blocker
		if !p.Same(measured) {
			return fmt.Errorf("the checkpoint at %d games has other probabilities than its boxes", p.Games)
		}
	}
	return nil
}
