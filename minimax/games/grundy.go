package games

import "fmt"

// Grundy is the rules of Grundy's game: a move splits a pile into two of different sizes, and the player who
// cannot move loses. Piles of one and two cannot be split.
//
// P. M. Grundy, Mathematics and games, Eureka 2 (1939).
type Grundy struct{ normalPlay[Piles] }

// MaxPiles is the maximum sum of all the piles of [Grundy].
const MaxPiles = 63

// Piles is a position of Grundy's game: how many piles there are of each size.
type Piles struct{ count [MaxPiles + 1]uint8 }

// Split is a move of Grundy's game: the size of a pile and of its smaller part.
type Split struct{ Pile, Part uint8 }

// smallestPile is the smallest pile that can be split.
const smallestPile = 3

// Parse parses a position: the sizes of the piles, such as 4,3.
func (Grundy) Parse(text string) (p Piles, err error) {
	piles, err := numbers(text, 1, MaxPiles)
	if err != nil {
		return p, fmt.Errorf("piles %q: %w", text, err)
	}
	sum := 0
	for _, size := range piles {
		if sum += size; sum > MaxPiles {
			return Piles{}, fmt.Errorf("piles %s: each must hold at least 1, and all together at most %d",
				joinNumbers(piles), MaxPiles)
		}
		p.count[size]++
	}
	return p, nil
}

// Format formats the sizes of the piles, the largest first.
func (Grundy) Format(p Piles) string {
	var piles []int
	for size := MaxPiles; size > 0; size-- {
		for range p.count[size] {
			piles = append(piles, size)
		}
	}
	return joinNumbers(piles)
}

// Name formats a move, such as 7=5+2.
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
	p.count[s.Pile]--
	p.count[s.Part]++
	p.count[s.Pile-s.Part]++
	return p
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

// Parts returns the piles, the largest first.
func (Grundy) Parts(p Piles) (parts []Piles) {
	for size := MaxPiles; size > 0; size-- {
		for range p.count[size] {
			var pile Piles
			pile.count[size] = 1
			parts = append(parts, pile)
		}
	}
	return parts
}

// Key returns the Zobrist key of all the piles. It does not depend on whose turn it is.
func (Grundy) Key(p Piles) uint64 { return countKeys(MaxPiles+1, p.count[:]) }

// Features returns how many piles there are of each size, such as 2*7 for two piles of 7.
func (Grundy) Features(p Piles) []Feature {
	return countFeatures(MaxPiles+1, p.count[:], func(size int, number uint8) string {
		return fmt.Sprintf("%d*%d", number, size)
	})
}

// CanonicalKey returns the key without the piles that cannot be split.
func (g Grundy) CanonicalKey(p Piles) uint64 {
	clear(p.count[:smallestPile])
	return g.Key(p)
}
