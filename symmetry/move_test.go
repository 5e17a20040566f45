package symmetry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"menace/board"
)

// TestMoves checks the squares of moves that place a piece and of moves that take one from square to square.
func TestMoves(t *testing.T) {
	for to := range board.Square(board.Squares) {
		if m := Place(to); m.To() != to || m.From() != board.None || m == Resign {
			t.Errorf("placing on %d: got %d from %d", to.Number(), m.To().Number(), m.From())
		}
		for from := range board.Square(board.Squares) {
			if m := Step(from, to); m.To() != to || m.From() != from {
				t.Errorf("%d to %d: got %d to %d", from.Number(), to.Number(), m.From().Number(), m.To().Number())
			}
		}
	}
}

// TestParseMove checks that ParseMove reads the output of String, with and without the hyphen.
func TestParseMove(t *testing.T) {
	for to := range board.Square(board.Squares) {
		texts := map[string]Move{fmt.Sprint(to.Number()): Place(to), Place(to).String(): Place(to)}
		for from := range board.Square(board.Squares) {
			m := Step(from, to)
			texts[m.String()], texts[fmt.Sprint(uint8(m))] = m, m
			for _, sign := range []string{">", "→", "–", "−"} {
				texts[strings.Replace(m.String(), "-", sign, 1)] = m
			}
		}
		for text, want := range texts {
			if got, err := ParseMove(text); err != nil || got != want {
				t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
			}
		}
	}
	if got := Step(6, 3).String(); got != "7-4" {
		t.Errorf("the move from square 7 to 4 is formatted as %q", got)
	}
	if got := Step(0, 3).ForTables() + " " + Place(4).ForTables(); got != "1>4 5" {
		t.Errorf("for tables, moves are formatted as %q", got)
	}
	for _, text := range []string{"", "0", "10", "7-0", "100", "256", "+5", "a", "7_4", "7 4", "７", "7>>4", "7->4", "1>0", ">5"} {
		if m, err := ParseMove(text); err == nil || err.Error() != fmt.Sprintf("%q is not a move", text) {
			t.Errorf("%q: got %v, %v", text, m, err)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	for _, seed := range []string{"5", "7-4", "74", "0", "-", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			return
		}
		if again, err := ParseMove(m.String()); err != nil || again != m || m.To() >= board.Squares ||
			m.From() > board.None {
			t.Errorf("ParseMove(%q) = %d, which is formatted as %v and read back as %d, %v", text, m, m, again, err)
		}
	})
}

// TestLinesOfMoves checks that ParseMoves reads the output of FormatMoves and nothing else.
func TestLinesOfMoves(t *testing.T) {
	for text, want := range map[string][]Move{
		"": nil, "5": {5}, "519": {5, 1, 9}, "7-4": {74}, "7-4 2-4 8-4": {74, 24, 84},
	} {
		if got := FormatMoves(want); got != text {
			t.Errorf("%v: got %q, want %q", want, got, text)
		}
		if got, err := ParseMoves(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"501", "5 1", "7-4 ", "7-4  2-4", "7-42-4", "x"} {
		if got, err := ParseMoves(text); err == nil {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// TestTransformsOfMoves checks that the squares of the image are the images of the squares.
func TestTransformsOfMoves(t *testing.T) {
	for u := range Transform(Transforms) {
		for to := range board.Square(board.Squares) {
			if got := u.Move(Place(to)); got != Place(u.Square(to)) {
				t.Errorf("%v of %v: got %v", u, Place(to), got)
			}
			for from := range board.Square(board.Squares) {
				if got := u.Move(Step(from, to)); got != Step(u.Square(from), u.Square(to)) {
					t.Errorf("%v of %v: got %v", u, Step(from, to), got)
				}
			}
		}
	}
}

// TestSides checks that the players take turns, and that each has its own winning outcome.
func TestSides(t *testing.T) {
	for moves := range MaxMoves {
		if want := [...]Side{First, Second}[moves%2]; Turn(moves) != want || Turn(moves+1) != want.Other() {
			t.Errorf("after %d moves: got %v and then %v, want %v", moves, Turn(moves), Turn(moves+1), want)
		}
	}
	if Win(First) != FirstWins || Win(Second) != SecondWins {
		t.Errorf("got %v and %v", Win(First), Win(Second))
	}
	names := map[string]bool{}
	for end := range Outcome(Outcomes) {
		names[end.String()] = true
	}
	if len(names) != Outcomes {
		t.Errorf("got the outcomes %v", names)
	}
}

func TestSets(t *testing.T) {
	for s := range Set(1 << MaxMoves) {
		again, last := Set(0), -1
		for i := range s.All() {
			if i <= last || !s.Has(i) {
				t.Errorf("%b: got %d after %d", s, i, last)
			}
			again, last = again|1<<i, i
		}
		if again != s {
			t.Errorf("%b: got %b", s, again)
		}
		n := 0
		for i := range MaxMoves {
			if s.Has(i) {
				n++
			}
		}
		if s.Count() != n {
			t.Errorf("%b: got %d moves, want %d", s, s.Count(), n)
		}
	}
}
