package games

import (
	"cmp"
	"math/bits"
	"slices"

	"menace/minimax"
)

// ConnectFour is the rules of connect four on a board of some size: each player in turn drops a
// disc into a column, X first, and the first four in a row win. A win pays +1, a loss −1. The
// estimate is the windows of four that are still open for the player to move less those for the
// other, each weighted by the discs in it.
type ConnectFour struct {
	width, height int
	board         uint64     // all the cells; cell 0 is the bottom of the first column, upwards
	bottoms       uint64     // the lowest cell of each column
	columns       []uint64   // the cells of each column
	order         []uint8    // the columns from the centre out
	lines         []lineKind // of four
	windows       []uint64   // every line of four
}

// lineKind is a direction in which four discs may stand.
type lineKind struct {
	step   int    // from a cell of the line to the next
	starts uint64 // the cells at which such a line begins
}

// Discs is a position of connect four.
type Discs struct {
	own, other  uint64 // the discs of the player to move and of the one who has just moved
	played      uint8
	key, mirror uint64 // of the position and of its mirror image
}

// Column is a move of connect four, counted from 0.
type Column uint8

var (
	_ minimax.Game[Discs, Column] = (*ConnectFour)(nil)
	_ minimax.Estimator[Discs]    = (*ConnectFour)(nil)
	_ minimax.Keyed[Discs]        = (*ConnectFour)(nil)
	_ minimax.Symmetric[Discs]    = (*ConnectFour)(nil)
	_ minimax.Bounded             = (*ConnectFour)(nil)
)

// NewConnectFour returns the rules on a board of that size, [MaxCells] at most.
func NewConnectFour(width, height int) (*ConnectFour, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	g := &ConnectFour{width: width, height: height}
	for c := range width {
		column := (uint64(1)<<height - 1) << (c * height)
		g.columns = append(g.columns, column)
		g.order = append(g.order, uint8(c))
		g.board |= column
		g.bottoms |= 1 << (c * height)
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

// addLines adds the lines that go right and up by so much from cell to cell.
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

// Moves appends the columns that have room, from the centre out, which is the order that finds the
// good ones soonest.
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
	// The lowest free cell of a column is where a carry from its bottom ends up.
	column := p.columnOf(g.columns[c])
	disc := (column + g.bottoms&g.columns[c]) & g.columns[c] &^ column
	cell := bits.TrailingZeros64(disc)
	row := cell - int(c)*g.height
	side := &cellKeys[p.played&1]
	return Discs{
		own: p.other, other: p.own | disc, played: p.played + 1,
		key:    p.key ^ side[cell],
		mirror: p.mirror ^ side[(g.width-1-int(c))*g.height+row],
	}
}

// columnOf returns the discs in these cells.
func (p Discs) columnOf(cells uint64) uint64 { return (p.own | p.other) & cells }

// four tells whether the discs hold four in a row.
func (g *ConnectFour) four(discs uint64) bool {
	for _, line := range g.lines {
		pairs := discs & (discs >> line.step)
		if pairs&(pairs>>(2*line.step))&line.starts != 0 {
			return true
		}
	}
	return false
}

// Finished tells whether the player who has just moved has four in a row, or the board is full.
func (g *ConnectFour) Finished(p Discs) bool {
	return p.own|p.other == g.board || g.four(p.other)
}

// Payoff is 0 for a draw; four in a row are the other player's, who has just moved.
func (g *ConnectFour) Payoff(p Discs) int {
	if g.four(p.other) {
		return -1
	}
	return 0
}

// Bound returns 1.
func (*ConnectFour) Bound() int { return 1 }

// windowWorth is what a window counts that holds so many discs of one player and none of the other.
// The numbers are ours: each disc more is worth what four windows with one less are.
var windowWorth = [5]int{0, 1, 4, 16, 64}

// Estimate returns the worth of the windows of the player to move less that of the other's.
func (g *ConnectFour) Estimate(p Discs) int {
	worth := 0
	for _, window := range g.windows {
		switch own, other := p.own&window, p.other&window; {
		case other == 0:
			worth += windowWorth[bits.OnesCount64(own)]
		case own == 0:
			worth -= windowWorth[bits.OnesCount64(other)]
		}
	}
	return worth
}

// Weight outweighs all the windows: no board of [MaxCells] has more than 4 for each cell.
func (*ConnectFour) Weight() int { return 4*MaxCells*windowWorth[3] + 1 }

// Key returns the Zobrist key.
func (*ConnectFour) Key(p Discs) uint64 { return p.key }

// CanonicalKey returns the lesser key of the position and its mirror image.
func (*ConnectFour) CanonicalKey(p Discs) uint64 { return min(p.key, p.mirror) }
