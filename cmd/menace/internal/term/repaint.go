package term

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
)

// painting is what was printed to a terminal and typed there since Paint.
type painting struct {
	width int // of the terminal
	lines int // complete lines, as wrapped by the terminal
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

// Paint marks the place that Rewind returns to. It does nothing unless a person sees and types at the same terminal,
// and the cursor of the terminal can move.
func (con *IO) Paint() {
	con.painted = nil
	movable := os.Getenv("TERM") != "" || runtime.GOOS == "windows"
	if !con.Screen.Terminal || !con.Interactive() || !movable || con.Speaks() {
		return
	}
	if con.Screen = screenOf(con.written.to); con.Screen.Width > 0 { // the terminal may have been resized
		con.painted = &painting{width: con.Screen.Width}
	}
}

// Rewind removes everything printed since Paint from the terminal, and reports whether it did. If that was more than
// the screen shows, it clears the screen.
func (con *IO) Rewind() bool {
	p := con.painted
	con.Paint()
	if p == nil || con.painted == nil || p.lines == 0 {
		return false
	}
	back := "\x1b[" + strconv.Itoa(p.lines) + "A\r"
	if p.lines >= con.Screen.Height {
		back = "\x1b[H"
	}
	io.WriteString(con.written, back+"\x1b[J")
	return true
}

// Speaks reports whether somebody plays at a terminal that shows lines and nothing else, as people do who have it read
// aloud. TERM=dumb says so on every system.
func (con *IO) Speaks() bool { return con.Interactive() && os.Getenv("TERM") == "dumb" }

// Repaints reports whether Rewind can remove what is printed.
func (con *IO) Repaints() bool { return con.painted != nil }

// Left returns the number of lines left on the screen below those printed since Paint.
func (con *IO) Left() int {
	if con.painted == nil {
		return 0
	}
	return con.Screen.Height - con.painted.lines
}

// Fill prints empty lines until there are n since Paint, so that the following output keeps its place. It does nothing
// if Rewind does nothing.
func (con *IO) Fill(n int) {
	if con.painted != nil && con.painted.lines < n {
		con.Print("%s", strings.Repeat("\n", n-con.painted.lines))
	}
}

// Column returns what draw prints on a screen of this width, to be printed beside something else.
func (con *IO) Column(width int, draw func(*IO)) string {
	var text strings.Builder
	column := *con
	column.Out, column.Screen, column.painted = &text, Screen{Width: width}, nil
	draw(&column)
	return strings.TrimSuffix(text.String(), "\n")
}
