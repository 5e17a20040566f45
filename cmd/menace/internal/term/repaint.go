package term

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
)

// painting is what was printed to a terminal since Paint, and what a person typed there.
type painting struct {
	width int // of the terminal
	lines int // complete ones, as the terminal wraps them
	last  string
}

// add counts the lines of a text.
func (p *painting) add(text string) {
	lines := strings.Split(p.last+text, "\n")
	for _, line := range lines[:len(lines)-1] {
		p.lines += max(1, (lipgloss.Width(line)+p.width-1)/p.width)
	}
	p.last = lines[len(lines)-1]
}

// Paint marks the place to which Rewind returns. It does nothing where a person does not see and type at the same
// terminal, or where the cursor of the terminal cannot move.
func (con *IO) Paint() {
	con.painted = nil
	name := os.Getenv("TERM")
	movable := name != "" && name != "dumb" || runtime.GOOS == "windows"
	if con.Screen.Terminal && con.Interactive() && movable && con.Screen.Width > 0 {
		con.painted = &painting{width: con.Screen.Width}
	}
}

// Rewind removes from the terminal what was printed since Paint, and reports whether it did. What no longer fits on the
// screen stays.
func (con *IO) Rewind() bool {
	p := con.painted
	con.Paint()
	if p == nil || con.painted == nil || p.lines == 0 || p.lines >= con.Screen.Height {
		return false
	}
	io.WriteString(con.written, "\x1b["+strconv.Itoa(p.lines)+"A\r\x1b[J")
	return true
}
