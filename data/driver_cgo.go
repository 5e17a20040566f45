//go:build cgo

package data

import (
	"errors"
	"fmt"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

// driver is the name of the SQLite driver: the C library where there is a C compiler.
const driver = "sqlite3"

// dsn returns the data source for a file, opened in SQLite's mode "ro", "rw" or "rwc".
func dsn(file, mode string) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: file}).String() +
		fmt.Sprintf("?_foreign_keys=1&_busy_timeout=%d&_synchronous=NORMAL&_txlock=immediate&mode=%s", busyTimeout.Milliseconds(), mode)
}

// resultCode returns SQLite's result code of an error, or 0.
func resultCode(err error) int {
	var e sqlite3.Error
	if errors.As(err, &e) {
		return int(e.Code)
	}
	return 0
}
