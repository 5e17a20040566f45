//go:build !cgo

package data

import (
	"errors"
	"fmt"
	"net/url"

	"modernc.org/sqlite"
)

// driver is the name of the SQLite driver: the library translated to Go, without a C compiler.
const driver = "sqlite"

// dsn returns the data source for a file, opened in SQLite's mode "ro", "rw" or "rwc".
func dsn(file, mode string) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: file}).String() +
		fmt.Sprintf("?_pragma=foreign_keys(1)&_pragma=busy_timeout(%d)&_pragma=synchronous(NORMAL)&_txlock=immediate&mode=%s", busyTimeout.Milliseconds(), mode)
}

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}
