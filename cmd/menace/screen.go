package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// screen is what is known of the place that text goes to.
type screen struct {
	terminal bool
	width    int // columns
}

// screenOf looks behind a writer. Where there is no terminal, COLUMNS or 80 columns are assumed.
func screenOf(w io.Writer) screen {
	s := screen{width: 80}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.width = columns
	}
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return s
	}
	s.terminal = true
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		s.width = width
	}
	return s
}
