// Package data stores agents in an SQLite database: machines with their rules and generators, training sessions,
// learning curves, and games with people. It also stores experiments with their replicates.
//
// It is the only package that knows the tables; package sqlite handles the files. Any SQLite client can read a
// database: the folder migrations describes the tables. The package prints nothing and plays no games.
package data

import (
	"context"

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
	agents sqlite.Cache[*Agent] // recently used ones, about 100 kB each
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
		_, err := conn.ExecContext(ctx, "DELETE FROM agents WHERE FALSE")
		return err
	})
}

// Hurried calls do while the database does not wait for other processes that write.
func (db *DB) Hurried(ctx context.Context, do func() error) error { return db.sqlite.Hurried(ctx, do) }

// Faults returns the problems that SQLite finds in the file, one per line. It checks every page.
func (db *DB) Faults(ctx context.Context) ([]string, error) { return db.sqlite.Faults(ctx) }
