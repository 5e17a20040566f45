package menace

import (
	"menace/board"
	"menace/symmetry"
)

// Colours are the names of the nine colours, those of the squares by rows (Michie 1963, table 1).
var Colours = [board.Squares]string{"white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink"}

// Colour returns which of nine colours, counted from 0, the beads of a move have: that of the square that it takes, or
// of a move from square to square one for each column it begins in and each direction.
func Colour(m symmetry.Move) int {
	if m.From() == board.None {
		return int(m.To())
	}
	from, to := int(m.From()%3), int(m.To()%3)
	return 3*from + 1 + to - from
}
