package data

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// transact calls do in one transaction, which is rolled back if do fails.
func (db *DB) transact(ctx context.Context, do func(*sql.Conn) error) error {
	conn, end, err := db.begin(ctx, "BEGIN IMMEDIATE")
	if err != nil {
		return err
	}
	defer end()
	if err := cmp.Or(do(conn), ctx.Err()); err != nil {
		return db.explain(err)
	}
	_, err = conn.ExecContext(context.WithoutCancel(ctx), "COMMIT")
	return db.explain(err)
}

// exec executes statements outside a transaction.
func (db *DB) exec(ctx context.Context, statements string, args ...any) error {
	_, err := db.sql.ExecContext(ctx, statements, args...)
	return db.explain(err)
}

// view calls read in one transaction that writes nothing, so that it sees one state of the database.
func view[T, A any](ctx context.Context, db *DB, read func(context.Context, *sql.Conn, A) (T, error), about A) (found T, err error) {
	conn, end, err := db.begin(ctx, "BEGIN")
	if err != nil {
		return found, err
	}
	defer end()
	if found, err = read(ctx, conn, about); err != nil {
		return *new(T), db.explain(err) // nobody takes a part for the whole
	}
	return found, nil
}

// begin starts a transaction with a statement. The connection is reserved for it until end, which rolls back
// what has not been committed.
func (db *DB) begin(ctx context.Context, statement string) (conn *sql.Conn, end func(), err error) {
	conn, err = db.sql.Conn(ctx)
	if err != nil {
		return nil, nil, db.explain(err)
	}
	if _, err := conn.ExecContext(ctx, statement); err != nil {
		conn.Close()
		return nil, nil, db.explain(err)
	}
	return conn, func() {
		conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		conn.Close()
	}, nil
}

// rows iterates over the rows of a query, up to the first error. fields returns pointers to the parts of a T
// in the order of the columns.
func rows[T any](ctx context.Context, conn *sql.Conn, fields func(*T) []any, text string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var row T
		result, err := conn.QueryContext(ctx, text, args...)
		if err != nil {
			yield(row, err)
			return
		}
		defer result.Close()
		to := fields(&row)
		for result.Next() {
			if err := result.Scan(to...); !yield(row, err) || err != nil {
				return
			}
		}
		if err := result.Err(); err != nil {
			yield(row, err)
		}
	}
}

// query returns all the rows of a query, as [rows] does.
func query[T any](ctx context.Context, conn *sql.Conn, fields func(*T) []any, text string, args ...any) ([]T, error) {
	return collect(rows(ctx, conn, fields, text, args...))
}

// viewQuery returns all the rows of a query in a view of its own.
func viewQuery[T any](ctx context.Context, db *DB, fields func(*T) []any, text string, args ...any) ([]T, error) {
	return view(ctx, db, func(ctx context.Context, conn *sql.Conn, args []any) ([]T, error) {
		return query(ctx, conn, fields, text, args...)
	}, args)
}

// collect returns the values of a sequence, or its first error.
func collect[T any](values iter.Seq2[T, error]) ([]T, error) {
	list := []T{}
	for v, err := range values {
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// column is the fields of a query with one column.
func column[T any](v *T) []any { return []any{v} }

// value returns the only value of a query.
func value[T any](ctx context.Context, conn *sql.Conn, text string, args ...any) (v T, err error) {
	err = conn.QueryRowContext(ctx, text, args...).Scan(&v)
	return v, err
}

// found turns sql.ErrNoRows into ErrNotFound for the agent or experiment, as kind says, with a name.
func found(err error, kind, name string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s %q %w", kind, name, ErrNotFound)
	}
	return err
}

// insert inserts a row and returns its id.
func insert(ctx context.Context, conn *sql.Conn, table, columns string, fields []any) (int64, error) {
	return value[int64](ctx, conn, insertion(table, columns)+" RETURNING id", fields...)
}

// insertion returns the statement that inserts a row with these columns.
func insertion(table, columns string) string {
	return "INSERT INTO " + table + " (" + columns + ") VALUES " + placeholders(columns)
}

// update returns the statement that sets these columns where a condition holds.
func update(table, columns, where string) string {
	return "UPDATE " + table + " SET (" + columns + ") = " + placeholders(columns) + " WHERE " + where
}

// placeholders returns a question mark for each column.
func placeholders(columns string) string {
	return "(?" + strings.Repeat(", ?", strings.Count(columns, ",")) + ")"
}
