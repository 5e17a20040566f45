package arena_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"menace/arena"
	"menace/symmetry"
)

// TestKinds checks that each row is complete, that its example is of its kind, and that the opponent can play.
func TestKinds(t *testing.T) {
	for _, k := range arena.Kinds {
		if k.Name == "" || k.Habit == "" {
			t.Errorf("%s: incomplete row: %+v", k, k)
		}
		if !strings.Contains(arena.Opponents, k.String()) {
			t.Errorf("%s is not in %s", k, arena.Opponents)
		}
		if of, ok := arena.KindOf(k.Example); !ok || of.String() != k.String() {
			t.Errorf("%s: the example %s is of kind %s", k, k.Example, of)
		}
		o, err := arena.ParsePlayer(ticTacToe, k.Example)
		if err != nil {
			t.Errorf("%s: %v", k.Example, err)
			continue
		}
		if next := o.Move(symmetry.Start, rand.NewPCG(1, 1)); ticTacToe.Played(next) != 1 {
			t.Errorf("%s does not move", k.Example)
		}
	}
}
