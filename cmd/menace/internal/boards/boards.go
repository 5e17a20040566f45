// Package boards draws positions and matchboxes in the terminal, and reads moves and positions that a person types.
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

// bigCell is the width of a square of the large board for playing. Squares are three lines high.
const bigCell = 7

// boardHeight is the height of the large board.
const boardHeight = 3*3 + 2

// bigPieces holds the large shapes of pieces. Pawns are written as words.
var bigPieces = map[symmetry.Piece][3]string{
	symmetry.Cross: {`\ /`, `X`, `/ \`},
	symmetry.Ring:  {`╭───╮`, `│   │`, `╰───╯`},
}

// PrintMoves draws a position with a text for each move. The text is on the square of the move; in games in which
// pieces move, it is in a list below the board, and all squares are numbered. If text is nil, PrintMoves draws only the
// position.
func PrintMoves(con *term.IO, g *symmetry.Graph, position symmetry.Position, text func(symmetry.Move) string) {
	PrintBeside(con, g, position, text, nil)
}

// PrintBeside is PrintMoves with the output of beside to the right of the board. It reports whether there is a board
// with enough space beside it. If beside is nil, nothing is added.
func PrintBeside(con *term.IO, g *symmetry.Graph, position symmetry.Position, text func(symmetry.Move) string,
	beside func(*term.IO)) (shown bool) {
	scene := g.Scene(position)
	drawn := ""
	switch g.Manner() {
	case symmetry.Takes:
		drawn = heap(scene, 3)
	case symmetry.Chooses:
		con.Say("\n%s\n", term.Bold(term.Printable(scene.Caption)))
		for _, m := range g.MovesFrom(position) {
			line := fmt.Sprintf("  %s  %s", m, term.Printable(g.MoveName(position, m)))
			if text != nil {
				line += ": " + text(m)
			}
			con.Say("%s", line)
		}
		con.Print("\n")
		return false
	default:
		drawn = grid(bigCell, 3, scene, func(i int) string { return bigCellOf(g, scene, i, text) })
	}
	drawn, shown = join(con, drawn, beside)
	con.Print("\n  %s\n\n", strings.ReplaceAll(term.TrimLines(drawn), "\n", "\n  "))
	if g.Manner() != symmetry.Places {
		printMoves(con, g, position, text)
	}
	return shown
}

// join puts the output of beside to the right of a board that is indented by two columns, if the screen is wide enough
// and the board high enough.
func join(con *term.IO, drawn string, beside func(*term.IO)) (joined string, fits bool) {
	const indent, gap, least = 2, 5, 30
	room := con.Screen.Width - indent - lipgloss.Width(drawn) - gap
	if beside == nil || room < least {
		return drawn, false
	}
	column := con.Column(room, beside)
	if lipgloss.Width(column) > room || lipgloss.Height(column) > boardHeight {
		return drawn, false
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, drawn, strings.Repeat(" ", gap), column), true
}

// printMoves lists the moves of a position with a text for each, unless text is nil.
func printMoves(con *term.IO, g *symmetry.Graph, position symmetry.Position, text func(symmetry.Move) string) {
	if text == nil {
		return
	}
	for _, m := range g.MovesFrom(position) {
		con.Print("  %s\n", text(m))
	}
	con.Print("\n")
}

// heap draws rows of sticks of this height, with a dot for each stick that is gone.
func heap(scene symmetry.Scene, height int) string {
	var lines []string
	for first := 0; first < len(scene.Cells); first += scene.Columns {
		for range height {
			text := ""
			for _, cell := range scene.Cells[first : first+scene.Columns] {
				switch {
				case cell.Piece == symmetry.Stick:
					text += " │"
				case cell.Piece == symmetry.Gone:
					text += term.Faint(" ·")
				}
			}
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
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

// grid draws the lines of a board between cells of a width and height.
func grid(width, height int, scene symmetry.Scene, cell func(i int) string) string {
	var rows []string
	bar := term.Faint(strings.TrimSuffix(strings.Repeat("│\n", height), "\n"))
	for first := 0; first < len(scene.Cells); first += scene.Columns {
		var row []string
		for i := first; i < first+scene.Columns; i++ {
			if i > first {
				row = append(row, bar)
			}
			row = append(row, term.Centred(width, cell(i)))
		}
		rows = append(rows, lipgloss.JoinHorizontal(lipgloss.Top, row...))
	}
	side := strings.Repeat("─", width)
	return strings.Join(rows, "\n"+term.Faint(side+strings.Repeat("┼"+side, scene.Columns-1))+"\n")
}

// bigCellOf draws a cell of a large board. Pieces outside a winning line are faint.
func bigCellOf(g *symmetry.Graph, scene symmetry.Scene, i int, text func(symmetry.Move) string) string {
	cell := scene.Cells[i]
	style := pieceStyle(cell.Owner)
	number, steps := term.Faint(strconv.Itoa(i+1)), g.Manner() == symmetry.Steps
	switch {
	case cell.Piece == symmetry.NoPiece && steps:
		return number + "\n\n"
	case steps:
		return number + "\n" + style.Render(g.Player(cell.Owner)) + "\n"
	case cell.Piece == symmetry.NoPiece && text == nil:
		return "\n" + number + "\n"
	case cell.Piece == symmetry.NoPiece:
		return "\n" + text(symmetry.Place(board.Square(i))) + "\n"
	}
	won := slices.ContainsFunc(scene.Cells, func(c symmetry.Cell) bool { return c.Won })
	idle, lines := won && !cell.Won, bigPieces[cell.Piece]
	for i := range lines {
		lines[i] = style.Bold(!idle).Faint(idle).Render(lines[i])
	}
	return strings.Join(lines[:], "\n")
}

// ParseMove parses a move that a person typed. A pawn with only one move is enough.
func ParseMove(g *symmetry.Graph, position symmetry.Position, word string) (symmetry.Move, error) {
	n, err := strconv.Atoi(word)
	switch moves := g.MovesFrom(position); {
	case err != nil:
	case g.Manner() == symmetry.Chooses && slices.Contains(moves, symmetry.Move(n)):
		return symmetry.Move(n), nil // even if it is the name of another move
	case g.Manner() == symmetry.Steps:
		moves = slices.DeleteFunc(moves, func(m symmetry.Move) bool { return m.From().Number() != n })
		if len(moves) == 1 {
			return moves[0], nil
		}
	case g.Manner() != symmetry.Places:
	case n < 1 || n > board.Squares:
		return symmetry.Resign, fmt.Errorf("there is no square %d: the squares are 1 to 9", n)
	}
	for _, m := range g.MovesFrom(position) {
		if g.MoveName(position, m) == word {
			return m, nil
		}
	}
	m, err := symmetry.ParseMove(strings.NewReplacer(" to ", "-", " ", "").Replace(word))
	if err != nil {
		err = fmt.Errorf("%w. %s", err, HowToMove(g))
	}
	return m, err
}

// Names reports whether a word is the name of a move of a position.
func Names(g *symmetry.Graph, position symmetry.Position, word string) bool {
	return g.Manner() == symmetry.Chooses && slices.ContainsFunc(g.MovesFrom(position), func(m symmetry.Move) bool {
		return g.MoveName(position, m) == word
	})
}

// HowToMove explains how to type a move.
func HowToMove(g *symmetry.Graph) string {
	switch g.Manner() {
	case symmetry.Takes:
		return "Type how many to take"
	case symmetry.Steps:
		return "Type a move such as 7-4"
	case symmetry.Chooses:
		return "Type the number of a move or its name"
	}
	return "Type the number of an empty square"
}
