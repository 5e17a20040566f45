package gametree

import (
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"menace/board"
	"menace/minimax"
	"menace/minimax/games"
)

// small sets up a small position of each game, from which whole games can be played.
func small(t *testing.T) []Problem {
	return []Problem{
		set(t, "tictactoe"), set(t, "stones", "values", "1,2,3,-6,5,2"), set(t, "grundy"), set(t, "nim"),
		set(t, "domineering", "size", "3x4"), set(t, "connect4", "size", "4x4"), set(t, "connect4", "size", "11x4"),
		set(t, "hexapawn"), set(t, "uniform", "size", "3x4"), set(t, "tree", "tree", "A(B(3 12 8) C(2 D(4 2.5)) (-∞ 1/3))"),
	}
}

// lineOf returns a random game from the position, as the names of its moves, and the position after each.
func (t problem[P, M]) lineOf(random *rand.Rand) (names, positions []string) {
	for p := t.start; !t.rules.Finished(p); {
		moves := t.rules.Moves(p, nil)
		m := moves[random.IntN(len(moves))]
		p = t.rules.Apply(p, m)
		names, positions = append(names, t.rules.Name(m)), append(positions, t.rules.Format(p))
	}
	return names, positions
}

// TestWhatIsPrintedIsRead plays random games of all kinds. Every position must be read back as it is printed and in
// other spellings, and from the line of moves that leads to it.
func TestWhatIsPrintedIsRead(t *testing.T) {
	random := rand.New(rand.NewPCG(49, 5))
	spellings := []*strings.Replacer{
		strings.NewReplacer(), strings.NewReplacer("/", "\n", ".", "_", "X", "x", "O", "o"),
		strings.NewReplacer("/", "\r\n", "X", " x ", "O", " o ", "W", " w "), strings.NewReplacer(",", " "),
		strings.NewReplacer(",", ";"), strings.NewReplacer("/", " "),
	}
	for _, p := range small(t) {
		for range 20 {
			names, positions := p.(interface {
				lineOf(*rand.Rand) (names, positions []string)
			}).lineOf(random)
			for i, want := range positions {
				texts := []string{
					"\ufeff" + want + "\r\n", "Best play: " + strings.Join(names[:i+1], " "),
					BestPlay([]Report{{Value: 1, PV: names[:i+1], Depth: i + 1, unestimated: "There are no estimates here: unfinished positions at the horizon count as 0."}}),
				}
				if utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(want); err == nil {
					texts = append(texts, utf16)
				}
				for _, spelling := range spellings {
					if p.Game() != "domineering" || !strings.Contains(spelling.Replace("."), "_") || want[0] != 'V' {
						texts = append(texts, " "+spelling.Replace(want)+" ")
					}
				}
				if p.Game() != "stones" && p.Game() != "connect4" || i > 2 { // a few numbers may be read as something else
					texts = append(texts, strings.Join(names[:i+1], ", "))
				}
				for _, text := range texts {
					if got, err := p.At(text); err != nil || got.Position() != want {
						t.Fatalf("%s: %q is read as %v, %v, want %s", p.Game(), text, got, err, want)
					}
				}
			}
		}
	}
}

// TestPositionsAsPeopleHaveThem reads boards and moves in notations that the program does not print. The positions are
// derived by hand.
func TestPositionsAsPeopleHaveThem(t *testing.T) {
	sizes := map[string][]string{"connect4": {"size", "4x4"}, "domineering": {"size", "3x4"}}
	for _, c := range [][3]string{
		{"tictactoe", "1 2 0\n0 1 0\n2 0 0", "XO./.X./O.."}, {"tictactoe", "X| |O\n | | \n | | ", "X.O/.../..."},
		{"tictactoe", " X O     ", ".X./O../..."}, {"tictactoe", "    X    ", ".../.X./..."}, {"tictactoe", "         ", ".../.../..."},
		{"tictactoe", "519", "O../.X./..X"}, {"tictactoe", "5,1,9", "O../.X./..X"},
		{"hexapawn", "8,5 1,5", ".BB/.B./W.W"}, {"hexapawn", "8,5", "BBB/.W./W.W"}, {"hexapawn", "(8,5), (1,5)", ".BB/.B./W.W"},
		{"hexapawn", "85 15", ".BB/.B./W.W"}, {"hexapawn", "8→5, 1→5", ".BB/.B./W.W"}, {"hexapawn", "8 to 5; 1 to 5", ".BB/.B./W.W"},
		{"hexapawn", "8->5 1->5", ".BB/.B./W.W"}, {"hexapawn", "2 2 2\n0 0 0\n1 1 1", "BBB/.../WWW"},
		{"connect4", "0 0 0 0\n0 0 0 0\n2 0 0 0\n1 1 2 0", "..../..../O.../XXO."}, {"connect4", "0000/0000/0000/0000", "..../..../..../...."},
		{"connect4", "| | | | |\n| | | | |\n|O| | | |\n|X|X|O| |", "..../..../O.../XXO."}, {"domineering", "H:1 0 0 0 1 0 0 0 0 0 0 0", "H:#../.#./.../..."},
	} {
		p := set(t, c[0], sizes[c[0]]...)
		if got, err := p.At(c[1]); err != nil || got.Position() != c[2] {
			t.Errorf("%s %q: got %v, %v, want %s", c[0], c[1], got, err, c[2])
		}
	}
	for _, c := range [][3]string{
		{"tictactoe", "4 0 8", "there is no square 0; the squares are 1 to 9; if yours are counted from 0, write 5 1 9"},
		{"tictactoe", "408", "there is no square 0; the squares are 1 to 9; if yours are counted from 0, write 5 1 9"},
		{"tictactoe", "409", "there is no square 0; the squares are 1 to 9"},
		{"hexapawn", "7-4 0-3", "there is no square 0; the squares are 1 to 9; if yours are counted from 0, write 8-5 1-4"},
		{"connect4", "0 1 3", "there is no column 0; the board has columns 1 to 4; if yours are counted from 0, write 1 2 4"},
		{"connect4", "013", "there is no column 0; the board has columns 1 to 4; if yours are counted from 0, write 1 2 4"},
		{"connect4", "0 1 4", "there is no column 0; the board has columns 1 to 4"},
	} {
		p := set(t, c[0], sizes[c[0]]...)
		if got, err := p.At(c[1]); err == nil || !strings.HasSuffix(err.Error(), ": "+c[2]) {
			t.Errorf("%s %q: got %v, %v, want %s", c[0], c[1], got, err, c[2])
		}
	}
}

// TestEndings plays random games of all kinds to the end, where every search, the count and the keys must have an answer.
func TestEndings(t *testing.T) {
	random := rand.New(rand.NewPCG(49, 6))
	for _, start := range small(t) {
		for range 5 {
			_, positions := start.(interface {
				lineOf(*rand.Rand) (names, positions []string)
			}).lineOf(random)
			p, err := start.At(positions[len(positions)-1])
			if err != nil || p.Ending() == "" || start.Ending() != "" {
				t.Fatalf("%s: %q, %v", start.Game(), p.Ending(), err)
			}
			r, err := p.Search(t.Context(), minimax.Options{Algorithm: minimax.AlphaBeta})
			if err != nil || !r.Proved || r.Ending == "" || len(r.Best) > 0 {
				t.Errorf("%s %s: %+v, %v", p.Game(), p.Position(), r, err)
			}
			if c, err := p.CountPlays(t.Context(), 0); err != nil || c.Total != 1 || c.Nodes != 1 {
				t.Errorf("%s %s: %+v, %v", p.Game(), p.Position(), c, err)
			}
			if k, err := p.Keys(nil); err != nil || len(k) != 1 {
				t.Errorf("%s %s: %+v, %v", p.Game(), p.Position(), k, err)
			}
		}
	}
	for _, c := range [][4]string{
		{"nim", "0,0", "max", "Min has won"}, {"grundy", "2,1", "min", "Max has won"},
		{"stones", "+4:none", "max", "Max has won by 4"}, {"stones", "none", "max", "it is a draw"},
		{"domineering", "H:####/####/####/####", "max", "V has won"}, {"hexapawn", ".../.BB/...", "max", "Black has won"},
		{"connect4", "1122334", "max", "X has won"}, {"uniform", "1,1,1,1,1,2", "max", "it is a leaf, 1 for Max"},
		{"tree", "2,1", "min", "it is a leaf, 9 for Max"},
	} {
		p := set(t, c[0], "first", c[2], "tree", "((3 5)(9 1))")
		if got := at(t, p, c[1]).Ending(); got != c[3] {
			t.Errorf("%v: got %s", c, got)
		}
	}
}

// TestEveryFinalBoard asks about the 958 boards at which tic-tac-toe ends: 626 are won by X, 316 by O.
func TestEveryFinalBoard(t *testing.T) {
	endings, start, met := map[string]int{}, set(t, "tictactoe"), map[board.Board]bool{}
	var play func(b board.Board)
	play = func(b board.Board) {
		if met[b] {
			return
		}
		met[b] = true
		if !b.Over() {
			for _, s := range (games.TicTacToe{}).Moves(b, nil) {
				play(b.Play(s))
			}
			return
		}
		endings[at(t, start, b.String()).Ending()]++
	}
	play(board.Board{})
	if endings["X has won"] != 626 || endings["O has won"] != 316 || endings["it is a draw"] != 16 || len(endings) != 3 {
		t.Errorf("got %v", endings)
	}
}
