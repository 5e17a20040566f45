package arena

import (
	"testing"

	"menace/board"
	"menace/symmetry"
)

// TestSearchToTheEndIsPerfect: nine plies ahead are the policy of Perfect.
func TestSearchToTheEndIsPerfect(t *testing.T) {
	o, err := ParseOpponent("search:9")
	if err != nil {
		t.Fatal(err)
	}
	for at := range symmetry.All() {
		if at.Outcome() == board.Ongoing && o.Probabilities(at) != Perfect.Probabilities(at) {
			t.Errorf("%v: got %v, want %v", at.Board(), o.Probabilities(at), Perfect.Probabilities(at))
		}
	}
}

// TestSearchSeesFurther: two plies ahead, a threat is met, which one ply ahead is not seen.
func TestSearchSeesFurther(t *testing.T) {
	one, two := search(t, 1), search(t, 2)
	if short, far := Evaluate(one, board.O, Random), Evaluate(two, board.O, Random); short.Loss <= far.Loss {
		t.Errorf("against random play, one ply ahead loses %.4f, two plies %.4f", short.Loss, far.Loss)
	}
}

func search(t *testing.T, plies int) Opponent {
	t.Helper()
	o, err := Search(plies)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestSearchRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"search:0":  "search:0: 0 plies ahead: a game has 1 to 9",
		"search:10": "search:10: 10 plies ahead: a game has 1 to 9",
		"search:x":  `opponent "search:x": "x" is not a whole number, 1 to 9`,
	} {
		if _, err := ParseOpponent(name); err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, want)
		}
	}
}
