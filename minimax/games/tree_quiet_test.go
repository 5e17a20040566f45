package games

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"menace/minimax"
)

// exchange is a position of a tree with captures, to define quiescence search by.
type exchange struct {
	estimate int
	unquiet  bool
	captures []exchange
}

// quiet is the definition of the value to Max, plies away from the horizon: captures matter only where a position is
// unquiet, and there the player to move may also stop.
func (e exchange) quiet(plies int, isMax bool) int {
	if len(e.captures) == 0 || plies <= 0 && !e.unquiet {
		return e.estimate
	}
	better := func(a, b int) bool { return (a > b) == isMax && a != b }
	best, any := e.estimate, plies <= 0
	for _, next := range e.captures {
		if v := next.quiet(plies-1, !isMax); !any || better(v, best) {
			best, any = v, true
		}
	}
	return best
}

// String writes the tree for ParseTree.
func (e exchange) String() string {
	if len(e.captures) == 0 {
		return fmt.Sprint(e.estimate)
	}
	mark := ""
	if e.unquiet {
		mark = "!"
	}
	var all []string
	for _, next := range e.captures {
		all = append(all, next.String())
	}
	return fmt.Sprintf("=%d%s(%s)", e.estimate, mark, strings.Join(all, ", "))
}

// TestQuiescent compares searches of random trees with the definition of quiescence search.
func TestQuiescent(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var write func(height int) exchange
	write = func(height int) exchange {
		e := exchange{estimate: random.IntN(21) - 10, unquiet: random.IntN(2) == 0}
		if height > 0 && random.IntN(5) > 0 {
			for range 1 + random.IntN(3) {
				e.captures = append(e.captures, write(height-1))
			}
		}
		return e
	}
	for range 300 {
		root := exchange{captures: []exchange{write(4), write(4), write(3)}}
		tree := must(ParseTree(root.String()))
		for plies := 1; plies <= 4; plies++ {
			for _, minFirst := range []bool{false, true} {
				rules := must(tree.Quiescent(plies).WithOrder(minFirst, Given))
				want := root.quiet(plies, !minFirst)
				for _, a := range []minimax.Algorithm{minimax.Minimax, minimax.AlphaBeta, minimax.PVS} {
					r, err := minimax.Search(t.Context(), rules, 0, minimax.Options{Algorithm: a})
					if minFirst {
						r.Value = -r.Value
					}
					if err != nil || r.Value != want {
						t.Fatalf("%v of %v to %d plies, Min first %t: %d (%v), want %d", a, root, plies, minFirst,
							r.Value, err, want)
					}
				}
			}
		}
	}
}

// TestUnquiet checks which positions may be marked, and that a mark is written again.
func TestUnquiet(t *testing.T) {
	for _, text := range []string{"(3! 5)", "A(x=3! 5)", "(B=4!(0.5:1 0.5:2) 3)"} {
		if _, err := ParseTree(text); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	tree := must(ParseTree("A(B=4!(2 9) stop=3)"))
	if got := tree.Given(must(tree.Parse("B"))); got != "4!" {
		t.Errorf("B is %s", got)
	}
	quiescent := tree.Quiescent(1) // the name stop is taken
	if got := quiescent.Label(must(quiescent.Parse("1,3"))); got != "stop2" {
		t.Errorf("to stop at B is called %q", got)
	}
}
