// Package data stores agents in an SQLite database: machines with their rules and generators, training sessions,
// learning curves, and games with people. It also stores experiments with their replicates.
//
// It is the only package that knows the tables; package sqlite handles the files. Any SQLite client can read a
// database: schema.sql describes the tables. The package prints nothing and plays no games.
package data

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"menace/data/sqlite"
)

// Mode is the purpose for which a database is opened.
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
}

// Open opens the database in a file. It returns ErrNoDatabase, ErrNotADatabase, ErrNewerSchema, or one of the errors
// that every method can return: ErrBusy, ErrReadOnly, ErrCorrupt, ErrFull, ErrReplaced. If Open fails, the file is
// unchanged.
func Open(ctx context.Context, path string, mode Mode) (*DB, error) {
	db, err := sqlite.Open(ctx, path, mode, schema)
	if err != nil {
		return nil, err
	}
	return &DB{sqlite: db}, nil
}

// Files returns the paths of all files that belong to a database, whether they exist or not.
func Files(path string) []string { return sqlite.Files(path) }

// Close closes the database.
func (db *DB) Close() error { return db.sqlite.Close() }

// InPlace returns ErrReplaced if the file was moved, deleted or replaced since it was opened, so that nothing can be
// saved.
func (db *DB) InPlace() error { return db.sqlite.InPlace() }

// Writable returns ErrReadOnly or ErrBusy if nothing can be saved now; Open does not check this. It changes nothing.
func (db *DB) Writable(ctx context.Context) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		return sqlite.Exec(ctx, conn, "DELETE FROM agents WHERE FALSE")
	})
}

// Hurried calls do. Meanwhile the database does not wait for other processes that write.
func (db *DB) Hurried(ctx context.Context, do func() error) error { return db.sqlite.Hurried(ctx, do) }

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
	ErrIncomplete   = errors.New("incomplete")
)

// orNotFound turns sqlite.ErrNoRows into ErrNotFound for an object of this kind and name.
func orNotFound(err error, kind, name string) error {
	if errors.Is(err, sqlite.ErrNoRows) {
		return fmt.Errorf("%s %q %w", kind, name, ErrNotFound)
	}
	return err
}

// deleted turns sqlite.ErrNoRows into ErrNotFound for an agent that has existed.
func deleted(err error) error {
	if errors.Is(err, sqlite.ErrNoRows) {
		return fmt.Errorf("machine %w: it was deleted in the meantime", ErrNotFound)
	}
	return err
}

// damaged reports that the object of this kind and name is damaged. It returns nil and errors with other causes
// unchanged.
func damaged(kind, name string, err error) error {
	if errors.Is(err, ErrNotFound) {
		return err
	}
	return sqlite.Damaged(fmt.Sprintf("%s %q", kind, name), err)
}

// applicationID marks a database of this program in the file header: "mnac" in ASCII.
const applicationID = 0x6D6E6163

//go:embed schema.sql
var tables string

var schema = sqlite.Schema{Application: applicationID, Version: 1, Script: tables}
