package likelihood

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var orders = flag.Int("orders", 0, "compute the likelihood of each possible order of Michie's answers with `N` particles")

// TestOrders counts the orders of Michie's five answers that can explain the results of 1961. In each stretch of his
// drawing a player gives one answer, and otherwise plays perfectly and wins as soon as possible. An independent program
// found 18 of the 120 orders possible.
func TestOrders(t *testing.T) {
	stretches := []struct{ answer, games int }{{0, 22}, {1, 36}, {0, 19}, {2, 29}, {3, 26}, {4, 57}, {1, 16}, {0, 14}}
	possible := 0
	for _, order := range permutations([]string{"centre", "opposite", "edge", "corner", "far"}) {
		var parts []string
		for i, s := range stretches {
			any := ""
			if i == len(stretches)-1 {
				any = "+any" // "subvariants"
			}
			parts = append(parts, fmt.Sprintf("reply:%s%s/soonest*%d", order[s.answer], any, s.games))
		}
		c := tournament1961(strings.Join(parts, ","), 219)
		c.Given = []Given{{17, 1}}
		m, err := newModel(c)
		if err != nil {
			t.Fatal(err)
		}
		if game, _ := m.impossible(); game > 0 {
			continue
		}
		possible++
		if *orders > 0 {
			e, err := Filter{Particles: *orders, Runs: 4, Seed: 1}.Run(context.Background(), c, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%8.2f ± %.2f (lost at %d) %v", e.Log, e.Error, e.Impossible, order)
		}
	}
	if possible != 18 {
		t.Errorf("%d orders are possible, want 18", possible)
	}
}

// permutations returns all orders of words.
func permutations(words []string) (all [][]string) {
	if len(words) == 0 {
		return [][]string{nil}
	}
	for i, w := range words {
		for _, rest := range permutations(slices.Delete(slices.Clone(words), i, i+1)) {
			all = append(all, append([]string{w}, rest...))
		}
	}
	return all
}
