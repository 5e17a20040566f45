package sqlite

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Schema describes the tables of a database.
type Schema struct {
	Application int    // marks databases of this program in the file header
	Script      string // creates the tables and indexes in an empty file
	Steps       []Step // bring older databases up to date; the first one leads from version 1 to version 2
}

// header identifies a database.
type header struct {
	application int
	version     int
	objects     int    // number of tables, indexes and so on
	tables      string // their names, after a space each
}

// header returns an error unless the file is empty or one of our databases with the tables of this schema. The error
// is an olderError for one of our databases with an older schema. One statement reads the whole header, so it is
// consistent even while another process creates the database.
func (s Schema) header(ctx context.Context, conn *Conn, path string) (h header, err error) {
	err = conn.QueryRowContext(ctx, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema),
			(SELECT coalesce(group_concat(' ' || name, ''), '') || ' ' FROM sqlite_schema WHERE type = 'table')
		FROM pragma_application_id, pragma_user_version`).Scan(&h.application, &h.version, &h.objects, &h.tables)
	switch {
	case err != nil || h.empty():
		return h, err
	case h.application != s.Application || h.version < 1:
		return h, fmt.Errorf("%s is %w, but another program's SQLite database", path, ErrNotADatabase)
	case h.version > s.Version():
		return h, &newerError{path, h.version, s.Version()}
	case h.version < s.Version():
		return h, &olderError{path, h.version, s.Version()}
	}
	for _, table := range createTable.FindAllStringSubmatch(s.Script, -1) {
		if !strings.Contains(h.tables, " "+table[1]+" ") {
			return h, fmt.Errorf("%s is %w: it has no table %s", path, ErrCorrupt, table[1])
		}
	}
	return h, nil
}

// newerError is an ErrNewerSchema.
type newerError struct {
	path       string
	has, knows int // versions
}

func (e *newerError) Error() string {
	return fmt.Sprintf("%s was %v: it has schema %d, this version knows up to %d",
		e.path, ErrNewerSchema, e.has, e.knows)
}

func (e *newerError) Unwrap() error { return ErrNewerSchema }

// Copy returns the path of the copy that the newer version made when it brought the database up to date, or "".
func (e *newerError) Copy() string {
	for version := e.knows + 1; version <= e.has; version++ {
		if path := BeforePath(e.path, version); Exists(path) {
			return path
		}
	}
	return ""
}

// object is a table, an index, a view or a trigger of a database.
type object struct{ kind, name, table, script string }

func (o *object) fields() []any { return []any{&o.kind, &o.name, &o.table, &o.script} }

// selectObjects selects all objects except SQLite's internal ones.
const selectObjects = `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'`

// normal returns the object with its script in a comparable form, without comments. SQLite puts the name of a renamed
// table in quotation marks.
func (o object) normal() object {
	script := strings.Replace(comment.ReplaceAllString(o.script, ""), `"`+o.name+`"`, o.name, 1)
	o.script = strings.Join(strings.Fields(script), " ")
	return o
}

var comment = regexp.MustCompile(`--.*`)

// createTable finds the tables that a script creates.
var createTable = regexp.MustCompile(`(?m)^\s*CREATE TABLE (\w+)`)

// differences lists, one per line, what a database has that the schema lacks, and the other way round. Foreign triggers
// and views can change what is stored and read.
func (s Schema) differences(ctx context.Context, conn *Conn) (lines []string, err error) {
	found, err := Query(ctx, conn, (*object).fields, selectObjects)
	if err != nil {
		return nil, err
	}
	final, err := s.objects(ctx)
	if err != nil {
		return nil, err
	}
	names, own := map[string]bool{}, map[object]bool{}
	for _, o := range final {
		names[o.kind+" "+o.name], own[o.normal()] = true, true
	}
	for _, o := range found {
		switch name := o.kind + " " + o.name; {
		case own[o.normal()]:
			delete(names, name)
		case names[name]:
			lines = append(lines, fmt.Sprintf("the %s %q was changed by another program", o.kind, o.name))
			delete(names, name)
		case o.table != o.name:
			lines = append(lines, fmt.Sprintf("the %s %q on %q belongs to another program", o.kind, o.name, o.table))
		default:
			lines = append(lines, fmt.Sprintf("the %s %q belongs to another program", o.kind, o.name))
		}
	}
	for _, o := range final {
		if names[o.kind+" "+o.name] {
			lines = append(lines, fmt.Sprintf("the %s %q is missing", o.kind, o.name))
		}
	}
	return lines, nil
}

func (h header) empty() bool { return h.application == 0 && h.version == 0 && h.objects == 0 }

// prepare checks the file before it changes anything, and then creates the tables if it is empty.
func (db *DB) prepare(ctx context.Context, mode Mode) error {
	h, err := View(ctx, db, func(conn *Conn) (header, error) { return db.schema.header(ctx, conn, db.Path) })
	switch {
	case err != nil:
		return err
	case h.empty() && mode != Create:
		return fmt.Errorf("%w in %s: the file is empty", ErrNoDatabase, db.Path)
	case mode == Read:
		return nil
	}
	if err := db.useWAL(ctx); err != nil || !h.empty() {
		return err
	}
	return db.Transact(ctx, func(conn *Conn) error { return db.schema.create(ctx, conn, db.Path) })
}

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

// create creates the tables. It reads the header again, since another process may have created them in the meantime.
func (s Schema) create(ctx context.Context, conn *Conn, path string) error {
	h, err := s.header(ctx, conn, path)
	if err != nil || !h.empty() {
		return err
	}
	return Exec(ctx, conn, fmt.Sprintf(
		"%s; PRAGMA application_id = %d; PRAGMA user_version = %d; PRAGMA schema_version = %d",
		s.Script, s.Application, s.Version(), randomCookie()))
}
