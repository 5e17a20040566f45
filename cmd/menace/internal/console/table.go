package console

import (
	"regexp"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"menace/cmd/menace/internal/report"
)

// unit matches a number with its unit, which must stay on one line.
var unit = regexp.MustCompile(`([0-9∞]) (%|[mµn]?s\b)`)

// gap is the space between the columns of a table.
const gap = 2

// Report prints a table of a report below its title.
func (con *IO) Report(t report.Table) error {
	if t.Title != "" {
		con.Say("\n%s", Bold(t.Title))
	}
	lines, err := t.Lines()
	if err != nil {
		return err
	}
	con.Table(t.Right, t.Headings(), lines, t.Spare()...)
	return nil
}

// Table prints rows under a heading. Columns from right on are right-aligned. On a screen that is too narrow it first
// breaks headings and cells between words, then leaves out the columns in spare, in order, and finally prints a block
// of lines for each row.
func (con *IO) Table(right int, heading []string, rows [][]string, spare ...string) {
	// all is a copy of the table in which lines break neither between a number and its unit nor at a hyphen.
	all := make([][]string, len(rows)+1)
	for i, row := range append([][]string{heading}, rows...) {
		for _, cell := range row {
			cell = strings.ReplaceAll(cell, "-", "\u2011")
			all[i] = append(all[i], unit.ReplaceAllString(cell, "$1"+NoBreak+"$2"))
		}
	}
	rows = slices.Clone(all)
	widths, out := fit(rows, right, con.Screen.Width), []string(nil)
	for ; widths == nil && len(spare) > 0; spare = spare[1:] {
		if i := slices.Index(rows[0], spare[0]); i >= 0 {
			if i < right {
				right--
			}
			for n, row := range rows {
				rows[n] = slices.Delete(slices.Clone(row), i, i+1)
			}
			out = append(out, spare[0])
			widths = fit(rows, right, con.Screen.Width)
		}
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
	t := table.New().
		Border(lipgloss.HiddenBorder()).BorderTop(false).BorderBottom(false).BorderLeft(false).
		BorderRight(false).BorderHeader(false).BorderColumn(false).
		Rows(rows...). // includes the heading, which the library would shorten and not break
		StyleFunc(func(row, column int) lipgloss.Style {
			style := lipgloss.NewStyle().Width(widths[column]).Faint(row == 0)
			if column < len(widths)-1 {
				style = style.Width(widths[column] + gap).PaddingRight(gap)
			}
			if column >= right {
				style = style.Align(lipgloss.Right)
			}
			return style
		})
	con.Print("%s\n", plain.Replace(trimLines(t.Render())))
	if len(out) > 0 {
		con.Say("%s", Faint("too narrow for: "+strings.Join(out, ", ")))
	}
}

// fit returns column widths that together fit a screen, or nil if breaking between words is not enough. It narrows the
// widest column of words first, and then the widest column of numbers, which begin at right.
func fit(rows [][]string, right, screen int) []int {
	columns := len(rows[0])
	widths, least := make([]int, columns), make([]int, columns)
	total := gap * (columns - 1)
	for i := range columns {
		for _, row := range rows {
			widths[i] = max(widths[i], lipgloss.Width(row[i]))
			for word := range strings.SplitSeq(row[i], " ") {
				least[i] = max(least[i], lipgloss.Width(word))
			}
		}
		total += widths[i]
	}
	for ; total > screen; total-- {
		widest := -1
		for i := range columns {
			if widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest] && (i < right) == (widest < right)) {
				widest = i
			}
		}
		if widest < 0 {
			return nil
		}
		widths[widest]--
	}
	return widths
}
