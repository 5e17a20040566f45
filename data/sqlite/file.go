package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// inUse counts the databases that this process has open, by file.
var inUse struct {
	sync.Mutex
	files map[string]int
}

// use counts a file as open, until release.
func use(file string) (release func()) {
	add := func(n int) {
		inUse.Lock()
		defer inUse.Unlock()
		if inUse.files == nil {
			inUse.files = map[string]int{}
		}
		if inUse.files[file] += n; inUse.files[file] == 0 {
			delete(inUse.files, file)
		}
	}
	add(1)
	return sync.OnceFunc(func() { add(-1) })
}

// writable reports whether this process may write a file. It does not open a database that this process has open:
// closing it would release SQLite's locks, https://sqlite.org/howtocorrupt.html. Such a file counts as writable.
func writable(file string) bool {
	inUse.Lock()
	defer inUse.Unlock()
	if inUse.files[file] > 0 {
		return true
	}
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// Exists reports whether a file exists.
func Exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
