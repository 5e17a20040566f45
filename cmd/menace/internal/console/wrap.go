package console

import (
	"fmt"
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
)

// NoBreak is a space at which lines do not break; it is printed as a plain one.
const NoBreak = "\u00a0"

// plain restores plain spaces and hyphens.
var plain = strings.NewReplacer(NoBreak, " ", "\u2011", "-")

// Say prints sentences, with lines broken between words to fit the screen.
func (con *IO) Say(format string, args ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		con.Print("%s", Hang(0, 0, unit.ReplaceAllString(line, "$1"+NoBreak+"$2"), con.Screen.Width, ""))
	}
}

// CommandLine prints a command that can be copied.
func (con *IO) CommandLine(command string) {
	for line := range strings.Lines(Example(command, con.Screen.Width)) {
		con.Print("%s\n", Faint(strings.TrimSuffix(line, "\n")))
	}
}

// Example breaks a command into lines that fit a width, as a shell reads them: with a backslash at the end, and
// no break between a flag and its value.
func Example(command string, width int) string {
	indent := len(command) - len(strings.TrimLeft(command, " "))
	return Hang(indent, indent+2, flagValue.ReplaceAllString(command, "$1"+NoBreak+"$2"), width, ` \`)
}

var flagValue = regexp.MustCompile(`( --?[a-z-]+) ([^-\s])`)

// Hang breaks words into lines of at most width columns, with one indent for the first and another for the
// others. Each line but the last ends in a mark.
func Hang(first, others int, words string, width int, mark string) string {
	var text strings.Builder
	line, indent := "", first
	for word := range strings.SplitSeq(strings.TrimSpace(words), " ") {
		if word == "" {
			continue
		}
		if line != "" && indent+lipgloss.Width(line+" "+word+mark) > width {
			text.WriteString(strings.Repeat(" ", indent) + line + mark + "\n")
			line, indent = "", others
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	return plain.Replace(text.String() + strings.Repeat(" ", indent) + line + "\n")
}
