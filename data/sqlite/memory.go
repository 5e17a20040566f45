//go:build !cgo

package sqlite

import (
	"context"
	"net/url"
	"slices"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
	_ "github.com/ncruces/go-sqlite3/vfs/memdb" // registers "memdb"
)

// OpenMemory opens a database like [Open], given the content of its file, which is kept in memory. Every commit calls
// store with the new content. If that fails, so does the commit, with [ErrFull].
func OpenMemory(ctx context.Context, name string, content []byte, mode Mode, schema Schema, store Store) (*DB, error) {
	file := &memoryFile{store: store}
	file.SliceFile = slices.Clone(content)
	file.setFormat(rollback)
	vfs.Register(name, memoryVFS{vfs.Find("memdb"), file})
	return connect(ctx, name, name, "rwc&nolock=1&vfs="+url.PathEscape(name), mode, schema)
}

// Store stores the content of a file.
type Store = func(content []byte) error

// memoryVFS is a file system with one file, and temporary ones.
type memoryVFS struct {
	vfs.VFS // for temporary files
	file    vfs.File
}

// Open implements [vfs.VFS].
func (m memoryVFS) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if flags&vfs.OPEN_MAIN_DB != 0 {
		return m.file, flags | vfs.OPEN_MEMORY, nil
	}
	return m.VFS.Open(name, flags)
}

// memoryFile is a file in memory.
type memoryFile struct {
	vfsutil.SliceFile
	store Store
}

// Sync implements [vfs.File]. It stores the file in WAL mode, as it would be on a disk. SQLite rolls back the
// transaction if that fails.
func (m *memoryFile) Sync(vfs.SyncFlag) error {
	m.setFormat(wal)
	defer m.setFormat(rollback)
	return vfs.SystemError(m.store(m.SliceFile), sqlite3.FULL)
}

// Format versions of a file, https://sqlite.org/fileformat.html#file_format_version_numbers.
const (
	rollback = 1
	wal      = 2
)

func (m *memoryFile) setFormat(version byte) {
	if len(m.SliceFile) >= 20 {
		m.SliceFile[18], m.SliceFile[19] = version, version
	}
}
