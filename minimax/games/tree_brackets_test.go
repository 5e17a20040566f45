package games

import (
	"math/big"
	"strings"
	"testing"

	"menace/minimax"
)

// TestNotations reads trees in the notations of textbooks and programs. The value, the number of nodes and the best
// moves of Max are derived by hand.
func TestNotations(t *testing.T) {
	const lecture = "3 13 B" // that of Russell and Norvig
	for text, want := range map[string]string{
		// Numbers are decimal.
		"(1 -09/2)": "1 3 1", "(08/7 1)": "8/7 3 1", "(0 010/1)": "10 3 2", "(0 017/1)": "17 3 2", "(007 08)": "8 3 2",
		"(1e3 2)": "1000 3 1", "(.5 -.25)": "0.5 3 1", "[1e3, .5, -Infinity]": "1000 4 1", "(5. 4)": "5 3 1", "(Infinity 2)": "+∞ 3 1",
		"(1.5E-1 0.1)": "0.15 3 1", "(+4 −5)": "4 3 1",
		// LaTeX.
		"[A [B [12] [3]] [C [20] [4]]]":                                 "4 7 C",
		"[A [B [3] [12] [8]] [C [2] [4] [6]] [D [14] [5] [2]]]":         lecture,
		"[A[B[3][12][8]][C[2][4][6]][D[14][5][2]]]":                     lecture,
		`\Tree [.A [.B 3 12 8 ] [.C 2 4 6 ] [.D 14 5 2 ] ]`:             lecture,
		`\Tree [.$A$ [.{B} $3$ $12$ $8$ ] [.$C$ 2 4 6 ] [.D 14 5 2 ] ]`: lecture,
		"\\begin{forest}\n for tree={draw, edge={->}, s sep=3mm}\n [A, circle % the root\n  [B [3] [12] [8, draw, edge label={node[midway,left]{$a_1$}}]]\n  [C [$2$] [4] [6]]\n  [D, fill=red!20 [14] [5] [2]]]\n\\end{forest}\n": lecture,
		"\\documentclass{article}\\begin{document}\\begin{forest}[{$A$} [B [{3}] [12] [8]] [C [2] [4] [6]] [D [14] [5] [2]]]\\end{forest}\\end{document}":                                                                          lecture,
		`[.MAX [.MIN 3 12 ] [.MIN 2 4 ] ]`:                                     "3 7 1",
		"\\begin{forest}[Max [{Min 1} [3] [12]] [Min 2 [2] [4]]]\\end{forest}": "3 7 Min_1",
		`[.A [.{Min 1} $-\infty$ $\frac{1}{2}$ ] [.{Min 2} 2 4 ] ]`:            "2 7 Min_2",
		// Functions, Lisp, biology.
		"max(min(3,12,8),min(2,4,6))": "3 9 1", "MAX(MIN(3, 12, 8), MIN(2, 4, 6))": "3 9 1", "△(▽(3 12 8) ▽(2 4 6))": "3 9 1",
		"(A (B 3 12 8) (C 2 4 6))":        "3 9 B",
		"'(max (min 3 12 8) (min 2 4 6))": "3 9 1",
		"(A (B x=3 y=12 8) (C 2 4 6))":    "3 9 B",
		"((3,12,8)B,(2,4,6)C)A;":          "3 9 B", "((3,12,8)B,(2,4,6)C);\n": "3 9 B",
		"A(B(x=3 y=12 8) C(2 4 6))": "3 9 B", "A(B(x = 3, y=12, 8), C(2, 4, 6))": "3 9 B",
		"(x=3 y=5)": "5 3 y", "[A [x=3] [y=5]]": "5 3 y",
		// Programs.
		"[[3,5],[2,9]]": "3 7 1", "{{3,5},{2,9}}": "3 7 1", `["A", ["B", 3, 12, 8], ["C", 2, 4, 6]]`: "3 9 B", "((3,5),(2,9),)": "3 7 1",
		`("A", ("B", 3, 12, 8), ("C", 2, 4, 6))`: "3 9 B", "('A', ('B', 3, 12, 8), ('C', 2, 4, 6))": "3 9 B",
		`{"name": "A", "children": [{"name": "B", "children": [{"value": 3}, {"value": 12}]}, {"name": "C", "children": [{"value": 2}, {"name": "x", "value": -Infinity}]}]}`: "3 7 B",
		`{"name":"MAX","children":[{"name":"MIN","children":[{"value":3,"children":[]},12]},{"name":"MIN","children":[2,{"value":1e1}]}]}`:                                    "3 7 1",
		`[{"value": 3}, {"Value": 5.5, "children": null}]`: "5.5 3 2",
		`[3, {"name": "B", "children": [1, 2]}]`:           "3 5 1",
		// As word processors, mathematicians and other programs write.
		"(–3 －5 ‒2)": "−2 4 3", "(-oo infty 1)": "+∞ 4 2", "min(max(3,4),5)": "4 5 1", "Max(Min(3,12),mIN(2,4))": "3 7 1",
		"minimum(max1(3, 5), max2(2, 9))": "5 7 max1", "minB(maxB(3 5) MAX_left(2 9))": "5 7 maxB", "((3, 5), (2,))": "3 6 1",
		"\\begin{forest}[, circle [B [3] [12]] [C [2] [4]]]\\end{forest}": "3 7 B", "(3,\n5,\n2)": "5 4 2",
		// Rows between semicolons.
		"(B=4 5)": "5 3 2", "(x=3)": "3 2 x", "(3 5; 2 9)": "3 7 1", "(3, 5; 2, 9)": "3 7 1", "((3;5);(2;9))": "3 7 1", "[3 5 1; 2 9 9]": "2 9 2",
	} {
		g, err := ParseTree(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		r, err := minimax.Search(t.Context(), g, 0, minimax.Options{Algorithm: minimax.Minimax})
		if g.First() == "min" {
			r, err = minimax.Search(t.Context(), must(g.WithOrder(true, Given)), 0, minimax.Options{Algorithm: minimax.Minimax})
			r.Value = -r.Value
		}
		if got := g.Write(r.Value) + " " + big.NewInt(r.Nodes).String() + " " + g.Name(r.Best[0]); err != nil || got != want {
			t.Errorf("%q: got %s, want %s; %v", text, got, want, err)
		}
		if r.Nodes != int64(len(g.nodes)) {
			t.Errorf("%q: %d of %d nodes are searched", text, r.Nodes, len(g.nodes))
		}
	}
}

// TestTreesInDoubt checks that a text which may mean two trees is refused, in one line with a place or with both.
func TestTreesInDoubt(t *testing.T) {
	const both = "tree: this may be read as "
	for text, want := range map[string]string{
		"((3 5)B(2 9))":          both + "root((3 5) B(2 9)) or root(B(3 5) (2 9)); write it as one of them",
		"(B (3 12 8) (2 4 6))":   both + "root(B(3 12 8) (2 4 6)) or B((3 12 8) (2 4 6)); write it as one of them",
		"(B(3 12 8)(2 4 6))":     both + "root(B(3 12 8) (2 4 6)) or B((3 12 8) (2 4 6)); write it as one of them",
		"(3,5;2,9)":              "tree, column 6: this may be read as ((3 5) (2 9)) or (3.5 2.9); write it as one of them",
		"(1,5;2;3,5)":            "tree, column 6: this may be read as ((1 5) (2) (3 5)) or (1.5 2 3.5); write it as one of them",
		"(1 5; 2; 3 5)":          "tree, column 7: where a semicolon separates rows, write each in brackets of its own",
		"(B(3 5); C(2 9) 4)":     "tree, column 10: where a semicolon separates rows, write each in brackets of its own",
		"[[3],[5]]":              "tree, column 2: [3] may be the leaf 3, or a node with one leaf, (3); write one of them",
		"[3 [5] [2]]":            "tree, column 2: 3 may be a leaf or a label: other leaves here have brackets",
		"(B=4 (2 9) 3)":          "tree, column 2: B=4 may be a leaf or the estimate of what follows; write B=4, or no space",
		"(0.5:3 7)":              "tree, column 6: either all children of a node have a chance",
		"(0.5:3 0.4:7)":          "tree, column 6: these chances add up to 0.9, not to 1",
		"(0.5:3 0.5:)":           `tree, column 12: ")", where a number, a name or ( after`,
		"(3:4 5:6)":              "tree, column 4: 3 is not a chance",
		"((A:0.1,B:0.2):0.3,C);": "tree, column 4: a chance precedes a colon",
		// Numbers at brackets, lists as arguments, pairs, rows.
		"((3 12)4)":                  "tree, column 8: 4 may be a leaf or belong to the bracket beside it; write a space",
		"((3, 12)4, (2, 4)5);":       "tree, column 9: 4 may be a leaf or belong to the bracket beside it; write a space",
		"(4(2 9) 3)":                 "tree, column 2: 4 may be a leaf or belong to the bracket beside it; write a space",
		"array([[3, 5],\n [2, 9]])":  "tree, line 1, column 6: this may be read as array(((3 5) (2 9))) or array((3 5) (2 9))",
		"max([3, 5])":                "tree, column 4: this may be read as max(min(3 5)) or max(3 5); write it as one of them",
		"max((3, 5))":                "tree, column 4: this may be read as max(min(3 5)) or max(3 5); write it as one of them",
		"([3, 5])":                   "tree, column 1: this may be read as root((3 5)) or root(3 5); write it as one of them",
		`("A", [("B", [3, 12]), 4])`: "tree, column 8: this may be read as B((3 12)) or B(3 12); write it as one of them",
		`["A", [["B", [3, 12]], 4]]`: "tree, column 8: this may be read as B((3 12)) or B(3 12); write it as one of them",
		`[("A", 3), ("B", 5)]`:       "tree, column 2: this may be read as the leaf A=3, or as a node with one leaf, A(3)",
		"(3 5, 2 9)":                 "tree, column 7: numbers are between different separators here; write rows in",
		"[3 5\n2 9]":                 "tree, line 2, column 1: numbers are between different separators here",
		"[3, 5\n 2, 9]":              "tree, line 2, column 2: numbers are between different separators here",
		"(2 (7, 8 9))":               "tree, column 10: numbers are between different separators here",
		// Commas and spaces inside numbers, and where nothing is.
		"(1,5, 2,5)":      commaInside("column 3"),
		"(x=1,5, y=2,5)":  commaInside("column 5"),
		"(1,234.5, 2)":    commaInside("column 3"),
		"(10,000,20,000)": "tree, column 2: is this 10000 or two numbers?",
		"(1 000 2)":       "tree, column 2: is this 1000 or two numbers?",
		"(1\u00a0500 2)":  "tree, column 3: is this space inside a number, or between two?",
		"(1\u202f500 2)":  "tree, column 3: is this space inside a number, or between two?",
		"((3,,12),(2,4))": `tree, column 5: there is nothing between this "," and the "," before it`,
		"(3; ;5)":         `tree, column 5: there is nothing between this ";" and the ";" before it`,
		"(,3,5)":          `tree, column 2: ",", where a number, a name or ( is expected`,
		"[null, 3]":       "tree, column 2: null is not a number, and cannot be a name either",
		"(3 (True 5 2))":  "tree, column 5: True is not a number, and cannot be a name either",
		// Labels that say something else.
		`[.A $1\frac{1}{2}$ 3 ]`:                      `tree, column 5: "1\\frac12" is neither a number nor a name`,
		`[.A $\frac{1}{2}0$ 3 ]`:                      `tree, column 5: "\\frac120" is neither a number nor a name`,
		"A_min(3 5)":                                  "tree, column 1: A_min may be just a name, or also say who is to move; write min_A",
		"\\begin{forest}[B Max [3] [5]]\\end{forest}": "tree, column 16: B_Max may be just a name, or also",
		"\\begin{forest}[, s sep=1cm, phantom [A [3] [5]]]\\end{forest}": "tree, column 17: a phantom is not drawn",
		"\\Tree [.B 2 9 ] \\begin{forest}[A [3] [5]]\\end{forest}":       "tree, column 17: a second tree begins here; give one",
		`{"payoff":{"max":3}}`:                       `tree, column 12: "{" is not a number`,
		"{\"a\": 3, \"b\": 5}":                       `tree, column 5: "a" is not a key of a node; the keys are name, value, chance and children`,
		`{"value":3,"value":4}`:                      `tree, column 19: "value" gives the node a value for the second time`,
		`{"children":[1,{}]}`:                        `tree, column 18: a node without children needs a value`,
		`{"children":[1,"x"]}`:                       `tree, column 19: "x" is not a number`,
		`{"children":[1,2]`:                          `tree, column 18: the text ends before the tree`,
		`{"children":[1,2]} 3`:                       `tree, column 21: the tree ends before this`,
		"max(max(3 5) 4)":                            "tree, column 5: max is to move here, but the players move in turn, and the one above says max",
		"(min(3 5) max(2 9))":                        "tree, column 11: max is to move here, but the players move in turn, and the one above says min",
		`\Tree [.A 3 5 ] \Tree [.B 2 9 ]`:            "tree, column 17: a second tree begins here; give one",
		`[.A \qroof{3 5}.B 2 ]`:                      `tree, column 5: "\\qroof3_5.B" is neither a number nor a name`,
		"\\begin{forest}[A [3, 5] [2]]\\end{forest}": `tree, column 21: "5" is not an option of a node; every leaf has brackets here`,
		"(1/0 2)": `tree, column 2: "1/0" is neither a number nor a name`, "(0x10 2)": `tree, column 2: "0x10" is neither a number nor a name`,
		"(1_000 2)": `tree, column 2: "1_000" is neither a number nor a name`, "(NaN 2)": `tree, column 2: NaN is not a number, and cannot be a name either`,
		"(1e999 2)": "tree, column 2: 1", "(\"A 3)": `tree, column 2: "\"" is not closed`, "(1e-999 2)": "tree: a number is too large",
	} {
		_, err := ParseTree(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
	for text, want := range map[string]string{"max(3 5)": "max", "(4 min(3 5))": "max", "MIN(3 5)": "min", "(3 5)": ""} {
		if g := must(ParseTree(text)); g.First() != want {
			t.Errorf("%q: %q moves first, want %q", text, g.First(), want)
		}
	}
}
