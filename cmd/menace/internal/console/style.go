package console

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

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

// Table prints rows under a heading, right-aligned from a column on.
func (con *IO) Table(right int, heading []string, rows [][]string) {
	t := table.New().
		Border(lipgloss.HiddenBorder()).BorderTop(false).BorderBottom(false).BorderLeft(false).
		BorderRight(false).BorderHeader(false).BorderColumn(false).
		Headers(heading...).Rows(rows...).
		StyleFunc(func(row, column int) lipgloss.Style {
			style := lipgloss.NewStyle()
			if column < len(heading)-1 {
				style = style.PaddingRight(2)
			}
			if column >= right {
				style = style.Align(lipgloss.Right)
			}
			if row == table.HeaderRow {
				style = style.Faint(true)
			}
			return style
		})
	fmt.Fprintln(con.Out, trimLines(t.Render()))
}

// trimLines removes the spaces at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
