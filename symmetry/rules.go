package symmetry

import (
	"fmt"
	"slices"
)

// Rules describes a game, so that its graph can be built. It has the methods that a search needs (see package minimax),
// the symmetries of the game, codes for positions, numbers for moves, and how a position looks.
type Rules[P, M any] interface {
	Game() string       // name of the game
	Players() [2]string // names of the first and the second player
	HowToPlay() string  // the rules in words, for a newcomer

	Start() P
	Moves(p P, moves []M) []M // in ascending order
	Apply(p P, m M) P
	Finished(p P) bool
	Payoff(p P) int // payoff to the player whose turn it would be
	Estimate(p P) int
	Weight() int
	// Forced reports whether the rules force the player's only move, so that there is nothing to choose.
	Forced(p P) bool

	// Code returns the number of a position, which determines the player to move if the position can arise.
	Code(p P) Position
	FromCode(c Position) P
	Number(m M) Move
	Symmetries() []Transform // a group
	Transform(p P, t Transform) P

	Manner() Manner
	Scene(p P) Scene
	Ending(p P) Ending // of a finished game

	Parse(text string) (P, error)
	Format(p P) string
}

// Simple provides the methods of [Rules] that a plain game need not write: the game has no symmetries but the identity,
// no estimates and no forced moves, and its end needs no explanation. Embed it.
type Simple[P any] struct{}

// Weight returns 1.
func (Simple[P]) Weight() int { return 1 }

// Estimate returns 0.
func (Simple[P]) Estimate(P) int { return 0 }

// Forced returns false.
func (Simple[P]) Forced(P) bool { return false }

// Symmetries returns the identity.
func (Simple[P]) Symmetries() []Transform { return []Transform{Identity} }

// Transform returns the position.
func (Simple[P]) Transform(p P, _ Transform) P { return p }

// Ending returns [Plain].
func (Simple[P]) Ending(P) Ending { return Plain }

// Blocker is implemented by games with a player who blocks: see [Graph.Blocks].
type Blocker[P, M any] interface {
	Blocks(p P) []M
}

// Namer is implemented by games that name their moves themselves: see [Graph.MoveName].
type Namer[P, M any] interface {
	MoveName(p P, m M) string
}

// Titled is implemented by games that people know by another name than [Rules.Game].
type Titled interface {
	Title() string
}

// rules is [Rules] in terms of codes of positions and numbers of moves.
type rules interface {
	moves(Position) []Move
	open(Position) []Move // none if the game is over
	play(Position, Move) Position
	transform(Position, Transform) Position
	scene(Position) Scene
	ending(Position) Ending
	parse(string) (Position, error)
	format(Position) string
	moveName(Position, Move) string
	title() string
	node(c Position, level int) (n node, end Outcome)
}

// coded adapts [Rules] to rules.
type coded[P, M any] struct{ of Rules[P, M] }

func (r coded[P, M]) moves(c Position) []Move { return r.numbers(r.of.Moves(r.of.FromCode(c), nil)) }

func (r coded[P, M]) open(c Position) []Move {
	if r.of.Finished(r.of.FromCode(c)) {
		return nil
	}
	return r.moves(c)
}

func (r coded[P, M]) numbers(moves []M) []Move {
	numbers := make([]Move, len(moves))
	for i, m := range moves {
		numbers[i] = r.of.Number(m)
	}
	return numbers
}

func (r coded[P, M]) play(c Position, move Move) Position {
	p := r.of.FromCode(c)
	for _, m := range r.of.Moves(p, nil) {
		if r.of.Number(m) == move {
			return r.of.Code(r.of.Apply(p, m))
		}
	}
	panic(fmt.Sprintf("symmetry: %v is not a move in %s", move, r.format(c)))
}

// node returns what the rules say about a canonical position, and its outcome.
func (r coded[P, M]) node(c Position, level int) (n node, end Outcome) {
	p := r.of.FromCode(c)
	n = node{code: c, level: level}
	if r.of.Finished(p) {
		switch payoff := r.of.Payoff(p); {
		case payoff > 0:
			return n, Win(Turn(level))
		case payoff < 0:
			return n, Win(Turn(level).Other())
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

func (r coded[P, M]) transform(c Position, t Transform) Position {
	return r.of.Code(r.of.Transform(r.of.FromCode(c), t))
}

func (r coded[P, M]) scene(c Position) Scene { return r.of.Scene(r.of.FromCode(c)) }

func (r coded[P, M]) ending(c Position) Ending { return r.of.Ending(r.of.FromCode(c)) }

func (r coded[P, M]) format(c Position) string { return r.of.Format(r.of.FromCode(c)) }

func (r coded[P, M]) moveName(c Position, move Move) string {
	if namer, ok := r.of.(Namer[P, M]); ok {
		p := r.of.FromCode(c)
		for _, m := range r.of.Moves(p, nil) {
			if r.of.Number(m) == move {
				return namer.MoveName(p, m)
			}
		}
	}
	return move.String()
}

func (r coded[P, M]) title() string {
	if titled, ok := r.of.(Titled); ok {
		return titled.Title()
	}
	return r.of.Game()
}

func (r coded[P, M]) parse(text string) (Position, error) {
	p, err := r.of.Parse(text)
	return r.of.Code(p), err
}
