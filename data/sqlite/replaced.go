package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// identity recognizes that the file of a database was replaced: moved away, or overwritten. SQLite notices neither. It
// would continue to use the former file, or mix both.
//
// The schema cookie in the header of the file shows that it was overwritten, even with an earlier copy of itself. It is
// random in a new database and in a backup. The write-ahead log is written into the file in checkpoints, and each
// checkpoint brings a greater cookie: see [DB.renewCookie]. So a copy with the same cookie has the same content, and an
// earlier copy has a smaller cookie.
type identity struct {
	beside *os.File    // the file, opened for reading beside SQLite, or nil
	opened os.FileInfo // nil while opening, and in memory

	mutex    sync.Mutex
	inFile   uint32        // schema cookie of the file when it was last looked at; 0 before the first checkpoint
	replaced bool          // it was overwritten
	inLog    atomic.Uint32 // schema cookie in SQLite's view, which reaches the file with the next checkpoint
}

// identify remembers which file is open.
func (db *DB) identify(ctx context.Context) (err error) {
	db.opened, _ = os.Stat(db.file)
	if db.beside != nil && db.temporary == "" {
		var cookie uint32
		cookie, err = db.cookie(ctx)
		db.inFile = db.cookieInFile()
		db.inLog.Store(cookie)
	}
	return err
}

// cookieInFile returns the schema cookie in the header of the file, https://sqlite.org/fileformat.html.
func (db *DB) cookieInFile() uint32 {
	var cookie [4]byte
	db.beside.ReadAt(cookie[:], 40)
	return binary.BigEndian.Uint32(cookie[:])
}

// cookie returns the schema cookie in SQLite's view, which includes the write-ahead log.
func (db *DB) cookie(ctx context.Context) (cookie uint32, err error) {
	pool := db.readers // does not wait for a transaction, since it may be called in one
	if pool == nil {
		pool = db.pool
	}
	err = pool.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&cookie)
	return cookie, db.Explain(err)
}

// CheckNotReplaced returns ErrReplaced if the file is no longer where it was opened, or was overwritten. Anything
// stored now would be lost, or would damage the new file.
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

// overwritten reports whether the file has a schema cookie that it had before, or one that SQLite does not know. The
// result true is permanent.
func (db *DB) overwritten() bool {
	if !db.recognizable() {
		return false
	}
	db.mutex.Lock()
	defer db.mutex.Unlock()
	now := db.cookieInFile()
	if db.replaced || now == db.inFile {
		return db.replaced
	}
	const most = 1 << 20 // far more checkpoints than can happen between two calls
	db.replaced = db.inFile != 0 && now-db.inFile > most || !db.knows(now)
	db.inFile = now
	return db.replaced
}

// knows reports whether SQLite has had this schema cookie or a later one.
func (db *DB) knows(cookie uint32) bool {
	if int32(db.inLog.Load()-cookie) >= 0 {
		return true
	}
	// Another program may have written to the database; then SQLite reads the cookie again.
	ctx, cancel := context.WithTimeout(context.Background(), busyTimeout+time.Second)
	defer cancel()
	now, err := db.cookie(ctx)
	if err != nil {
		return true
	}
	db.inLog.Store(now)
	return int32(now-cookie) >= 0
}

// recognizable reports whether the file can be read beside SQLite.
func (db *DB) recognizable() bool { return db.beside != nil && db.opened != nil && db.temporary == "" }

// renewCookie increments the schema cookie within a transaction that has changed rows, unless an earlier transaction
// has done so and no checkpoint has written that to the file yet. It returns the new cookie, or 0. Other connections
// then read the schema again, which takes less than a millisecond.
func (db *DB) renewCookie(ctx context.Context, conn *Conn) (renewed uint32, err error) {
	if !db.recognizable() {
		return 0, nil
	}
	now, err := Value[uint32](ctx, conn, "PRAGMA schema_version")
	if err != nil || now != db.cookieInFile() {
		return 0, err
	}
	return now + 1, Exec(ctx, conn, fmt.Sprintf("PRAGMA schema_version = %d", now+1))
}

// randomCookie returns the initial schema cookie of a database.
func randomCookie() int32 { return 1 + rand.Int32N(1<<30) }
