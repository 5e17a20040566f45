package arena_test

import (
	"slices"
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// chances returns the chances of all edges of a policy's graph.
func chances(p arena.Policy) []float64 {
	all := make([]float64, len(p.Graph().Edges()))
	p.Chances(all)
	return all
}

// TestSearchToTheEndIsPerfect checks that a search of nine plies plays like Perfect; in hexapawn seven are enough.
func TestSearchToTheEndIsPerfect(t *testing.T) {
	for name, g := range map[string]*symmetry.Graph{"search:9": ticTacToe, "search:7": hexapawn} {
		o, err := arena.ParseOpponent(g, name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(chances(o), chances(arena.Perfect(g))) {
			t.Errorf("%s, %s does not play perfectly", g.Name(), name)
		}
	}
}

// TestSearchSeesFurther checks that a search of two plies stops threats that a search of one ply does not see.
func TestSearchSeesFurther(t *testing.T) {
	for _, g := range all {
		short := arena.Evaluate(arena.Search(g, 1), symmetry.Second, arena.Random(g))
		far := arena.Evaluate(arena.Search(g, 2), symmetry.Second, arena.Random(g))
		if short.Loss <= far.Loss {
			t.Errorf("%s: against random play, one ply loses %.4f and two plies %.4f",
				g.Name(), short.Loss, far.Loss)
		}
	}
}

// TestSearchRefuses checks the errors, with and without a game.
func TestSearchRefuses(t *testing.T) {
	for name, want := range map[string]string{
		"search:0":  `opponent "search:0": "0" is not a whole number between 1 and 9`,
		"search:10": `opponent "search:10": "10" is not a whole number between 1 and 9`,
		"search:x":  `opponent "search:x": "x" is not a whole number between 1 and 9`,
	} {
		_, err := arena.ParseOpponent(ticTacToe, name)
		for _, got := range []error{err, arena.CheckOpponent(name)} {
			if got == nil || got.Error() != want {
				t.Errorf("%s:\n got %v\nwant %s", name, got, want)
			}
		}
	}
}
