package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Schema describes the schema of a database.
type Schema struct {
	Application int      // marks our databases in the file header
	Migrations  []string // scripts; number i migrates from schema i to i+1
}

func (s Schema) latest() int { return len(s.Migrations) }

// header identifies a database.
type header struct {
	application int
	version     int
	objects     int // number of tables, indexes and so on
}

// header returns an error unless the file is empty or one of our databases with a known schema. One statement reads
// the whole header, so it is consistent even while another process creates the database.
func (s Schema) header(ctx context.Context, conn *Conn, path string) (h header, err error) {
	err = conn.QueryRowContext(ctx, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&h.application, &h.version, &h.objects)
	switch {
	case err != nil || h.empty():
		return h, err
	case h.application != s.Application || h.version < 0:
		return h, fmt.Errorf("%s is %w, but another program's SQLite database", path, ErrNotADatabase)
	case h.version > s.latest():
		return h, fmt.Errorf("%s was %w: it has schema %d, this version knows up to %d",
			path, ErrNewerSchema, h.version, s.latest())
	}
	return h, nil
}

func (h header) empty() bool { return h == header{} }

// prepare checks the file before it changes anything, and then brings the schema up to date.
func (db *DB) prepare(ctx context.Context, mode Mode) error {
	h, err := View(ctx, db, db.schema.header, db.Path)
	switch {
	case err != nil:
		return err
	case h.empty() && mode != Create:
		return fmt.Errorf("%w in %s: the file is empty", ErrNoDatabase, db.Path)
	case mode == Read && h.version != db.schema.latest():
		return errOldSchema
	case mode != Read:
		err = db.useWAL(ctx)
	}
	if err != nil || h.version == db.schema.latest() {
		return err
	}
	return db.Transact(ctx, func(conn *Conn) error { return db.schema.migrate(ctx, conn, db.Path) })
}

// errOldSchema reports that a database must be opened for writing, to update its schema, before it can be read.
var errOldSchema = errors.New("made by an older version of menace")

// useWAL switches a database to a write-ahead log, so that readers and a writer do not block each other. SQLite
// fails at once while another process does the same, so useWAL retries.
func (db *DB) useWAL(ctx context.Context) error {
	const pause = 5 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		err := db.Exec(ctx, "PRAGMA journal_mode = WAL")
		if waited >= busyTimeout || !errors.Is(err, ErrBusy) {
			return err
		}
		time.Sleep(pause)
	}
}

// migrate runs the missing migrations. It reads the header again, since another process may have run them in the
// meantime.
func (s Schema) migrate(ctx context.Context, conn *Conn, path string) error {
	h, err := s.header(ctx, conn, path)
	if err != nil {
		return err
	}
	for i, script := range s.Migrations[h.version:] {
		if err := Exec(ctx, conn, script); err != nil {
			return fmt.Errorf("migration %d: %w", h.version+1+i, err)
		}
	}
	return Exec(ctx, conn,
		fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", s.Application, s.latest()))
}
