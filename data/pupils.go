package data

import (
	"context"
	"encoding/json"

	"menace/data/sqlite"
)

// pupil is a row of the table pupils.
type pupil struct {
	class int64
	pupil int64  // from 1
	state string // JSON
}

func (p *pupil) fields() []any { return []any{&p.class, &p.pupil, &p.state} }

// splitState separates the pupils in the state of a class from the rest. A state without pupils, or one that cannot be
// parsed, is returned unchanged.
func splitState(state string) (rest string, pupils []json.RawMessage) {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(state), &fields) != nil || json.Unmarshal(fields["Pupils"], &pupils) != nil ||
		len(pupils) == 0 {
		return state, nil
	}
	delete(fields, "Pupils")
	text, err := json.Marshal(fields)
	if err != nil {
		return state, nil
	}
	return string(text), pupils
}

// storePupils stores the pupils of a class. It writes only those that have changed, so that joining a large class costs
// no more than joining a small one.
func storePupils(ctx context.Context, conn *sqlite.Conn, class int64, pupils []json.RawMessage) error {
	stored, err := sqlite.Query(ctx, conn, sqlite.Column[string],
		"SELECT state FROM pupils WHERE class = ? ORDER BY pupil", class)
	if err != nil {
		return err
	}
	for i, state := range pupils {
		if i < len(stored) && stored[i] == string(state) {
			continue
		}
		if err := sqlite.Exec(ctx, conn, "INSERT OR REPLACE INTO pupils (class, pupil, state) VALUES (?, ?, ?)",
			class, i+1, string(state)); err != nil {
			return err
		}
	}
	return sqlite.Exec(ctx, conn, "DELETE FROM pupils WHERE class = ? AND pupil > ?", class, len(pupils))
}

// movePupils moves the pupils of all classes from the states of schema 6 to their own rows.
func movePupils(ctx context.Context, conn *sqlite.Conn) error {
	type stored struct {
		id    int64
		state string
	}
	classes, err := sqlite.Query(ctx, conn, func(c *stored) []any { return []any{&c.id, &c.state} },
		"SELECT id, state FROM classes")
	if err != nil {
		return err
	}
	for _, c := range classes {
		rest, pupils := splitState(c.state)
		if len(pupils) == 0 { // nobody has joined, or they were moved before
			continue
		}
		if err := storePupils(ctx, conn, c.id, pupils); err != nil {
			return err
		}
		if err := sqlite.Exec(ctx, conn, "UPDATE classes SET state = ? WHERE id = ?", rest, c.id); err != nil {
			return err
		}
	}
	return nil
}

// changePupils calls change with the pupils of all classes as JSON objects. It skips those that cannot be read.
func changePupils(ctx context.Context, conn *sqlite.Conn, change func(pupil map[string]json.RawMessage)) error {
	rows, err := sqlite.Query(ctx, conn, (*pupil).fields, "SELECT class, pupil, state FROM pupils")
	if err != nil {
		return err
	}
	for _, p := range rows {
		var fields map[string]json.RawMessage
		if json.Unmarshal([]byte(p.state), &fields) != nil || fields == nil {
			continue
		}
		change(fields)
		text, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		if err := sqlite.Exec(ctx, conn, "UPDATE pupils SET state = ? WHERE class = ? AND pupil = ?",
			string(text), p.class, p.pupil); err != nil {
			return err
		}
	}
	return nil
}
