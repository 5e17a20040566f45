package games

import (
	"fmt"
	"strings"
)

// Parse parses a position: the cells row by row, "." free and "#" covered, with "/" between rows. "V:" before
// them, the default, means that an upright domino comes next, and "H:" one across, as in H:#../#../...
func (g *Domineering) Parse(text string) (Dominoes, error) {
	rest, across := strings.CutPrefix(strings.ToUpper(text), "H:")
	rest = strings.TrimPrefix(rest, "V:")
	cells, err := readCells(rest, g.rows, g.columns, ".#", g.cell)
	if err != nil {
		return Dominoes{}, fmt.Errorf("position %q: %w", text, err)
	}
	return g.at(cells['#'], across), nil
}

// Format writes a position as [Domineering.Parse] reads it.
func (g *Domineering) Format(p Dominoes) string {
	return sideName(p.across) + ":" + writeCells(g.rows, g.columns, func(row, column int) byte {
		return "#."[p.free>>g.cell(row, column)&1]
	})
}

// Name writes a move: V or H with the row and column of the domino's top or left cell, as in V1.2.
func (g *Domineering) Name(d Domino) string {
	return fmt.Sprintf("%s%d.%d", sideName(d.across), int(d.cell)/g.columns+1, int(d.cell)%g.columns+1)
}

// sideName names the player who places across, or the other.
func sideName(across bool) string {
	if across {
		return "H"
	}
	return "V"
}
