// Package data keeps agents in an SQLite database: machines with their rules and the state of their
// generators, training sessions, learning curves, and games played by people. It also keeps experiments with
// their replicates.
//
// It is the only package that knows SQL. Any SQLite client can read what it stores: the folder migrations
// describes the tables. It prints nothing and plays no games.
package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Mode says what a database is opened for.
type Mode int

// The modes.
const (
	Read   Mode = iota // an existing one, which may be on a read-only medium
	Write              // an existing one
	Create             // an existing one or a new one
)

// busyTimeout is how long to wait while another process writes.
var busyTimeout = 5 * time.Second

// DB is an open database. It may be shared between goroutines.
type DB struct {
	path  string
	dsn   string
	sql   *sql.DB
	still bool // assumed not to change
	cache cache
}

// Open opens the database in a file. It returns ErrNoDatabase, ErrNotADatabase, ErrNewerSchema, or one of the
// errors that every method can return: ErrBusy, ErrReadOnly, ErrCorrupt, ErrFull. A file that it refuses stays
// unchanged.
func Open(ctx context.Context, path string, mode Mode) (*DB, error) {
	file, err := locate(path, mode)
	if err != nil {
		return nil, err
	}
	alone := mode == Read && !exists(file+"-wal")
	if alone && !writable(file) {
		return openStill(ctx, path, file)
	}
	access := [...]string{Read: "rw", Write: "rw", Create: "rwc"}[mode]
	db, err := connect(ctx, path, dsn(file, access), mode)
	switch {
	case errors.Is(err, errOldSchema):
		return connect(ctx, path, dsn(file, access), Write) // brings the schema up to date
	case alone && errors.Is(err, ErrReadOnly):
		return openStill(ctx, path, file)
	}
	return db, err
}

// openStill opens a file without write permission as a file that never changes. Otherwise SQLite would leave
// the files of WAL mode beside it, where they get in the way later, and fail in a folder without write
// permission. It does not notice if another process writes the file meanwhile.
func openStill(ctx context.Context, path, file string) (*DB, error) {
	db, err := connect(ctx, path, dsn(file, "ro")+"&immutable=1", Read)
	if errors.Is(err, errOldSchema) {
		err = fmt.Errorf("%s is %w, and was %w: it must be opened once by somebody who may write it", path, ErrReadOnly, err)
	}
	if err != nil {
		return nil, err
	}
	db.still = true
	return db, nil
}

// locate returns the absolute path of a database without symbolic links, or an error if the mode rules it
// out. SQLite keeps its other files beside the file itself, not beside a link.
func locate(path string, mode Mode) (string, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if target, err := filepath.EvalSymlinks(file); err == nil { // else SQLite creates what a link leads to
		file = target
	}
	info, err := os.Stat(file)
	switch {
	case path == "":
		return "", fmt.Errorf("%w: its name is empty", ErrNoDatabase)
	case err == nil && info.IsDir():
		return "", fmt.Errorf("%w: %s is a folder", ErrNotADatabase, path)
	case err == nil && !info.Mode().IsRegular():
		return "", fmt.Errorf("%w: %s is not a file", ErrNotADatabase, path)
	case errors.Is(err, fs.ErrNotExist) && mode != Create:
		return "", fmt.Errorf("%w %s", ErrNoDatabase, path)
	case errors.Is(err, fs.ErrNotExist) && !exists(filepath.Dir(file)):
		return "", fmt.Errorf("cannot create %s: there is no folder %s", path, filepath.Dir(path))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return file, nil
}

// writable reports whether a file has write permission.
func writable(file string) bool {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// dsn returns the data source for a file, opened in SQLite's mode "ro", "rw" or "rwc".
func dsn(file, mode string) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: file}).String() +
		fmt.Sprintf("?"+pragmas+"&mode=%s", busyTimeout.Milliseconds(), mode)
}

func connect(ctx context.Context, path, dsn string, mode Mode) (*DB, error) {
	pool, err := sql.Open(driver, dsn)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1) // one writer; SQLite has no use for more here
	db := &DB{path: path, dsn: dsn, sql: pool}
	if err := db.prepare(ctx, mode); err != nil {
		pool.Close()
		return nil, err
	}
	return db, nil
}

// Close closes the database.
func (db *DB) Close() error { return db.explain(db.sql.Close()) }

// Writable returns ErrReadOnly or ErrBusy if nothing can be saved now, which opening does not find out. It
// changes nothing.
func (db *DB) Writable(ctx context.Context) error {
	return db.transact(ctx, func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "DELETE FROM agents WHERE FALSE")
		return err
	})
}

// Hurried calls do with a database that does not wait for another process which is writing.
func (db *DB) Hurried(ctx context.Context, do func() error) error {
	patience := func(wait time.Duration) error {
		_, err := db.sql.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", wait.Milliseconds()))
		return db.explain(err)
	}
	return errors.Join(patience(0), do(), patience(busyTimeout))
}
