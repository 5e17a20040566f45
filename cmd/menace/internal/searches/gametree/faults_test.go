package gametree

import (
	"strings"
	"testing"

	"menace/cmd/internal/language"
	"menace/minimax"
)

// exerciseOf asks about a tree by alpha-beta.
func exerciseOf(t *testing.T, tree string, kinds ...string) Exercise {
	t.Helper()
	p := set(t, "tree", "tree", tree)
	e := exercise(t, p, Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}},
		ExerciseOptions{Kinds: kinds, Difficulty: 2})
	return e
}

// TestAnswersAsPathsAndTies accepts a move with the position before it, all moves that are tied, and decimal numbers.
func TestAnswersAsPathsAndTies(t *testing.T) {
	tied := exerciseOf(t, "A(B(3 12) C(3 4) D(1 9))", "move")
	for answer, want := range map[string]bool{
		"A->B": true, "A → C": true, "A -> B": true, "B C": true, "C, B": true, "B or C": true, "A->B, A->C": true,
		"A->D": false, "B D": false, "A": false,
	} {
		if mistake, err := tied.Questions[0].check(answer); err != nil || (mistake == "") != want {
			t.Errorf("%q: got %q, %v, want right: %v", answer, mistake, err, want)
		}
	}
	for answer, want := range map[string]string{
		"08/7": "8/7", "010/1": "10", "017": "17", "3.50": "7/2", ".5": "1/2", "1e3": "1000", "−09": "-9", "3/0": "", "≤ 08": "≤8",
	} {
		if got := strings.Join(parseValues(answer), " "); got != want {
			t.Errorf("%q: got %s, want %s", answer, got, want)
		}
	}
}

// TestNumbersOfKnownPieces refuses a number for a piece that the game does not have.
func TestNumbersOfKnownPieces(t *testing.T) {
	for _, c := range []struct{ game, size, number, want string }{
		{"tictactoe", "", "X0=5", "no piece"}, {"tictactoe", "", "X10=5", "no piece"}, {"tictactoe", "", "x1=5", "no piece"},
		{"hexapawn", "", "W0=1", "no piece"}, {"connect4", "4x3", "X4.1=1", "no piece"}, {"connect4", "4x3", "X3.4=1", ""},
		{"domineering", "3x2", "#2.3=1", ""}, {"domineering", "3x2", "#3.2=1", "no piece"}, {"nim", "", "r1=3=7", ""},
		{"nim", "", "r0=3=7", "no piece"}, {"grundy", "", "2*7=9", ""}, {"tictactoe", "", "X1=010", ""},
		{"tictactoe", "", "X1=0x1f", ""}, {"tictactoe", "", "X1=0b1", "not a piece with its number"},
	} {
		settings := []string{}
		if c.size != "" {
			settings = []string{"size", c.size}
		}
		_, err := set(t, c.game, settings...).Keys([]string{c.number})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %v, want %q", c.game, c.number, err, c.want)
		}
	}
	keys, err := set(t, "tictactoe").Keys([]string{"X1=010", "O5=3"})
	if err != nil || len(keys) == 0 {
		t.Fatal(err)
	}
	p, err := set(t, "tictactoe").At("X../.O./...")
	if err != nil {
		t.Fatal(err)
	}
	if keys, err = p.Keys([]string{"X1=010", "O5=3"}); err != nil || keys[0].Key != "9" { // 10 ⊕ 3
		t.Errorf("got %+v, %v", keys[0], err)
	}
}

// TestBoundsWithoutASide marks what a search returns as a bound where α = β.
func TestBoundsWithoutASide(t *testing.T) {
	q := numberQuestion(language.English, Question{}, func() string { return "" }, number{what: "K", value: "5", void: true})
	for answer, want := range map[string]bool{"5": true, "≥ 5": true, "<= 5": true, "8": false, q.Answer: true} {
		if mistake, err := q.check(answer); err != nil || (mistake == "") != want {
			t.Errorf("%q: got %q, %v", answer, mistake, err)
		}
	}
	if !strings.Contains(q.Answer, "bound") {
		t.Errorf("the answer is %q", q.Answer)
	}
}

// TestMissingEstimates says how many unfinished positions count as 0.
func TestMissingEstimates(t *testing.T) {
	for tree, want := range map[string]string{
		"((3 5)(2 9))":      "There are no estimates here: unfinished positions at the horizon count as 0.",
		"(B=5(3 5) (2 9))":  "1 of 2 unfinished positions at the horizon have no estimate: they count as 0.",
		"(B=0(3 5) C=1(2))": "", "(3 5)": "",
	} {
		if got := set(t, "tree", "tree", tree).Unestimated(1); got != want {
			t.Errorf("%s: got %q, want %q", tree, got, want)
		}
	}
	if set(t, "tree", "tree", "((3 5)(2 9))").Unestimated(0) != "" {
		t.Error("a search to the end needs no estimates")
	}
}
