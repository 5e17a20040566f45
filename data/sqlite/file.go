package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Locate returns the absolute path of a database without symbolic links, or an error if the mode does not allow it.
// SQLite keeps its other files beside the file itself, not beside a link.
func Locate(path string, mode Mode) (string, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(file)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case path == "":
		return "", fmt.Errorf("%w: its name is empty", ErrNoDatabase)
	case missing && mode != Create:
		return "", fmt.Errorf("%w %s", ErrNoDatabase, path)
	case missing && !Exists(filepath.Dir(file)):
		return "", fmt.Errorf("cannot create %s: there is no folder %s", path, filepath.Dir(path))
	case missing:
		return target(file), nil
	case err != nil:
		return "", err
	case info.IsDir():
		return "", fmt.Errorf("%w: %s is a folder", ErrNotADatabase, path)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%w: %s is not a file", ErrNotADatabase, path)
	}
	return filepath.EvalSymlinks(file)
}

// target returns the path of a missing file to which a path leads: SQLite itself would create the target of a link only
// with some drivers.
func target(path string) string {
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	link, notLink := os.Readlink(path)
	switch {
	case err != nil:
		return path
	case notLink != nil:
		return filepath.Join(folder, filepath.Base(path))
	case filepath.IsAbs(link):
		return target(link)
	}
	return target(filepath.Join(folder, link))
}

// Files returns the paths of all files that belong to a database, whether they exist or not: the database and the
// files that SQLite keeps beside it. It returns none if no database can be at this path.
func Files(path string) []string {
	file, err := Locate(path, Create)
	if err != nil {
		return nil
	}
	return []string{file, file + "-wal", file + "-shm", file + "-journal"}
}

// inUse holds the databases that this process has open, by file.
var inUse = struct {
	sync.Mutex
	files map[string]*usedFile
}{files: map[string]*usedFile{}}

// usedFile is a file that this process has open as a database.
type usedFile struct {
	users int
	*os.File
}

// use opens a file for reading beside SQLite, until release, and creates it before if that is wanted, so that only its
// owner can read it and the files that SQLite makes beside it. The file is nil if it cannot be opened. All users of a
// file share it: closing it while another one has it open would release SQLite's locks,
// https://sqlite.org/howtocorrupt.html.
func use(file string, create bool) (opened *os.File, release func()) {
	inUse.Lock()
	defer inUse.Unlock()
	used := inUse.files[file]
	if used == nil {
		used = &usedFile{}
		if create {
			if created, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
				created.Close()
			}
		}
		used.File, _ = os.Open(file)
		inUse.files[file] = used
	}
	used.users++
	return used.File, sync.OnceFunc(func() {
		inUse.Lock()
		defer inUse.Unlock()
		if used.users--; used.users == 0 {
			used.Close() // returns an error if it is nil
			delete(inUse.files, file)
		}
	})
}

// writable reports whether this process may write a file. A database that this process has open counts as writable: see
// [use].
func writable(file string) bool {
	inUse.Lock()
	defer inUse.Unlock()
	if inUse.files[file] != nil {
		return true
	}
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// pathBeside returns the path of a file beside a database as users know it, given the path that they gave for the
// database, the file to which it led, and a longer name of that file.
func pathBeside(path, file, longer string) string {
	if given, err := filepath.Abs(path); err != nil || given != file {
		return longer // through a link
	}
	return path + strings.TrimPrefix(longer, file)
}

// Exists reports whether a file exists.
func Exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
