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
// SQLite keeps its other files beside the file itself, not beside a link to it.
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

// target follows links to a file that does not exist. Only some drivers let SQLite create the target of a link.
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

// Files returns the paths of all files that belong to a database, whether they exist or not: the database and the files
// that SQLite keeps beside it. It returns nothing if there can be no database at this path.
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

// usedFile is a file that is open as a database in this process.
type usedFile struct {
	users int
	*os.File
}

// use opens a file for reading beside SQLite, until release is called. If create is set, it first creates the file, so
// that only its owner can read it and the files that SQLite adds. The result is nil if the file cannot be opened. All
// users of a file share it, because closing any other descriptor of it would release SQLite's locks:
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

// writable reports whether this process may write a file. A database that is open in this process counts as writable,
// because it must not be opened again: see [use].
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

// pathBeside returns the path of a file beside a database in the user's terms, given the path that the user gave for
// the database, the file that it led to, and the name of that file with a suffix.
func pathBeside(path, file, longer string) string {
	if given, err := filepath.Abs(path); err != nil || given != file {
		return longer // the path is a link
	}
	return path + strings.TrimPrefix(longer, file)
}

// Exists reports whether a file exists.
func Exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
