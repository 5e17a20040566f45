package console

import (
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
)

// The styles of the program. Colours are the terminal's own, so they suit its background.
var (
	bold    = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	crosses = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("4"))
	noughts = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("3"))
)

// Bold emphasizes a text.
func Bold(text string) string { return bold.Render(text) }

// Faint plays a text down.
func Faint(text string) string { return faint.Render(text) }

// Stone returns a mark in its colour; X and O differ by their letters too.
func Stone(m board.Mark) string {
	if m == board.Empty {
		return " "
	}
	return stoneStyle(m).Render(m.String())
}

// stoneStyle returns the style of X or O.
func stoneStyle(m board.Mark) lipgloss.Style {
	if m == board.X {
		return crosses
	}
	return noughts
}

// centred puts lines in the middle of columns.
func centred(width int, lines string) string {
	return lipgloss.NewStyle().Width(width).Align(lipgloss.Center).Render(lines)
}

// trimLines removes the spaces at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
