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

// cell numbers the cells of a written board, whose first row is the top one.
func (g *ConnectFour) cell(row, column int) int { return column*g.height + g.height - 1 - row }

// Format writes a position row by row from the top, as in ..../..../..../XXO.
func (g *ConnectFour) Format(p Discs) string {
	first, second := p.sides()
	return writeCells(g.height, g.width, func(row, column int) byte {
		cell := g.cell(row, column)
		return ".XO"[first>>cell&1+second>>cell&1*2]
	})
}

// sides returns the discs of the first and of the second player.
func (p Discs) sides() (first, second uint64) {
	if p.played&1 == 1 {
		return p.other, p.own
	}
	return p.own, p.other
}

// Features returns the discs, by row from the top and column.
func (g *ConnectFour) Features(p Discs) []Feature {
	at := func(cell int) string { return fmt.Sprintf("%d.%d", g.height-cell%g.height, cell/g.height+1) }
	first, second := p.sides()
	return append(pieces("X", 0, first, at), pieces("O", 1, second, at)...)
}

// Parse parses a position in the notation of Format, or the columns played in turn, as in 4453. An error explains why
// the position cannot arise.
func (g *ConnectFour) Parse(text string) (p Discs, err error) {
	if strings.Trim(text, "123456789") == "" {
		p, err = g.replay(text)
	} else {
		p, err = g.read(strings.ToUpper(text))
	}
	if err != nil {
		return p, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

// replay plays columns in turn from the empty board.
func (g *ConnectFour) replay(columns string) (p Discs, err error) {
	for i := range columns {
		c := Column(columns[i] - '1')
		switch {
		case int(c) >= g.width:
			return p, fmt.Errorf("there is no column %d of %d", c+1, g.width)
		case (p.own|p.other)&g.columns[c] == g.columns[c]:
			return p, fmt.Errorf("column %d is full before move %d", c+1, i+1)
		case g.Finished(p):
			return p, fmt.Errorf("the game is over before move %d", i+1)
		}
		p = g.Apply(p, c)
	}
	return p, nil
}

// read reads a board row by row.
func (g *ConnectFour) read(text string) (p Discs, err error) {
	cells, err := readCells(text, g.height, g.width, "XO.", g.cell)
	if err != nil {
		return p, err
	}
	sides := [2]uint64{cells['X'], cells['O']}
	xs, os := bits.OnesCount64(sides[0]), bits.OnesCount64(sides[1])
	p.played = uint8(xs + os)
	p.own, p.other = sides[p.played&1], sides[1-p.played&1]
	discs := p.own | p.other
	switch {
	case xs != os && xs != os+1:
		return p, fmt.Errorf("%d X and %d O cannot arise: X moves first, then they take turns", xs, os)
	case discs&^g.bottoms&^(discs<<1) != 0:
		return p, errors.New("a disc hangs above an empty cell")
	case g.four(p.own):
		return p, errors.New("the player to move has four in a row already")
	}
	for side, cells := range sides {
		for ; cells != 0; cells &= cells - 1 {
			g.addKeys(&p, uint8(side), bits.TrailingZeros64(cells))
		}
	}
	return p, nil
}
