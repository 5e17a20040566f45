package minimax

import (
	"errors"
	"slices"
)

// Sum is a game in which both players have the same moves, and in which a position splits into parts so that every move
// changes one part only.
type Sum[P any] interface {
	// Parts returns the parts of a position.
	Parts(p P) []P
	// LastLoses reports whether the player who makes the last move loses, as in misère play, and does not win.
	LastLoses() bool
}

// Tame is a sum in which nimbers decide misère play too, as Bouton showed for Nim. Other sums need a search.
type Tame interface{ Tame() bool }

// ErrTooManySums reports a position in misère play that leads to more positions than [Nimbers] searches.
var ErrTooManySums = errors.New("in misère play only a search tells who wins, and there are too many positions")

// mostSums limits the positions of a sum that are searched.
const mostSums = 1 << 20

// ErrNotSum reports a game without nimbers.
var ErrNotSum = errors.New("the players do not have the same moves in parts of a position")

// Nimber is the value of a position of one part in normal play: the length of the row of Nim that it is equivalent to.
// It is the mex, the smallest number that is not among the values of the positions after its moves.
//
// R. P. Sprague, Über mathematische Kampfspiele, Tôhoku Mathematical Journal 41 (1935); P. M. Grundy, Mathematics and
// games, Eureka 2 (1939).
type Nimber[P any] struct {
	Position P
	Moves    []int // values of the positions after its moves, each once, in ascending order
	Mex      int
}

// Nimbers holds nimbers of the parts of positions. It computes each of them once.
type Nimbers[P comparable, M any] struct {
	Known []Nimber[P] // in the order in which they were found
	game  Game[P, M]
	sum   Sum[P]
	known map[P]int
	won   map[P]bool // searched positions of misère play
	Err   error      // [ErrTooManySums] if a search was abandoned
}

// NewNimbers returns an empty table of a game's nimbers.
func NewNimbers[P comparable, M any](game Game[P, M]) (*Nimbers[P, M], error) {
	sum, ok := game.(Sum[P])
	if !ok {
		return nil, ErrNotSum
	}
	return &Nimbers[P, M]{game: game, sum: sum, known: map[P]int{}, won: map[P]bool{}}, nil
}

// Parts returns the parts of a position and their nimbers.
func (n *Nimbers[P, M]) Parts(p P) (parts []P, nimbers []int) {
	parts = n.sum.Parts(p)
	for _, part := range parts {
		nimbers = append(nimbers, n.mex(part))
	}
	return parts, nimbers
}

// mex returns the nimber of a single part.
func (n *Nimbers[P, M]) mex(part P) int {
	if known, ok := n.known[part]; ok {
		return known
	}
	v := Nimber[P]{Position: part}
	if !n.game.Finished(part) {
		for _, m := range n.game.Moves(part, nil) {
			_, after := n.Parts(n.game.Apply(part, m))
			v.Moves = append(v.Moves, NimSum(after))
		}
	}
	slices.Sort(v.Moves)
	v.Moves = slices.Compact(v.Moves)
	for v.Mex < len(v.Moves) && v.Moves[v.Mex] == v.Mex {
		v.Mex++
	}
	n.known[part], n.Known = v.Mex, append(n.Known, v)
	return v.Mex
}

// NimSum returns the value of a sum of parts: their exclusive or.
func NimSum(nimbers []int) (sum int) {
	for _, n := range nimbers {
		sum ^= n
	}
	return sum
}

// Wins reports whether the player to move wins, which is so unless the nim-sum of the parts is 0. In misère Nim it is
// the other way round if no part is worth more than 1. In other games in misère play it searches.
//
// C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
func (n *Nimbers[P, M]) Wins(p P) bool {
	if tame, ok := n.game.(Tame); n.sum.LastLoses() && !(ok && tame.Tame()) {
		return n.search(p)
	}
	_, nimbers := n.Parts(p)
	if n.sum.LastLoses() && slices.Max(append(nimbers, 0)) <= 1 {
		return NimSum(nimbers) == 0
	}
	return NimSum(nimbers) != 0
}

// search reports whether the player to move wins, by trying all moves.
func (n *Nimbers[P, M]) search(p P) (won bool) {
	if n.game.Finished(p) {
		return n.game.Payoff(p) > 0
	}
	won, ok := n.won[p]
	if ok || n.Err != nil {
		return won
	}
	for _, m := range n.game.Moves(p, nil) {
		if won = !n.search(n.game.Apply(p, m)); won {
			break
		}
	}
	if n.won[p] = won; len(n.won) > mostSums {
		n.Err = ErrTooManySums
	}
	return won
}
