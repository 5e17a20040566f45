package minimax_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	. "menace/minimax"
	"menace/minimax/games"
)

// chanceTree writes a random tree of Max, Min and chance nodes, and computes its value by the definition.
func chanceTree(r *rand.Rand, plies int, isMax bool) (text string, value *big.Rat) {
	if plies == 0 || r.IntN(5) == 0 {
		leaf := r.IntN(41) - 20
		return fmt.Sprint(leaf), big.NewRat(int64(leaf), 1)
	}
	parts, n := []string(nil), 2+r.IntN(2)
	if r.IntN(2) == 0 {
		weights := make([]int64, n)
		total := int64(0)
		for i := range weights {
			weights[i] = int64(1 + r.IntN(9))
			total += weights[i]
		}
		value = new(big.Rat)
		for _, w := range weights {
			child, v := chanceTree(r, plies-1, isMax)
			parts = append(parts, fmt.Sprintf("%d/%d:%s", w, total, child))
			value.Add(value, v.Mul(v, big.NewRat(w, total)))
		}
		return "(" + strings.Join(parts, " ") + ")", value
	}
	for range n {
		child, v := chanceTree(r, plies-1, !isMax)
		if parts = append(parts, child); value == nil || (v.Cmp(value) > 0) == isMax {
			value = v
		}
	}
	return "(" + strings.Join(parts, " ") + ")", value
}

// TestChanceTrees compares the searches for chance nodes with the definition, on random trees. Star1 and Star2 return
// the same whether they are fail-hard or fail-soft, and neither visits more leaves than expectiminimax.
func TestChanceTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(60, 0))
	saved := 0
	for range 200 {
		text, want := chanceTree(r, 4, true)
		if text[0] != '(' || !strings.Contains(text, ":") {
			continue
		}
		g := must(games.ParseTree(text))
		exact := find(t, g, 0, Options{Algorithm: Expectiminimax})
		for _, a := range ChanceAlgorithms() {
			for _, fail := range []Fail{AsInSource, Hard, Soft} {
				found := find(t, g, 0, Options{Algorithm: a, Fail: fail})
				got, ok := games.ParseNumber(g.Write(found.Value))
				if diff, _ := new(big.Rat).Sub(got, want).Float64(); !ok || math.Abs(diff) > 1e-8 {
					t.Fatalf("%v, fail %d: got %s, want %s: %s", a, fail, g.Write(found.Value), want.RatString(), text)
				}
				if a == Star1 && found.Leaves > exact.Leaves {
					t.Fatalf("%v visits %d leaves, %v only %d: %s", a, found.Leaves, Expectiminimax, exact.Leaves, text)
				}
				saved += int(exact.Leaves - found.Leaves)
			}
		}
	}
	if saved < 1000 {
		t.Errorf("cut-offs saved only %d leaves", saved)
	}
}

// TestStar follows Ballard's procedures by hand. Leaves lie between 2 and 20. After the first node of chance, with mean
// 7.5, the second is 0.9 × 3 and at most 0.1 × 20 = 4.7, so Star1 cuts off. Star2 looks at one move of each child first.
func TestStar(t *testing.T) {
	for text, want := range map[string]map[Algorithm]int64{
		"(A(0.5:3 0.5:12) B(0.1:2 0.9:20))": {Expectiminimax: 4, Star1: 4, Star2: 4},
		"(A(0.5:3 0.5:12) B(0.9:3 0.1:20))": {Expectiminimax: 4, Star1: 3, Star2: 3},
		// Min is sure of 3. The second node reaches it when one child is 5 and the other at least 1, which Star1 sees
		// after four leaves. The first leaves alone, 4 and 7, suffice as well.
		"min((1:3) (0.5:max(4 4 4 9) 0.5:max(7 2)) (0.5:1 0.5:20))": {Expectiminimax: 9, Star1: 7, Star2: 5},
	} {
		for a, leaves := range want {
			r := find(t, must(must(games.ParseTree(text)).WithOrder(text[0] == 'm', games.Given)), 0, Options{Algorithm: a})
			if r.Leaves != leaves {
				t.Errorf("%s by %v: got %d leaves, want %d", text, a, r.Leaves, leaves)
			}
		}
	}
}

// TestChanceRefused checks that other searches do not pass chance nodes, and that the searches for them need one.
func TestChanceRefused(t *testing.T) {
	for text, a := range map[string]Algorithm{"(0.5:3 0.5:12)": AlphaBeta, "(3 12)": Star1} {
		if _, err := Search(context.Background(), must(games.ParseTree(text)), 0, Options{Algorithm: a}); err == nil {
			t.Errorf("%v searches %s", a, text)
		}
	}
}
