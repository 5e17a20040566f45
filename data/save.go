package data

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// Save stores agents with their sessions, games and new points of their curves, all of it in one
// transaction. It returns ErrConflict, and stores nothing, if one of them was saved by somebody
// else since it was loaded; ErrExists if a new one's name is taken; ErrNotFound if it was deleted.
func (db *DB) Save(ctx context.Context, agents ...*Agent) error {
	changed := now()
	var saved []func()
	err := db.transact(ctx, func(tx *sql.Tx) error {
		for _, a := range agents {
			done, err := save(ctx, tx, a, timestamp(changed))
			if err != nil {
				return err
			}
			saved = append(saved, done)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, done := range saved {
		agents[i].Changed = changed
		done()
	}
	return nil
}

// SaveGames stores the games that a stored agent has played with people, and nothing else of it: for
// games from which it has not learned. So it is never in conflict with what others do to the agent;
// it returns ErrNotFound if it was deleted.
func (db *DB) SaveGames(ctx context.Context, a *Agent) error {
	err := db.transact(ctx, func(tx *sql.Tx) error {
		if err := isThere(ctx, tx, "agent", a.Name, a.id); err != nil {
			return err
		}
		return saveGames(ctx, tx, a.id, a.games)
	})
	if err == nil {
		a.games = nil
	}
	return err
}

// save stores one agent and returns what is to be done with it when the transaction has held.
func save(ctx context.Context, tx *sql.Tx, a *Agent, changed string) (done func(), err error) {
	id, err := saveRow(ctx, tx, a, changed)
	if err != nil {
		return nil, err
	}
	counts := a.Machine.Counts()
	if err := saveBeads(ctx, tx, id, a, counts); err != nil {
		return nil, err
	}
	if err := saveCurve(ctx, tx, id, a); err != nil {
		return nil, err
	}
	if err := saveGames(ctx, tx, id, a.games); err != nil {
		return nil, err
	}
	for _, s := range a.past {
		s.id = 0 // that of another database
		if _, err := saveSession(ctx, tx, id, &s); err != nil {
			return nil, err
		}
	}
	var session int64
	if a.session != nil {
		a.session.update(a.Career.Tally)
		if session, err = saveSession(ctx, tx, id, a.session); err != nil {
			return nil, err
		}
	}
	return func() {
		a.id, a.counts, a.past, a.games, a.Career.Curve = id, counts, nil, nil, nil
		a.revision++
		if a.session != nil {
			a.session.id = session
		}
	}, nil
}

// saveRow writes the row of the agent if the stored one is still that on which it is based.
func saveRow(ctx context.Context, tx *sql.Tx, a *Agent, changed string) (int64, error) {
	if a.id == 0 {
		return insertRow(ctx, tx, a, changed)
	}
	random, err := a.Random.MarshalBinary()
	if err != nil {
		return 0, err
	}
	t := a.Career.Tally
	result, err := tx.ExecContext(ctx, `
		UPDATE agents SET seed = ?, random = ?, win = ?, draw = ?, loss = ?, resigned = ?,
			revision = revision + 1, changed = ?
		WHERE id = ? AND revision = ?`,
		a.Seed, random, t.Win, t.Draw, t.Loss, t.Resigned, changed, a.id, a.revision)
	if err != nil {
		return 0, err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return a.id, err
	}
	return 0, whyNotUpdated(ctx, tx, a)
}

// whyNotUpdated tells a deleted agent from one that was saved by another process.
func whyNotUpdated(ctx context.Context, tx *sql.Tx, a *Agent) error {
	if err := isThere(ctx, tx, "agent", a.Name, a.id); err != nil {
		return err
	}
	return fmt.Errorf("agent %q was %w; nothing was saved over it", a.Name, ErrConflict)
}

// isThere returns ErrNotFound if a stored thing of a kind, "agent" or "experiment", has been deleted.
func isThere(ctx context.Context, q queryer, kind, name string, id int64) error {
	var n int
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM "+kind+"s WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("%s %q %w: it was deleted in the meantime", kind, name, ErrNotFound)
	}
	return nil
}

func insertRow(ctx context.Context, tx *sql.Tx, a *Agent, changed string) (int64, error) {
	if err := nameIsFree(ctx, tx, a.Name); err != nil {
		return 0, err
	}
	random, err := a.Random.MarshalBinary()
	if err != nil {
		return 0, err
	}
	r, t := a.Machine.Rules(), a.Career.Tally
	result, err := tx.ExecContext(ctx, `
		INSERT INTO agents (name, `+ruleColumns+`,
			seed, random, win, draw, loss, resigned, revision, created, changed)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
		slices.Concat([]any{a.Name}, ruleFields(&r), []any{
			a.Seed, random, t.Win, t.Draw, t.Loss, t.Resigned, timestamp(a.Created), changed})...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// nameIsFree returns ErrExists if an agent has the name.
func nameIsFree(ctx context.Context, q queryer, name string) error {
	var n int
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM agents WHERE name = ?", name).Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		return fmt.Errorf("agent %q %w", name, ErrExists)
	}
	return nil
}

// saveBeads writes the counts that differ from what is stored.
func saveBeads(ctx context.Context, tx *sql.Tx, id int64, a *Agent, counts []int64) error {
	statement, err := tx.PrepareContext(ctx, `
		INSERT INTO beads (agent, moves, code, square, count) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET count = excluded.count`)
	if err != nil {
		return err
	}
	defer statement.Close()
	i := 0
	for bead := range a.Machine.Beads() {
		if a.id == 0 || a.counts[i] != counts[i] {
			if _, err := statement.ExecContext(ctx, id, bead.Moves, bead.Code, bead.Square.Number(), bead.Count); err != nil {
				return err
			}
		}
		i++
	}
	return nil
}

func saveSession(ctx context.Context, tx *sql.Tx, agent int64, s *Session) (int64, error) {
	if s.id != 0 {
		_, err := tx.ExecContext(ctx, `
			UPDATE sessions SET win = ?, draw = ?, loss = ?, resigned = ?, seconds = ? WHERE id = ?`,
			s.Win, s.Draw, s.Loss, s.Resigned, s.Seconds, s.id)
		return s.id, err
	}
	result, err := tx.ExecContext(ctx, `
		INSERT INTO sessions (agent, opponent, both_learn, seed, start, win, draw, loss, resigned, started, seconds)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		agent, s.Opponent, s.BothLearn, s.Seed, s.Start, s.Win, s.Draw, s.Loss, s.Resigned,
		timestamp(s.Started), s.Seconds)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func saveGames(ctx context.Context, tx *sql.Tx, agent int64, games []Game) error {
	for _, g := range games {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO games (agent, moves, result, resigned, learned, seed, played)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			agent, g.Moves, g.Result, g.Resigned, g.Learned, g.Seed, timestamp(g.Played))
		if err != nil {
			return err
		}
	}
	return nil
}
