package gametree_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/minimax"
)

// TestExport writes trees of every kind as LaTeX and JSON, with the results of searches that cut off and that turn
// values round, and reads the same trees back.
func TestExport(t *testing.T) {
	texts := []string{
		"A(B(3 12 8) C(2 4 6) D(14 5 2))", "((3 5)(2 9))", "(A(0.5:3 0.5:12) B(0.1:2 0.9:20))",
		"A_1(B_2=4(x=3 1/3 -12) =1/2(2 y=-7/2))", "((∞ -∞)(0.25 -1.5))", "(A(1/3:(1 2) 2/3:(3 4)) B(1/4:x=5 3/4:(6 -7)))",
		"(A'(3 é=5) B(2 1))", "A(B=4!(2 9) C=3(5 1))",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		texts = append(texts, randomTree(random, 3))
	}
	for _, text := range texts {
		for _, a := range []minimax.Algorithm{minimax.AlphaBeta, minimax.NegamaxBeta} {
			if strings.Contains(text, ":") {
				a = minimax.Star2
			}
			drawing := shown(t, text, a).Drawing()
			for _, extension := range []string{".tex", ".json"} {
				var file strings.Builder
				if err := drawing.Export(&file, extension, "a note"); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				for _, depth := range []int{0, 1} {
					if want, got := whole(t, text, depth), whole(t, file.String(), depth); got != want {
						t.Fatalf("%s as %s is read as\n%s\nwant\n%s%s", text, extension, got, want, &file)
					}
				}
			}
		}
	}
}

// TestExportDOT checks by gonum's parser of DOT that each position is a node with one edge to it.
func TestExportDOT(t *testing.T) {
	var file strings.Builder
	tree := shown(t, `A(B(3 "x y"=12 8) C(2 4 6) D(14 5 2))`, minimax.AlphaBeta)
	if err := tree.Drawing().Export(&file, ".dot", ""); err != nil {
		t.Fatal(err)
	}
	parsed, err := dot.ParseString(file.String())
	if err != nil {
		t.Fatal(err)
	}
	nodes, entered := map[string]bool{}, map[string]int{}
	for _, statement := range parsed.Graphs[0].Stmts {
		switch s := statement.(type) {
		case *ast.NodeStmt:
			nodes[s.Node.ID] = true
		case *ast.EdgeStmt:
			entered[s.To.Vertex.(*ast.Node).ID]++
		}
	}
	if len(nodes) != 13 || len(entered) != 12 || entered["n0"] != 0 {
		t.Errorf("%d nodes, %d of them entered, want 13 and 12:\n%s", len(nodes), len(entered), &file)
	}
}

// TestExportMarkdown compares the list of the lecture's tree with one written by hand: alpha-beta cuts 4 and 6 off.
func TestExportMarkdown(t *testing.T) {
	const want = `tree A, to the end, by alphabeta

- **Max A 3**
  - **Min B 3**
    - **3**
    - 12
    - 8
  - Min C ≤ 2
    - 2
    - ~~4~~
    - ~~6~~
  - Min D 2
    - 14
    - 5
    - 2
`
	got := shown(t, "A(B(3 12 8) C(2 4 6) D(14 5 2))", minimax.AlphaBeta).Drawing().Markdown()
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// randomTree returns a tree of at most this height. All inner nodes have names or none, which no notation mixes up.
func randomTree(random *rand.Rand, height int) string {
	count, named := 0, random.IntN(2) == 0
	var write func(height int) string
	write = func(height int) string {
		name := ""
		leaf := height == 0 || height < 3 && random.IntN(4) == 0
		if named && !leaf || leaf && random.IntN(3) == 0 {
			count++
			name = fmt.Sprintf("n_%d", count)
		}
		number := []string{"7", "-3", "0", "2.5", "-1/3", "100"}[random.IntN(6)]
		if leaf {
			if name != "" {
				return name + "=" + number
			}
			return number
		}
		if random.IntN(4) == 0 {
			name += "=" + number
		}
		children := []string{write(height - 1), write(height - 1)}
		for random.IntN(2) == 0 {
			children = append(children, write(height-1))
		}
		return name + "(" + strings.Join(children, ", ") + ")"
	}
	return write(height)
}

// readTree returns the tree that a text describes.
func readTree(t *testing.T, text string) gametree.Problem {
	t.Helper()
	g := gametree.Games[len(gametree.Games)-1]
	setup := g.Usual
	setup.Tree = text
	p, err := g.SetUp(setup)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// shown returns a search of a tree to the end.
func shown(t *testing.T, text string, a minimax.Algorithm) gametree.Shown {
	t.Helper()
	p := readTree(t, text)
	o := gametree.Options{}
	o.Algorithm = a
	all, err := gametree.Show(t.Context(), p, o)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return all[0]
}

// whole draws a tree as text, by a search that visits all positions to a depth. It shows names, numbers and chances.
func whole(t *testing.T, text string, depth int) string {
	t.Helper()
	p := readTree(t, text)
	o := gametree.Options{}
	if o.Depth, o.Algorithm = depth, minimax.Minimax; p.Chancy() {
		o.Algorithm = minimax.Expectiminimax
	}
	all, err := gametree.Show(t.Context(), p, o)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p.Position() + "\n" + all[0].Text()
}
