package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
)

// Backup copies the database to a file, which is replaced as a whole when the copy is complete and checked. Others may
// use the database meanwhile; the copy is its state at one moment, after change. No remains of deleted rows are left in
// the file, whether change or anyone before deleted them.
func (db *DB) Backup(ctx context.Context, path string, change func(*Conn) error) error {
	file, err := Locate(path, Create)
	if err != nil {
		return err
	}
	if slices.Contains(Files(db.Path), file) {
		return fmt.Errorf("%s belongs to the database itself: the copy needs another name", path)
	}
	incomplete := file + ".incomplete"
	os.Remove(incomplete)
	defer os.Remove(incomplete)
	_, err = View(ctx, db, func(conn *Conn) (none struct{}, err error) {
		return none, copyTo(ctx, conn, incomplete)
	})
	if err != nil {
		return fmt.Errorf("no copy was made in %s: %w", path, err)
	}
	if err := finishBackup(ctx, path, incomplete, db.schema, change); err != nil {
		return err
	}
	return os.Rename(incomplete, file)
}

// finishBackup checks and changes a copy, gives it a new schema cookie, so that a program notices when the copy
// overwrites its database, and leaves no other files beside it.
func finishBackup(ctx context.Context, path, file string, schema Schema, change func(*Conn) error) error {
	db, err := openPool(path, file, DSN(file, "rw"), schema, false)
	if err != nil {
		return err
	}
	faults, err := ViewQuery(ctx, db, Column[string],
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
	if err == nil && len(faults) > 0 {
		err = db.damaged(errors.New(faults[0]))
	}
	if err == nil {
		err = db.Exec(ctx, "PRAGMA journal_mode = DELETE")
	}
	if err == nil {
		err = db.Transact(ctx, change)
	}
	if err == nil { // until VACUUM, free pages still hold deleted rows
		err = db.Exec(ctx, fmt.Sprintf("VACUUM; PRAGMA schema_version = %d", randomCookie()))
	}
	return cmp.Or(err, db.Close())
}

// Restore replaces the database at a path with a copy of from, such as a backup, with a change as in [DB.Backup]. It
// keeps what was there in another file and returns its path, or "" if there was nothing. It returns ErrBusy while
// another connection has the database open.
func Restore(ctx context.Context, from *DB, path string, change func(*Conn) error) (kept string, err error) {
	file, err := Locate(path, Create)
	if err != nil {
		return "", err
	}
	if slices.Contains(Files(from.Path), file) {
		return "", fmt.Errorf("%s is the database itself", path)
	}
	faults, err := from.Faults(ctx)
	if err != nil {
		return "", err
	}
	if len(faults) > 0 {
		return "", from.damaged(errors.New(faults[0]))
	}
	incoming := file + ".incomplete"
	if err := from.Backup(ctx, incoming, change); err != nil {
		return "", err
	}
	defer os.Remove(incoming)
	if Exists(file) {
		if err := closeOff(ctx, path, file, from.schema); err != nil {
			return "", err
		}
		if kept, err = keepAside(file); err != nil {
			return "", err
		}
		kept = pathBeside(path, file, kept)
	}
	return kept, os.Rename(incoming, file)
}

// closeOff writes the write-ahead log of a database into its file, after making sure that nobody has it open. It does
// not touch a file that is not an intact database.
func closeOff(ctx context.Context, path, file string, schema Schema) error {
	db, err := openExclusively(path, file, schema)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = ViewValue[int](ctx, db, "SELECT count(*) FROM sqlite_schema")
	if errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNotADatabase) {
		return nil
	}
	return err
}

// keepAside moves a database to a free name beside it, with its log if that could not be written into it. Where the
// file system has links, the file also stays at its path until another one replaces it.
func keepAside(file string) (kept string, err error) {
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s.before-restore-%d", file, n)
		if !Exists(kept) {
			break
		}
	}
	if os.Link(file, kept) != nil {
		err = os.Rename(file, kept)
	}
	for _, companion := range []string{"-wal", "-journal"} {
		if err == nil && Exists(file+companion) {
			err = os.Rename(file+companion, kept+companion)
		}
	}
	os.Remove(file + "-shm")
	return kept, err
}
