package console

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
)

// bigCell is the width of a square of a board at which a person plays; it is three lines high.
const bigCell = 7

// bigStones are the stones of a large board. They differ by their shape.
var bigStones = map[board.Mark][3]string{
	board.X: {`\ /`, `X`, `/ \`},
	board.O: {`╭───╮`, `│   │`, `╰───╯`},
}

// Board draws a position with the numbers of the empty squares.
func (con *IO) Board(b board.Board) {
	con.Squares(b, func(s board.Square) string { return Faint(strconv.Itoa(s.Number())) })
}

// Squares draws a position with a text of at most seven columns on each empty square.
func (con *IO) Squares(b board.Board, text func(board.Square) string) {
	won := wonSquares(b)
	var rows []string
	for row := range 3 {
		var cells [3]string
		for column := range cells {
			s := board.Square(3*row + column)
			if m := b.At(s); m != board.Empty {
				cells[column] = centred(bigCell, bigStone(m, won != 0 && !won.Has(s)))
			} else {
				cells[column] = centred(bigCell, "\n"+text(s)+"\n")
			}
		}
		bar := Faint("│\n│\n│")
		rows = append(rows, lipgloss.JoinHorizontal(lipgloss.Top, cells[0], bar, cells[1], bar, cells[2]))
	}
	side := strings.Repeat("─", bigCell)
	rule := "\n" + Faint(side+"┼"+side+"┼"+side) + "\n"
	con.Print("\n%s\n\n", indent(trimLines(strings.Join(rows, rule))))
}

// bigStone draws a stone, faint unless it is in the winning line.
func bigStone(m board.Mark, idle bool) string {
	lines := bigStones[m]
	for i := range lines {
		lines[i] = stoneStyle(m).Bold(!idle).Faint(idle).Render(lines[i])
	}
	return strings.Join(lines[:], "\n")
}

// wonSquares returns the squares of complete lines.
func wonSquares(b board.Board) (won board.Mask) {
	for _, line := range board.Lines {
		if b.X&line == line || b.O&line == line {
			won |= line
		}
	}
	return won
}

// indent moves lines to the right.
func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }
