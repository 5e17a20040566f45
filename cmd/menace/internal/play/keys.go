package play

import (
	"fmt"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/console"
	"menace/minimax"
	"menace/symmetry"
)

// key is what a person can ask for instead of a move.
type key struct {
	key, word string
	does      string
	act       func(*table, *match.Game) (done bool, err error)
}

// is reports whether a word means the key.
func (k key) is(word string) bool {
	return strings.EqualFold(word, k.key) || strings.EqualFold(word, k.word)
}

var quitKey = key{"q", "quit", "leave the match", (*table).quit}

// keys returns the keys in the order of the help.
func keys() []key {
	return []key{
		{"h", "help", "show these keys", (*table).help},
		{"b", "box", "see MENACE's box and beads", (*table).box},
		{"?", "hint", "ask the perfect player", (*table).hint},
		{"u", "undo", "take back your last move", (*table).undo},
		{"r", "resign", "give up this game", (*table).resign},
		quitKey,
	}
}

func (t *table) help(*match.Game) (bool, error) {
	t.con.Say("Type a key or a word and press Enter.")
	t.con.Print("  1-9         take that square\n")
	for _, k := range keys() {
		t.con.Print("  %s, %-8s %s\n", k.key, k.word, k.does)
	}
	return false, nil
}

// box shows the last box that MENACE looked into, as the person sees the board.
func (t *table) box(g *match.Game) (bool, error) {
	turns := g.Turns()
	if len(turns) == 0 {
		t.con.Say("MENACE has not opened a box yet: you begin.")
		return false, nil
	}
	last := turns[len(turns)-1]
	machine := g.Machine()
	t.con.Print("\n")
	t.con.Box(&machine, last.Board)
	t.con.Say("MENACE took %d.", last.Square.Number())
	if orbit, _ := symmetry.Find(last.Board); machine.Squares(orbit) != orbit.Board().Empty() {
		t.con.Say("A dot is a square that is the same move as another, turned or mirrored.")
	}
	return false, nil
}

// hint shows what each square is worth in perfect play.
func (t *table) hint(g *match.Game) (bool, error) {
	b := g.Board()
	best := minimax.Best(b)
	t.con.Squares(b, func(s board.Square) string {
		text := fmt.Sprintf("%d %s", s.Number(), [...]string{"loses", "draws", "wins"}[1-minimax.Value(b.Play(s))])
		if best.Has(s) {
			return console.Bold(text)
		}
		return console.Faint(text)
	})
	squares := numbers(best, "or")
	switch minimax.Value(b) {
	case 1:
		t.con.Say("The perfect player takes %s, which wins.", squares)
	case 0:
		t.con.Say("The perfect player takes %s: it can force no more than a draw.", squares)
	default:
		t.con.Say("Against perfect play every square loses now. MENACE is not perfect: try %s.", squares)
	}
	return false, nil
}

func (t *table) undo(g *match.Game) (bool, error) {
	if !g.TakeBack() {
		t.con.Say("There is nothing to take back: you have not moved yet.")
		return false, nil
	}
	t.con.Say("Your last move is taken back, and MENACE's answer with its bead.")
	return true, nil
}

func (t *table) resign(g *match.Game) (bool, error) {
	g.Resign()
	return true, nil
}

func (t *table) quit(*match.Game) (bool, error) { return true, errLeft }
