package games

import (
	"fmt"
	"slices"
)

// Nim implements Nim, also called fan-tan: a move takes any number from one row, and the player who takes the last one
// wins, or loses in misère Nim. If moves may take only certain numbers, the game also ends when no move is left; then
// too the last player to move wins, or loses in misère Nim.
//
// C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
type Nim struct {
	normalPlay[Rows]
	Misere bool
	Most   int   // the most that a move may take, or 0 for any number
	Only   []int // what a move may take, in ascending order, or nil
}

// Limits of [Nim].
const (
	MaxRows = 8
	MaxRow  = 99
)

// Rows is a position of Nim: the number left in each row. Unused rows are empty.
type Rows struct {
	left [MaxRows]uint8
	n    uint8 // rows at the start
}

// Removal is a move of Nim: a number taken from a row. Rows count from 0.
type Removal struct{ Row, Number uint8 }

// Parse parses a position: the number left in each row, such as 1,3.
func (Nim) Parse(text string) (p Rows, err error) {
	rows, err := numbers(text, 0, MaxRow)
	switch {
	case err != nil:
		return p, fmt.Errorf("rows %q: %w", text, err)
	case len(rows) > MaxRows:
		return p, fmt.Errorf("%d rows: there must be 1 to %d", len(rows), MaxRows)
	}
	p.n = uint8(len(rows))
	for i, left := range rows {
		p.left[i] = uint8(left)
	}
	return p, nil
}

// Format formats the numbers left in the rows.
func (Nim) Format(p Rows) string { return joinNumbers(p.left[:p.n]) }

// Name formats a move: the row, counted from 1, and the number taken, such as r1-2.
func (Nim) Name(r Removal) string { return fmt.Sprintf("r%d-%d", r.Row+1, r.Number) }

// Moves appends the removals, row by row, from 1 upwards.
func (g Nim) Moves(p Rows, moves []Removal) []Removal {
	for row, left := range p.left {
		if g.Most > 0 {
			left = min(left, uint8(g.Most))
		}
		if g.Only != nil {
			for _, n := range g.Only {
				if n <= int(left) {
					moves = append(moves, Removal{uint8(row), uint8(n)})
				}
			}
			continue
		}
		for n := range left {
			moves = append(moves, Removal{uint8(row), n + 1})
		}
	}
	return moves
}

// Apply takes from a row.
func (Nim) Apply(p Rows, r Removal) Rows {
	p.left[r.Row] -= r.Number
	return p
}

// Finished reports whether all the rows are empty, or hold too little for a move.
func (g Nim) Finished(p Rows) bool {
	return g.Only == nil && p.left == [MaxRows]uint8{} || g.Only != nil && int(slices.Max(p.left[:])) < g.Only[0]
}

// Tame reports whether nimbers decide misère play too. They do unless moves may take only certain numbers.
func (g Nim) Tame() bool { return g.Only == nil }

// Payoff returns −1, or 1 in misère Nim.
func (g Nim) Payoff(Rows) int {
	if g.Misere {
		return 1
	}
	return -1
}

// LastLoses reports whether it is misère Nim.
func (g Nim) LastLoses() bool { return g.Misere }

// Parts returns the rows, each as a position of one row.
func (Nim) Parts(p Rows) (parts []Rows) {
	for _, left := range p.left[:p.n] {
		parts = append(parts, Rows{left: [MaxRows]uint8{left}, n: 1})
	}
	return parts
}

// Key returns the Zobrist key of the rows. It does not depend on whose turn it is.
func (Nim) Key(p Rows) uint64 { return countKeys(MaxRow+1, p.left[:]) }

// Features returns the number left in each row that is not empty.
func (Nim) Features(p Rows) []Feature {
	return countFeatures(MaxRow+1, p.left[:], func(row int, left uint8) string {
		return fmt.Sprintf("r%d=%d", row+1, left)
	})
}

// CanonicalKey returns a key that does not depend on the order of the rows.
func (g Nim) CanonicalKey(p Rows) uint64 {
	slices.Sort(p.left[:])
	return g.Key(p)
}
