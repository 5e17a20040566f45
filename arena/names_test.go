package arena_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"menace/arena"
	"menace/symmetry"
)

// TestKinds checks that each row is complete, that its example is of its kind, and that the opponent plays some game.
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
		plays := 0
		for _, g := range all {
			o, err := arena.ParsePlayer(g, k.Example)
			if err != nil {
				continue
			}
			if plays++; g.Played(o.Move(symmetry.Start, rand.NewPCG(1, 1))) != 1 {
				t.Errorf("%s does not move", k.Example)
			}
		}
		if plays == 0 {
			t.Errorf("%s plays no game", k.Example)
		}
	}
}
