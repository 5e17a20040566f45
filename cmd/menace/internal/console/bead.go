package console

import (
	"strconv"

	"charm.land/lipgloss/v2"

	"menace/board"
)

// beads are the colours of the beads by square, and of what is written on them (Michie 1963, table 1): white, lilac,
// silver; black, gold, green; amber, red, pink.
var beads = [board.Squares][2]string{
	{"#ffffff", "#000000"}, {"#c8a2c8", "#000000"}, {"#c0c0c0", "#000000"},
	{"#000000", "#ffffff"}, {"#ffd700", "#000000"}, {"#007f3f", "#ffffff"},
	{"#ffa024", "#000000"}, {"#c8102e", "#ffffff"}, {"#ff9ec6", "#000000"},
}

// Bead writes the number of a square on a bead of its colour, or plainly where there are no colours.
func (con *IO) Bead(s board.Square) string {
	if !con.Colour {
		return strconv.Itoa(s.Number())
	}
	return bead(s).Render(" " + strconv.Itoa(s.Number()) + " ")
}

// bead returns the style of the beads for a square.
func bead(s board.Square) lipgloss.Style {
	return lipgloss.NewStyle().Background(lipgloss.Color(beads[s][0])).Foreground(lipgloss.Color(beads[s][1]))
}

// beadsLegend names the beads by their squares, or is empty where there are no colours.
func (con *IO) beadsLegend() string {
	if !con.Colour {
		return ""
	}
	legend := Faint("beads by square ")
	for s := range board.Square(board.Squares) {
		legend += con.Bead(s)
	}
	return legend + "\n\n"
}
