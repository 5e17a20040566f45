//go:build !cgo

package sqlite

import (
	"cmp"
	"context"
	"errors"
	"net/url"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // registers "memdb"
)

// OpenMemory opens a database like [Open], but in memory. content is its initial file and becomes its memory. Every
// commit calls store with the new content; if that fails, the commit fails with [ErrFull]. A database with an older
// schema is brought up to date; the caller may keep the old content.
func OpenMemory(ctx context.Context, name string, content []byte, mode Mode, schema Schema,
	store func(content []byte) error) (*DB, error) {
	if len(content) >= 20 {
		copy(content[18:], []byte{1, 1}) // not in WAL mode, https://sqlite.org/fileformat.html
	}
	vfs.Register(name, &memory{vfs.Find("memdb"), content, store})
	access := "rwc&nolock=1&vfs=" + url.PathEscape(name)
	db, err := connect(ctx, name, name, access, mode, schema)
	if !errors.As(err, new(*olderError)) {
		return db, err
	}
	older, err := openPool(name, name, DSN(name, access), schema, false)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(older.upgrade(ctx), older.Close()); err != nil {
		return nil, err
	}
	return connect(ctx, name, name, access, mode, schema)
}

// memory is a file in memory, and a file system with this file and temporary ones.
type memory struct {
	vfs.VFS // for temporary files
	vfsutil.SliceFile
	store func(content []byte) error
}

// Open implements [vfs.VFS].
func (m *memory) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if flags&vfs.OPEN_MAIN_DB != 0 {
		return m, flags | vfs.OPEN_MEMORY, nil
	}
	return m.VFS.Open(name, flags)
}

// Sync implements [vfs.File]. SQLite rolls back the transaction if it fails.
func (m *memory) Sync(vfs.SyncFlag) error { return vfs.SystemError(m.store(m.SliceFile), sqlite3.FULL) }
