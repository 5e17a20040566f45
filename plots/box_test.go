package plots

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"menace/board"
	"menace/minimax/games"
	"menace/symmetry"
)

// graphOf returns the graph of a game.
func graphOf(game string) *symmetry.Graph {
	g, err := games.Graph(game)
	if err != nil {
		panic(err)
	}
	return g
}

// boxAt returns the box of a position with these beads.
func boxAt(game, position string, beads ...int64) Box {
	g := graphOf(game)
	code, err := g.Parse(position)
	if err != nil {
		panic(err)
	}
	return Box{Graph: g, Position: code, Moves: g.MovesFrom(code)[:len(beads)], Beads: beads}
}

// TestEmptyBox checks that the squares of an empty box show 0, unlike squares without beads.
func TestEmptyBox(t *testing.T) {
	b := Box{Graph: graphOf("tic-tac-toe"), Moves: []symmetry.Move{1, 2, 5}, Beads: make([]int64, 3)}
	for s := range board.Square(board.Squares) {
		want := ""
		if slices.Contains(b.Moves, symmetry.Place(s)) {
			want = "0"
		}
		if got := b.mark(s); got != want {
			t.Errorf("square %d: got %q, want %q", s.Number(), got, want)
		}
	}
	if lines := b.text(); strings.TrimSpace(lines[len(lines)-1]) != "empty" {
		t.Errorf("got the label %q", lines[len(lines)-1])
	}
}

// TestBoxOfSteps checks that the chances of moves from square to square are shown below the board.
func TestBoxOfSteps(t *testing.T) {
	for _, c := range []struct {
		b    Box
		want string
	}{
		{boxAt("hexapawn", "BBB/..W/WW.", 6, 3, 1), `
  B  │  B  │  B
─────┼─────┼─────
     │     │  W
─────┼─────┼─────
  W  │  W  │
1-4 60   2-5 30
2-6 10
     10 beads
`},
		{boxAt("hexapawn", ".BB/WB./..W", 0, 1000, 0, 1), `
     │  B  │  B
─────┼─────┼─────
  W  │  B  │
─────┼─────┼─────
     │     │  W
2-4 0    3-6 >99
5-8 0    5-9 <1
   1,001 beads
`},
		{boxAt("hexapawn", "B.B/..W/W..", 0), `
  B  │     │  B
─────┼─────┼─────
     │     │  W
─────┼─────┼─────
  W  │     │
1-4 0

      empty
`},
	} {
		text := Matchboxes("her", 3, []Box{c.b}).Text(80, false)
		if _, drawn, _ := strings.Cut(text, "\n\n"); "\n"+drawn != c.want {
			t.Errorf("got\n%s, want%s", drawn, c.want)
		}
		for _, line := range c.b.text() {
			if got := utf8.RuneCountInString(line); got != boxColumns-3 {
				t.Errorf("%q has %d columns, want %d", line, got, boxColumns-3)
			}
		}
	}
}

// TestEveryBoxOfHexapawn checks that the lines below the board have room for all moves of every position.
func TestEveryBoxOfHexapawn(t *testing.T) {
	g := graphOf("hexapawn")
	for o := range g.All() {
		moves := g.Moves(o)
		b := Box{Graph: g, Position: g.Code(o), Moves: moves, Beads: make([]int64, len(moves))}
		text := strings.Join(b.text(), " ")
		for i, m := range moves {
			b.Beads[i] = 1
			if !strings.Contains(text, m.String()+" 0 ") {
				t.Errorf("%s: move %v is missing from %q", g.Format(b.Position), m, text)
			}
		}
	}
}
