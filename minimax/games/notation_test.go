package games

import (
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	four, domineering := must(NewConnectFour(4, 3)), must(NewDomineering(2, 3))
	stones, tree := must(ParseStones("1,2,3")), must(NewUniform(2, 3, BestFirst, 0))
	for _, c := range []struct {
		parse func(string) error
		text  string
		want  string
	}{
		{refusal(TicTacToe{}.Parse), "X", `position "X": 1 squares instead of 9`},
		{refusal(four.Parse), "....", `position "....": 4 squares instead of 12`},
		{refusal(four.Parse), "..../..../...", `position "..../..../...": a row of 3, but the board is 4 wide`},
		{refusal(four.Parse), "..../..../..Z.", `position "..../..../..Z.": 'Z', character 13, is not one of X, O, . and /`},
		{refusal(four.Parse), "..../X.../....", `position "..../X.../....": a disc hangs above an empty cell`},
		{refusal(four.Parse), "..../..../XX..",
			`position "..../..../XX..": 2 X and 0 O cannot arise: X moves first, then they take turns`},
		{refusal(four.Parse), "..../O.../XXXX",
			`position "..../O.../XXXX": 4 X and 1 O cannot arise: X moves first, then they take turns`},
		{refusal(four.Parse), "O.../OOO./XXXX",
			`position "O.../OOO./XXXX": the player to move has four in a row already`},
		{refusal(four.Parse), "1112", ``},
		{refusal(four.Parse), "1111", `position "1111": column 1 is full before move 4`},
		{refusal(four.Parse), "15", `position "15": there is no column 5; the board has 4`},
		{refusal(four.Parse), "11223341", `position "11223341": the game is over before move 8`},
		{refusal(domineering.Parse), "X:.../...", `position "X:.../...": 'X', character 1, is not one of ., # and /`},
		{refusal(Hexapawn{}.Parse), "BBB/.../www", ``},
		{refusal(Hexapawn{}.Parse), "BBB/W../.WW", ``},
		{refusal(Hexapawn{}.Parse), "WWW/.../BBB", `position "WWW/.../BBB" cannot arise in a game of hexapawn`},
		{refusal(Hexapawn{}.Parse), "BBB/.../.WW", `position "BBB/.../.WW" cannot arise in a game of hexapawn`},
		{refusal(Hexapawn{}.Parse), "W:BBB/.../WWW", `position "W:BBB/.../WWW": ':', character 2, is not one of W, B, . and /`},
		{refusal(Hexapawn{}.Parse), "BBB/.X./WWW", `position "BBB/.X./WWW": 'X', character 6, is not one of W, B, . and /`},
		{refusal(Hexapawn{}.Parse), "BBB/WWW", `position "BBB/WWW": 2 rows, but the board has 3`},
		{refusal(Hexapawn{}.Parse), "BBB/..../WWW", `position "BBB/..../WWW": a row of 4, but the board is 3 wide`},
		{refusal(Hexapawn{}.Parse), "", `position "": 0 squares instead of 9`},
		{refusal(stones.Parse), "2,2", `position "2,2": the stones left must be the end of 1,2,3`},
		{refusal(stones.Parse), "a:2", `position "a:2": the lead "a" is not a whole number`},
		{refusal(stones.Parse), "", `position "": numbers are needed, as in 1,2,3`},
		{refusal(Grundy{}.Parse), "0", `piles "0": 0 is not between 1 and 1000`},
		{refusal(Grundy{}.Parse), "600,401", `piles 600,401: all together must hold at most 1000`},
		{refusal(Nim{}.Parse), "1,x", `rows "1,x": "x" is not a whole number`},
		{refusal(Nim{}.Parse), "1,1,1,1,1,1,1,1,1", `9 rows: there must be 1 to 8`},
		{refusal(tree.Parse), "1,3", `position "1,3": 3 is not between 1 and 2`},
		{refusal(tree.Parse), "1,1,1,1", `position "1,1,1,1": 4 moves, but the tree is only 3 high`},
	} {
		got := ""
		if err := c.parse(c.text); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestParseAsPeopleWrite parses positions in notations other than those in which they are formatted.
func TestParseAsPeopleWrite(t *testing.T) {
	wide, domineering, stones := must(NewConnectFour(12, 3)), must(NewDomineering(2, 3)), must(ParseStones("1; 2 3, 6"))
	written := map[string]string{}
	for _, text := range []string{"11 12 1", "11,12,1", "11; 12;1", " 11, 12, 1\n", "............/............/xb________xo"} {
		p, err := wide.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		written[text] = wide.Format(p)
	}
	for _, text := range []string{"1 3 5", "1;3;5", "1, 3, 5", " 1,3 5 "} {
		written["nim "+text] = (Nim{}).Format(must(Nim{}.Parse(text)))
		written["grundy "+text] = Grundy{}.Format(must(Grundy{}.Parse(text)))
	}
	for _, text := range []string{"h: #.. #..", "H:#--\n#__", "H:#..#.."} {
		written[text] = domineering.Format(must(domineering.Parse(text)))
	}
	written["hexapawn"] = Hexapawn{}.Format(must(Hexapawn{}.Parse("b-b\nb__\n. W W")))
	written["stones"] = stones.Format(must(stones.Parse("+2: 3 6")))
	for text, got := range written {
		want := "............/............/X.........XO"
		switch {
		case strings.HasPrefix(text, "nim"):
			want = "1,3,5"
		case strings.HasPrefix(text, "grundy"):
			want = "5,3,1"
		case strings.HasPrefix(strings.ToUpper(text), "H:"):
			want = "H:#../#.."
		case text == "hexapawn":
			want = "B.B/B../.WW"
		case text == "stones":
			want = "+2:3,6"
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if p, err := wide.Parse("12"); err != nil || p != must(wide.Parse("1 2")) { // without separators, two columns
		t.Errorf("12: %v, %v", p, err)
	}
}

func refusal[P any](parse func(string) (P, error)) func(string) error {
	return func(text string) error {
		_, err := parse(text)
		return err
	}
}

func TestSizes(t *testing.T) {
	for _, text := range []string{"0x4", "4", "4x", "9x8", "65x1", "-1x-1", "4x4x4", "99999999999x1"} {
		size, err := ParseSize(text)
		_, errFour := NewConnectFour(size.First, size.Second)
		_, errDomineering := NewDomineering(size.First, size.Second)
		if err == nil && (errFour == nil || errDomineering == nil) {
			t.Errorf("size %q: no error", text)
		}
	}
	for _, text := range []string{"1x1", "8X8", "64x1", "1x64", "7x6"} {
		size, err := ParseSize(text)
		if err != nil {
			t.Errorf("size %q: %v", text, err)
		}
		must(NewConnectFour(size.First, size.Second))
		must(NewDomineering(size.First, size.Second))
	}
	for _, c := range [][2]int{{0, 1}, {2, 21}, {256, 1}, {1025, 2}} {
		if _, err := NewUniform(c[0], c[1], BestFirst, 0); err == nil {
			t.Errorf("a tree of width %d and height %d: no error", c[0], c[1])
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"X.O/.X./...", "1,3", "+3:3,6", "none", "H:#../...", "BBB/W../.WW", "4453",
		"XO../..../....", "2,1,3", "root", "//"} {
		f.Add(seed)
	}
	stones, tree := must(ParseStones("1,2,3,6")), must(NewUniform(3, 4, WorstFirst, 0))
	four, domineering := must(NewConnectFour(4, 3)), must(NewDomineering(2, 3))
	f.Fuzz(func(t *testing.T, text string) {
		roundTrip(t, TicTacToe{}, text)
		roundTrip(t, Grundy{}, text)
		roundTrip(t, Nim{}, text)
		roundTrip(t, stones, text)
		roundTrip(t, tree, text)
		roundTrip(t, four, text)
		roundTrip(t, domineering, text)
		roundTrip(t, Hexapawn{}, text)
	})
}

func roundTrip[P comparable, M any](t *testing.T, g rules[P, M], text string) {
	p, err := g.Parse(text)
	if err != nil {
		return
	}
	if again, err := g.Parse(g.Format(p)); err != nil || again != p {
		t.Errorf("Parse(%q) is formatted as %q, which is read back as %+v, %v", text, g.Format(p), again, err)
	}
}
