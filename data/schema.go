package data

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// applicationID marks a database as ours in its header: "mnac" in ASCII.
const applicationID = 0x6D6E6163

// migrations holds a file N.sql that leads from schema N−1 to schema N.
//
//go:embed migrations/*.sql
var migrations embed.FS

// latest is the newest schema that this program knows.
var latest = func() int {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err)
	}
	return len(files)
}()

// header is what tells a database apart.
type header struct {
	application int
	version     int
	objects     int // tables and so on
}

// readHeader also finds out whether the file is a database at all. It is one statement, so that it
// sees one state of a database that another process is making.
func readHeader(ctx context.Context, q queryer) (h header, err error) {
	err = q.QueryRowContext(ctx, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&h.application, &h.version, &h.objects)
	return h, err
}

// queryer is what sql.DB and sql.Tx have in common.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// empty tells whether the database is new.
func (h header) empty() bool { return h == header{} }

// check returns an error if the database is not one of ours, or is from the future.
func (h header) check(path string) error {
	switch {
	case h.empty():
	case h.application != applicationID:
		return fmt.Errorf("%s is %w, but another program's SQLite database", path, ErrNotADatabase)
	case h.version > latest:
		return fmt.Errorf("%s was %w: it has schema %d, this version knows up to %d", path, ErrNewerSchema, h.version, latest)
	}
	return nil
}

// prepare tests what the file is before anything is changed, and brings its schema up to date.
func (db *DB) prepare(ctx context.Context, mode Mode) error {
	h, err := readHeader(ctx, db.sql)
	if err != nil {
		return err
	}
	if err := h.check(db.path); err != nil {
		return err
	}
	if h.empty() && mode != Create {
		return fmt.Errorf("%w in %s: the file is empty", ErrNoDatabase, db.path)
	}
	if h.version == latest {
		return nil
	}
	if mode == Read {
		return errOldSchema
	}
	if h.empty() {
		if err := db.useWAL(ctx); err != nil {
			return err
		}
	}
	return db.transact(ctx, func(tx *sql.Tx) error { return migrate(ctx, tx) })
}

// errOldSchema is the error of a database that must be opened for writing before it can be read.
var errOldSchema = errors.New("made by an older version of menace")

// useWAL switches a new database to a write-ahead log, in which readers and a writer do not wait
// for each other. SQLite does not wait for others who do the same, so this does.
func (db *DB) useWAL(ctx context.Context) error {
	const pause = 5 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		_, err := db.sql.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if waited >= busyTimeout || !errors.Is(db.explain(err), ErrBusy) {
			return err
		}
		time.Sleep(pause)
	}
}

// migrate runs the migrations that are missing. Another process may have run them meanwhile, so
// it looks again.
func migrate(ctx context.Context, tx *sql.Tx) error {
	h, err := readHeader(ctx, tx)
	if err != nil {
		return err
	}
	for version := h.version + 1; version <= latest; version++ {
		script, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", version))
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(script)); err != nil {
			return fmt.Errorf("migration %d: %w", version, err)
		}
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, latest))
	return err
}
