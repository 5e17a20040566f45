//go:build !js

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Locate returns the absolute path of a database without symbolic links, or an error if the mode does not allow it.
// SQLite keeps its other files beside the file itself, not beside a link.
func Locate(path string, mode Mode) (string, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	file = target(file)
	info, err := os.Stat(file)
	switch {
	case path == "":
		return "", fmt.Errorf("%w: its name is empty", ErrNoDatabase)
	case err == nil && info.IsDir():
		return "", fmt.Errorf("%w: %s is a folder", ErrNotADatabase, path)
	case err == nil && !info.Mode().IsRegular():
		return "", fmt.Errorf("%w: %s is not a file", ErrNotADatabase, path)
	case errors.Is(err, fs.ErrNotExist) && mode != Create:
		return "", fmt.Errorf("%w %s", ErrNoDatabase, path)
	case errors.Is(err, fs.ErrNotExist) && !Exists(filepath.Dir(file)):
		return "", fmt.Errorf("cannot create %s: there is no folder %s", path, filepath.Dir(path))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return file, nil
}

// target returns the file that a path leads to, even if it does not exist: whether SQLite itself creates the target of
// a link depends on the driver. It returns the path unchanged if it leads nowhere.
func target(path string) string {
	for at := path; ; {
		file, err := filepath.EvalSymlinks(at)
		if err == nil {
			return file
		}
		folder, folderErr := filepath.EvalSymlinks(filepath.Dir(at))
		if folderErr != nil || !errors.Is(err, fs.ErrNotExist) {
			return path
		}
		link, err := os.Readlink(at)
		switch {
		case err != nil:
			return filepath.Join(folder, filepath.Base(at))
		case filepath.IsAbs(link):
			at = link
		default:
			at = filepath.Join(folder, link)
		}
	}
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

func writable(file string) bool {
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

// stat describes a file, so that it can be recognised later.
func stat(file string) (os.FileInfo, error) { return os.Stat(file) }

// vfs is the part of a DSN that names where SQLite keeps its files.
const vfs = ""
