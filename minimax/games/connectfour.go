package games

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"menace/board"
)

// ConnectFour is the rules of connect four on a board of any size: the players take turns to drop a disc into
// a column, X first, and the first four in a row win. A win pays +1, a loss −1. The estimate is the windows of
// four that are still open to the player to move minus those open to the other, weighted by the discs in them.
type ConnectFour struct {
	width, height int
	board         uint64     // all the cells; cell 0 is the bottom of the first column, upwards
	bottoms       uint64     // the lowest cell of each column
	columns       []uint64   // the cells of each column
	order         []uint8    // the columns from the centre out
	lines         []lineKind // of four
	windows       []uint64   // every line of four
	worth         [5]int     // value of a window by the number of discs in it, all of one player
	mirror        [64]uint8  // where a reflection of the board moves each cell
}

// lineKind is a direction of lines of four.
type lineKind struct {
	step   int    // from one cell of a line to the next
	starts uint64 // the cells where such lines begin
}

// Discs is a position of connect four.
type Discs struct {
	own, other  uint64 // the discs of the player to move and of the other
	played      uint8
	key, mirror uint64 // of the position and of its mirror image
}

// Column is a move of connect four, counted from 0.
type Column uint8

// NewConnectFour returns the rules on a board of a size, at most [MaxCells] cells.
func NewConnectFour(width, height int) (*ConnectFour, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	g := &ConnectFour{width: width, height: height, worth: [5]int{0, 1, 4, 16, 64}}
	for c := range width {
		column := (uint64(1)<<height - 1) << (c * height)
		g.columns = append(g.columns, column)
		g.order = append(g.order, uint8(c))
		g.board |= column
		g.bottoms |= 1 << (c * height)
		for row := range height {
			g.mirror[c*height+row] = uint8((width-1-c)*height + row)
		}
	}
	slices.SortStableFunc(g.order, func(a, b uint8) int { return cmp.Compare(g.offCentre(a), g.offCentre(b)) })
	g.addLines(0, 1)
	g.addLines(1, 0)
	g.addLines(1, 1)
	g.addLines(1, -1)
	return g, nil
}

// offCentre returns how far a column is from the middle, in half columns.
func (g *ConnectFour) offCentre(column uint8) int {
	off := 2*int(column) - (g.width - 1)
	return max(off, -off)
}

// addLines adds the lines that go this far right and up from each cell to the next.
func (g *ConnectFour) addLines(right, up int) {
	kind := lineKind{step: right*g.height + up}
	for column := range g.width {
		for row := range g.height {
			lastColumn, lastRow := column+3*right, row+3*up
			if lastColumn >= g.width || lastRow >= g.height || lastRow < 0 {
				continue
			}
			start := column*g.height + row
			kind.starts |= 1 << start
			g.windows = append(g.windows, (1|1<<kind.step|1<<(2*kind.step)|1<<(3*kind.step))<<start)
		}
	}
	if kind.starts != 0 {
		g.lines = append(g.lines, kind)
	}
}

// Moves appends the columns that have room, from the centre out, so that good moves tend to come first.
func (g *ConnectFour) Moves(p Discs, moves []Column) []Column {
	discs := p.own | p.other
	for _, c := range g.order {
		if discs&g.columns[c] != g.columns[c] {
			moves = append(moves, Column(c))
		}
	}
	return moves
}

// Apply drops a disc.
func (g *ConnectFour) Apply(p Discs, c Column) Discs {
	// Adding 1 at the bottom of a column carries to its lowest free cell.
	column := (p.own | p.other) & g.columns[c]
	disc := (column + g.bottoms&g.columns[c]) & g.columns[c] &^ column
	p.own, p.other = p.other, p.own|disc
	g.addKeys(&p, p.played&1, bits.TrailingZeros64(disc))
	p.played++
	return p
}

// addKeys adds a disc of a side to the keys.
func (g *ConnectFour) addKeys(p *Discs, side uint8, cell int) {
	p.key ^= cellKeys[side][cell]
	p.mirror ^= cellKeys[side][g.mirror[cell]]
}

// four reports whether there are four discs in a row.
func (g *ConnectFour) four(discs uint64) bool {
	for _, line := range g.lines {
		pairs := discs & (discs >> line.step)
		if pairs&(pairs>>(2*line.step))&line.starts != 0 {
			return true
		}
	}
	return false
}

// Finished reports whether the player who has just moved has four in a row, or the board is full.
func (g *ConnectFour) Finished(p Discs) bool {
	return p.own|p.other == g.board || g.four(p.other)
}

// Payoff returns 0 for a draw; otherwise the other player, who has just moved, has won.
func (g *ConnectFour) Payoff(p Discs) int {
	if g.four(p.other) {
		return -1
	}
	return 0
}

// Bound returns 1.
func (*ConnectFour) Bound() int { return 1 }

// Weigh sets the values of windows with one, two and three discs in the estimate. The usual values, 1, 4 and 16, are
// our own: each further disc makes a window worth four times as much.
func (g *ConnectFour) Weigh(weights [3]int) { copy(g.worth[1:], weights[:]) }

// Estimate returns the worth of the windows open to the player to move minus the worth of the other player's.
func (g *ConnectFour) Estimate(p Discs) int {
	worth := 0
	for _, window := range g.windows {
		switch own, other := p.own&window, p.other&window; {
		case other == 0:
			worth += g.worth[bits.OnesCount64(own)]
		case own == 0:
			worth -= g.worth[bits.OnesCount64(other)]
		}
	}
	return worth
}

// Weight exceeds the value of all windows: a board has at most 4 for each of its [MaxCells] cells.
func (g *ConnectFour) Weight() int { return 4*MaxCells*largestMagnitude(g.worth[1:4]) + 1 }

// Key returns the Zobrist key.
func (*ConnectFour) Key(p Discs) uint64 { return p.key }

// CanonicalKey returns the lesser key of the position and its mirror image.
func (*ConnectFour) CanonicalKey(p Discs) uint64 { return min(p.key, p.mirror) }

// Name formats a move: the number of the column, from 1.
func (*ConnectFour) Name(c Column) string { return strconv.Itoa(int(c) + 1) }

// cell numbers the cells of a written board, whose first row is the top one.
func (g *ConnectFour) cell(row, column int) int { return column*g.height + g.height - 1 - row }

// Format formats a position row by row from the top, such as ..../..../..../XXO.
func (g *ConnectFour) Format(p Discs) string {
	first, second := p.sides()
	return writeCells(g.height, g.width, func(row, column int) byte {
		cell := g.cell(row, column)
		return ".XO"[first>>cell&1+second>>cell&1*2]
	})
}

// Mover names the player to move, X or O.
func (*ConnectFour) Mover(p Discs) string { return "XO"[p.played&1:][:1] }

// Players returns "X" and "O".
func (*ConnectFour) Players() [2]string { return [2]string{"X", "O"} }

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

// Parse parses a position in the notation of Format, or the columns played in turn, such as 4453 or, on any board,
// "4 4 5 3". An error explains why the position cannot arise.
func (g *ConnectFour) Parse(text string) (p Discs, err error) {
	columns := strings.TrimSpace(text)
	isBoard := columns == "" || strings.Trim(columns, "0123456789,; \t\r\n") != ""
	if strings.Contains(columns, "0") && !isBoard { // a column, or an empty cell
		_, err := board.Rows(text, g.height, g.width, "XO.")
		isBoard = err == nil
	}
	if isBoard {
		p, err = g.read(text)
	} else {
		p, err = g.replay(columns)
	}
	if err != nil {
		return p, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

// replay plays columns in turn from the empty board. Without separators each digit is a column.
func (g *ConnectFour) replay(text string) (p Discs, err error) {
	columns := separators().Split(strings.Trim(text, ",;"), -1)
	if !separators().MatchString(text) {
		columns = strings.Split(text, "")
	}
	for i, name := range columns {
		number, err := strconv.Atoi(name)
		c := Column(number - 1)
		switch {
		case slices.Contains(columns, "0"):
			return p, fmt.Errorf("there is no column 0; the board has columns 1 to %d%s", g.width,
				CountedFrom0(columns, g.width))
		case err != nil || number < 1 || number > g.width:
			return p, fmt.Errorf("there is no column %s; the board has %d", name, g.width)
		case (p.own|p.other)&g.columns[c] == g.columns[c]:
			return p, fmt.Errorf("column %d is full before move %d", number, i+1)
		case g.Finished(p):
			return p, fmt.Errorf("the game is over before move %d", i+1)
		}
		p = g.Apply(p, c)
	}
	return p, nil
}

// CountedFrom0 suggests what to write instead of moves whose squares or columns are counted from 0 where the program
// counts from 1 to most. It returns "" if they cannot be.
func CountedFrom0(moves []string, most int) string {
	counted, possible := []string{}, true
	for _, m := range moves {
		counted = append(counted, decimal().ReplaceAllStringFunc(m, func(number string) string {
			n, err := strconv.Atoi(number)
			possible = possible && err == nil && n < most
			return strconv.Itoa(n + 1)
		}))
	}
	if !possible {
		return ""
	}
	return "; if yours are counted from 0, write " + strings.Join(counted, " ")
}

var decimal = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+`) })

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
