package play

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/arena/match"
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

// move returns how a person makes a move.
func (t *table) move() key {
	if t.sitting.Agent.Machine.Graph().Steps() {
		return key{key: "7-4", does: "make that move"}
	}
	return key{key: "1-9", does: "take that square"}
}

func (t *table) help(*match.Game) (bool, error) {
	t.con.Say("Type a key or a word and press Enter.")
	t.con.Print("  %-11s %s\n", t.move().key, t.move().does)
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
	t.con.Box(&machine, last.Position)
	t.con.Say("MENACE took %v.", last.Move)
	if orbit, _ := g.Graph().Find(last.Position); machine.Moves(orbit).Count() < len(g.Graph().Moves(orbit)) {
		twins := "A dot is a square that is the same move as another, turned or mirrored."
		if g.Graph().Steps() {
			twins = "A move that is not there is another one, mirrored."
		}
		t.con.Say("%s", twins)
	}
	return false, nil
}

// hint shows what each move is worth in perfect play.
func (t *table) hint(g *match.Game) (bool, error) {
	graph := g.Graph()
	perfect := minimax.Solve(graph, symmetry.MaxMoves)
	at, _ := graph.Find(g.Position())
	value := cmp.Compare(perfect.Value(at), 0)
	var best []symmetry.Move
	t.con.Choices(graph, g.Position(), func(m symmetry.Move) string {
		after, _ := graph.Find(graph.Play(g.Position(), m))
		worth := cmp.Compare(0, perfect.Value(after))
		text := fmt.Sprintf("%v %s", m, [...]string{"loses", "draws", "wins"}[1+worth])
		if worth < value {
			return console.Faint(text)
		}
		best = append(best, m)
		return console.Bold(text)
	})
	slices.Sort(best)
	moves := list(best, "or")
	switch value {
	case 1:
		t.con.Say("The perfect player takes %s, which wins.", moves)
	case 0:
		t.con.Say("The perfect player takes %s: it can force no more than a draw.", moves)
	case -1:
		t.con.Say("%s", t.lostAnyway())
	}
	return false, nil
}

// lostAnyway says what a person can hope for in a position in which every move loses against perfect play.
func (t *table) lostAnyway() string {
	if t.sitting.Match.Unbeatable() {
		return "Every move loses now: MENACE plays without a mistake."
	}
	return "Against perfect play every move loses now, but MENACE may make a mistake."
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
