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

// migrations holds a file N.sql for each schema N, which migrates from schema N−1.
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

// header identifies a database.
type header struct {
	application int
	version     int
	objects     int // tables and so on
}

// readHeader returns an error unless the file is a database of ours, with a known schema, or an empty one. One
// statement reads the whole header, so it is consistent even while another process creates the database.
func readHeader(ctx context.Context, conn *sql.Conn, path string) (h header, err error) {
	err = conn.QueryRowContext(ctx, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&h.application, &h.version, &h.objects)
	switch {
	case err != nil || h.empty():
		return h, err
	case h.application != applicationID:
		return h, fmt.Errorf("%s is %w, but another program's SQLite database", path, ErrNotADatabase)
	case h.version > latest:
		return h, fmt.Errorf("%s was %w: it has schema %d, this version knows up to %d", path, ErrNewerSchema, h.version, latest)
	}
	return h, nil
}

// empty reports whether the database is new.
func (h header) empty() bool { return h == header{} }

// prepare checks what the file is before it changes anything, and brings the schema up to date.
func (db *DB) prepare(ctx context.Context, mode Mode) error {
	h, err := view(ctx, db, readHeader, db.path)
	switch {
	case err != nil:
		return err
	case h.empty() && mode != Create:
		return fmt.Errorf("%w in %s: the file is empty", ErrNoDatabase, db.path)
	case h.version == latest:
		return nil
	case mode == Read:
		return errOldSchema
	case h.empty():
		if err := db.useWAL(ctx); err != nil {
			return err
		}
	}
	return db.transact(ctx, func(conn *sql.Conn) error { return migrate(ctx, conn, db.path) })
}

// errOldSchema says that a database must be opened for writing before it can be read.
var errOldSchema = errors.New("made by an older version of menace")

// useWAL switches a new database to a write-ahead log, with which readers and a writer do not block each
// other. SQLite fails at once while another process does the same, so useWAL retries.
func (db *DB) useWAL(ctx context.Context) error {
	const pause = 5 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		_, err := db.sql.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		if err = db.explain(err); waited >= busyTimeout || !errors.Is(err, ErrBusy) {
			return err
		}
		time.Sleep(pause)
	}
}

// migrate runs the missing migrations. It reads the header again, since another process may have run them in
// the meantime.
func migrate(ctx context.Context, conn *sql.Conn, path string) error {
	h, err := readHeader(ctx, conn, path)
	if err != nil {
		return err
	}
	for version := h.version + 1; version <= latest; version++ {
		script, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", version))
		if err != nil {
			return err
		}
		if _, err := conn.ExecContext(ctx, string(script)); err != nil {
			return fmt.Errorf("migration %d: %w", version, err)
		}
	}
	_, err = conn.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, latest))
	return err
}
