package games

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Name writes a move: the number of the column, from 1.
func (*ConnectFour) Name(c Column) string { return strconv.Itoa(int(c) + 1) }

// Size returns how many cells are free.
func (g *ConnectFour) Size(p Discs) int { return g.width*g.height - int(p.played) }

// Format writes a position row by row from the top, as in ..../..../..../XXO.
func (g *ConnectFour) Format(p Discs) string {
	first, second := p.own, p.other
	if p.played&1 == 1 {
		first, second = second, first
	}
	return writtenCells(g.height, g.width, func(row, column int) byte {
		cell := column*g.height + g.height - 1 - row
		return ".XO"[first>>cell&1+second>>cell&1*2]
	})
}

// Parse parses a position as Format writes it, or as the columns played in turn, as in 4453. The error says
// why the position cannot arise.
func (g *ConnectFour) Parse(text string) (Discs, error) {
	p, err := g.parse(strings.ToUpper(text))
	if err != nil {
		return Discs{}, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

func (g *ConnectFour) parse(text string) (Discs, error) {
	if strings.Trim(text, "123456789") == "" {
		return g.replay(text)
	}
	cells, err := cellsOf(text, g.height, g.width, "XO.")
	if err != nil {
		return Discs{}, err
	}
	var sides [2]uint64
	for i := range cells {
		row, column := g.height-1-i/g.width, i%g.width
		switch cells[i] {
		case 'X':
			sides[0] |= 1 << (column*g.height + row)
		case 'O':
			sides[1] |= 1 << (column*g.height + row)
		}
	}
	return g.at(sides)
}

// replay plays columns in turn from the empty board.
func (g *ConnectFour) replay(columns string) (Discs, error) {
	var p Discs
	for i := range columns {
		c := int(columns[i] - '1')
		switch {
		case c >= g.width:
			return p, fmt.Errorf("there is no column %d of %d", c+1, g.width)
		case p.columnOf(g.columns[c]) == g.columns[c]:
			return p, fmt.Errorf("column %d is full before move %d", c+1, i+1)
		case g.Finished(p):
			return p, fmt.Errorf("the game is over before move %d", i+1)
		}
		p = g.Apply(p, Column(c))
	}
	return p, nil
}

// at returns the position where the sides hold these cells.
func (g *ConnectFour) at(sides [2]uint64) (Discs, error) {
	played := bits.OnesCount64(sides[0]) + bits.OnesCount64(sides[1])
	discs := sides[0] | sides[1]
	p := Discs{own: sides[played&1], other: sides[1-played&1], played: uint8(played)}
	switch holes := discs &^ g.bottoms &^ (discs << 1); {
	case bits.OnesCount64(sides[0])-bits.OnesCount64(sides[1]) != played&1:
		return p, fmt.Errorf("%d X and %d O cannot arise: X moves first, then they take turns",
			bits.OnesCount64(sides[0]), bits.OnesCount64(sides[1]))
	case holes != 0:
		return p, errors.New("a disc hangs above an empty cell")
	case g.four(p.own):
		return p, errors.New("the player to move has four in a row already")
	}
	for side, cells := range sides {
		for ; cells != 0; cells &= cells - 1 {
			cell := bits.TrailingZeros64(cells)
			p.key ^= cellKeys[side][cell]
			p.mirror ^= cellKeys[side][(g.width-1-cell/g.height)*g.height+cell%g.height]
		}
	}
	return p, nil
}
