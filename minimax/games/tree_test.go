package games

import (
	"slices"
	"strings"
	"testing"

	"menace/minimax"
)

// russellNorvig is the tree with which S. Russell and P. Norvig, Artificial intelligence: a modern approach, explain
// alpha-beta.
const russellNorvig = "A(B(3 12 8) C(2 4 6) D(14 5 2))"

// commaInside is the refusal of a comma at a place.
func commaInside(place string) string {
	return "tree, " + place + ": is this comma inside a number, or between two? Write 1.5 for one number, 1 5 for two"
}

// TestParseTreeAsPeopleWrite parses one tree in many notations.
func TestParseTreeAsPeopleWrite(t *testing.T) {
	for _, text := range []string{
		"A(B(3 12) C(2 4.5) 7)", "A(B(3,12) C(2,4.5), 7)", "A( B(3, 12), C(2, 4.5), 7 )", "A[B[3,12],C[2,4.5],7]",
		"A(B(3;12);C(2;4.5);7)", "[.A [.B 3 12 ] [.C 2 4.5 ] 7 ]", "\\Tree [.A [.B 3 12 ]\n [.C [.2 ] [.4.5 ] ] 7 ]\n",
	} {
		g, err := ParseTree(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := ""
		for p := range g.nodes {
			got += g.Format(Place(p)) + " " + g.Write(g.nodes[p].payoff) + "; "
		}
		if want := "A 0; B 0; 1,1 3; 1,2 12; C 0; 2,1 2; 2,2 4.5; 3 7; "; got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"[[3,5],[2,9,-1.5]]", "[[3, 5], [2, 9, -1.5]]", "[\n  [3,5],\n  [2,9,-1.5]\n]", "((3 5)(2 9 -1.5))"} {
		if g, err := ParseTree(text); err != nil || len(g.nodes) != 8 {
			t.Errorf("%q: %+v, %v", text, g, err)
		}
	}
}

func TestParseTreeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                  `a tree is needed, as in ((3 5)(2 9))`,
		"((3 5)(2 9)":       `tree, column 12: the text ends where a number, a name, ( or ) is expected`,
		"((3 5)()":          `tree, column 8: ")", where a number, a name or ( is expected`,
		"((3 5)(2 x.9))":    `tree, column 10: "x.9" is neither a number nor a name`,
		"((3 5]":            `tree, column 6: "]", where a number, a name, ( or ) is expected`,
		"[[3,5)":            `tree, column 6: ")", where a number, a name, ( or ] is expected`,
		"[.A [.A 3 ] ]":     `tree, column 6: a second node is called A`,
		"[.A [.3 4 ] ]":     `tree, column 9: "4", where ] after the number 3 is expected`,
		"[.? 3 ]":           `tree, column 2: ".?" is neither a number nor a name`,
		"(1,5 2)":           commaInside("column 3"),
		"((2 9)(1,5))":      commaInside("column 9"),
		"((1,5)(2 9))":      commaInside("column 4"),
		"((7 8)\n (1,5 2))": commaInside("line 2, column 4"),
		"(5 (3,9))":         commaInside("column 6"),
		"(-1,5 B(2,9))":     commaInside("column 4"),
		"(3 A 5)":           `tree, column 6: "5", where ( after the name A is expected`,
		"(3 A)":             `tree, column 5: ")", where ( after the name A is expected`,
		"(3 A":              `tree, column 5: the text ends where a number, a name, ( or ) is expected`,
		"(A(1) A(2))":       `tree, column 7: a second node is called A`,
		"(none(1) 2)":       `tree, column 2: none cannot be a name, because as an answer it means no position`,
		"(3 5))":            `tree, column 6: ")", where the end of the tree is expected`,
		")":                 `tree, column 1: ")", where a number, a name or ( is expected`,
		"(3 5\n  (2 9.x))":  `tree, line 2, column 6: "9.x" is neither a number nor a name`,
		"(B=x(3 5))":        `tree, column 2: an estimate or a leaf is a number, as in B=4(2 9) or x=3, not "x"`,
		"(3=4 5)":           `tree, column 2: "3" is neither a number nor a name`,
		"(1048576)":         `tree, column 2: 1048576 is not between −1048575 and 1048575`,
		"(1/0)":             `tree, column 2: "1/0" is neither a number nor a name`,
		"(1e70 2)":          `tree, column 2: 1` + strings.Repeat("0", 59) + `… is not between −1048575 and 1048575`,
		"(1/1048577)":       `tree: a number is too large, or so are the denominators of its fractions`,
		"(1048575 inf)":     `tree: a number is too large, or so are the denominators of its fractions`,
	} {
		if _, err := ParseTree(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestTreePositions(t *testing.T) {
	g := must(ParseTree(russellNorvig))
	for text, want := range map[string]string{"root": "A", "A": "A", "2": "C", "C": "C", "3,2": "3,2"} {
		if got := g.Format(must(g.Parse(text))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"E":   `position "E": neither the name of a node nor numbers of children, as in 2,1`,
		"2,4": `position "2,4": C has only 3 children, no child 4`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	visit(t, g, 0)
}

// TestEstimatesOfTrees uses misleading estimates: one ply ahead C looks best to Max, and B to Min. An unnamed node
// without an estimate counts as 0.
func TestEstimatesOfTrees(t *testing.T) {
	g := must(ParseTree("A=1(B=5(3 12) C=9(2 4) (8 7))"))
	min := must(must(ParseTree("A(B=−5(3 12) C=9(2 4) =-2(8 7))")).WithOrder(true, Given))
	for _, c := range []struct {
		tree         *Tree
		depth, value int
		best         string
	}{
		{g, 1, 9, "C"}, {g, 2, 7, "3"}, {g, 0, 7, "3"}, {min, 1, 5, "B"}, {min, 0, -4, "C"},
	} {
		for _, a := range []minimax.Algorithm{minimax.Minimax, minimax.AlphaBeta, minimax.AlphaBetaTT, minimax.MTDF} {
			r, err := minimax.Search(t.Context(), c.tree, 0, minimax.Options{Algorithm: a, Depth: c.depth})
			if err != nil || r.Value != c.value || c.tree.Name(r.Best[0]) != c.best {
				t.Errorf("%v, %d plies: got %d by %v, want %+v; %v", a, c.depth, r.Value, r.Best, c, err)
			}
		}
	}
}

// TestFractions searches trees whose leaves are not whole numbers, and checks that values are formatted like the
// leaves.
func TestFractions(t *testing.T) {
	for text, want := range map[string]string{
		"((1/2 1/3)(1/4 2))":            "1/3",
		"((1/2 1)(3/4 2))":              "3/4",
		"((0.5 0.25)(-1.5 2))":          "0.25",
		"((2.50 3)(−1 9))":              "2.5",
		"((0.1 0.2)(1/7 1/8))":          "1/8",
		"((∞ 3)(inf +∞)(-∞ 9))":         "+∞",
		"((-inf 3)(-∞ 4))":              "−∞",
		"(((-1/2 -∞) 3)((-1/3 2) ∞))":   "2",
		"(B=1/2(((-∞ 1/3)) 7) (1/3 0))": "0",
	} {
		g := must(ParseTree(text))
		for _, a := range minimax.Algorithms() {
			if a.Symmetric() {
				continue
			}
			for _, prefer := range []minimax.Prefer{minimax.Any, minimax.Fast} {
				r, err := minimax.Search(t.Context(), g, 0, minimax.Options{Algorithm: a, Prefer: prefer})
				if err != nil || g.Write(r.Value) != want {
					t.Errorf("%s by %v: %s, %v; want %s", text, a, g.Write(r.Value), err, want)
				}
			}
		}
	}
	// Nothing beats ∞, so alpha-beta cuts off there.
	r, err := minimax.Search(t.Context(), must(ParseTree("((∞ ∞)(3 (4 5)))")), 0, minimax.Options{
		Algorithm: minimax.AlphaBeta})
	if err != nil || r.Leaves != 2 || r.Cutoffs != 1 {
		t.Errorf("%d leaves and %d cut-offs, want 2 and 1; %v", r.Leaves, r.Cutoffs, err)
	}
}

// TestTreeOrders checks that children keep their names in any order.
func TestTreeOrders(t *testing.T) {
	g := must(must(ParseTree("((3 5)(2 9 1)((7) 4))")).WithOrder(false, BestFirst))
	var names []string
	for _, m := range g.Moves(0, nil) {
		names = append(names, g.Name(m))
	}
	if want := []string{"3", "1", "2"}; !slices.Equal(names, want) { // with values 4, 3 and 1
		t.Errorf("got %v, want %v", names, want)
	}
	if _, err := g.WithOrder(false, RandomLeaves); err == nil {
		t.Error("an unknown order is accepted")
	}
}

// FuzzParseTree reads any text. What is read is formatted with names before brackets, and must be read as the same tree.
func FuzzParseTree(f *testing.F) {
	for _, text := range []string{
		russellNorvig, "((3 5)(2 9 1)((7) 4))", "[.A [.B 3 12 ] [[1,-2],[.7 ]] ]", "08/7", "(1 -09/2)", "(0 010/1)",
		"[A [B [12] [3]] [C [20] [4]]]", "\\begin{forest}[A [{Min 1} [$3$, draw] [12]] [C [2] [4]]]\\end{forest}",
		"[.MAX [.MIN 3 12 ] [.MIN 2 4 ] ]", "max(min(3,12,8),min(2,4,6))", "((3,12,8)B,(2,4,6)C)A;", "(A (B 3 12 8) (C 2 4 6))",
		"(x=3 B=4(.5 1e3))", `{"name":"A","children":[{"value":-Infinity},{"name":"B","children":[1,2]}]}`, "(3,5;2,9)",
		"(0.5:3 0.5:7)", "(3 5; 2 9)", `("A", 'b', “c”)`, "{{3,5},{2,9}}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseTree(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: the error has several lines: %q", text, err)
			}
			return
		}
		for p := range g.nodes {
			if got, err := g.Parse(g.Format(Place(p))); err != nil || got != Place(p) {
				t.Errorf("%q: node %d is read back as %d, %v", text, p, got, err)
			}
		}
		written := written(g, 0)
		again, err := ParseTree(written)
		if err != nil {
			t.Fatalf("%q is written %q, which is refused: %v", text, written, err)
		}
		for p, n := range g.nodes {
			if m := again.nodes[p]; again.Write(m.payoff) != g.Write(n.payoff) || m.parent != n.parent {
				t.Errorf("%q is written %q, in which node %d differs: %+v and %+v", text, written, p, n, m)
			}
		}
	})
}

// written formats a part of a tree by the first convention.
func written(g *Tree, p Place) string {
	n := g.nodes[p]
	name, value := n.name, ""
	if p == 0 && name == "" && n.children != nil {
		name = "root"
	}
	if n.given {
		if value = g.Write(n.payoff); name != "" || n.children != nil {
			value = "=" + value
		}
	}
	if n.children == nil {
		return name + value
	}
	parts := make([]string, len(n.children))
	for i, child := range n.children {
		parts[i] = written(g, child)
	}
	return name + value + "(" + strings.Join(parts, " ") + ")"
}
