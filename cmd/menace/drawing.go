package main

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
	"menace/menace"
	"menace/symmetry"
)

// cell is the width of a square in a drawn box.
const cell = 5

// drawBox draws the box of a position as a board: stones, and beads on the squares that they stand
// for. The position may be any of the orbit; title stands above it.
func drawBox(m *menace.Machine, b board.Board, title string) string {
	orbit, to := symmetry.Find(b)
	box, _ := m.Box(orbit)
	var lines []string
	for row := range 3 {
		var cells []string
		for column := range 3 {
			s := board.Square(3*row + column)
			cells = append(cells, drawSquare(m, b, s, orbit, to.Square(s), box))
		}
		lines = append(lines, strings.Join(cells, faint.Render("│")))
	}
	rule := faint.Render(strings.Repeat(strings.Repeat("─", cell)+"┼", 2) + strings.Repeat("─", cell))
	width := 3*cell + 2
	centre := lipgloss.NewStyle().Width(width).Align(lipgloss.Center)
	return strings.Join([]string{
		centre.Render(faint.Render(title)),
		lines[0], rule, lines[1], rule, lines[2],
		centre.Render(faint.Render(beadsText(box.Total()))),
	}, "\n")
}

// drawSquare draws what is on a square: a stone, the beads, or a dot where a twin has them.
func drawSquare(m *menace.Machine, b board.Board, own board.Square, orbit symmetry.Orbit, canonical board.Square, box menace.Box) string {
	centre := lipgloss.NewStyle().Width(cell).Align(lipgloss.Center)
	switch {
	case b.At(own) != board.Empty:
		return centre.Render(stone(b.At(own)))
	case m.Squares(orbit).Has(canonical):
		return centre.Render(short(box.Beads(canonical)))
	}
	return centre.Render(faint.Render("·"))
}

// beadsText says how many beads a box holds.
func beadsText(n int64) string {
	if n == 0 {
		return "empty"
	}
	return plural(n, "bead")
}

// short writes a number in at most four characters: 9999, 25k, 1.2M.
func short(n int64) string {
	if n < 10_000 {
		return strconv.FormatInt(n, 10)
	}
	value, unit := float64(n), ""
	for _, unit = range []string{"k", "M", "G", "T", "P", "E"} {
		value /= 1000
		if value < 999.5 {
			break
		}
	}
	if value < 9.95 {
		return fmt.Sprintf("%.1f%s", value, unit)
	}
	return fmt.Sprintf("%.0f%s", value, unit)
}

// printBuckets draws boxes bucket by bucket, as many side by side as the screen has room for.
func (p *program) printBuckets(m *menace.Machine, orbits []symmetry.Orbit) {
	const gap = 4
	columns := max((p.screen.width+gap)/(3*cell+2+gap), 1)
	for start := 0; start < len(orbits); {
		end := start
		for end < len(orbits) && orbits[end].Moves() == orbits[start].Moves() {
			end++
		}
		moves := orbits[start].Moves()
		fmt.Fprintf(p.stdout, "%s %s\n\n", bold.Render("after "+plural(int64(moves), "move")),
			faint.Render("· "+boxesText(end-start)+" · "+beadsText(totalOf(m, orbits[start:end]))))
		for ; start < end; start += columns {
			var row []string
			for _, o := range orbits[start:min(start+columns, end)] {
				row = append(row, drawBox(m, o.Board(), o.Board().String()), strings.Repeat(" ", gap))
			}
			fmt.Fprintln(p.stdout, trimLines(lipgloss.JoinHorizontal(lipgloss.Top, row[:len(row)-1]...)))
			fmt.Fprintln(p.stdout)
		}
		start = end
	}
}

func boxesText(n int) string {
	if n == 1 {
		return "1 box"
	}
	return count(int64(n)) + " boxes"
}

// trimLines takes the spaces from the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

func totalOf(m *menace.Machine, orbits []symmetry.Orbit) (total int64) {
	for _, o := range orbits {
		box, _ := m.Box(o)
		total += box.Total()
	}
	return total
}

// printOneBox draws the box of a position as it was asked for, with the chances of the moves.
func (p *program) printOneBox(m *menace.Machine, b board.Board) {
	orbit, to := symmetry.Find(b)
	fmt.Fprintln(p.stdout, trimLines(drawBox(m, b, b.String())))
	if orbit.Board() != b {
		fmt.Fprintf(p.stdout, "\nkept as %v (%v)\n", orbit.Board(), to)
	}
	box, _ := m.Box(orbit)
	var rows [][]string
	for own := range to.Inverse().Mask(m.Squares(orbit)).All() {
		s := to.Square(own)
		rows = append(rows, []string{strconv.Itoa(own.Number()), count(box.Beads(s)), percent(box.Chance(s))})
	}
	fmt.Fprintln(p.stdout)
	printTable(p.stdout, 0, []string{"square", "beads", "chance"}, rows)
}
