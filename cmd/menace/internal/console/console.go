// Package console is the terminal: the three streams of a program and the screens behind them, styles and
// tables, boards and boxes, a progress bar, typed lines, and files that are written whole.
//
// It knows how things look in text, not what a command does: it reads no flags, opens no database and plays no
// games.
package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// IO is the streams of a program.
type IO struct {
	In  io.Reader
	Out io.Writer // for results; takes styled text and drops what its terminal, or NO_COLOR, forbids
	Err io.Writer // for notices and progress, likewise

	Screen Screen // behind Out
	Notes  Screen // behind Err

	written *firstError
}

// New returns the streams of a program.
func New(stdin io.Reader, stdout, stderr io.Writer) *IO {
	out := colorprofile.NewWriter(stdout, os.Environ())
	written := &firstError{to: stdout}
	out.Forward = written
	return &IO{
		In: stdin, Out: out, Err: colorprofile.NewWriter(stderr, os.Environ()),
		Screen: screenOf(stdout), Notes: screenOf(stderr), written: written,
	}
}

// Print prints a formatted result.
func (con *IO) Print(format string, args ...any) { fmt.Fprintf(con.Out, format, args...) }

// Say prints a sentence, broken into lines that fit the screen.
func (con *IO) Say(format string, args ...any) {
	fmt.Fprintln(con.Out, lipgloss.Wrap(fmt.Sprintf(format, args...), con.Screen.Width, ""))
}

// Note prints a notice on a line of its own.
func (con *IO) Note(format string, args ...any) {
	fmt.Fprintf(con.Err, "menace: "+format+"\n", args...)
}

// Status shows on a terminal what the program is doing, until the next call. An empty text clears it.
func (con *IO) Status(text string) {
	if con.Notes.Terminal {
		fmt.Fprint(con.Err, "\r\x1b[K"+text)
	}
}

// JSON prints one JSON document.
func (con *IO) JSON(document any) error {
	encoder := json.NewEncoder(con.Out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

// Failed returns the first error of writing to Out: callers need not check each line.
func (con *IO) Failed() error {
	if con.written.err == nil {
		return nil
	}
	return fmt.Errorf("cannot write the output: %w", Reason(con.written.err))
}

// firstError remembers the first error of a writer.
type firstError struct {
	to  io.Writer
	err error
}

func (w *firstError) Write(text []byte) (int, error) {
	n, err := w.to.Write(text)
	if w.err == nil {
		w.err = err
	}
	return n, err
}
