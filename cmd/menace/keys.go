package main

import (
	"fmt"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// key is what a person can ask for instead of a move.
type key struct {
	key, word string
	does      string
	act       func(*person, *match.Game) (done bool, err error)
}

// is reports whether a word means the key.
func (k key) is(word string) bool {
	return strings.EqualFold(word, k.key) || strings.EqualFold(word, k.word)
}

var quitKey = key{"q", "quit", "leave the match", (*person).quit}

// keys returns what there is, in the order of the help.
func keys() []key {
	return []key{
		{"h", "help", "show these keys", (*person).help},
		{"b", "box", "see MENACE's box and beads", (*person).box},
		{"?", "hint", "ask the perfect player", (*person).hint},
		{"u", "undo", "take back your last move", (*person).undo},
		{"r", "resign", "give up this game", (*person).resign},
		quitKey,
	}
}

func (p *person) help(*match.Game) (bool, error) {
	p.say("Type a key or a word, and then Enter.")
	fmt.Fprintln(p.stdout, "  1-9         take that square")
	for _, k := range keys() {
		fmt.Fprintf(p.stdout, "  %s, %-8s %s\n", k.key, k.word, k.does)
	}
	return false, nil
}

// box shows the last box that MENACE looked into, as the person sees the board.
func (p *person) box(g *match.Game) (bool, error) {
	turns := g.Turns()
	if len(turns) == 0 {
		p.say("MENACE has not opened a box yet: you begin.")
		return false, nil
	}
	last := turns[len(turns)-1]
	fmt.Fprintln(p.stdout)
	machine := g.Machine()
	p.printOneBox(&machine, last.Board)
	p.say("MENACE took %d.", last.Square.Number())
	if orbit, _ := symmetry.Find(last.Board); machine.Squares(orbit) != orbit.Board().Empty() {
		p.say("A dot is a square that is the same move as another, turned or mirrored.")
	}
	return false, nil
}

// hint shows what perfect play says of each square.
func (p *person) hint(g *match.Game) (bool, error) {
	b := g.Board()
	best := minimax.Best(b)
	p.showSquares(b, func(s board.Square) string {
		text := fmt.Sprintf("%d %s", s.Number(), [...]string{"loses", "draws", "wins"}[1-minimax.Value(b.Play(s))])
		if best.Has(s) {
			return bold.Render(text)
		}
		return faint.Render(text)
	})
	squares := numbersText(best, "or")
	switch minimax.Value(b) {
	case 1:
		p.say("The perfect player takes %s, which wins.", squares)
	case 0:
		p.say("The perfect player takes %s: more than a draw cannot be forced.", squares)
	default:
		p.say("Against perfect play every square loses now. MENACE is not perfect: try %s.", squares)
	}
	return false, nil
}

func (p *person) undo(g *match.Game) (bool, error) {
	if !g.TakeBack() {
		p.say("There is nothing to take back: you have not moved yet.")
		return false, nil
	}
	p.say("Your last move and the answer are taken back, the bead too.")
	return true, nil
}

func (p *person) resign(g *match.Game) (bool, error) {
	g.Resign()
	return true, nil
}

func (p *person) quit(*match.Game) (bool, error) { return true, errLeft }
