package console

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file whole or not at all. A device or a pipe is written to as it is.
func WriteFile(path string, write func(io.Writer) error) error {
	if path == "" {
		return errors.New("cannot write a file without a name")
	}
	if err := writeWhole(path, write); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, Reason(err))
	}
	return nil
}

func writeWhole(path string, write func(io.Writer) error) error {
	folder := filepath.Dir(path)
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("there is no folder %s", folder)
		}
		return replace(path, 0o644, write)
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return writeInto(path, write)
	default:
		return overwrite(path, info.Mode().Perm(), write)
	}
}

// replace writes a temporary file and renames it.
func replace(path string, mode fs.FileMode, write func(io.Writer) error) error {
	aside, err := os.CreateTemp(filepath.Dir(path), ".menace-*")
	if err != nil {
		return err
	}
	defer os.Remove(aside.Name())
	if err := errors.Join(write(aside), aside.Chmod(mode), aside.Close()); err != nil {
		return err
	}
	return os.Rename(aside.Name(), path)
}

// overwrite replaces a writable file where it lies, through links, and keeps its permissions.
func overwrite(path string, mode fs.FileMode, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	file.Close()
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	return replace(path, mode, write)
}

// writeInto writes to a device or a pipe.
func writeInto(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// Reason returns what the system said of a file, without the file's name.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
