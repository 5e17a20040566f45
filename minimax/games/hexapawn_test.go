package games

import (
	"slices"
	"testing"

	"menace/board"
	"menace/symmetry"
)

// TestHexapawnCodes checks that every code is that of its position, and that Parse accepts exactly the positions that
// can arise, 33 of them with White to move and 37 with Black to move.
func TestHexapawnCodes(t *testing.T) {
	var g Hexapawn
	arise, open := visit(t, g, g.Start()), [2]int{}
	for code := range symmetry.Position(board.Codes) {
		p := g.FromCode(code)
		if got := g.Code(p); got != code {
			t.Errorf("code %d: %s has code %d", code, g.Format(p), got)
		}
		if got, err := g.Parse(g.Format(p)); (err == nil) != arise[p] || err == nil && got != p {
			t.Errorf("%s: can arise: %t; Parse returns %v", g.Format(p), arise[p], err)
		}
		if arise[p] && !g.Finished(p) {
			open[p.Turn]++
		}
	}
	if want := [2]int{33, 37}; open != want {
		t.Errorf("positions with White and with Black to move: got %v, want %v", open, want)
	}
	if got, want := g.Code(g.Start()), symmetry.Position((1*9+1*3+1)*729+2*9+2*3+2); got != want {
		t.Errorf("the start: got code %d, want %d", got, want)
	}
}

// TestHexapawnMoves checks that moves and captures are listed in order and stay on the board, and that a game ends when
// a pawn reaches the far row, when all pawns of a side are captured, and when they are blocked.
func TestHexapawnMoves(t *testing.T) {
	var g Hexapawn
	for text, want := range map[string][]string{
		"BBB/.../WWW": {"7-4", "8-5", "9-6"},
		"BBB/W../.WW": {"2-4", "2-5", "3-6"},
		"BBB/.W./W.W": {"1-4", "1-5", "3-5", "3-6"},
		".WB/B../WW.": nil,
		".../.BB/...": nil,
		"B.B/WBW/.W.": nil,
	} {
		var got []string
		p := must(g.Parse(text))
		for _, m := range g.Moves(p, nil) {
			got = append(got, g.Name(m))
		}
		if g.Finished(p) != (want == nil) || want != nil && !slices.Equal(got, want) {
			t.Errorf("%s: finished: %t; got %v, want %v", text, g.Finished(p), got, want)
		}
	}
}
