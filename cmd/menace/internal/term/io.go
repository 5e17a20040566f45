package term

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"menace/cmd/menace/internal/plaintext"
)

// programName is the name of the program in notices and in the commands of hints.
const programName = "menace"

// IO holds the streams of a program.
type IO struct {
	In  io.Reader
	Out io.Writer // results; styles that the terminal or NO_COLOR does not allow are removed
	Err io.Writer // notices and progress, with styles like those of Out

	Screen    Screen // the screen of Out
	ErrScreen Screen // the screen of Err
	Colour    bool   // whether Out shows colours

	Spared    Spared // files that WriteFile refuses to overwrite
	HintFlags string // flags that commands in hints need to work unchanged, such as "--db other.db"

	stderr  io.Writer // the unwrapped standard error
	written *firstError
	painted *painting // what Rewind removes, or nil
}

// Spared are files that the program needs and must not overwrite, such as the files of a database.
type Spared struct {
	Files []string
	Owner string // what they belong to, in messages
}

// New returns the streams of a program.
func New(stdin io.Reader, stdout, stderr io.Writer) *IO {
	for _, stream := range []io.Writer{stdout, stderr} {
		if file, ok := stream.(*os.File); ok {
			lipgloss.EnableLegacyWindowsANSI(file) // otherwise cmd.exe and PowerShell print styles as text
		}
	}
	out := colorprofile.NewWriter(stdout, os.Environ())
	written := &firstError{to: stdout}
	out.Forward = written
	return &IO{
		In: stdin, Out: withoutControls{out}, Err: colorprofile.NewWriter(stderr, os.Environ()),
		Screen: screenOf(stdout), ErrScreen: screenOf(stderr), Colour: out.Profile >= colorprofile.ANSI,
		stderr: stderr, written: written,
	}
}

// Print prints a formatted result.
func (con *IO) Print(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if con.painted != nil {
		con.painted.add(text)
	}
	io.WriteString(con.Out, text)
}

// Note prints a notice on one line. On a terminal it breaks lines that are too long, but not within commands. Control
// characters are escaped.
func (con *IO) Note(format string, args ...any) {
	text := Printable(con.hints(programName + ": " + fmt.Sprintf(format, args...)))
	if con.ErrScreen.Terminal {
		text = strings.TrimSuffix(Wrap(0, 2, text, con.ErrScreen.Width, ""), "\n")
	}
	fmt.Fprintln(con.Err, plain.Replace(text))
}

// hints makes the commands in a text work unchanged: each is on one line, and has HintFlags.
func (con *IO) hints(text string) string {
	return quoted.ReplaceAllStringFunc(text, func(command string) string {
		rest, ok := strings.CutPrefix(command, "`"+programName+" ")
		if ok && con.HintFlags != "" && !strings.HasPrefix(rest, "--") && !strings.HasSuffix(rest, "--help`") {
			command = "`" + programName + " " + con.HintFlags + " " + rest
		}
		return strings.ReplaceAll(command, " ", NoBreak)
	})
}

// quoted matches a command in a text.
var quoted = regexp.MustCompile("`[^`]+`")

// Status shows a text on a terminal until the next call. An empty text clears it.
func (con *IO) Status(text string) {
	if con.ErrScreen.Terminal {
		fmt.Fprint(con.Err, "\r\x1b[K"+text)
	}
}

// JSON prints one JSON document.
func (con *IO) JSON(document any) error {
	encoder := json.NewEncoder(con.Out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

// OutputError returns the first error of writing to Out, so that callers need not check each line.
func (con *IO) OutputError() error {
	if con.written.err == nil {
		return nil
	}
	return fmt.Errorf("cannot write the output: %w", Reason(con.written.err))
}

// withoutControls passes on text without control characters, except for tabs, line ends and styles. Results may repeat
// the content of a file or of another program, and a terminal would obey its control characters.
type withoutControls struct{ to io.Writer }

func (w withoutControls) Write(text []byte) (int, error) {
	legible := strings.ToValidUTF8(string(text), "\ufffd")
	if strings.ContainsFunc(legible, func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }) {
		legible = control.ReplaceAllStringFunc(legible, func(found string) string {
			if strings.HasSuffix(found, "m") {
				return found
			}
			return "\ufffd"
		})
	}
	if _, err := io.WriteString(w.to, legible); err != nil {
		return 0, err
	}
	return len(text), nil
}

// control matches a style, or a control character that is neither a tab nor a line end.
var control = regexp.MustCompile("\x1b\\[[0-9;:]*m|[\x00-\x08\x0b-\x1f\x7f-\u009f]")

// firstError keeps the first error of a writer.
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

// Screen describes the destination of text.
type Screen struct {
	Terminal bool
	Width    int // columns
	Height   int // lines, if it is a terminal
}

// screenOf returns the screen of a writer. If it is not a terminal, the width is COLUMNS or, by default, 80.
func screenOf(w io.Writer) Screen {
	s := Screen{Width: 80, Height: 24}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.Width = columns
	}
	if !isTerminal(w) {
		return s
	}
	s.Terminal = true
	if width, height, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
		s.Width, s.Height = width, height
	}
	return s
}

// Interactive reports whether the input is a terminal, at which a person types.
func (con *IO) Interactive() bool { return isTerminal(con.In) }

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// The styles of the program. They use the terminal's own colours, which suit its background.
var (
	bold  = lipgloss.NewStyle().Bold(true)
	faint = lipgloss.NewStyle().Faint(true)
)

// Bold emphasizes a text.
func Bold(text string) string { return bold.Render(text) }

// Faint makes a text faint.
func Faint(text string) string { return faint.Render(text) }

// Centred centres lines in a column of a width.
func Centred(width int, lines string) string {
	return lipgloss.NewStyle().Width(width).Align(lipgloss.Center).Render(lines)
}

// TrimLines removes the spaces at the end of each line.
func TrimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// Lines reads the lines of the input in the background, so that waiting for a line can be interrupted.
type Lines struct {
	con  *IO
	read chan typed
}

type typed struct {
	text string
	err  error
}

// ReadLines starts to read the input. Reading stops with the line after the end of the context.
func (con *IO) ReadLines(ctx context.Context) *Lines {
	l := &Lines{con, make(chan typed)}
	go func() {
		for lines := plaintext.NewLines(con.In); ctx.Err() == nil; {
			line, err := lines.Next()
			select {
			case l.read <- typed{strings.TrimSpace(line), err}:
			case <-ctx.Done():
			}
		}
	}()
	return l
}

// Next returns the next line without surrounding space, io.EOF after the last, or the error of the context when that
// ends.
func (l *Lines) Next(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case next := <-l.read:
		return next.text, next.err
	}
}

// Ask prints a prompt and returns the next line. Unless a person typed the line, it also prints it.
func (l *Lines) Ask(ctx context.Context, prompt string) (string, error) {
	l.con.Print("%s", prompt)
	line, err := l.Next(ctx)
	switch {
	case err == nil && !l.con.Interactive():
		l.con.Print("%.40s\n", Printable(line))
	case l.con.painted != nil:
		l.con.painted.add(line + "\n")
	}
	return line, err
}

// ConfirmDeletion asks before something is deleted permanently, unless yes is set. Only the answer yes confirms it. In
// a script, where nobody can answer, yes must be set.
func (con *IO) ConfirmDeletion(ctx context.Context, yes bool, what string) (bool, error) {
	if yes {
		return true, nil
	}
	if !con.Interactive() {
		return false, Usagef("this would delete %s; --yes confirms that", what)
	}
	con.Say("This deletes %s. It cannot be undone.", what)
	answer, err := con.ReadLines(ctx).Ask(ctx, "Type yes to delete it; Enter keeps it: ")
	if errors.Is(err, io.EOF) {
		con.Print("\n")
		err = errors.New("no answer, so nothing was deleted")
	}
	if err != nil {
		return false, err
	}
	if !strings.EqualFold(answer, "yes") {
		con.Say("Nothing was deleted.")
		return false, nil
	}
	return true, nil
}
