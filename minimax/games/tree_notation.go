package games

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"menace/minimax"
)

// ParseTree reads a tree: a number is a leaf, what it is worth to Max; children in brackets are an inner node, which
// may have a name before the bracket, as in A((3 5) B(2 9)). Spaces, commas and ends of lines part numbers. The error
// says in which column, and of several lines on which, something else was expected.
func ParseTree(text string) (*Tree, error) {
	r := treeReader{left: []rune(text), lines: strings.Contains(strings.TrimSpace(text), "\n"), line: 1, column: 1}
	r.tree.byName = map[string]Place{}
	r.skip()
	if len(r.left) == 0 {
		return nil, errors.New("no tree, where one is needed, as in ((3 5)(2 9))")
	}
	if err := r.node(treeNode{}, "a number, a name or ("); err != nil {
		return nil, err
	}
	if r.skip(); len(r.left) > 0 {
		return nil, r.unexpected("the end of the tree")
	}
	return &r.tree, nil
}

// treeReader reads a tree from left to right.
type treeReader struct {
	tree         Tree
	left         []rune // that is not yet read
	lines        bool   // there are several
	line, column int    // of what is left, from 1
}

// node reads a node, of which the place in the tree is known.
func (r *treeReader) node(n treeNode, expected string) error {
	if n.ply > minimax.MaxPlies {
		return r.failure("a tree is at most %d moves high", minimax.MaxPlies)
	}
	at := *r
	word := r.word()
	leaf, err := strconv.Atoi(strings.Replace(word, "−", "-", 1))
	switch {
	case word != "" && err == nil:
		if n.payoff = leaf; max(leaf, -leaf) > minimax.MaxPayoff {
			return at.failure("%s does not lie between −%d and %[2]d", word, minimax.MaxPayoff)
		}
		r.add(n)
		return nil
	case word != "" && !nodeName.MatchString(word):
		return at.failure("%q is neither a whole number nor a name", word)
	case word != "":
		if _, taken := r.tree.byName[word]; taken {
			return at.failure("a second node is called %s", word)
		}
		if word == "root" && n.ply > 0 {
			return at.failure("root is the root's name")
		}
		n.name, expected = word, "( after the name "+word
	}
	if r.skip(); !r.next('(') {
		return r.unexpected(expected)
	}
	return r.children(n)
}

// nodeName matches the names of nodes.
var nodeName = regexp.MustCompile(`^\pL[\pL\d_']*$`)

// children reads the children of a node, after its bracket.
func (r *treeReader) children(n treeNode) error {
	p := r.add(n)
	for number := 1; ; number++ {
		r.skip()
		expected := "a number, a name or ("
		if number > 1 {
			if r.next(')') {
				return nil
			}
			expected = "a number, a name, ( or )"
		}
		if number > MostBranches {
			return r.failure("a node has at most %d children", MostBranches)
		}
		child := Place(len(r.tree.nodes))
		if err := r.node(treeNode{parent: p, number: number, ply: n.ply + 1}, expected); err != nil {
			return err
		}
		at := &r.tree.nodes[p]
		at.children, at.order = append(at.children, child), append(at.order, child)
	}
}

// add adds a node to the tree.
func (r *treeReader) add(n treeNode) Place {
	p := Place(len(r.tree.nodes))
	r.tree.nodes = append(r.tree.nodes, n)
	if n.name != "" {
		r.tree.byName[n.name] = p
	}
	return p
}

// skip skips what parts numbers.
func (r *treeReader) skip() {
	for len(r.left) > 0 && (unicode.IsSpace(r.left[0]) || r.left[0] == ',') {
		r.advance()
	}
}

// next skips a sign, and reports whether it was there.
func (r *treeReader) next(sign rune) bool {
	if len(r.left) == 0 || r.left[0] != sign {
		return false
	}
	r.advance()
	return true
}

// word reads as far as the next space, comma or bracket.
func (r *treeReader) word() string {
	var word []rune
	for len(r.left) > 0 && !unicode.IsSpace(r.left[0]) && !strings.ContainsRune("(),", r.left[0]) {
		word = append(word, r.left[0])
		r.advance()
	}
	return string(word)
}

// advance goes one sign further.
func (r *treeReader) advance() {
	r.column++
	if r.left[0] == '\n' {
		r.line, r.column = r.line+1, 1
	}
	r.left = r.left[1:]
}

// unexpected returns the error of something else than what was expected.
func (r *treeReader) unexpected(expected string) error {
	if len(r.left) == 0 {
		return r.failure("the text ends where %s is expected", expected)
	}
	return r.failure("%q, where %s is expected", string(r.left[:1]), expected)
}

// failure returns an error about what stands here.
func (r *treeReader) failure(format string, args ...any) error {
	at := fmt.Sprintf("column %d", r.column)
	if r.lines {
		at = fmt.Sprintf("line %d, %s", r.line, at)
	}
	return fmt.Errorf("tree, %s: %s", at, fmt.Sprintf(format, args...))
}
