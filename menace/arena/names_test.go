package arena_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// TestKinds checks that each row is complete, that its example is of its kind, and that the opponent plays some game.
func TestKinds(t *testing.T) {
	for _, k := range arena.Kinds {
		if k.Name == "" || k.Subject == "" || k.Against == "" {
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
			next := o.Move(symmetry.Start, rand.NewPCG(1, 1))
			if plays++; !slices.Contains(g.Successors(symmetry.Start).Next[:len(g.Moves(symmetry.Start))], next) {
				t.Errorf("%s does not move", k.Example)
			}
		}
		if plays == 0 {
			t.Errorf("%s plays no game", k.Example)
		}
	}
}

// TestQuantities checks the numbers in the names of opponents.
func TestQuantities(t *testing.T) {
	for name, want := range map[string]map[string]float64{
		"perfect": {}, "reply:edge": {}, "noisy:.50": {"noise": 0.5}, "search:3": {"depth": 3}, "mcts:100": {"games": 100},
		"reply:edge/noisy:0.2/search:2": {"noise": 0.2, "depth": 2}, "noisy:0.1/noisy:0.2": {"noise": 0.1},
		"perfect*20,noisy:0.3": {}, "rival": {}, "": {},
	} {
		if got := arena.Quantities(name); !maps.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}
