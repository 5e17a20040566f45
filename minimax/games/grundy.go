package games

import "slices"

// Grundy implements Grundy's game: a move splits a pile into two of different sizes, and the player who cannot move
// loses. Piles of one and two cannot be split.
//
// P. M. Grundy, Mathematics and games, Eureka 2 (1939).
type Grundy struct {
	piled
	lastMove
}

// smallestPile is the smallest pile that can be split.
const smallestPile = 3

// NewGrundy returns the rules in normal or in misère play.
func NewGrundy(misere bool) Grundy { return Grundy{lastMove: lastMove{misere}} }

// Parse parses a position: the sizes of the piles, such as 4,3.
func (g Grundy) Parse(text string) (Piles, error) { return g.parse(text, 1) }

// Moves appends the splits, once for each size of pile, largest pile and smallest part first.
func (Grundy) Moves(p Piles, moves []Split) []Split {
	for _, pile := range p.distinct() {
		for part := 1; 2*part < pile; part++ {
			moves = append(moves, Split{uint16(pile), uint16(pile - part), uint16(part)})
		}
	}
	return moves
}

// Finished reports whether no pile can be split.
func (Grundy) Finished(p Piles) bool { return p == "" || p.sizes()[0] < smallestPile }

// CanonicalKey returns the key without the piles that cannot be split.
func (g Grundy) CanonicalKey(p Piles) uint64 {
	sizes := p.sizes()
	return g.Key(newPiles(slices.DeleteFunc(sizes, func(size int) bool { return size < smallestPile })...))
}
