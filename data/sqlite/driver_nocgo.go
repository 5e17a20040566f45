//go:build !cgo

package sqlite

import (
	"errors"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/driver" // registers the driver
)

// driver is the name of the SQLite driver: the library translated to Go, without a C compiler.
const driver = "sqlite3"

// pragmas configure each connection, given the busy timeout in milliseconds.
const pragmas = "_pragma=busy_timeout(%d)&_pragma=foreign_keys(1)&_pragma=synchronous(NORMAL)"

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	if code, ok := errors.AsType[sqlite3.ErrorCode](err); ok {
		return int(code)
	}
	return 0
}
