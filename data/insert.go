package data

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"slices"
	"strings"
)

// insertAll inserts each row of a list by an insertion. The values of key precede the fields of each row.
func insertAll[T any](ctx context.Context, conn *sql.Conn, insertion string, fields func(*T) []any, list []T, key ...any) error {
	in := &inserter{conn: conn, insertion: insertion}
	defer in.close()
	return insertRows(ctx, in, fields, list, key...)
}

// inserter is a statement that inserts rows, prepared for one row and for many.
type inserter struct {
	conn      *sql.Conn
	insertion string
	prepared  map[int]*sql.Stmt // by number of rows
	args      []any             // of the statement last executed
}

// most is the most rows of a statement.
const most = 32

// insertRows inserts rows as insertAll does.
func insertRows[T any](ctx context.Context, in *inserter, fields func(*T) []any, list []T, key ...any) (err error) {
	var row T
	from := append(key, fields(&row)...)
	for some := range slices.Chunk(list, most) {
		in.args = in.args[:0]
		for _, row = range some {
			if in.args, err = appendValues(in.args, from); err != nil {
				return err
			}
		}
		if err := in.execute(ctx, len(some)); err != nil {
			return err
		}
	}
	return nil
}

// appendValues appends what fields point to.
func appendValues(values, fields []any) (_ []any, err error) {
	for _, field := range fields {
		var value any
		switch field := field.(type) { // the driver's own way to follow pointers is slow
		case *int64:
			value = *field
		case *float64:
			value = *field
		default:
			if value, err = sqldriver.DefaultParameterConverter.ConvertValue(field); err != nil {
				return nil, err
			}
		}
		values = append(values, value)
	}
	return values, nil
}

// execute inserts a number of rows, whose values are the arguments.
func (in *inserter) execute(ctx context.Context, rows int) (err error) {
	statement := in.prepared[rows]
	if statement == nil {
		if statement, err = in.conn.PrepareContext(ctx, several(in.insertion, rows)); err != nil {
			return err
		}
		if in.prepared == nil {
			in.prepared = map[int]*sql.Stmt{}
		}
		in.prepared[rows] = statement
	}
	_, err = statement.ExecContext(ctx, in.args...)
	return err
}

func (in *inserter) close() {
	for _, statement := range in.prepared {
		statement.Close()
	}
}

// several returns an insertion of several rows.
func several(insertion string, rows int) string {
	begin := strings.Index(insertion, "VALUES ") + len("VALUES ")
	end := begin + strings.Index(insertion[begin:], ")") + 1
	return insertion[:begin] + strings.Repeat(insertion[begin:end]+", ", rows-1) + insertion[begin:]
}
