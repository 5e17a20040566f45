package words

import "testing"

func TestOpponent(t *testing.T) {
	for name, want := range map[string]string{
		"random": "any move, at random", "perfect": "perfectly", "blocker": "a winning move if there is one, else stops one, else moves at random",
		"noisy:0.25": "perfectly but for one move in four, which is random", "noisy:0.01": "perfectly but for one move in 100, which is random",
		"noisy:0.3": "perfectly but for 30 % of the moves, which are random", "noisy:0": "perfectly but for 0 % of the moves, which are random",
		"search:1": "what looks best 1 move ahead", "search:3": "what looks best 3 moves ahead",
	} {
		if got := Opponent(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
