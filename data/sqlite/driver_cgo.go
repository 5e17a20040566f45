//go:build cgo

package sqlite

import (
	"errors"

	"github.com/mattn/go-sqlite3"
)

// driver is the name of the SQLite driver: the C library where there is a C compiler.
const driver = "sqlite3"

// pragmas configure each connection, given the busy timeout in milliseconds. SQLite needs no mutex, because
// database/sql never uses a connection from two goroutines at the same time.
const pragmas = "_foreign_keys=1&_busy_timeout=%d&_synchronous=NORMAL&_mutex=no"

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	if e, ok := errors.AsType[sqlite3.Error](err); ok {
		return int(e.Code)
	}
	return 0
}
