//go:build !cgo

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"strings"

	"github.com/ncruces/go-sqlite3"
	sqlitedriver "github.com/ncruces/go-sqlite3/driver"
)

// driver is the name of the SQLite driver: the library translated to Go, which needs no C compiler.
const driver = "sqlite3"

// pragmas configure each connection, given the busy timeout in milliseconds.
const pragmas = "_pragma=busy_timeout(%d)&_pragma=foreign_keys(1)&_pragma=synchronous(FULL)"

// exclusive is the parameter of a data source name that gives its connection sole use of the database. It precedes the
// pragmas, because it must be set before the file is read.
const exclusive = "_pragma=locking_mode(exclusive)"

// permissions returns a parameter that gives the log the same permissions as the file.
func permissions(file string) string {
	return "&modeof=" + strings.ReplaceAll(url.QueryEscape(file), "+", "%20")
}

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	if code, ok := errors.AsType[sqlite3.ErrorCode](err); ok {
		return int(code)
	}
	return 0
}

// isFull reports whether a read or write error is due to a full disk, as far as SQLite's extended codes show that.
func isFull(err error) bool {
	code, _ := errors.AsType[sqlite3.ExtendedErrorCode](err)
	return code == sqlite3.IOERR_SHMSIZE
}

// backup copies the database of a connection to a file, by SQLite's backup in one piece.
func backup(_ context.Context, from *sql.Conn, file string) error {
	return from.Raw(func(from any) error { return from.(sqlitedriver.Conn).Raw().Backup("main", DSN(file, "rwc")) })
}
