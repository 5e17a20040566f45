package words

import "testing"

// TestDidYouMean checks that similar words are suggested once each, the most similar first.
func TestDidYouMean(t *testing.T) {
	for _, c := range []struct {
		word, want string
		words      []string
	}{
		{"help-me", "; did you mean --help?", []string{"help", "out", "help", "help"}},
		{"tarin", "; did you mean --train?", []string{"play", "train"}},
		{"games", "; did you mean --games or --game?", []string{"game", "games", "game"}},
		{"xyz", "", []string{"game", "games"}},
		{"xyz", "", nil},
		{"Alpha-Beta", "; did you mean --alphabeta?", []string{"alphabeta", "alphabeta-tt"}},
		{"negascout", "; did you mean --pvs?", []string{"negamax", "pvs"}},
		{"ttt", "; did you mean --tictactoe?", []string{"nim", "tictactoe"}},
		{"fan-tan", "; did you mean --nim?", []string{"nim", "tictactoe"}},
	} {
		if got := DidYouMean(c.word, c.words, "--"); got != c.want {
			t.Errorf("%s of %q: got %q, want %q", c.word, c.words, got, c.want)
		}
	}
}
