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

// InARow implements the m,n,k games: the players take turns to place a disc on a board of any size, X first, and the
// first player with k discs in a row wins. Tic-tac-toe is 3,3,3. With gravity, discs drop down their column: in connect
// four, four in a row win on 7 x 6 cells. A win pays +1, a loss −1. The estimate is the number of windows of k cells
// that are still open to the player to move minus those open to the other, weighted by the discs in them.
type InARow struct {
	width, height int
	length        int // of a winning row
	gravity       bool
	board         uint64   // all the cells; cell 0 is the bottom of the first column, upwards
	bottoms       uint64   // the lowest cell of each column
	columns       []uint64 // the cells of each column
	order         []Column // the columns from the centre out
	lines         []lineKind
	windows       []uint64    // all winning lines
	worth         []int       // value of a window by the number of discs in it, all of one player
	images        [][64]uint8 // where each symmetry but the identity moves each cell
}

// lineKind is a direction of lines.
type lineKind struct {
	starts        uint64 // the cells where such lines begin
	first, second uint8  // intersecting discs with discs shifted by each of these leaves the starts of complete lines
	more          []uint8
}

// Discs is a position of an m,n,k game.
type Discs struct {
	own, other uint64 // the discs of the player to move and of the other; X has as many as O, or one more
}

// Column is a move, counted from 0: a column with gravity, or else a cell, row by row from the top.
type Column uint8

// NewConnectFour returns the rules of connect four on a board of this size.
func NewConnectFour(width, height int) (*InARow, error) { return newInARow(width, height, 4, true) }

// NewInARow returns the rules on a board of this size, at most [MaxCells] cells, large enough for a row of this length.
func NewInARow(width, height, length int, gravity bool) (*InARow, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	if length < 2 || length > max(width, height) {
		return nil, fmt.Errorf("%d in a row on a board of %dx%d: choose 2 to %d", length, width, height,
			max(width, height))
	}
	return newInARow(width, height, length, gravity)
}

// newInARow returns the rules. If the board is too small for the row, every game is a draw.
func newInARow(width, height, length int, gravity bool) (*InARow, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	g := &InARow{width: width, height: height, length: length, gravity: gravity, worth: make([]int, length+1)}
	for n := 1; n <= length; n++ {
		g.worth[n] = 1 << min(2*(n-1), 10)
	}
	for c := range width {
		column := (uint64(1)<<height - 1) << (c * height)
		g.columns = append(g.columns, column)
		g.order = append(g.order, Column(c))
		g.board |= column
		g.bottoms |= 1 << (c * height)
	}
	slices.SortStableFunc(g.order, func(a, b Column) int { return cmp.Compare(g.offCentre(a), g.offCentre(b)) })
	g.addLines(0, 1)
	g.addLines(1, 0)
	g.addLines(1, 1)
	g.addLines(1, -1)
	g.addSymmetries()
	return g, nil
}

// addSymmetries sets where the symmetries move each cell: the board may be mirrored, without gravity turned upside
// down, and if it is square also on its side.
func (g *InARow) addSymmetries() {
	for kind := range 7 {
		upside, side, mirrored := kind&1 == 0, kind&2 == 0, kind&4 == 0
		if g.gravity && (upside || side) || side && g.width != g.height {
			continue
		}
		var moved [64]uint8
		for cell := range g.width * g.height {
			column, row := cell/g.height, cell%g.height
			if mirrored {
				column = g.width - 1 - column
			}
			if upside {
				row = g.height - 1 - row
			}
			if side {
				column, row = row, column
			}
			moved[cell] = uint8(column*g.height + row)
		}
		g.images = append(g.images, moved)
	}
}

// offCentre returns how far a column is from the middle, in half columns.
func (g *InARow) offCentre(column Column) int {
	off := 2*int(column) - (g.width - 1)
	return max(off, -off)
}

// addLines adds the lines whose cells are each this far to the right of and above the one before.
func (g *InARow) addLines(right, up int) {
	step, shifts := right*g.height+up, []uint8{}
	for have := 1; have < g.length; {
		more := min(have, g.length-have)
		shifts = append(shifts, uint8(more*step))
		have += more
	}
	if g.length == 2 {
		shifts = append(shifts, 0)
	}
	kind := lineKind{first: shifts[0], second: shifts[1], more: shifts[2:]}
	for column := range g.width {
		for row := range g.height {
			lastColumn, lastRow := column+(g.length-1)*right, row+(g.length-1)*up
			if lastColumn >= g.width || lastRow >= g.height || lastRow < 0 {
				continue
			}
			start := column*g.height + row
			kind.starts |= 1 << start
			window := uint64(0)
			for n := range g.length {
				window |= 1 << (start + n*step)
			}
			g.windows = append(g.windows, window)
		}
	}
	if kind.starts != 0 {
		g.lines = append(g.lines, kind)
	}
}

// Moves appends the columns that have room, from the centre out, so that good moves tend to come first. Without gravity
// it appends the empty cells in order.
func (g *InARow) Moves(p Discs, moves []Column) []Column {
	discs := p.own | p.other
	if !g.gravity {
		for m := range Column(g.width * g.height) {
			if discs>>g.cellOf(m)&1 == 0 {
				moves = append(moves, m)
			}
		}
		return moves
	}
	for _, c := range g.order {
		if discs&g.columns[c] != g.columns[c] {
			moves = append(moves, c)
		}
	}
	return moves
}

// cellOf returns the cell that a move without gravity takes.
func (g *InARow) cellOf(m Column) int { return g.cell(int(m)/g.width, int(m)%g.width) }

// Apply places a disc.
func (g *InARow) Apply(p Discs, c Column) Discs {
	var disc uint64
	if g.gravity {
		// Adding 1 at the bottom of a column carries to its lowest free cell.
		column := (p.own | p.other) & g.columns[c]
		disc = (column + g.bottoms&g.columns[c]) & g.columns[c] &^ column
	} else {
		disc = 1 << g.cellOf(c)
	}
	return Discs{p.other, p.own | disc}
}

// wins reports whether enough discs are in a row.
func (g *InARow) wins(discs uint64) bool {
	for i := range g.lines {
		line := &g.lines[i]
		run := discs & (discs >> (line.first & 63))
		run &= run >> (line.second & 63)
		for _, shift := range line.more {
			run &= run >> (shift & 63)
		}
		if run&line.starts != 0 {
			return true
		}
	}
	return false
}

// Finished reports whether the player who has just moved has enough in a row, or the board is full.
func (g *InARow) Finished(p Discs) bool {
	return p.own|p.other == g.board || g.wins(p.other)
}

// Payoff returns 0 for a draw; otherwise the other player, who has just moved, has won.
func (g *InARow) Payoff(p Discs) int {
	if p.own|p.other == g.board && !g.wins(p.other) {
		return 0
	}
	return -1
}

// Bound returns 1.
func (*InARow) Bound() int { return 1 }

// Weigh sets the values of windows with one, two and three discs in the estimate of four in a row. The usual values, 1,
// 4 and 16, are our own: each further disc makes a window worth four times as much.
func (g *InARow) Weigh(weights [3]int) { copy(g.worth[1:], weights[:]) }

// Estimate returns the worth of the windows open to the player to move minus the worth of the other player's.
func (g *InARow) Estimate(p Discs) int {
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
func (g *InARow) Weight() int { return 4*MaxCells*largestMagnitude(g.worth[1:g.length]) + 1 }

// Key returns the Zobrist key.
func (*InARow) Key(p Discs) uint64 {
	first, second := p.sides()
	return keyOf(0, first) ^ keyOf(1, second)
}

// CanonicalKey returns the least key of all images of the position.
func (g *InARow) CanonicalKey(p Discs) uint64 {
	least := g.Key(p)
	first, second := p.sides()
	for i := range g.images {
		image, key := &g.images[i], uint64(0)
		for side, cells := range [2]uint64{first, second} {
			for ; cells != 0; cells &= cells - 1 {
				key ^= cellKeys[side][image[bits.TrailingZeros64(cells)]]
			}
		}
		least = min(least, key)
	}
	return least
}

// Name formats a move: the number of the column or the cell, from 1.
func (*InARow) Name(c Column) string { return strconv.Itoa(int(c) + 1) }

// cell numbers the cells of a board in text, where the first row is the top one.
func (g *InARow) cell(row, column int) int { return column*g.height + g.height - 1 - row }

// Format formats a position row by row from the top, such as ..../..../..../XXO.
func (g *InARow) Format(p Discs) string {
	first, second := p.sides()
	return writeCells(g.height, g.width, func(row, column int) byte {
		cell := g.cell(row, column)
		return ".XO"[first>>cell&1+second>>cell&1*2]
	})
}

// Mover names the player to move, X or O.
func (*InARow) Mover(p Discs) string { return "XO"[p.played()%2:][:1] }

// Players returns "X" and "O".
func (*InARow) Players() [2]string { return [2]string{"X", "O"} }

// played returns the number of discs.
func (p Discs) played() int { return bits.OnesCount64(p.own | p.other) }

// sides returns the discs of the first and of the second player.
func (p Discs) sides() (first, second uint64) {
	if p.played()%2 == 1 {
		return p.other, p.own
	}
	return p.own, p.other
}

// Features returns the discs, by row from the top and column.
func (g *InARow) Features(p Discs) []Feature {
	at := func(cell int) string { return fmt.Sprintf("%d.%d", g.height-cell%g.height, cell/g.height+1) }
	first, second := p.sides()
	return append(pieces("X", 0, first, at), pieces("O", 1, second, at)...)
}

// Parse parses a position in the notation of Format or as moves: with gravity the columns played in turn, such as 4453,
// and on any board numbers with separators, such as "4 4 5 3". An error explains why the position cannot arise.
func (g *InARow) Parse(text string) (p Discs, err error) {
	columns := strings.TrimSpace(text)
	isBoard := !g.gravity || columns == "" || strings.Trim(columns, "0123456789,; \t\r\n") != ""
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
func (g *InARow) replay(text string) (p Discs, err error) {
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

// CountedFrom0 suggests how to write moves with squares or columns counted from 0, given that the program counts from 1
// to most. It returns "" if they are not counted from 0.
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

// inWords spells out a small number.
func inWords(n int) string {
	words := []string{"two", "three", "four", "five", "six"}
	if n-2 < len(words) {
		return words[n-2]
	}
	return strconv.Itoa(n)
}

// read reads a position row by row.
func (g *InARow) read(text string) (p Discs, err error) {
	cells, err := readCells(text, g.height, g.width, "XO.", g.cell)
	if err != nil {
		return p, err
	}
	xs, os := bits.OnesCount64(cells['X']), bits.OnesCount64(cells['O'])
	p.own, p.other = cells['X'], cells['O']
	if xs > os {
		p.own, p.other = p.other, p.own
	}
	discs := p.own | p.other
	switch {
	case xs != os && xs != os+1:
		return p, fmt.Errorf("%d X and %d O cannot arise: X moves first, then they take turns", xs, os)
	case g.gravity && discs&^g.bottoms&^(discs<<1) != 0:
		return p, errors.New("a disc hangs above an empty cell")
	case g.wins(p.own):
		return p, fmt.Errorf("the player to move has %s in a row already", inWords(g.length))
	}
	return p, nil
}
