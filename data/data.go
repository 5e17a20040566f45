// Package data stores agents in an SQLite database: machines with their rules and generators, training sessions,
// learning curves, and games with people. It also stores experiments with their replicates.
//
// It is the only package that knows the tables; package sqlite handles the files. Any SQLite client can read a
// database: schema.sql describes the tables. Begin with [Open]; then [DB.Load] and [DB.Save] read and store an [Agent].
// A save fails with [ErrConflict] if another process has changed the agent since it was loaded, so no game is lost. The
// package prints nothing and plays no games.
package data

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"menace/data/sqlite"
)

// Mode is the way in which a database is opened.
type Mode = sqlite.Mode

const (
	Read   = sqlite.Read   // an existing database, possibly on a read-only medium
	Write  = sqlite.Write  // an existing database
	Create = sqlite.Create // an existing or new database
)

// DB is an open database. Goroutines may share it.
type DB struct {
	sqlite *sqlite.DB
	agents sqlite.Cache[*Agent] // recently used agents, about 100 kB each
	curves sqlite.Cache[*curveOf]
}

// Open opens the database in a file. It returns ErrNoDatabase, ErrNotADatabase, ErrNewerSchema, or one of the errors
// that every method can return: ErrBusy, ErrReadOnly, ErrCorrupt, ErrFull, ErrReplaced. If Open fails, the file is
// unchanged.
//
// A file with an older schema is brought up to date, after a copy was made beside it: see [DB.Before]. In mode Read it
// stays as it is, and a temporary copy is brought up to date and read.
func Open(ctx context.Context, path string, mode Mode) (*DB, error) {
	db, err := sqlite.Open(ctx, path, mode, schema)
	if err != nil {
		return nil, err
	}
	return &DB{sqlite: db, curves: sqlite.Cache[*curveOf]{Most: maxCurves}}, nil
}

// Path returns the path that was passed to Open.
func (db *DB) Path() string { return db.sqlite.Path }

// Before returns the path of the copy that Open made of a database before it brought it up to date, or "".
func (db *DB) Before() string { return db.sqlite.Before }

// Files returns the paths of all files that belong to a database, whether they exist or not.
func Files(path string) []string { return sqlite.Files(path) }

// Close closes the database.
func (db *DB) Close() error { return db.sqlite.Close() }

// Backup copies the database to a file, which is replaced as a whole when the copy is complete and checked. Others may
// use the database meanwhile. The copy contains no codes of classes, so it opens none of them.
func (db *DB) Backup(ctx context.Context, path string) error {
	return db.sqlite.Backup(ctx, path, db.removeCodes(ctx))
}

// Restore replaces the database at a path with a copy of from, such as a backup, possibly one with an older schema. The
// copy contains no codes of classes, whatever from contains. Restore returns the path where the former database was
// kept, or "" if there was none, and ErrBusy while any program has the database open.
func Restore(ctx context.Context, from *DB, path string) (kept string, err error) {
	return sqlite.Restore(ctx, from.sqlite, path, from.removeCodes(ctx))
}

// removeCodes returns a function that removes from a copy of the database everything that gives access to its classes.
func (db *DB) removeCodes(ctx context.Context) func(*sqlite.Conn) error {
	const hashed = 3 // the first schema that stores hashes, not keys
	return func(conn *sqlite.Conn) error { return removeCodes(ctx, conn, db.sqlite.IsOlderThan(hashed)) }
}

// CheckNotReplaced returns ErrReplaced if the file was moved, deleted or replaced since it was opened. Then nothing can
// be saved.
func (db *DB) CheckNotReplaced() error { return db.sqlite.CheckNotReplaced() }

// CheckWritable returns ErrReadOnly or ErrBusy if nothing can be saved now; Open does not check this. It changes
// nothing.
func (db *DB) CheckWritable(ctx context.Context) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		return sqlite.Exec(ctx, conn, "DELETE FROM agents WHERE FALSE")
	})
}

// WithoutWaiting returns a context for calls that return ErrBusy instead of waiting for another writer.
func WithoutWaiting(ctx context.Context) context.Context { return sqlite.WithoutWaiting(ctx) }

// Faults returns the problems that SQLite finds in the file, one per line. It checks every page.
func (db *DB) Faults(ctx context.Context) ([]string, error) { return db.sqlite.Faults(ctx) }

// Errors that callers can distinguish. Messages that wrap them name the file, the agent or the experiment.
var (
	ErrNoDatabase   = sqlite.ErrNoDatabase
	ErrNotADatabase = sqlite.ErrNotADatabase
	ErrNewerSchema  = sqlite.ErrNewerSchema
	ErrBusy         = sqlite.ErrBusy
	ErrReadOnly     = sqlite.ErrReadOnly
	ErrCorrupt      = sqlite.ErrCorrupt
	ErrFull         = sqlite.ErrFull
	ErrReplaced     = sqlite.ErrReplaced
	ErrNotFound     = errors.New("not found")
	ErrExists       = errors.New("already exists")
	ErrConflict     = errors.New("changed by another process in the meantime")
	ErrDiffers      = errors.New("differs")
	ErrAltered      = errors.New("changed by another program")
	ErrIncomplete   = errors.New("incomplete")
)

// NotFoundError is an [ErrNotFound] for a name, with the existing names.
type NotFoundError struct {
	Kind  string // "machine" or "experiment"
	Name  string
	Names []string // sorted, without invalid names
	Err   error
}

// Error implements error.
func (e *NotFoundError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the names.
func (e *NotFoundError) Unwrap() error { return e.Err }

// Alternatives returns the missing name and the existing names.
func (e *NotFoundError) Alternatives() (name string, names []string) { return e.Name, e.Names }

// orNotFoundNames turns sqlite.ErrNoRows into a NotFoundError for an object of this kind and name in a table.
func orNotFoundNames(ctx context.Context, conn *sqlite.Conn, err error, table, kind, name string) error {
	if !errors.Is(err, sqlite.ErrNoRows) {
		return err
	}
	names, failed := sqlite.Query(ctx, conn, sqlite.Column[string], "SELECT name FROM "+table+" ORDER BY name")
	return cmp.Or(failed, error(&NotFoundError{kind, name, validNames(kind, names), orNotFound(err, kind, name)}))
}

// validNames returns only the valid names. Others are not safe to print on a terminal.
func validNames(kind string, names []string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return checkName(kind, name) != nil })
}

// orNotFound turns sqlite.ErrNoRows into ErrNotFound for an object of this kind and name.
func orNotFound(err error, kind, name string) error {
	if errors.Is(err, sqlite.ErrNoRows) {
		return fmt.Errorf("%s %q %w", kind, name, ErrNotFound)
	}
	return err
}

// orDeleted turns sqlite.ErrNoRows into ErrNotFound for an agent that has existed.
func orDeleted(err error) error {
	if errors.Is(err, sqlite.ErrNoRows) {
		return fmt.Errorf("machine %w: it was deleted in the meantime", ErrNotFound)
	}
	return err
}

// asDamaged reports that the object of this kind and name is damaged. It returns nil and errors with other causes
// unchanged.
func asDamaged(kind, name string, err error) error {
	if errors.Is(err, ErrNotFound) {
		return err
	}
	return sqlite.Damaged(fmt.Sprintf("%s %q", kind, name), err)
}

// applicationID marks a database of this program in the file header: "mnac" in ASCII.
const applicationID = 0x6D6E6163

//go:embed schema.sql
var tables string

var schema = sqlite.Schema{Application: applicationID, Script: tables, Steps: steps}
