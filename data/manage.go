package data

import (
	"context"
	"database/sql"
	"fmt"
)

// Agents returns the stored agents by name, without their curves.
func (db *DB) Agents(ctx context.Context) ([]*Agent, error) {
	return loadAll(ctx, db, "agents", load)
}

// loadAll loads what a table names, by name.
func loadAll[T any](ctx context.Context, db *DB, table string, load func(context.Context, queryer, string) (T, error)) (list []T, err error) {
	err = db.view(ctx, func(q queryer) error {
		names, err := names(ctx, q, table)
		if err != nil {
			return err
		}
		for _, name := range names {
			one, err := load(ctx, q, name)
			if err != nil {
				return err
			}
			list = append(list, one)
		}
		return nil
	})
	return list, err
}

// Names returns the names of the stored agents in order.
func (db *DB) Names(ctx context.Context) (list []string, err error) {
	err = db.view(ctx, func(q queryer) error {
		list, err = names(ctx, q, "agents")
		return err
	})
	return list, err
}

// names returns the names in a table in order.
func names(ctx context.Context, q queryer, table string) ([]string, error) {
	return query(ctx, q, func(rows *sql.Rows) (name string, err error) {
		return name, rows.Scan(&name)
	}, "SELECT name FROM "+table+" ORDER BY name")
}

// query collects the rows of a query.
func query[T any](ctx context.Context, q queryer, scan func(*sql.Rows) (T, error), text string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []T{}
	for rows.Next() {
		row, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

// Rename gives an agent another name, also where it is the opponent in a session. It returns ErrNotFound or ErrExists.
func (db *DB) Rename(ctx context.Context, from, to string) error {
	if err := CheckName(to); err != nil {
		return err
	}
	return db.transact(ctx, func(tx *sql.Tx) error {
		if from != to {
			if err := nameIsFree(ctx, tx, to); err != nil {
				return err
			}
		}
		if err := onOne(tx.ExecContext(ctx, "UPDATE agents SET name = ? WHERE name = ?", to, from))("agent", from); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE sessions SET opponent = ? WHERE opponent = ?", "agent:"+to, "agent:"+from)
		return err
	})
}

// Delete removes an agent with everything that belongs to it. It returns ErrNotFound.
func (db *DB) Delete(ctx context.Context, name string) error {
	return db.transact(ctx, func(tx *sql.Tx) error {
		return onOne(tx.ExecContext(ctx, "DELETE FROM agents WHERE name = ?", name))("agent", name)
	})
}

// onOne turns the result of a statement on one thing of a kind into ErrNotFound if there was none.
func onOne(result sql.Result, err error) func(kind, name string) error {
	return func(kind, name string) error {
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return fmt.Errorf("%s %q %w", kind, name, ErrNotFound)
	}
}
