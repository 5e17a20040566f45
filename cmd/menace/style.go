package main

import (
	"fmt"
	"io"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/dustin/go-humanize"

	"menace/board"
)

// The styles of the program. Colours are the terminal's own, so that they suit its background.
var (
	bold    = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	crosses = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("4"))
	noughts = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("3"))
)

// stone returns a mark in its colour; X and O differ by their letters too.
func stone(m board.Mark) string {
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

// printTable prints rows under a heading, the columns from right on aligned to the right.
func printTable(w io.Writer, right int, heading []string, rows [][]string) {
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
	fmt.Fprintln(w, trimLines(t.Render()))
}

// count writes a whole number with commas.
func count(n int64) string { return humanize.Comma(n) }

// percent writes a probability as a percentage.
func percent(p float64) string { return fmt.Sprintf("%.2f %%", 100*p) }

// plural returns a number with its noun.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}
