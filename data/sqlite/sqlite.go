// Package sqlite opens SQLite files with a schema, and reads and writes rows in transactions. It recognizes errors by
// SQLite's codes, and its messages fit one line and name the file.
//
// For most uses, call [Open], then [View] to read and [DB.Transact] to write. Writes use a single connection, because
// SQLite allows one writer at a time and a second one would only wait. The package knows nothing about tables or
// machines: see package data.
package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Mode is the way in which a database is opened.
type Mode int

const (
	Read   Mode = iota // an existing database, possibly on a read-only medium
	Write              // an existing database
	Create             // an existing or new database
)

// busyTimeout is how long to wait while another process writes.
const busyTimeout = 5 * time.Second

// maxReaders is the number of connections that can read while another one writes.
const maxReaders = 4

// DB is an open database. Goroutines may share it.
type DB struct {
	Path   string // name of the database in errors
	Before string // path of the copy of the file before Open brought it up to date, or ""

	schema    Schema
	dsn       string
	pool      *sql.DB               // one connection, since SQLite allows one writer
	writing   *semaphore.Weighted   // held while that connection is in use
	readers   *sql.DB               // connections for reading meanwhile, or nil
	known     atomic.Pointer[State] // state at the beginning of that connection's current transaction, or nil
	immutable bool                  // assumed not to change

	older     *olderError // set if the file has an older schema and was opened for reading
	file      string      // path without symbolic links
	release   func()      // ends the use of the file, see [use]
	temporary string      // folder to delete when the database is closed, or ""
	identity              // of the file when it was opened
}

// Open opens the database in a file. If the file is new, it creates the tables. It returns ErrNoDatabase,
// ErrNotADatabase, ErrNewerSchema, or one of the errors that every method can return: ErrBusy, ErrReadOnly, ErrCorrupt,
// ErrFull, ErrReplaced. If Open fails, the file is unchanged.
func Open(ctx context.Context, path string, mode Mode, schema Schema) (*DB, error) {
	file, err := Locate(path, mode)
	if err != nil {
		return nil, err
	}
	alone := mode == Read && isEmpty(file+"-wal")
	if alone && !writable(file) {
		return openImmutable(ctx, path, file, schema)
	}
	access := [...]string{Read: "rw", Write: "rw", Create: "rwc"}[mode]
	db, err := connect(ctx, path, file, access, mode, schema)
	if errors.As(err, new(*olderError)) && mode != Read {
		before, failed := migrate(ctx, path, file, schema)
		if failed != nil {
			return nil, failed
		}
		if db, err = connect(ctx, path, file, access, mode, schema); err == nil {
			if db.Before = before; before != "" {
				db.Before = pathBeside(path, file, before)
			}
		}
	}
	if alone && (errors.Is(err, ErrReadOnly) || errors.Is(err, ErrFull)) {
		return openImmutable(ctx, path, file, schema)
	}
	if err == nil && mode != Read {
		db.readers, err = sql.Open(driver, DSN(file, "rw")) // connects on first use
		db.readers.SetMaxOpenConns(maxReaders)
	}
	return db, err
}

// isEmpty reports whether the file does not exist or is empty.
func isEmpty(file string) bool {
	info, err := os.Stat(file)
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// openImmutable opens a file as one that never changes. It is for a file without write permission, or on a full disk:
// otherwise SQLite would leave the files of WAL mode beside it, where they get in the way later, and would fail in a
// folder without write permission. It does not notice if another process writes the file in the meantime.
func openImmutable(ctx context.Context, path, file string, schema Schema) (*DB, error) {
	db, err := connect(ctx, path, file, "ro&immutable=1", Read, schema)
	if err != nil {
		return nil, err
	}
	db.immutable = true
	return db, nil
}

// connect opens a file. The access is one of SQLite's modes, such as "rw", optionally with further DSN parameters.
func connect(ctx context.Context, path, file, access string, mode Mode, schema Schema) (*DB, error) {
	db, err := openPool(path, file, DSN(file, access), schema, access == "rwc")
	if err != nil {
		return nil, err
	}
	err = db.prepare(ctx, mode)
	if older, ok := errors.AsType[*olderError](err); ok && mode == Read {
		db, err = openCopy(ctx, db, older)
	} else if err != nil {
		db.Close()
	}
	if err != nil {
		return nil, err
	}
	if err := db.identify(ctx); err != nil {
		db.Close()
		return nil, err
	}
	restrict(file)
	return db, nil
}

// IsOlderThan reports whether the file has an older schema than this version. Open in mode Read leaves it as it is.
func (db *DB) IsOlderThan(version int) bool { return db.older != nil && db.older.has < version }

// restrict gives the index of the log the permissions of the file. Only one of the drivers does that itself.
func restrict(file string) {
	main, err := os.Stat(file)
	index, missing := os.Stat(file + "-shm")
	if err == nil && missing == nil && index.Mode() != main.Mode() {
		os.Chmod(file+"-shm", main.Mode().Perm())
	}
}

// openPool returns a database without reading its file, which it creates if create is set.
func openPool(path, file, dsn string, schema Schema, create bool) (*DB, error) {
	pool, err := sql.Open(driver, dsn)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	db := &DB{Path: path, schema: schema, dsn: dsn, pool: pool, writing: semaphore.NewWeighted(1), file: file}
	db.beside, db.release = use(file, create)
	return db, nil
}

// DSN returns the data source name for a file, opened in SQLite's mode "ro", "rw" or "rwc".
func DSN(file, mode string) string { return dsn(file, "mode="+mode, busyTimeout) }

// dsn returns the data source name for a file, with extra parameters before the usual ones.
func dsn(file, parameters string, timeout time.Duration) string {
	return (&url.URL{Scheme: "file", OmitHost: true, Path: file}).String() +
		fmt.Sprintf("?%s&"+pragmas, parameters, timeout.Milliseconds()) + permissions(file)
}

// Close closes the database.
func (db *DB) Close() error {
	db.mutex.Lock()
	replaced := db.replaced
	db.mutex.Unlock()
	if replaced { // closing would write the log of the former file into the new one
		return nil
	}
	var err error
	if db.readers != nil {
		err = db.readers.Close()
	}
	err = db.Explain(errors.Join(err, db.pool.Close()))
	db.release()
	if db.temporary != "" {
		err = cmp.Or(err, os.RemoveAll(db.temporary))
	}
	return err
}

// Lock takes the lock with this name, until unlock is called or the process ends, in whatever way. It returns ErrBusy
// if the lock is taken. It is a lock of SQLite on an empty file beside the database.
func (db *DB) Lock(ctx context.Context, name string) (unlock func(), err error) {
	file := db.file + "-" + name
	pool, err := sql.Open(driver, DSN(file, "rwc"))
	if err != nil {
		return nil, err
	}
	_, release := use(file, true)
	conn, err := pool.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, "PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE")
	}
	if err != nil {
		pool.Close()
		release()
		if resultCode(err)&0xFF == sqliteNotADB {
			return nil, fmt.Errorf("the lock file %s-%s is not empty: another program has written to it; "+
				"end all programs that use %s, and delete the lock file", db.Path, name, db.Path)
		}
		return nil, (&DB{Path: db.Path + "-" + name}).Explain(err)
	}
	return sync.OnceFunc(func() {
		conn.Close()
		pool.Close()
		release()
		// The file stays. If it were deleted, one process could lock the deleted file and another a new one of that
		// name.
	}), nil
}

// Attach attaches the database to a connection of another one, as a schema with this name.
func (db *DB) Attach(ctx context.Context, conn *Conn, name string) error {
	return db.Explain(Exec(ctx, conn, "ATTACH ? AS "+name, db.dsn))
}

// Faults returns the problems that SQLite finds in the file, one per line, and differences from the schema. It checks
// every page.
func (db *DB) Faults(ctx context.Context) ([]string, error) {
	faults, err := ViewQuery(ctx, db, Column[string], `
		SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		UNION ALL SELECT 'rows of ' || "table" || ' that belong to no row of ' || parent || ': ' || count(*)
		FROM pragma_foreign_key_check GROUP BY "table", parent`)
	if err == nil {
		var foreign []string
		foreign, err = View(ctx, db, func(conn *Conn) ([]string, error) { return db.schema.differences(ctx, conn) })
		faults = append(faults, foreign...)
	}
	for i, fault := range faults {
		faults[i] = printable(fault)
	}
	return faults, err
}
