package games

import (
	"errors"
	"fmt"
)

// Grundy is the rules of Grundy's game: a move splits a pile into two of different sizes, and the player who
// cannot move loses. Piles of one and two cannot be split.
//
// P. M. Grundy, Mathematics and games, Eureka 2 (1939).
type Grundy struct{ normalPlay[Piles] }

// MaxPiles is the maximum sum of all the piles of [Grundy].
const MaxPiles = 63

// Piles is a position of Grundy's game: how many piles there are of each size.
type Piles struct {
	count [MaxPiles + 1]uint8
	key   uint64
	alive uint64 // the key of the piles that can be split
}

// Split is a move of Grundy's game: the size of a pile and of its smaller part.
type Split struct{ Pile, Part uint8 }

// smallestPile is the smallest pile that can be split.
const smallestPile = 3

// At returns the position with these piles.
func (Grundy) At(piles ...int) (Piles, error) {
	var p Piles
	sum := 0
	for _, size := range piles {
		if sum += size; size < 1 || sum > MaxPiles {
			return Piles{}, fmt.Errorf("piles %s: each holds at least 1, and all together at most %d",
				written(piles), MaxPiles)
		}
		p.add(uint8(size), 1)
	}
	if sum == 0 {
		return Piles{}, errors.New("no piles: there is at least one")
	}
	return p, nil
}

// Parse parses a position: the sizes of the piles, as in 4,3.
func (g Grundy) Parse(text string) (Piles, error) {
	piles, err := numbers(text, 1, MaxPiles)
	if err != nil {
		return Piles{}, fmt.Errorf("piles %q: %w", text, err)
	}
	return g.At(piles...)
}

// Format writes the sizes of the piles, the largest first.
func (Grundy) Format(p Piles) string {
	var piles []int
	for size := MaxPiles; size > 0; size-- {
		for range p.count[size] {
			piles = append(piles, size)
		}
	}
	return written(piles)
}

// Name writes a move, as in 7=5+2.
func (Grundy) Name(s Split) string { return fmt.Sprintf("%d=%d+%d", s.Pile, s.Pile-s.Part, s.Part) }

// Moves appends the splits, once for each size of pile, starting with the largest pile and the smallest part.
func (Grundy) Moves(p Piles, moves []Split) []Split {
	for pile := uint8(MaxPiles); pile >= smallestPile; pile-- {
		if p.count[pile] == 0 {
			continue
		}
		for part := uint8(1); 2*part < pile; part++ {
			moves = append(moves, Split{pile, part})
		}
	}
	return moves
}

// Apply splits a pile.
func (Grundy) Apply(p Piles, s Split) Piles {
	p.add(s.Pile, -1)
	p.add(s.Part, 1)
	p.add(s.Pile-s.Part, 1)
	return p
}

// add adds n piles of a size, or removes them if n is negative.
func (p *Piles) add(size uint8, n int8) {
	before := pileKey(size, p.count[size])
	p.count[size] += uint8(n)
	change := before ^ pileKey(size, p.count[size])
	p.key ^= change
	if size >= smallestPile {
		p.alive ^= change
	}
}

// Finished reports whether no pile can be split.
func (Grundy) Finished(p Piles) bool {
	for _, n := range p.count[smallestPile:] {
		if n > 0 {
			return false
		}
	}
	return true
}

// Key returns the Zobrist key of all the piles. It does not depend on whose turn it is.
func (Grundy) Key(p Piles) uint64 { return p.key }

// Features returns how many piles there are of each size, as in 2*7 for two piles of 7.
func (Grundy) Features(p Piles) (all []Feature) {
	for size, number := range p.count {
		if number > 0 {
			all = append(all, Feature{fmt.Sprintf("%d*%d", number, size), pileKey(uint8(size), number)})
		}
	}
	return all
}

// CanonicalKey returns the key without the piles that cannot be split.
func (Grundy) CanonicalKey(p Piles) uint64 { return p.alive }

// pileKey returns a random number for a number of piles of a size, or 0 for none.
func pileKey(size, number uint8) uint64 {
	if number == 0 {
		return 0
	}
	return random((MaxPiles+1)*uint64(size) + uint64(number))
}
