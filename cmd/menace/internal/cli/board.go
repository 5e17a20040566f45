package cli

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
	"menace/symmetry"
)

// bigCell is the width of a square of a large board, on which a person plays. Squares are three lines high.
const bigCell = 7

// bigStones holds the stones of a large board, which differ in shape.
var bigStones = map[board.Mark][3]string{
	board.X: {`\ /`, `X`, `/ \`},
	board.O: {`╭───╮`, `│   │`, `╰───╯`},
}

// Board draws a position with the numbers of the empty squares.
func (con *IO) Board(g *symmetry.Graph, position board.Code) { con.Choices(g, position, nil) }

// Choices draws a position with a text for each move. In games in which pieces move, moves are numbered arrows on the
// board, and the texts are in a list below it; otherwise a text is on the square of its move. If text is nil, Choices
// draws only the position.
func (con *IO) Choices(g *symmetry.Graph, position board.Code, text func(symmetry.Move) string) {
	drawn := trimLines(grid(bigCell, 3, func(s board.Square) string { return bigSquare(g, position, s, text) }))
	con.Print("\n  %s\n\n", strings.ReplaceAll(drawn, "\n", "\n  "))
	if text == nil || !g.Steps() {
		return
	}
	for i, m := range g.MovesFrom(position) {
		con.Print("  %d  %s\n", i+1, text(m))
	}
	con.Print("\n")
}

// grid draws the lines of a board between squares of a width and height.
func grid(width, height int, square func(board.Square) string) string {
	var rows []string
	bar := Faint(strings.TrimSuffix(strings.Repeat("│\n", height), "\n"))
	for first := board.Square(0); first < board.Squares; first += 3 {
		var cells [3]string
		for i := range cells {
			cells[i] = centred(width, square(first+board.Square(i)))
		}
		rows = append(rows, lipgloss.JoinHorizontal(lipgloss.Top, cells[0], bar, cells[1], bar, cells[2]))
	}
	side := strings.Repeat("─", width)
	return strings.Join(rows, "\n"+Faint(side+"┼"+side+"┼"+side)+"\n")
}

// bigSquare draws a square of a large board. Stones outside a winning line are faint.
func bigSquare(g *symmetry.Graph, position board.Code, s board.Square, text func(symmetry.Move) string) string {
	b := position.Board()
	mark := b.At(s)
	style := pieceStyle(symmetry.Owner(mark))
	switch {
	case mark == board.Empty && (text == nil || g.Steps()):
		return "\n" + Faint(strconv.Itoa(s.Number())) + "\n"
	case mark == board.Empty:
		return "\n" + text(symmetry.Place(s)) + "\n"
	case g.Steps():
		up, down := "", ""
		if text != nil {
			up, down = arrows(g, position, s)
		}
		return up + "\n" + style.Render(g.Player(symmetry.Owner(mark))) + "\n" + down
	}
	var won board.Mask
	for _, line := range board.Lines {
		if b.X&line == line || b.O&line == line {
			won |= line
		}
	}
	idle, lines := won != 0 && !won.Has(s), bigStones[mark]
	for i := range lines {
		lines[i] = style.Bold(!idle).Faint(idle).Render(lines[i])
	}
	return strings.Join(lines[:], "\n")
}

// arrows returns numbered arrows for the moves of the piece on a square, up and down the board.
func arrows(g *symmetry.Graph, position board.Code, s board.Square) (up, down string) {
	for i, m := range g.MovesFrom(position) {
		if m.From() != s {
			continue
		}
		ahead := 1 + int(m.To()%3) - int(s%3) // left, straight or right
		if m.To() < s {
			up += fmt.Sprintf("%d%s", i+1, [...]string{"↖", "↑", "↗"}[ahead])
		} else {
			down += fmt.Sprintf("%d%s", i+1, [...]string{"↙", "↓", "↘"}[ahead])
		}
	}
	return up, down
}
