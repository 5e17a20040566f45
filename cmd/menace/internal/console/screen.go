package console

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// Screen is the place that text goes to.
type Screen struct {
	Terminal bool
	Width    int // columns
}

// screenOf returns the screen behind a writer. Without a terminal it is as wide as COLUMNS says, or 80 columns.
func screenOf(w io.Writer) Screen {
	s := Screen{Width: 80}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.Width = columns
	}
	if !isTerminal(w) {
		return s
	}
	s.Terminal = true
	if width, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
		s.Width = width
	}
	return s
}

// Typed reports whether a person types the input.
func (con *IO) Typed() bool { return isTerminal(con.In) }

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
