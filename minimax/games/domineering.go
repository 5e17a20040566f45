package games

import (
	"fmt"
	"math/bits"
	"strings"
)

// Domineering implements domineering on a board of any size: one player places dominoes upright, the other across, and
// the player who cannot place one loses. The estimate is the number of places left for the player to move minus those
// left for the other, or a win or a loss if one of them has none.
//
// J. H. Conway, On numbers and games, Academic Press (1976), which attributes it to G. Andersson.
type Domineering struct {
	normalPlay[Dominoes]
	rows, columns int
	board         uint64                 // all the cells; cell 0 is the top left one, row by row
	across        uint64                 // the cells that have a right neighbour
	weights       [2]int                 // of places, and of safe places
	images        [reflections][64]uint8 // where each reflection of the board moves each cell
}

// reflections is the number of symmetries that keep upright dominoes upright: the identity, left to right, top
// to bottom, and both.
const reflections = 4

// Dominoes is a position of domineering: the free cells and the player to move.
type Dominoes struct {
	free   uint64
	across bool                // the player who places across is to move
	keys   [reflections]uint64 // of the images
}

// Domino is a move of domineering: the top or left cell of the domino.
type Domino struct {
	cell   uint8
	across bool
}

// NewDomineering returns the rules on a board of this size, at most [MaxCells] cells.
func NewDomineering(rows, columns int) (*Domineering, error) {
	if err := checkSize(rows, columns); err != nil {
		return nil, err
	}
	g := &Domineering{rows: rows, columns: columns, weights: [2]int{1, 0}}
	for row := range rows {
		for column := range columns {
			cell := g.cell(row, column)
			g.board |= 1 << cell
			if column+1 < columns {
				g.across |= 1 << cell
			}
			up, left := g.cell(rows-1-row, column), g.cell(row, columns-1-column)
			g.images[0][cell] = uint8(cell)
			g.images[1][cell] = uint8(left)
			g.images[2][cell] = uint8(up)
			g.images[3][cell] = uint8(up + left - cell)
		}
	}
	return g, nil
}

func (g *Domineering) cell(row, column int) int { return row*g.columns + column }

// Start returns the empty board, with the player who places across to move first, or the other.
func (g *Domineering) Start(across bool) Dominoes { return g.at(0, across) }

// at returns the position with these cells covered.
func (g *Domineering) at(covered uint64, across bool) Dominoes {
	p := Dominoes{free: g.board &^ covered, across: across}
	for i := range p.keys {
		if across {
			p.keys[i] = turnKey
		}
		for cells := covered; cells != 0; cells &= cells - 1 {
			p.keys[i] ^= cellKeys[0][g.images[i][bits.TrailingZeros64(cells)]]
		}
	}
	return p
}

// places returns the top or left cells of all dominoes that fit.
func (g *Domineering) places(free uint64, across bool) uint64 {
	if across {
		return free & (free >> 1) & g.across
	}
	return free & (free >> g.columns)
}

// Moves appends the places for a domino, row by row.
func (g *Domineering) Moves(p Dominoes, moves []Domino) []Domino {
	for places := g.places(p.free, p.across); places != 0; places &= places - 1 {
		moves = append(moves, Domino{uint8(bits.TrailingZeros64(places)), p.across})
	}
	return moves
}

// Apply places a domino.
func (g *Domineering) Apply(p Dominoes, d Domino) Dominoes {
	other := d.cell + 1
	if !d.across {
		other = d.cell + uint8(g.columns)
	}
	p.free &^= 1<<d.cell | 1<<other
	p.across = !p.across
	for i := range p.keys {
		image := &g.images[i]
		p.keys[i] ^= cellKeys[0][image[d.cell]] ^ cellKeys[0][image[other]] ^ turnKey
	}
	return p
}

// Finished reports whether the player to move has no place left.
func (g *Domineering) Finished(p Dominoes) bool { return g.places(p.free, p.across) == 0 }

// Weigh sets the weights of places and of safe places in the estimate. A place is safe if the other player cannot cover
// either of its cells. Usually every place counts 1, and safe places count nothing more.
func (g *Domineering) Weigh(weights [2]int) { g.weights = weights }

// Estimate returns the number of places left for the player to move minus those left for the other. A player who has
// none never gets one again, and so has lost: at once, or after the other player's move.
func (g *Domineering) Estimate(p Dominoes) int {
	own, other := g.places(p.free, p.across), g.places(p.free, !p.across)
	switch {
	case own == 0:
		return -g.Weight()
	case other == 0:
		return g.Weight()
	}
	estimate := g.weights[0] * (bits.OnesCount64(own) - bits.OnesCount64(other))
	if g.weights[1] != 0 {
		safe := g.places(p.free&^g.cells(other, !p.across), p.across)
		otherSafe := g.places(p.free&^g.cells(own, p.across), !p.across)
		estimate += g.weights[1] * (bits.OnesCount64(safe) - bits.OnesCount64(otherSafe))
	}
	return estimate
}

// cells returns the cells that dominoes at these places cover.
func (g *Domineering) cells(places uint64, across bool) uint64 {
	if across {
		return places | places<<1
	}
	return places | places<<g.columns
}

// Weight exceeds every estimate that is not certain.
func (g *Domineering) Weight() int { return 2*MaxCells*largestMagnitude(g.weights[:]) + 1 }

// Key returns the Zobrist key.
func (*Domineering) Key(p Dominoes) uint64 { return p.keys[0] }

// Features returns the covered cells, by row and column, and whether the player who places across is to move.
func (g *Domineering) Features(p Dominoes) []Feature {
	all := pieces("#", 0, g.board&^p.free, func(cell int) string {
		return fmt.Sprintf("%d.%d", cell/g.columns+1, cell%g.columns+1)
	})
	if p.across {
		all = append(all, Feature{"H", turnKey})
	}
	return all
}

// CanonicalKey returns the least of the keys of the images.
func (*Domineering) CanonicalKey(p Dominoes) uint64 {
	return min(p.keys[0], p.keys[1], p.keys[2], p.keys[3])
}

// Parse parses a position: the cells row by row, "." free and "#" covered, with "/" between rows. The prefix "V:", the
// default, means that an upright domino comes next, and "H:" one across, as in H:#../#../...
func (g *Domineering) Parse(text string) (Dominoes, error) {
	rest, across := strings.CutPrefix(strings.ToUpper(strings.TrimSpace(text)), "H:")
	rest = strings.TrimPrefix(rest, "V:")
	cells, err := readCells(rest, g.rows, g.columns, ".#", g.cell)
	if err != nil {
		return Dominoes{}, fmt.Errorf("position %q: %w", text, err)
	}
	return g.at(cells['#'], across), nil
}

// Format formats a position for [Domineering.Parse].
func (g *Domineering) Format(p Dominoes) string {
	return sideName(p.across) + ":" + writeCells(g.rows, g.columns, func(row, column int) byte {
		return "#."[p.free>>g.cell(row, column)&1]
	})
}

// Name formats a move: V or H with the row and column of the domino's top or left cell, such as V1.2.
func (g *Domineering) Name(d Domino) string {
	return fmt.Sprintf("%s%d.%d", sideName(d.across), int(d.cell)/g.columns+1, int(d.cell)%g.columns+1)
}

// Mover names the player to move, V or H.
func (*Domineering) Mover(p Dominoes) string { return sideName(p.across) }

// Players returns "V" and "H".
func (*Domineering) Players() [2]string { return [2]string{sideName(false), sideName(true)} }

// sideName names the player who places across, or the other.
func sideName(across bool) string {
	if across {
		return "H"
	}
	return "V"
}
