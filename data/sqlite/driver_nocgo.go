//go:build !cgo

package sqlite

import (
	"errors"

	"modernc.org/sqlite"
)

// driver is the name of the SQLite driver: the library translated to Go, without a C compiler.
const driver = "sqlite"

// pragmas prepare each connection, given the busy timeout in milliseconds.
const pragmas = "_pragma=foreign_keys(1)&_pragma=busy_timeout(%d)&_pragma=synchronous(NORMAL)"

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}
