package data

import (
	"context"
	"errors"
	"fmt"

	"menace/arena"
	"menace/data/sqlite"
)

// Names returns the sorted names of the stored agents.
func (db *DB) Names(ctx context.Context) ([]string, error) {
	return sqlite.View(ctx, db.sqlite, names, "agents")
}

// names returns the sorted names in a table.
func names(ctx context.Context, conn *sqlite.Conn, table string) ([]string, error) {
	return sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT name FROM "+table+" ORDER BY name")
}

// Rename renames an agent, and updates sessions that name it as their opponent. It returns ErrNotFound or ErrExists.
func (db *DB) Rename(ctx context.Context, from, to string) error {
	if err := CheckName(to); err != nil {
		return err
	}
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error { return rename(ctx, conn, from, to) })
}

func rename(ctx context.Context, conn *sqlite.Conn, from, to string) error {
	if from != to {
		if err := nameIsFree(ctx, conn, to); err != nil {
			return err
		}
	}
	if _, err := sqlite.Value[int64](ctx, conn, "UPDATE agents SET name = ? WHERE name = ? RETURNING id", to,
		from); err != nil {
		return orNotFound(err, "agent", from)
	}
	_, err := conn.ExecContext(ctx, "UPDATE sessions SET opponent = ? WHERE opponent = ?", arena.AgentPrefix+to,
		arena.AgentPrefix+from)
	return err
}

// nameIsFree returns ErrExists if there is an agent with this name.
func nameIsFree(ctx context.Context, conn *sqlite.Conn, name string) error {
	n, err := sqlite.Value[int](ctx, conn, "SELECT count(*) FROM agents WHERE name = ?", name)
	if err == nil && n > 0 {
		err = fmt.Errorf("agent %q %w", name, ErrExists)
	}
	return err
}

// Delete deletes an agent and its history, or returns ErrNotFound.
func (db *DB) Delete(ctx context.Context, name string) error { return db.remove(ctx, "agent", name) }

// remove deletes the agent or experiment (kind) with this name.
func (db *DB) remove(ctx context.Context, kind, name string) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		_, err := sqlite.Value[int64](ctx, conn, "DELETE FROM "+kind+"s WHERE name = ? RETURNING id", name)
		return orNotFound(err, kind, name)
	})
}

// checkExists returns ErrNotFound if an agent or experiment (kind) has been deleted.
func checkExists(ctx context.Context, conn *sqlite.Conn, kind, name string, id int64) error {
	_, err := sqlite.Value[int64](ctx, conn, "SELECT id FROM "+kind+"s WHERE id = ?", id)
	if errors.Is(err, sqlite.ErrNoRows) {
		return fmt.Errorf("%w: it was deleted in the meantime", orNotFound(err, kind, name))
	}
	return err
}
