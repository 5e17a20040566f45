package console

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// cell is the width of a square in a drawn box.
const cell = 5

// Box draws the box of a position as the position lies, with the chances of the moves.
func (con *IO) Box(m *menace.Machine, b board.Board) {
	orbit, to := symmetry.Find(b)
	con.Print("%s\n", trimLines(drawBox(m, b)))
	if orbit.Board() != b {
		con.Print("\nkept as %v (%v)\n", orbit.Board(), to)
	}
	box, _ := m.Box(orbit)
	var rows [][]string
	for own := range to.Inverse().Mask(m.Squares(orbit)).All() {
		s := to.Square(own)
		rows = append(rows, []string{strconv.Itoa(own.Number()), words.Count(box.Beads(s)), words.Percent(box.Chance(s))})
	}
	con.Print("\n")
	con.Table(0, []string{"square", "beads", "chance"}, rows)
}

// Buckets draws boxes, ordered by moves played, as many side by side as the screen has room for.
func (con *IO) Buckets(m *menace.Machine, orbits []symmetry.Orbit) {
	for start := 0; start < len(orbits); {
		end, moves, beads := start, orbits[start].Moves(), int64(0)
		for ; end < len(orbits) && orbits[end].Moves() == moves; end++ {
			box, _ := m.Box(orbits[end])
			beads += box.Total()
		}
		con.Print("%s %s\n\n", Bold("after "+words.Plural(moves, "move")),
			Faint(fmt.Sprintf("· %s · %s", words.Plural(end-start, "box"), words.Beads(beads))))
		con.bucket(m, orbits[start:end])
		start = end
	}
}

// bucket draws the boxes of one number of moves played.
func (con *IO) bucket(m *menace.Machine, orbits []symmetry.Orbit) {
	const gap = 4
	columns := max((con.Screen.Width+gap)/(3*cell+2+gap), 1)
	for start := 0; start < len(orbits); start += columns {
		var row []string
		for _, o := range orbits[start:min(start+columns, len(orbits))] {
			row = append(row, drawBox(m, o.Board()), strings.Repeat(" ", gap))
		}
		con.Print("%s\n\n", trimLines(lipgloss.JoinHorizontal(lipgloss.Top, row[:len(row)-1]...)))
	}
}

// drawBox draws the box of a position, which may be any of its orbit: stones, and beads on the squares
// that they stand for.
func drawBox(m *menace.Machine, b board.Board) string {
	orbit, to := symmetry.Find(b)
	box, _ := m.Box(orbit)
	var lines []string
	for row := range 3 {
		var cells []string
		for column := range 3 {
			s := board.Square(3*row + column)
			cells = append(cells, drawSquare(b.At(s), m.Squares(orbit).Has(to.Square(s)), box.Beads(to.Square(s))))
		}
		lines = append(lines, strings.Join(cells, Faint("│")))
	}
	rule := Faint(strings.Repeat(strings.Repeat("─", cell)+"┼", 2) + strings.Repeat("─", cell))
	return strings.Join([]string{
		centred(3*cell+2, Faint(b.String())),
		lines[0], rule, lines[1], rule, lines[2],
		centred(3*cell+2, Faint(words.Beads(box.Total()))),
	}, "\n")
}

// drawSquare draws a stone, the beads, or a dot where a twin of the square has them.
func drawSquare(mark board.Mark, own bool, beads int64) string {
	text := Faint("·")
	switch {
	case mark != board.Empty:
		text = Stone(mark)
	case own:
		text = words.Short(beads)
	}
	return centred(cell, text)
}
