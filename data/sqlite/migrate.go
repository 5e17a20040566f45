package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Step brings a database from one version of a schema to the next.
type Step struct {
	// SQL makes new tables, adds new columns with a DEFAULT for existing rows, and changes rows. It need not describe
	// the final tables: afterwards each table is copied into the form given by [Schema.Script], which drops columns
	// that the script does not have.
	SQL string

	// Then, unless it is nil, is called after the SQL of all steps, when the tables have their final form.
	Then func(context.Context, *Conn) error
}

// olderError reports that a database has an older version of the schema.
type olderError struct {
	path     string
	has, now int // versions
}

func (e *olderError) Error() string {
	return fmt.Sprintf("%s has the older schema %d, this version of menace needs %d", e.path, e.has, e.now)
}

// Version returns the version of the schema: 1 without any step.
func (s Schema) Version() int { return 1 + len(s.Steps) }

// migrate brings a database up to date in one transaction, or changes nothing. Before that it copies the file to
// [BeforePath], and it returns the path of the copy. It returns ErrBusy while any other connection has the database
// open: a program of an older version could not use the new tables.
func migrate(ctx context.Context, path, file string, schema Schema) (before string, err error) {
	for waited := time.Duration(0); ; {
		before, err := migrateAlone(ctx, path, file, schema)
		if !errors.Is(err, ErrBusy) || waited >= busyTimeout || ctx.Value(withoutWaiting{}) != nil {
			return before, err
		}
		// Others may be waiting too. The jitter keeps two processes from blocking each other forever.
		pause := time.Duration(5+rand.IntN(20)) * time.Millisecond
		time.Sleep(pause)
		waited += pause
	}
}

// migrateAlone migrates a database if no other connection has it open.
func migrateAlone(ctx context.Context, path, file string, schema Schema) (before string, err error) {
	db, err := openExclusively(path, file, schema)
	if err != nil {
		return "", err
	}
	defer db.Close()
	before, err = View(ctx, db, func(conn *Conn) (string, error) { return schema.copyBefore(ctx, conn, file) })
	if err == nil && before != "" {
		if err = db.upgrade(ctx); err != nil {
			os.Remove(before)
		}
	}
	if errors.Is(err, ErrBusy) {
		err = fmt.Errorf("%w, and its tables are those of an older version of menace, which can be brought up to "+
			"date only while nobody else uses them", err)
	}
	return before, err
}

// openExclusively returns a database whose first transaction locks the file until the database is closed. It fails with
// ErrBusy while any other connection has the file open.
func openExclusively(path, file string, schema Schema) (*DB, error) {
	return openPool(path, file, dsn(file, "mode=rw&"+exclusive, 0), schema, false)
}

// BeforePath returns the path of the copy that is made of a file before it is brought to a version of the schema.
func BeforePath(file string, version int) string { return fmt.Sprintf("%s.before-%d", file, version) }

// copyBefore copies an older database to [BeforePath], or to that path with a number if it is taken. It returns "" if
// the database is up to date. The caller has locked the database, so an incomplete copy was left by a process that was
// killed.
func (s Schema) copyBefore(ctx context.Context, conn *Conn, file string) (path string, err error) {
	if _, err := s.header(ctx, conn, file); !errors.As(err, new(*olderError)) {
		return "", err
	}
	path = BeforePath(file, s.Version())
	incomplete := path + ".incomplete"
	os.Remove(incomplete)
	if err := copyTo(ctx, conn, incomplete); err != nil {
		return "", err
	}
	for n := 2; Exists(path); n++ {
		path = fmt.Sprintf("%s.%d", BeforePath(file, s.Version()), n)
	}
	return path, os.Rename(incomplete, path)
}

// copyTo copies a database to a new file, which only its owner can read.
func copyTo(ctx context.Context, conn *Conn, file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err = cmp.Or(f.Close(), backup(ctx, conn.Conn, file)); err != nil {
		os.Remove(file)
	}
	return err
}

// openCopy opens an updated copy of a database that cannot or need not be changed. The copy is a temporary file,
// deleted when the database is closed. If there is no room for it, the database itself is opened, provided it has every
// column of the schema.
func openCopy(ctx context.Context, db *DB, older *olderError) (*DB, error) {
	db.older = older
	upToDate, err := db.upToDateCopy(ctx)
	if err == nil {
		upToDate.older = older
		return upToDate, db.Close()
	}
	missing, failed := View(ctx, db, func(conn *Conn) (string, error) { return db.schema.missing(ctx, conn) })
	if failed == nil && missing == "" {
		return db, nil
	}
	db.Close()
	return nil, cmp.Or(failed, fmt.Errorf("%w: the file has no %s; there cannot be a copy brought up to date: %w",
		older, missing, err))
}

// upToDateCopy returns an updated copy of the database.
func (db *DB) upToDateCopy(ctx context.Context) (*DB, error) {
	folder, err := os.MkdirTemp("", "menace-")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, "copy.db")
	upToDate, err := openPool(db.Path, file, DSN(file, "rw"), db.schema, false)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	upToDate.temporary = folder
	if err := db.copyUpToDate(ctx, upToDate); err != nil {
		upToDate.Close()
		return nil, err
	}
	return upToDate, nil
}

// copyUpToDate copies the database to the file of another one and brings that up to date.
func (db *DB) copyUpToDate(ctx context.Context, to *DB) error {
	if _, err := View(ctx, db, func(conn *Conn) (none struct{}, err error) {
		return none, copyTo(ctx, conn, to.file)
	}); err != nil {
		return err
	}
	if err := to.Exec(ctx, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"); err != nil {
		return err
	}
	return to.upgrade(ctx)
}

// upgrade brings the database of a connection up to date in one transaction, or changes nothing.
func (db *DB) upgrade(ctx context.Context) error {
	// Dropping and replacing tables must not trigger foreign keys. This setting lasts as long as the connection.
	if err := db.Exec(ctx, "PRAGMA foreign_keys = 0"); err != nil {
		return err
	}
	final, err := db.schema.objects(ctx)
	if err != nil {
		return err
	}
	return db.Transact(ctx, func(conn *Conn) error {
		_, err := db.schema.header(ctx, conn, db.Path)
		older, ok := errors.AsType[*olderError](err)
		if !ok {
			return err
		}
		if err := db.schema.upgrade(ctx, conn, older.has, final); err != nil {
			return err
		}
		_, err = db.schema.header(ctx, conn, db.Path)
		return err
	})
}

// upgrade runs the migration steps that follow a version, and creates the same objects as the schema.
func (s Schema) upgrade(ctx context.Context, conn *Conn, version int, final []object) error {
	steps := s.Steps[version-1:]
	for _, step := range steps {
		if err := Exec(ctx, conn, step.SQL); err != nil {
			return err
		}
	}
	if err := reshape(ctx, conn, final); err != nil {
		return err
	}
	for _, step := range steps {
		if step.Then == nil {
			continue
		}
		if err := step.Then(ctx, conn); err != nil {
			return err
		}
	}
	orphans, err := Query(ctx, conn, Column[string], `SELECT DISTINCT "table" FROM pragma_foreign_key_check`)
	if err == nil && len(orphans) > 0 {
		err = Damaged("the table "+orphans[0], errors.New("it has rows that belong to no row of another table"))
	}
	if err != nil {
		return err
	}
	return Exec(ctx, conn, fmt.Sprintf("PRAGMA user_version = %d", s.Version()))
}

// reshape gives the tables and indexes of a database their final form. It keeps what other programs added.
func reshape(ctx context.Context, conn *Conn, final []object) error {
	found, err := Query(ctx, conn, (*object).fields, selectObjects)
	if err != nil {
		return err
	}
	same, exists := map[object]bool{}, map[string]bool{}
	for _, o := range found {
		same[o.normal()], exists[o.name] = true, true
	}
	for _, table := range final {
		if table.kind != "table" || same[table.normal()] {
			continue
		}
		if !exists[table.name] {
			return Damaged("the table "+table.name, errors.New("it is missing"))
		}
		if err := rebuild(ctx, conn, table); err != nil {
			return err
		}
		for _, o := range found { // dropped with the table
			if o.kind != "table" && o.table == table.name {
				if err := Exec(ctx, conn, o.script); err != nil {
					return err
				}
			}
		}
	}
	for _, index := range final {
		if index.kind != "index" || same[index.normal()] {
			continue
		}
		if err := Exec(ctx, conn, "DROP INDEX IF EXISTS "+index.name+"; "+index.script); err != nil {
			return err
		}
	}
	return nil
}

// rebuild copies a table into a new one of the final form, following
// https://sqlite.org/lang_altertable.html#otheralter.
func rebuild(ctx context.Context, conn *Conn, table object) error {
	const columns = `SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0
		INTERSECT SELECT name FROM pragma_table_xinfo(?2) WHERE hidden = 0)`
	temporary := "menace_new_" + table.name
	if err := Exec(ctx, conn, strings.Replace(table.script, table.name, temporary, 1)); err != nil {
		return err
	}
	common, err := Value[sql.NullString](ctx, conn, columns, table.name, temporary)
	if err != nil {
		return err
	}
	return Exec(ctx, conn, strings.NewReplacer("NEW", temporary, "OLD", table.name, "COLUMNS", common.String).Replace(`
		INSERT INTO NEW (COLUMNS) SELECT COLUMNS FROM OLD;
		DELETE FROM sqlite_sequence WHERE name = 'NEW';
		INSERT INTO sqlite_sequence (name, seq) SELECT 'NEW', seq FROM sqlite_sequence WHERE name = 'OLD';
		DROP TABLE OLD;
		ALTER TABLE NEW RENAME TO OLD`))
}

// missing lists tables and columns of the schema that a database lacks, or returns "".
func (s Schema) missing(ctx context.Context, conn *Conn) (string, error) {
	const columns = `SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
		WHERE m.type = 'table'`
	found, err := Query(ctx, conn, Column[string], columns)
	if err != nil {
		return "", err
	}
	wanted, err := scratch(ctx, s.Script, columns, Column[string])
	has := map[string]bool{}
	for _, name := range found {
		has[name] = true
	}
	var lacks []string
	for _, name := range wanted {
		if !has[name] {
			lacks = append(lacks, name)
		}
	}
	return strings.Join(lacks, ", "), err
}

// objects returns the tables and indexes that the script creates.
func (s Schema) objects(ctx context.Context) ([]object, error) {
	return scratch(ctx, s.Script, selectObjects, (*object).fields)
}

// scratch runs a script in a new database in memory and returns the rows of a query.
func scratch[T any](ctx context.Context, script, query string, fields func(*T) []any) ([]T, error) {
	pool, err := sql.Open(driver, "file::memory:")
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, script); err != nil {
		return nil, err
	}
	return Query(ctx, &Conn{Conn: conn}, fields, query)
}
