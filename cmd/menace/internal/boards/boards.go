// Package boards draws positions and matchboxes in the terminal, and reads moves that a person types.
package boards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
	"menace/cmd/menace/internal/term"
	"menace/symmetry"
)

// bigCell is the width of a square of a large board, on which a person plays. Squares are three lines high.
const bigCell = 7

// bigStones holds the stones of a large board, which differ in shape.
var bigStones = map[board.Mark][3]string{
	board.X: {`\ /`, `X`, `/ \`},
	board.O: {`╭───╮`, `│   │`, `╰───╯`},
}

// Print draws a position with the numbers of the empty squares.
func Print(con *term.IO, g *symmetry.Graph, position board.Code) { PrintMoves(con, g, position, nil) }

// PrintMoves draws a position with a text for each move: on its square, or in a list below the board in games in which
// pieces move, where all squares are numbered. If text is nil, PrintMoves draws only the position.
func PrintMoves(con *term.IO, g *symmetry.Graph, position board.Code, text func(symmetry.Move) string) {
	drawn := term.TrimLines(grid(bigCell, 3, func(s board.Square) string { return bigSquare(g, position, s, text) }))
	con.Print("\n  %s\n\n", strings.ReplaceAll(drawn, "\n", "\n  "))
	if text == nil || !g.Steps() {
		return
	}
	for _, m := range g.MovesFrom(position) {
		con.Print("  %s\n", text(m))
	}
	con.Print("\n")
}

// Player formats the name of a side, such as "X" or "White", in its colour.
func Player(g *symmetry.Graph, side symmetry.Side) string {
	return pieceStyle(side).Render(g.Player(side))
}

var (
	crosses = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("4"))
	noughts = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("3"))
)

func pieceStyle(side symmetry.Side) lipgloss.Style {
	if side == symmetry.First {
		return crosses
	}
	return noughts
}

// grid draws the lines of a board between squares of a width and height.
func grid(width, height int, square func(board.Square) string) string {
	var rows []string
	bar := term.Faint(strings.TrimSuffix(strings.Repeat("│\n", height), "\n"))
	for first := board.Square(0); first < board.Squares; first += 3 {
		var cells [3]string
		for i := range cells {
			cells[i] = term.Centred(width, square(first+board.Square(i)))
		}
		rows = append(rows, lipgloss.JoinHorizontal(lipgloss.Top, cells[0], bar, cells[1], bar, cells[2]))
	}
	side := strings.Repeat("─", width)
	return strings.Join(rows, "\n"+term.Faint(side+"┼"+side+"┼"+side)+"\n")
}

// bigSquare draws a square of a large board. Stones outside a winning line are faint.
func bigSquare(g *symmetry.Graph, position board.Code, s board.Square, text func(symmetry.Move) string) string {
	b := position.Board()
	mark := b.At(s)
	style := pieceStyle(symmetry.Owner(mark))
	number := term.Faint(strconv.Itoa(s.Number()))
	switch {
	case mark == board.Empty && g.Steps():
		return number + "\n\n"
	case g.Steps():
		return number + "\n" + style.Render(g.Player(symmetry.Owner(mark))) + "\n"
	case mark == board.Empty && text == nil:
		return "\n" + number + "\n"
	case mark == board.Empty:
		return "\n" + text(symmetry.Place(s)) + "\n"
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

// ParseMove parses a move that a person typed. A pawn with only one move is enough.
func ParseMove(g *symmetry.Graph, position board.Code, word string) (symmetry.Move, error) {
	n, err := strconv.Atoi(word)
	switch moves := g.MovesFrom(position); {
	case err != nil:
	case g.Steps():
		moves = slices.DeleteFunc(moves, func(m symmetry.Move) bool { return m.From().Number() != n })
		if len(moves) == 1 {
			return moves[0], nil
		}
	case n < 1 || n > board.Squares:
		return symmetry.Resign, fmt.Errorf("there is no square %d: the squares are 1 to 9", n)
	}
	m, err := symmetry.ParseMove(strings.NewReplacer(" to ", "-", " ", "").Replace(word))
	if err != nil {
		err = fmt.Errorf("%w. %s", err, HowToMove(g))
	}
	return m, err
}

// HowToMove explains how to type a move.
func HowToMove(g *symmetry.Graph) string {
	if g.Steps() {
		return "Type a move such as 7-4"
	}
	return "Type the number of an empty square"
}
