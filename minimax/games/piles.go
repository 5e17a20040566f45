package games

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MaxPiles is the maximum sum of all piles of a position of [Piles].
const MaxPiles = 1000

// Piles is a position of a game in which moves take from piles and split them: the sizes, largest first, two bytes
// each, without empty piles.
type Piles string

// newPiles returns a position with piles of these sizes.
func newPiles(sizes ...int) Piles {
	slices.SortFunc(sizes, func(a, b int) int { return b - a })
	var text strings.Builder
	for _, size := range sizes {
		if size > 0 {
			text.WriteByte(byte(size >> 8))
			text.WriteByte(byte(size))
		}
	}
	return Piles(text.String())
}

// sizes returns the sizes, the largest first.
func (p Piles) sizes() []int {
	sizes := make([]int, len(p)/2)
	for i := range sizes {
		sizes[i] = int(p[2*i])<<8 | int(p[2*i+1])
	}
	return sizes
}

// distinct returns each size once, the largest first.
func (p Piles) distinct() []int { return slices.Compact(p.sizes()) }

// Split is a move of a game of piles: a pile becomes two, of which the second or both may be empty.
type Split struct{ Pile, First, Second uint16 }

// piled is the common part of games of piles.
type piled struct{}

// parse parses the sizes of the piles, such as 4,3, each of at least this size.
func (piled) parse(text string, least int) (p Piles, err error) {
	sizes, err := numbers(text, least, MaxPiles)
	if err != nil {
		return p, fmt.Errorf("piles %q: %w", text, err)
	}
	sum := 0
	for _, size := range sizes {
		sum += size
	}
	if sum > MaxPiles {
		return p, fmt.Errorf("piles %s: all together must hold at most %d", joinNumbers(sizes), MaxPiles)
	}
	return newPiles(sizes...), nil
}

// Format formats the sizes of the piles, the largest first, or 0 if there are none.
func (piled) Format(p Piles) string {
	if p == "" {
		return "0"
	}
	return joinNumbers(p.sizes())
}

// Name formats a move, such as 7=5+2, 7=5 or 7=0.
func (piled) Name(s Split) string {
	if s.Second == 0 {
		return fmt.Sprintf("%d=%d", s.Pile, s.First)
	}
	return fmt.Sprintf("%d=%d+%d", s.Pile, s.First, s.Second)
}

// Apply makes a move.
func (piled) Apply(p Piles, s Split) Piles {
	sizes := p.sizes()
	i := slices.Index(sizes, int(s.Pile))
	return newPiles(append(slices.Delete(sizes, i, i+1), int(s.First), int(s.Second))...)
}

// Parts returns the piles, the largest first.
func (piled) Parts(p Piles) (parts []Piles) {
	for _, size := range p.sizes() {
		parts = append(parts, newPiles(size))
	}
	return parts
}

// counts returns the number of piles of each size.
func (p Piles) counts() map[int]int {
	counts := map[int]int{}
	for _, size := range p.sizes() {
		counts[size]++
	}
	return counts
}

// number returns the random number for this many piles of a size.
func (piled) number(size, count int) uint64 { return random(uint64((MaxPiles+1)*size + count)) }

// Key returns the Zobrist key of the piles. It does not depend on whose turn it is.
func (g piled) Key(p Piles) (key uint64) {
	for size, count := range p.counts() {
		key ^= g.number(size, count)
	}
	return key
}

// Features returns the number of piles of each size, such as 2*7 for two piles of 7.
func (g piled) Features(p Piles) (all []Feature) {
	counts := p.counts()
	for _, size := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, Feature{fmt.Sprintf("%d*%d", counts[size], size), g.number(size, counts[size])})
	}
	return all
}

// lastMove is the convention for the end of a game: whoever makes the last move wins or, in misère play, loses.
type lastMove struct{ Misere bool }

// Payoff returns −1, or 1 in misère play.
func (g lastMove) Payoff(Piles) int {
	if g.Misere {
		return 1
	}
	return -1
}

// Bound returns 1.
func (lastMove) Bound() int { return 1 }

// LastLoses reports whether it is misère play.
func (g lastMove) LastLoses() bool { return g.Misere }
