package symmetry

import (
	"fmt"
	"slices"

	"menace/board"
)

// Rules describes a game on nine squares, so that its graph can be built. It has the methods that a search needs (see
// package minimax), the symmetries of the game, codes for positions and numbers for moves.
type Rules[P, M any] interface {
	Game() string       // name of the game
	Players() [2]string // names of the first and the second player
	HowToPlay() string  // the rules in words, for somebody who has never played

	Start() P
	Moves(p P, moves []M) []M // in ascending order
	Apply(p P, m M) P
	Finished(p P) bool
	Payoff(p P) int // payoff to the player whose turn it would be
	Estimate(p P) int
	Weight() int
	// Forced reports whether the player makes the only move without a choice.
	Forced(p P) bool

	Symmetries() []Transform // a group
	// Code returns the code of the squares: X for pieces of the first player and O for those of the second. In a
	// position that can arise, they determine the player to move.
	Code(p P) board.Code
	FromCode(c board.Code) P
	Number(m M) Move

	Parse(text string) (P, error)
	Format(p P) string
}

// Blocker is implemented by games with a player who blocks: see [Graph.Blocks].
type Blocker[P, M any] interface {
	Blocks(p P) []M
}

// rules is [Rules] for codes of positions and numbers of moves.
type rules interface {
	moves(board.Code) []Move
	play(board.Code, Move) board.Code
	parse(string) (board.Code, error)
	format(board.Code) string
}

// coded implements rules with [Rules].
type coded[P, M any] struct{ of Rules[P, M] }

func (r coded[P, M]) moves(c board.Code) []Move { return r.numbers(r.of.Moves(r.of.FromCode(c), nil)) }

func (r coded[P, M]) numbers(moves []M) []Move {
	numbers := make([]Move, len(moves))
	for i, m := range moves {
		numbers[i] = r.of.Number(m)
	}
	return numbers
}

func (r coded[P, M]) play(c board.Code, move Move) board.Code {
	p := r.of.FromCode(c)
	for _, m := range r.of.Moves(p, nil) {
		if r.of.Number(m) == move {
			return r.of.Code(r.of.Apply(p, m))
		}
	}
	panic(fmt.Sprintf("symmetry: %v is not a move in %s", move, r.format(c)))
}

// node returns what the rules say about a canonical position.
func (r coded[P, M]) node(c board.Code, played int) (n node, end Outcome) {
	p := r.of.FromCode(c)
	n = node{code: c, played: played}
	if r.of.Finished(p) {
		switch payoff := r.of.Payoff(p); {
		case payoff > 0:
			return n, Win(Turn(played))
		case payoff < 0:
			return n, Win(Turn(played).Other())
		}
		return n, Drawn
	}
	n.moves, n.estimate, n.forced = r.moves(c), r.of.Estimate(p), r.of.Forced(p)
	if blocker, ok := r.of.(Blocker[P, M]); ok {
		for _, m := range r.numbers(blocker.Blocks(p)) {
			n.blocks |= 1 << slices.Index(n.moves, m)
		}
	}
	return n, Ongoing
}

func (r coded[P, M]) format(c board.Code) string { return r.of.Format(r.of.FromCode(c)) }

func (r coded[P, M]) parse(text string) (board.Code, error) {
	p, err := r.of.Parse(text)
	return r.of.Code(p), err
}
