package sqlite

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// identity recognizes that the file of a database was replaced by another one: moved away, or overwritten. SQLite
// notices neither. It would continue to use the former file, or mix both.
type identity struct {
	beside *os.File    // the file, opened for reading beside SQLite, or nil
	opened os.FileInfo // nil while opening and in memory

	mutex    sync.Mutex
	cookies  [2]uint32 // schema cookies that the file may have: when it was opened, and in SQLite's view
	replaced bool      // it was overwritten
}

// identify remembers which file is open.
func (db *DB) identify(ctx context.Context) (err error) {
	db.opened, _ = os.Stat(db.file)
	if db.beside != nil && db.temporary == "" {
		db.cookies[0] = db.cookieInFile()
		db.cookies[1], err = db.cookie(ctx)
	}
	return err
}

// cookieInFile returns the schema cookie in the header of the file, https://sqlite.org/fileformat.html. It changes with
// the tables, which programs change only when they open a file, and a backup has another one.
func (db *DB) cookieInFile() uint32 {
	var cookie [4]byte
	db.beside.ReadAt(cookie[:], 40)
	return binary.BigEndian.Uint32(cookie[:])
}

// cookie returns the schema cookie in SQLite's view, which includes the write-ahead log.
func (db *DB) cookie(ctx context.Context) (cookie uint32, err error) {
	err = db.pool.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&cookie)
	return cookie, db.Explain(err)
}

// CheckNotReplaced returns ErrReplaced if the file is no longer where it was opened, or was overwritten. Anything
// stored in it would be lost, or would damage the new one.
func (db *DB) CheckNotReplaced() error {
	if db.opened == nil {
		return nil
	}
	now, err := os.Stat(db.file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(now, db.opened) || db.overwritten() {
		return fmt.Errorf("%s was %w while this program was using it, so nothing more can be saved: "+
			"end the program, and put a backup back with `menace restore`", db.Path, ErrReplaced)
	}
	return nil
}

// overwritten reports whether the file has a schema cookie that SQLite does not know. It remembers that.
func (db *DB) overwritten() bool {
	if db.beside == nil || db.temporary != "" {
		return false
	}
	db.mutex.Lock()
	defer db.mutex.Unlock()
	now := db.cookieInFile()
	if db.replaced || now == db.cookies[0] || now == db.cookies[1] {
		return db.replaced
	}
	// Another program may have changed the tables, which SQLite notices.
	ctx, cancel := context.WithTimeout(context.Background(), busyTimeout+time.Second)
	defer cancel()
	cookie, err := db.cookie(ctx)
	if err == nil && cookie != now {
		db.replaced = true
	}
	db.cookies[1] = cmp.Or(cookie, db.cookies[1])
	return db.replaced
}
