package term

import (
	"fmt"
	"menace/cmd/menace/internal/tables"
	"regexp"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// unit matches a number with its unit, which must stay on one line.
var unit = regexp.MustCompile(`([0-9∞]) (%|pp|[mµn]?s\b)`)

const gap = 2

// Table prints a table between its title and its note. On a screen that is too narrow it first breaks headings and
// cells between words, then omits the spare columns, in order, and finally prints a block of lines for each row.
func (con *IO) Table(t tables.Text) {
	if t.Title != "" {
		con.Say("\n%s", Bold(t.Title))
	}
	con.rows(t)
	if t.Note != "" {
		con.Say("%s", Faint(t.Note))
	}
}

// rows prints the headings and lines of a table.
func (con *IO) rows(t tables.Text) {
	rows, headings, right, omitted := slices.Concat([][]string{t.Headings}, t.Lines), t.Headings, t.Right, []string(nil)
	widths, total := fullWidths(rows)
	if total > con.Screen.Width {
		for i, row := range rows {
			rows[i] = unbroken(row)
		}
		widths = columnWidths(rows, right, con.Screen.Width)
	}
	all := slices.Clone(rows)
	for _, spare := range t.Spare {
		i := slices.Index(headings, spare)
		if widths != nil || i < 0 {
			continue
		}
		if i < right {
			right--
		}
		for n, row := range rows {
			rows[n] = slices.Delete(slices.Clone(row), i, i+1)
		}
		headings = slices.Delete(slices.Clone(headings), i, i+1)
		omitted = append(omitted, spare)
		widths = columnWidths(rows, right, con.Screen.Width)
	}
	if widths == nil {
		for i, row := range all[1:] {
			if i > 0 {
				con.Print("\n")
			}
			for j, cell := range row {
				con.Say("%s", plain.Replace(Faint(all[0][j])+" "+cell))
			}
		}
		return
	}
	con.Print("%s\n", plain.Replace(TrimLines(wrapped(rows[0], widths, right, faint))))
	var text strings.Builder
	for _, row := range rows[1:] {
		line, fits := oneLine(row, widths, right)
		if !fits {
			line = wrapped(row, widths, right, lipgloss.NewStyle())
		}
		text.WriteString(TrimLines(line) + "\n")
	}
	con.Print("%s", plain.Replace(text.String()))
	if len(omitted) > 0 {
		con.Say("%s", Faint("too narrow for: "+strings.Join(omitted, ", ")))
	}
}

// unbroken returns a row whose cells break neither between a number and its unit nor at a hyphen.
func unbroken(row []string) (cells []string) {
	for _, cell := range row {
		cell = strings.ReplaceAll(cell, "-", "\u2011")
		cells = append(cells, unit.ReplaceAllString(cell, "$1"+NoBreak+"$2"))
	}
	return cells
}

// oneLine lays out a row without styles, or reports that a cell needs several lines. It handles most rows, in a tenth
// of the time of [wrapped].
func oneLine(row []string, widths []int, right int) (line string, fits bool) {
	var text strings.Builder
	for i, cell := range row {
		room := widths[i] - width(cell)
		if room < 0 || strings.ContainsAny(cell, "\t\r\n") {
			return "", false
		}
		if padding := strings.Repeat(" ", room); i < right {
			cell += padding
		} else {
			cell = padding + cell
		}
		text.WriteString(cell + strings.Repeat(" ", gap))
	}
	return text.String(), true
}

// wrapped lays out a row whose cells may need several lines.
func wrapped(row []string, widths []int, right int, style lipgloss.Style) string {
	var cells []string
	for i, cell := range row {
		style := style.Width(widths[i])
		if i >= right {
			style = style.Align(lipgloss.Right)
		}
		cells = append(cells, style.Render(cell), strings.Repeat(" ", gap))
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, cells...)
}

// columnWidths returns column widths that together fit a screen, or nil if breaking between words is not enough. It
// first narrows the widest column of words, and then the widest column of numbers. Numbers begin at index right.
func columnWidths(rows [][]string, right, screen int) []int {
	widths, total := fullWidths(rows)
	least := make([]int, len(widths))
	for i := range least {
		for _, row := range rows {
			for word := range strings.SplitSeq(row[i], " ") {
				least[i] = max(least[i], width(word))
			}
		}
	}
	for ; total > screen; total-- {
		wide := -1
		for i := range widths {
			if widths[i] > least[i] && (wide < 0 || widths[i] > widths[wide] && (i < right) == (wide < right)) {
				wide = i
			}
		}
		if wide < 0 {
			return nil
		}
		widths[wide]--
	}
	return widths
}

// fullWidths returns the width of each column without line breaks, and that of the whole table.
func fullWidths(rows [][]string) (widths []int, total int) {
	widths = make([]int, len(rows[0]))
	total = gap * (len(widths) - 1)
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], width(row[i]))
		}
		total += widths[i]
	}
	return widths, total
}

// width returns the width of a text in columns. It need not measure ASCII, which most cells of long tables are.
func width(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return lipgloss.Width(text)
		}
	}
	return len(text)
}

// NoBreak is a space at which lines do not break. It is printed as a plain space.
const NoBreak = "\u00a0"

// plain restores plain spaces and hyphens.
var plain = strings.NewReplacer(NoBreak, " ", "\u2011", "-")

// Say prints sentences, breaking lines between words to fit the screen.
func (con *IO) Say(format string, args ...any) {
	for line := range strings.SplitSeq(con.hints(fmt.Sprintf(format, args...)), "\n") {
		con.Print("%s", Wrap(0, 0, unit.ReplaceAllString(line, "$1"+NoBreak+"$2"), con.Screen.Width, ""))
	}
}

// PrintCommand prints a command that can be copied.
func (con *IO) PrintCommand(command string) {
	for line := range strings.Lines(Example(command, con.Screen.Width)) {
		con.Print("%s\n", Faint(strings.TrimSuffix(line, "\n")))
	}
}

// Example breaks a command into lines of this width that a shell can read. Lines end in a backslash and do not break
// between a flag and its value.
func Example(command string, width int) string {
	indent := len(command) - len(strings.TrimLeft(command, " "))
	return Wrap(indent, indent+2, flagValue.ReplaceAllString(command, "$1"+NoBreak+"$2"), width, ` \`)
}

var flagValue = regexp.MustCompile(`( --?[a-z-]+) ([^-\s])`)

// Wrap breaks words into lines of at most width columns, with one indent for the first line and another for the rest.
// Each line but the last ends in a mark. A line with a word that is too long gets a smaller indent, and may still
// exceed the width.
func Wrap(first, others int, words string, width int, mark string) string {
	var text strings.Builder
	line, indent := "", first
	add := func(mark string) {
		room := max(0, width-lipgloss.Width(line+mark))
		text.WriteString(strings.Repeat(" ", min(indent, room)) + line + mark + "\n")
	}
	for _, word := range splitWords(words, width-others-lipgloss.Width(mark)) {
		if line != "" && indent+lipgloss.Width(line+" "+word+mark) > width {
			add(mark)
			line, indent = "", others
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	add("")
	return plain.Replace(text.String())
}

// splitWords splits text at spaces into words, the places where lines may break. It also splits at NoBreak if the
// joined words are wider than a line.
func splitWords(words string, width int) (all []string) {
	for _, word := range strings.FieldsFunc(words, func(r rune) bool { return r == ' ' }) {
		if lipgloss.Width(word) > width {
			all = append(all, strings.Split(word, NoBreak)...)
		} else {
			all = append(all, word)
		}
	}
	return all
}
