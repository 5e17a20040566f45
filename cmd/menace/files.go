package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file aside and then puts it in its place, so that it is whole or not there.
func writeFile(path string, write func(io.Writer) error) error {
	aside, err := os.CreateTemp(filepath.Dir(path), ".menace-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	defer os.Remove(aside.Name())
	err = errors.Join(write(aside), aside.Chmod(0o644), aside.Close())
	if err == nil {
		err = os.Rename(aside.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}

// reason returns what the system said of a file, without the file's name.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
