package games

import (
	"fmt"
	"math/bits"
	"strings"
)

// Parse parses a position: the cells row by row, "." free and "#" covered, with "/" between rows. "V:" before
// them, the default, means that an upright domino comes next, and "H:" one across, as in H:#../#../...
func (g *Domineering) Parse(text string) (Dominoes, error) {
	rest, across := strings.CutPrefix(strings.ToUpper(text), "H:")
	rest = strings.TrimPrefix(rest, "V:")
	cells, err := cellsOf(rest, g.rows, g.columns, ".#")
	if err != nil {
		return Dominoes{}, fmt.Errorf("position %q: %w", text, err)
	}
	var covered uint64
	for i := range cells {
		if cells[i] == '#' {
			covered |= 1 << i
		}
	}
	return g.at(covered, across), nil
}

// Format writes a position as [Domineering.Parse] reads it.
func (g *Domineering) Format(p Dominoes) string {
	turn := "V:"
	if p.across {
		turn = "H:"
	}
	return turn + writtenCells(g.rows, g.columns, func(row, column int) byte {
		return "#."[p.free>>g.cell(row, column)&1]
	})
}

// Name writes a move: V or H with the row and column of the domino's top or left cell, as in V1.2.
func (g *Domineering) Name(d Domino) string {
	kind := "V"
	if d.across {
		kind = "H"
	}
	return fmt.Sprintf("%s%d.%d", kind, int(d.cell)/g.columns+1, int(d.cell)%g.columns+1)
}

// Size returns how many cells are free.
func (*Domineering) Size(p Dominoes) int { return bits.OnesCount64(p.free) }
