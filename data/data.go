// Package data keeps agents in an SQLite database: machines with their rules and the state of their
// generators, training sessions, learning curves, and games played by people. Beside them it keeps
// experiments with their replicates.
//
// It is the only place that knows SQL, and what it stores can be read with any SQLite client: the
// tables are described in the folder migrations. It prints nothing and plays no games.
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

// Mode says what opening a database may do.
type Mode int

// The modes.
const (
	Read   Mode = iota // an existing one, which may be on a read-only medium
	Write              // an existing one
	Create             // an existing one or a new one
)

// busyTimeout is how long to wait for another process that is writing.
var busyTimeout = 5 * time.Second

// DB is an open database. It may be shared between goroutines.
type DB struct {
	path  string
	sql   *sql.DB
	still bool // it is taken for granted that nobody writes it
}

// Open opens the database in a file. The errors are ErrNoDatabase, ErrNotADatabase, ErrNewerSchema
// and those that every method can return: ErrBusy, ErrReadOnly, ErrCorrupt, ErrFull. Whatever is
// refused is not changed.
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

// openStill opens a file without write permission as if nobody could change it: otherwise SQLite would leave
// the files of WAL mode beside it, to be in the way later, and in a folder without write permission it could
// not make them. If somebody who may write the file does so while it is read, that goes unnoticed.
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

// locate returns the absolute path of a database, or an error if it cannot be one in this mode.
func locate(path string, mode Mode) (string, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(file)
	switch {
	case path == "":
		return "", fmt.Errorf("%w: its name is empty", ErrNoDatabase)
	case err == nil && info.IsDir():
		return "", fmt.Errorf("%w: %s is a folder", ErrNotADatabase, path)
	case errors.Is(err, fs.ErrNotExist) && mode != Create:
		return "", fmt.Errorf("%w %s", ErrNoDatabase, path)
	case errors.Is(err, fs.ErrNotExist) && !exists(filepath.Dir(file)):
		return "", fmt.Errorf("cannot create %s: there is no folder %s", path, filepath.Dir(path))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return file, nil
}

// writable tells whether a file has write permission.
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
	db := &DB{path: path, sql: pool}
	if err := db.prepare(ctx, mode); err != nil {
		pool.Close()
		return nil, err
	}
	return db, nil
}

// Close closes the database.
func (db *DB) Close() error { return db.explain(db.sql.Close()) }

// Writable returns ErrReadOnly or ErrBusy if nothing can be saved now, which opening does not tell.
// It changes nothing.
func (db *DB) Writable(ctx context.Context) error {
	return db.transact(ctx, func(conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "DELETE FROM agents WHERE FALSE")
		return err
	})
}
