//go:build cgo

package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// driver is the name of the SQLite driver: the C library where there is a C compiler.
const driver = "sqlite3"

// pragmas configure each connection, given the busy timeout in milliseconds. SQLite needs no mutex, because
// database/sql never uses a connection from two goroutines at the same time.
const pragmas = "_foreign_keys=1&_busy_timeout=%d&_synchronous=FULL&_mutex=no"

// exclusive is the parameter of a data source name that gives its connection sole use of the database.
const exclusive = "_locking_mode=EXCLUSIVE"

// permissions returns a parameter for the permissions of the log beside a file. This driver needs none, because SQLite
// copies those of the file.
func permissions(string) string { return "" }

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	if e, ok := errors.AsType[sqlite3.Error](err); ok {
		return int(e.Code)
	}
	return 0
}

// isFull reports whether an error of reading or writing is due to a full disk.
func isFull(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && e.SystemErrno == syscall.ENOSPC
}

// backup copies the database of a connection to a file, by SQLite's backup in one piece.
func backup(ctx context.Context, from *sql.Conn, file string) error {
	pool, err := sql.Open(driver, DSN(file, "rwc"))
	if err != nil {
		return err
	}
	defer pool.Close()
	to, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer to.Close()
	return to.Raw(func(to any) error {
		return from.Raw(func(from any) error {
			copying, err := to.(*sqlite3.SQLiteConn).Backup("main", from.(*sqlite3.SQLiteConn), "main")
			if err != nil {
				return err
			}
			done, err := copying.Step(-1)
			if err = cmp.Or(err, copying.Finish()); err == nil && !done {
				err = sqlite3.Error{Code: sqlite3.ErrBusy}
			}
			return err
		})
	})
}
