package board

import (
	"fmt"
	"maps"
	"math/bits"
	"testing"
)

// positionsByMoves holds the published numbers of tic-tac-toe positions after 0 to 9 moves.
var positionsByMoves = [Squares + 1]int{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78}

// reachable holds the positions that can arise in a game.
var reachable = func() map[Board]bool {
	met := map[Board]bool{}
	var play func(Board)
	play = func(b Board) {
		if met[b] {
			return
		}
		if met[b] = true; !b.Over() {
			for s := range b.Empty().All() {
				play(b.Play(s))
			}
		}
	}
	play(Board{})
	return met
}()

// result is the result of a game, as far as it is known.
type result struct {
	over   bool
	winner Mark
}

func TestReachableCounts(t *testing.T) {
	var byMoves [Squares + 1]int
	byResult := map[result]int{}
	for b := range reachable {
		byMoves[b.Moves()]++
		byResult[result{b.Over(), b.Winner()}]++
	}
	if byMoves != positionsByMoves {
		t.Errorf("positions by moves played: got %v, want %v", byMoves, positionsByMoves)
	}
	want := map[result]int{{false, Empty}: 5478 - 958, {true, X}: 626, {true, O}: 316, {true, Empty}: 16}
	if !maps.Equal(byResult, want) {
		t.Errorf("positions by result: got %v, want %v", byResult, want)
	}
}

// TestCheck checks that exactly the reachable positions are accepted.
func TestCheck(t *testing.T) {
	for c := range Code(Codes) {
		if b := c.Board(); (b.Check() == nil) != reachable[b] {
			t.Errorf("%v: reachable: %t; Check returns %v", b, reachable[b], b.Check())
		}
	}
	for _, b := range []Board{{X: 1, O: 1}, {X: 1 << Squares}, {X: 1, O: 1 << 15}} {
		if b.Check() == nil {
			t.Errorf("Check accepts %+v", b)
		}
	}
}

// TestCompleteGames counts the games by length and result: 255,168 in all.
func TestCompleteGames(t *testing.T) {
	var byLength [Squares + 1]int
	byWinner := map[Mark]int{}
	nodes := 0
	var walk func(b Board)
	walk = func(b Board) {
		nodes++
		if b.Over() {
			byLength[b.Moves()]++
			byWinner[b.Winner()]++
			return
		}
		for s := range b.Empty().All() {
			walk(b.Play(s))
		}
	}
	walk(Board{})
	if want := [Squares + 1]int{5: 1440, 5328, 47952, 72576, 127872}; byLength != want {
		t.Errorf("games by length: got %v, want %v", byLength, want)
	}
	if want := (map[Mark]int{X: 131184, O: 77904, Empty: 46080}); !maps.Equal(byWinner, want) {
		t.Errorf("games by winner: got %v, want %v", byWinner, want)
	}
	if nodes != 549946 {
		t.Errorf("nodes of the game tree: got %d, want 549946", nodes)
	}
}

func TestNotationAndCodeRoundTrip(t *testing.T) {
	for b := range reachable {
		if got, err := Parse(b.String()); err != nil || got != b {
			t.Errorf("Parse(%q) = %v, %v", b, got, err)
		}
		if got := b.Code().Board(); got != b {
			t.Errorf("code %d of %v decodes to %v", b.Code(), b, got)
		}
	}
}

func TestCodeDigits(t *testing.T) {
	for text, want := range map[string]Code{
		"........X":   2,
		"X.......O":   2*6561 + 1,
		"....X....":   162,
		"XOX/.../...": (2*9 + 1*3 + 2) * 729,
	} {
		if b, err := Parse(text); err != nil || b.Code() != want {
			t.Errorf("%s: got code %d, %v, want %d", text, b.Code(), err, want)
		}
	}
}

// TestParseAsPeopleWrite parses one position in many notations.
func TestParseAsPeopleWrite(t *testing.T) {
	for _, text := range []string{
		"X.O/.X./...", "x.o.x....", "X_O\n_X_\n___", "x-o/-x-/---\n", " XbO\r\nbXb\r\nbbb\r\n", "X . O\n. X .\n. . .",
		"x,b,o,b,x,b,b,b,b", "X.O .X. ...", "X|.|O/.|X|./.|.|.", "x . o . x . . . .",
		// Squares between bars, and lines between the rows.
		"X| |O\n |X| \n | | ", "X | | O\n---+---+---\n  | X |\n---+---+---\n  |   |  ", "| X |   | O |\n|---|---|---|\n|   | X |   |\n|   |   |   |\n",
		" X │   │ O \n───┼───┼───\n   │ X │   \n───┼───┼───\n   │   │   \n", "X| |O\n-----\n |X| \n-----\n | | ", "X| |O/ |X| / | | ",
		"┌─┬─┬─┐\n│X│ │O│\n├─┼─┼─┤\n│ │X│ │\n├─┼─┼─┤\n│ │ │ │\n└─┴─┴─┘", "X| |O| |X| | | | ",
		// Spreadsheets, whose cells may be empty.
		"X,,O\n,X,\n,,", "X;;O\r\n;X;\r\n;;\r\n", "X\t\tO\n\tX\t\n\t\t", "X,,O,\n,X,,\n,,,", "X,,O,,X,,,,", "X . O; . X .; . . .", "X,.,O;.,X,.;.,.,.",
		// Blanks are empty squares, at the end perhaps left out.
		"X O X    ", "x o x    ", "X O\n X \n   ", "X O\n X\n\n", "X O/ X /   ",
		// Numbers.
		"1 0 2\n0 1 0\n0 0 0", "1,0,2;0,1,0;0,0,0", "102010000", "102/010/000", "1 0 -1 0 1 0 0 0 0", "[[1 0 2]\n [0 1 0]\n [0 0 0]]",
		"[[ 1.  0. -1.]\n [ 0.  1.  0.]\n [ 0.  0.  0.]]", "[[1, 0, 2], [0, 1, 0], [0, 0, 0]]", "((1,0,2),(0,1,0),(0,0,0))", "1|0|2\n0|1|0\n0|0|0",
		"[1 0 2; 0 1 0; 0 0 0]", "1\t0\t2\n0\t1\t0\n0\t0\t0", "{1,0,2,0,1,0,0,0,0}", "102 010 000",
		// Numbers of empty squares.
		"X 2 O 4 X 6 7 8 9", "X|2|O\n4|X|6\n7|8|9", "X1O3X5678", "X | 1 | O\n---------\n3 | X | 5\n---------\n6 | 7 | 8",
		// Lists of programs.
		`[["X","","O"],["","X",""],["","",""]]`, "[['X', ' ', 'O'], [' ', 'X', ' '], [' ', ' ', ' ']]", `["X",null,"O",null,"X",null,null,null,null]`,
		"[['X', None, 'O'], [None, 'X', None], [None, None, None]]", `"X.O.X...."`, `["X.O", ".X.", "..."]`, `"X O"," X ","   "`, "'X', '_', 'O', '_', 'x', '_', '_', '_', '_'",
		"[X, ., O, ., X, ., ., ., .]",
		// Other signs.
		"×·○/·×·/···", "❌_⭕️_❌____", "X−O−X−−−−",
	} {
		if b, err := Parse(text); err != nil || b.String() != "X.O/.X./..." {
			t.Errorf("Parse(%q) = %v, %v", text, b, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":             `position "": 0 squares instead of 9`,
		"X.O":          `position "X.O": 3 squares instead of 9`,
		"X.O/.X./....": `position "X.O/.X./....": a row of 4, but the board is 3 wide`,
		"X.O.X.....":   `position "X.O.X.....": 10 squares instead of 9`,
		"X.O/.Z./...":  `position "X.O/.Z./...": 'Z', character 6, is not one of X, O, . and /`,
		"XX./.../...":  `position "XX./.../...": 2 X and 0 O cannot arise: X moves first, then they take turns`,
		"O../.../...":  `position "O../.../...": 0 X and 1 O cannot arise: X moves first, then they take turns`,
		"XXX/OOO/...":  `position "XXX/OOO/...": both sides have three in a row`,
		"XXX/OO./O..":  `position "XXX/OO./O..": three in a row for X, but O moved afterwards`,
		"OOO/XX./XX.":  `position "OOO/XX./XX.": three in a row for O, but X moved afterwards`,
		"X.0/.X./...":  `position "X.0/.X./...": '0', character 3, may be an empty square or the letter O; write one of them`,
		"0XO/XOX/OXO":  `position "0XO/XOX/OXO": '0', character 1, may be an empty square or the letter O; write one of them`,
		"X2O/.X./...":  `position "X2O/.X./...": '2', character 2, is not one of X, O, . and /`,
		"X3O/4X6/789":  `position "X3O/4X6/789": '3', character 2, is not one of X, O, . and /`,
		"1 0 2 -1":     `position "1 0 2 -1": 5 squares instead of 9`,
		"10201000":     `position "10201000": 8 squares instead of 9`,
		"020/000/000":  `position "020/000/000": 0 X and 1 O cannot arise: X moves first, then they take turns`,
		"X O X . .":    `position "X O X . .": 5 squares instead of 9`,
		"X| |O\n |X|":  `position "X| |O\n |X|": 2 rows, but the board has 3`,
		`["X","O"]`:    `position "[\"X\",\"O\"]": 2 squares instead of 9`,
		"X\x00.......": `position "X\x00.......": '\x00', character 2, is not one of X, O, . and /`,
		"é......../":   `position "é......../": 'é', character 1, is not one of X, O, . and /`,
		"X./O.X/....":  `position "X./O.X/....": a row of 2, but the board is 3 wide`,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("Parse(%q):\n got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"X.O/.X./...", ".........", "xox/oxo/xox", "//", "XXX/OOO/..."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Parse(text)
		if err != nil {
			return
		}
		if err := b.Check(); err != nil {
			t.Errorf("Parse(%q) accepts an impossible position: %v", text, err)
		}
		if again, err := Parse(b.String()); err != nil || again != b {
			t.Errorf("Parse(%q) = %v, which reads back as %v, %v", text, b, again, err)
		}
	})
}

func TestTurnAndMarks(t *testing.T) {
	for b := range reachable {
		want := X
		if bits.OnesCount16(uint16(b.X)) > bits.OnesCount16(uint16(b.O)) {
			want = O
		}
		if got := b.Turn(); got != want {
			t.Errorf("%v: got turn %v, want %v", b, got, want)
		}
		for s := range Square(Squares) {
			wantMark := Empty
			switch {
			case b.X.Has(s):
				wantMark = X
			case b.O.Has(s):
				wantMark = O
			}
			if got := b.At(s); got != wantMark {
				t.Errorf("%v: square %d holds %v, want %v", b, s.Number(), got, wantMark)
			}
		}
	}
}

func TestWinning(t *testing.T) {
	for b := range reachable {
		if b.Over() {
			continue
		}
		for s := range b.Empty().All() {
			wins := b.Play(s).Winner() == b.Turn()
			if b.Winning(b.Turn()).Has(s) != wins {
				t.Errorf("%v: square %d wins at once: %t; Winning disagrees", b, s.Number(), wins)
			}
		}
	}
}

func ExampleParse() {
	b, err := Parse("X.O/.X./...")
	fmt.Println(b.Turn(), b.Winning(X).First().Number(), err)
	_, err = Parse("XX./.../...")
	fmt.Println(err)
	// Output:
	// O 9 <nil>
	// position "XX./.../...": 2 X and 0 O cannot arise: X moves first, then they take turns
}
