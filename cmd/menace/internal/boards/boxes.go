package boards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"menace/board"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Widths of a square in a drawn box, and of the whole box.
const (
	cell     = 5
	boxWidth = 3*cell + 2
)

// widthOf returns the width of the boxes of these positions: that of a board or, if moves have names, of the longest
// line.
func widthOf(con *term.IO, m *menace.Machine, positions []symmetry.Position) int {
	widest := boxWidth
	for _, p := range positions {
		if m.Graph().Manner() == symmetry.Chooses {
			widest = max(widest, lipgloss.Width(named(con, m, p)))
		}
	}
	return min(widest, con.Screen.Width)
}

// named lists the title, the moves and the beads of a box whose moves have names.
func named(con *term.IO, m *menace.Machine, position symmetry.Position) string {
	orbit, _ := m.Graph().Find(position)
	held := m.Held(position)
	lines := []string{strconv.Itoa(m.Number(orbit)) + "  " + term.Faint(term.Printable(m.Graph().Format(position)))}
	for _, c := range held {
		lines = append(lines, NamedBead(con, m.Graph(), position, c.Move)+": "+words.Short(c.Beads))
	}
	return strings.Join(append(lines, term.Faint(words.Beads(total(held)))), "\n")
}

// PrintBox draws the box of a position in the position's orientation, with the chances of the moves.
func PrintBox(con *term.IO, m *menace.Machine, position symmetry.Position) {
	graph := m.Graph()
	con.Print("%s\n", term.TrimLines(drawBox(con, m, position, widthOf(con, m, []symmetry.Position{position}))))
	if orbit, to := graph.Find(position); graph.Code(orbit) != position {
		con.Say("\nThis position shares its box with %v: %s.", graph.Format(graph.Code(orbit)), howToTurn[to])
	}
	con.Print("\n")
	printBeads(con, m, position, symmetry.Resign)
}

// PrintBeads prints the beads of the box of a position, with their chances, and marks the move that was drawn. It is at
// most as high as a board.
func PrintBeads(con *term.IO, m *menace.Machine, position symmetry.Position, drawn symmetry.Move) {
	orbit, _ := m.Graph().Find(position)
	con.Say("%s", term.Faint(fmt.Sprintf("Its box %d: %s", m.Number(orbit), words.Beads(total(m.Held(position))))))
	printBeads(con, m, position, drawn)
}

// printBeads prints a table of the beads of the box of a position, and marks the move that was drawn, if any.
func printBeads(con *term.IO, m *menace.Machine, position symmetry.Position, drawn symmetry.Move) {
	t := tables.Text{Headings: []string{"move", "beads", "chance"}}
	if drawn != symmetry.Resign {
		t.Headings = append(t.Headings, "")
	}
	for _, c := range m.Held(position) {
		move := NamedBead(con, m.Graph(), position, c.Move)
		row := []string{move, words.Count(c.Beads), words.Percent(c.Chance), "← drawn"}
		if c.Move != drawn {
			row[3] = ""
		}
		t.Lines = append(t.Lines, row[:len(t.Headings)])
	}
	con.Table(t)
}

// PrintBoxes draws the boxes of positions, as many side by side as fit on the screen. The positions must be ordered by
// moves played.
func PrintBoxes(con *term.IO, m *menace.Machine, positions []symmetry.Position) {
	const gap = 4
	width := widthOf(con, m, positions)
	columns := max((con.Screen.Width+gap)/(width+gap), 1)
	level := func(position symmetry.Position) int {
		orbit, _ := m.Graph().Find(position)
		return m.Graph().Level(orbit)
	}
	if con.Colour && m.Graph().Manner() == symmetry.Places {
		title, colours := term.Faint("beads by square"), ""
		for s := range board.Square(board.Squares) {
			colours += Bead(con, symmetry.Place(s))
		}
		between := " "
		if lipgloss.Width(title+between+colours) > con.Screen.Width {
			between = "\n"
		}
		con.Print("%s\n\n", title+between+colours)
	}
	layered := m.Graph().Layered()
	for len(positions) > 0 {
		moves, beads, end := level(positions[0]), int64(0), 0
		for ; end < len(positions) && (!layered || level(positions[end]) == moves); end++ {
			beads += total(m.Held(positions[end]))
		}
		heading := "after " + words.Plural(moves, "move")
		if !layered {
			heading = "all boxes"
		}
		con.Say("%s %s\n", term.Bold(heading),
			term.Faint(fmt.Sprintf("· %s · %s", words.Plural(end, "box"), words.Beads(beads))))
		for chunk := range slices.Chunk(positions[:end], columns) {
			var row []string
			for _, p := range chunk {
				row = append(row, drawBox(con, m, p, width), strings.Repeat(" ", gap))
			}
			con.Print("%s\n\n", term.TrimLines(lipgloss.JoinHorizontal(lipgloss.Top, row[:len(row)-1]...)))
		}
		positions = positions[end:]
	}
}

func total(beads []menace.Held) (n int64) {
	for _, c := range beads {
		n += c.Beads
	}
	return n
}

// drawBox draws the box of a position with its number, pieces and beads. Beads are on their squares, or in a list if
// pieces move.
func drawBox(con *term.IO, m *menace.Machine, position symmetry.Position, width int) string {
	graph, beads := m.Graph(), m.Held(position)
	if graph.Manner() == symmetry.Chooses {
		return lipgloss.NewStyle().Width(width).Render(named(con, m, position))
	}
	orbit, _ := graph.Find(position)
	lines := []string{term.Centred(boxWidth, strconv.Itoa(m.Number(orbit))+"  "+term.Faint(graph.Format(position)))}
	scene := graph.Scene(position)
	switch graph.Manner() {
	case symmetry.Takes:
		lines = append(lines, term.Centred(boxWidth, heap(scene, 1)))
	default:
		lines = append(lines, grid(cell, 1, scene, func(i int) string {
			return drawCell(con, graph, scene.Cells[i], i, beads)
		}))
	}
	if graph.Manner() != symmetry.Places {
		for _, c := range beads {
			lines = append(lines, term.Centred(boxWidth, Bead(con, c.Move)+" "+words.Short(c.Beads)))
		}
	}
	return strings.Join(append(lines, term.Centred(boxWidth, term.Faint(words.Beads(total(beads))))), "\n")
}

// howToTurn explains how to turn a board by a transform.
var howToTurn = [...]string{
	symmetry.Identity:         "it lies as the box does",
	symmetry.Rotate90:         "give it a quarter turn clockwise",
	symmetry.Rotate180:        "give it a half turn",
	symmetry.Rotate270:        "give it a quarter turn anticlockwise",
	symmetry.FlipColumns:      "mirror it, left to right",
	symmetry.FlipAntidiagonal: "mirror it along the line from 3 to 7",
	symmetry.FlipRows:         "mirror it, top to bottom",
	symmetry.FlipDiagonal:     "mirror it along the line from 1 to 9",
}

// drawCell draws a piece, the beads, or a dot if the beads are on a symmetric square.
func drawCell(con *term.IO, g *symmetry.Graph, at symmetry.Cell, n int, beads []menace.Held) string {
	i := slices.IndexFunc(beads, func(c menace.Held) bool { return c.Move == symmetry.Place(board.Square(n)) })
	switch {
	case at.Piece == symmetry.Cross:
		return pieceStyle(at.Owner).Render("X")
	case at.Piece != symmetry.NoPiece:
		return pieceStyle(at.Owner).Render(g.Player(at.Owner)[:1])
	case i >= 0 && con.Colour && beads[i].Beads > 0:
		return beadStyle(beads[i].Move).Width(cell).Align(lipgloss.Center).Render(words.Short(beads[i].Beads))
	case i >= 0:
		return words.Short(beads[i].Beads)
	case g.Manner() == symmetry.Steps:
		return ""
	}
	return term.Faint("·")
}

// beadColours holds the colours of the beads by [menace.Colour], each with the colour of the text on it (Michie 1963,
// table 1): white, lilac, silver; black, gold, green; amber, red, pink.
var beadColours = [board.Squares][2]string{
	{"#ffffff", "#000000"}, {"#c8a2c8", "#000000"}, {"#c0c0c0", "#000000"},
	{"#000000", "#ffffff"}, {"#ffd700", "#000000"}, {"#007f3f", "#ffffff"},
	{"#ffa024", "#000000"}, {"#c8102e", "#ffffff"}, {"#ff9ec6", "#000000"},
}

// NamedBead is [Bead] with the name of the move if it has one.
func NamedBead(con *term.IO, g *symmetry.Graph, position symmetry.Position, m symmetry.Move) string {
	if g.Manner() != symmetry.Chooses {
		return Bead(con, m)
	}
	return Bead(con, m) + " " + term.Printable(g.MoveName(position, m))
}

// Bead formats a move on a bead of its colour, or as plain text without colours.
func Bead(con *term.IO, m symmetry.Move) string {
	if !con.Colour {
		return m.String()
	}
	return beadStyle(m).Render(" " + m.String() + " ")
}

// beadStyle returns the style of the beads for a move.
func beadStyle(m symmetry.Move) lipgloss.Style {
	colours := beadColours[menace.Colour(m)]
	return lipgloss.NewStyle().Background(lipgloss.Color(colours[0])).Foreground(lipgloss.Color(colours[1]))
}
