package console

import (
	"strings"

	"charm.land/lipgloss/v2"

	"menace/symmetry"
)

// The styles of the program. They use the terminal's own colours, which suit its background.
var (
	bold    = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	crosses = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("4"))
	noughts = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("3"))
)

// Bold emphasizes a text.
func Bold(text string) string { return bold.Render(text) }

// Faint makes a text faint.
func Faint(text string) string { return faint.Render(text) }

// Player names a side in its colour, as in "X" or "White".
func Player(g *symmetry.Graph, side symmetry.Side) string {
	return pieceStyle(side).Render(g.Player(side))
}

// pieceStyle returns the style of the pieces of a side.
func pieceStyle(side symmetry.Side) lipgloss.Style {
	if side == symmetry.First {
		return crosses
	}
	return noughts
}

// centred centres lines in a width.
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
