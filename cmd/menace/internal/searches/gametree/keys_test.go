package gametree

import (
	"slices"
	"strings"
	"testing"

	"menace/minimax"
)

// TestNumbers combines the numbers of three pieces used in a course: 44532 ⊕ 81410 is 103414, and 103414 ⊕ 91854 is
// 62776 (the course has 33408). A move adds the number of its piece.
func TestNumbers(t *testing.T) {
	p, err := set(t, "tictactoe").At("X.X/.O./...")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := p.Keys([]string{"X1=44532", "O5=81410", "X3=91854", "O2=0x10"})
	if err != nil || keys[0].Key != "62776" || keys[1].Move != "2" || keys[1].Key != "62760" ||
		keys[1].Change != "16" || keys[2].Key != "?" || keys[2].Change != "?" {
		t.Errorf("got %+v, %v", keys, err)
	}
	if want := []Piece{{"X1", "44532"}, {"X3", "91854"}, {"O5", "81410"}}; !slices.Equal(keys[0].Pieces, want) {
		t.Errorf("got %v, want %v", keys[0].Pieces, want)
	}
	for _, text := range []string{"X1", "=3", "X1=", "X1=-1", "X1=x"} {
		if _, err := p.Keys([]string{text}); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
	if _, err := set(t, "stones").Keys([]string{"1=2"}); err == nil {
		t.Error("numbers are accepted for stones")
	}
}

// TestPlayers checks that all texts and pictures use the names of the players. In stones, the picture shows the sum of
// each player.
func TestPlayers(t *testing.T) {
	for _, first := range []string{"max", "min"} {
		p := set(t, "stones", "players", " Alice, Bob", "first", first)
		found := traces(t, p, Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}})
		var said, labels []string
		for _, s := range found[0].Steps() {
			said = append(said, s.Says)
		}
		d := found[0].Drawing()
		for _, n := range positions(d.Root) {
			labels = append(labels, n.Label)
		}
		want := []string{"Alice: 0 Bob: 0", "Alice: 1 Bob: 0", "Alice: 1 Bob: 11"} // 1, then 2, 3 and 6
		if first == "min" {
			want = []string{"Alice: 0 Bob: 0", "Alice: 0 Bob: 1", "Alice: 11 Bob: 1"}
		}
		for _, label := range want {
			if !slices.Contains(labels, label) {
				t.Errorf("%s first: no position %q in %q", first, label, labels)
			}
		}
		all := found[0].Text() + strings.Join(said, " ") + d.Subtitle
		if !strings.Contains(all, "for Alice") || !strings.Contains(all, "Bob to move") ||
			!strings.Contains(d.Subtitle, "Square: Alice to move; round: Bob. Values are for Alice") ||
			strings.Contains(all, "Max") || strings.Contains(all, "min ") {
			t.Errorf("%s first: got %s", first, all)
		}
	}
}

// TestWin checks that wins are written as 100, to the end of the game and at a horizon, and that estimates stay the
// same.
func TestWin(t *testing.T) {
	p, err := set(t, "tictactoe", "win", "100").At("XX./OO./...")
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range map[int][]string{0: {"100", "−100", "0"}, 2: {"100", "−100", "≈ 0"}} {
		o := Options{Options: minimax.Options{Algorithm: minimax.Minimax, Depth: depth}}
		found := traces(t, p, o)
		values := map[string]bool{}
		for _, n := range positions(found[0].Drawing().Root) {
			values[n.Value] = true
		}
		for _, value := range want {
			if !values[value] {
				t.Errorf("%d plies: no value %s in %v", depth, value, values)
			}
		}
		if values["1"] || values["+∞"] {
			t.Errorf("%d plies: a win has a different value in %v", depth, values)
		}
	}
}
