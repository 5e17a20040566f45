package sqlite

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// Rows iterates over the rows of a query, up to the first error. fields returns pointers to the fields of a T in the
// order of the columns.
func Rows[T any](ctx context.Context, conn *Conn, fields func(*T) []any, text string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var row T
		result, err := conn.QueryContext(ctx, text, args...)
		if err != nil {
			yield(row, err)
			return
		}
		defer result.Close()
		to := fields(&row)
		for i, field := range to {
			switch at := field.(type) { // database/sql is slow at scanning numbers
			case *int64:
				to[i] = number[int64]{at}
			case *float64:
				to[i] = number[float64]{at}
			}
		}
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

// number is the destination of a stored number.
type number[T int64 | float64] struct{ at *T }

// Scan implements sql.Scanner.
func (n number[T]) Scan(stored any) (err error) {
	var ok bool
	if *n.at, ok = stored.(T); !ok {
		err = fmt.Errorf("%v is not of type %T", stored, *n.at)
	}
	return err
}

// Query returns all rows of a query; see [Rows].
func Query[T any](ctx context.Context, conn *Conn, fields func(*T) []any, text string, args ...any) ([]T, error) {
	return Collect(Rows(ctx, conn, fields, text, args...))
}

// Collect returns the values of a sequence, or its first error.
func Collect[T any](values iter.Seq2[T, error]) ([]T, error) {
	list := []T{}
	for v, err := range values {
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// Column returns the fields of a query with one column.
func Column[T any](v *T) []any { return []any{v} }

// ErrNoRows reports that a query for a single value or row found none.
var ErrNoRows = sql.ErrNoRows

// Value returns the value of a query with one row and one column.
func Value[T any](ctx context.Context, conn *Conn, text string, args ...any) (v T, err error) {
	err = conn.QueryRowContext(ctx, text, args...).Scan(&v)
	return v, err
}

// maxRows is the number of rows inserted by one statement.
const maxRows = 16

// InsertAll inserts all rows of a list with an insertion. The values of key come before the fields of each row.
func InsertAll[T any](ctx context.Context, conn *Conn, insertion string, fields func(*T) []any, list []T,
	key ...any) error {
	var row T
	var args []any
	from, whole := append(key, fields(&row)...), len(list)-len(list)%maxRows
	for _, part := range [][]T{list[:whole], list[whole:]} { // one statement serves each part
		rows := min(len(part), maxRows)
		if rows == 0 {
			continue
		}
		statement, err := conn.PrepareContext(ctx, multiRow(insertion, rows))
		if err != nil {
			return err
		}
		defer statement.Close()
		for some := range slices.Chunk(part, rows) {
			args = args[:0]
			for _, row = range some {
				if args, err = appendValues(args, from); err != nil {
					return err
				}
			}
			if err := run(ctx, statement, args); err != nil {
				return err
			}
		}
	}
	return nil
}

// run executes a statement as if it were a query: the C library then takes all arguments in one call, instead of one
// call for each.
func run(ctx context.Context, statement *sql.Stmt, args []any) error {
	rows, err := statement.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
	}
	return rows.Err()
}

func appendValues(values, fields []any) (_ []any, err error) {
	for _, field := range fields {
		var value any
		switch field := field.(type) { // database/sql's converter is slow
		case *int64:
			value = *field
		case *float64:
			value = *field
		case sqldriver.Valuer:
			value, err = field.Value()
		default:
			value, err = sqldriver.DefaultParameterConverter.ConvertValue(field)
		}
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

func multiRow(insertion string, rows int) string {
	begin := strings.Index(insertion, "VALUES ") + len("VALUES ")
	end := begin + strings.Index(insertion[begin:], ")") + 1
	return insertion[:begin] + strings.Repeat(insertion[begin:end]+", ", rows-1) + insertion[begin:]
}

// Insert inserts a row and returns its id.
func Insert(ctx context.Context, conn *Conn, table, columns string, fields []any) (int64, error) {
	return Value[int64](ctx, conn, Insertion(table, columns)+" RETURNING id", fields...)
}

// Insertion returns the statement that inserts a row with these columns.
func Insertion(table, columns string) string {
	return "INSERT INTO " + table + " (" + columns + ") VALUES " + placeholders(columns)
}

// Update returns the statement that sets these columns in the rows that meet a condition.
func Update(table, columns, where string) string {
	return "UPDATE " + table + " SET (" + columns + ") = " + placeholders(columns) + " WHERE " + where
}

func placeholders(columns string) string {
	return "(?" + strings.Repeat(", ?", strings.Count(columns, ",")) + ")"
}

// Qualified prefixes each column with a table.
func Qualified(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// timeFormat is the format of stored times: text that sorts by time.
const timeFormat = "2006-01-02T15:04:05.000Z"

// Stamp is a time that is stored as text.
type Stamp struct{ *time.Time }

// Value implements driver.Valuer.
func (s Stamp) Value() (sqldriver.Value, error) { return s.UTC().Format(timeFormat), nil }

// Scan implements sql.Scanner. A damaged time becomes the zero time.
func (s Stamp) Scan(stored any) error {
	text, _ := stored.(string)
	*s.Time, _ = time.Parse(timeFormat, text)
	return nil
}
