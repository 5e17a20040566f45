package games

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"sync"
	"text/scanner"
	"unicode"
	"unicode/utf8"

	"menace/minimax"
)

// ParseTree parses a tree. A number is a leaf, its payoff to Max: a whole number, a decimal, a fraction such as 1/3, or
// an infinite number such as -∞ or inf. Children in brackets are an inner node, optionally with a name before the
// bracket, for example A((3 5) B(2 9)), and an estimate after the name, for example B=4(2 9). Spaces, commas and line
// breaks separate numbers. Square brackets serve as well, so that JSON is read, and the notation of LaTeX, which has
// the name inside the bracket: [.A [.B 2 9 ] 5 ]. Errors name the column, and the line if there are several, and what
// was expected there.
func ParseTree(text string) (*Tree, error) {
	text = strings.Replace(text, `\Tree`, "     ", 1)
	r := treeReader{text: text, lines: strings.Contains(strings.TrimSpace(text), "\n")}
	r.Init(strings.NewReader(text))
	r.Mode, r.Error = scanner.ScanIdents, func(*scanner.Scanner, string) {}
	r.IsIdentRune = func(sign rune, _ int) bool {
		return sign >= 0 && !unicode.IsSpace(sign) && !strings.ContainsRune("()[],;", sign)
	}
	r.tree.byName = map[string]Place{}
	if r.next(); r.token == scanner.EOF {
		return nil, errors.New("a tree is needed, as in ((3 5)(2 9))")
	}
	if err := r.node(treeNode{}, "a number, a name or ("); err != nil {
		return nil, err
	}
	if r.token != scanner.EOF {
		return nil, r.unexpected("the end of the tree")
	}
	if r.decimal != nil && r.spaced {
		r.Position = *r.decimal
		return nil, r.failure("is this comma inside a number, or between two? Write 1.5 for one number, 1 5 for two")
	}
	return &r.tree, r.count()
}

// count converts all numbers to a common unit in which they are whole.
func (r *treeReader) count() error {
	t, unit := &r.tree, big.NewInt(1)
	for _, n := range r.numbers {
		common := new(big.Int).GCD(nil, nil, n.Denom(), unit)
		unit.Mul(unit, common.Div(n.Denom(), common))
	}
	most := int64(minimax.MaxPayoff)
	if t.infinite {
		most--
	}
	for p, n := range r.numbers {
		points := new(big.Rat).Mul(n, new(big.Rat).SetInt(unit)).Num()
		switch {
		case n.Num().CmpAbs(infinity.Num()) == 0:
			t.nodes[p].payoff = n.Sign() * minimax.MaxPayoff
		case unit.Cmp(big.NewInt(most)) > 0 || points.CmpAbs(big.NewInt(most)) > 0:
			return errors.New("tree: a number is too large, or so are the denominators of its fractions")
		default:
			t.nodes[p].payoff = int(points.Int64())
		}
	}
	t.unit = unit.Int64()
	return nil
}

// treeReader parses a tree from left to right.
type treeReader struct {
	scanner.Scanner
	token   rune // a bracket, [scanner.Ident] for a word, or [scanner.EOF]
	tree    Tree
	numbers []*big.Rat // payoff or estimate of each node, or 0
	text    string
	lines   bool              // the text has several lines
	comma   bool              // a comma or semicolon precedes the token
	decimal *scanner.Position // the first comma with a digit on both sides, or nil
	spaced  bool              // somewhere only a space is between a number and another node
}

// next reads the next word or bracket.
func (r *treeReader) next() {
	for r.comma = false; ; {
		r.token = r.Scan()
		if r.token != ',' && r.token != ';' && !unicode.IsSpace(r.token) {
			return
		}
		r.comma = r.comma || r.token == ',' || r.token == ';'
		if at := r.Position; r.token == ',' && r.decimal == nil && r.digit(at.Offset-1) && r.digit(at.Offset+1) {
			r.decimal = &at
		}
	}
}

// digit reports whether there is a digit at an offset in the text.
func (r *treeReader) digit(offset int) bool {
	return offset >= 0 && offset < len(r.text) && r.text[offset] >= '0' && r.text[offset] <= '9'
}

// node parses a node. The caller has set its place in the tree.
func (r *treeReader) node(n treeNode, expected string) error {
	if n.ply > minimax.MaxPlies {
		return r.failure("a tree is at most %d moves high", minimax.MaxPlies)
	}
	word, estimate, estimated := "", "", false
	if r.token == scanner.Ident {
		word, estimate, estimated = strings.Cut(r.TokenText(), "=")
	}
	value, leaf := r.number(word)
	if estimated {
		if value, leaf = r.number(estimate); !leaf {
			return r.failure("an estimate is a number, as in B=4(2 9), not %q", estimate)
		}
		leaf, expected = false, "( after the estimate "+estimate
	}
	size := new(big.Rat).Abs(value)
	switch {
	case size.Cmp(big.NewRat(minimax.MaxPayoff, 1)) > 0 && size.Cmp(infinity) != 0:
		return r.failure("%s is not between −%d and %[2]d", value.RatString(), minimax.MaxPayoff)
	case leaf:
		r.next()
		r.add(n, value)
		return nil
	case word != "":
		if err := r.name(&n, word); err != nil {
			return err
		}
		if !estimated {
			expected = "( after the name " + word
		}
	}
	if r.token == scanner.Ident {
		r.next()
	}
	bracket := r.token
	if bracket != '(' && bracket != '[' {
		return r.unexpected(expected)
	}
	r.next()
	if label, ok := strings.CutPrefix(r.TokenText(), "."); ok && bracket == '[' && n.name == "" { // as in LaTeX
		if value, leaf = r.number(label); leaf {
			if r.next(); r.token != ']' {
				return r.unexpected("] after the number " + label)
			}
			r.next()
			r.add(n, value)
			return nil
		}
		if err := r.name(&n, label); err != nil {
			return err
		}
		r.next()
	}
	return r.children(n, value, map[rune]rune{'(': ')', '[': ']'}[bracket])
}

// name gives a node its name, or returns an error that explains why it cannot be one.
func (r *treeReader) name(n *treeNode, word string) error {
	_, taken := r.tree.byName[word]
	switch {
	case !nodeName().MatchString(word):
		return r.failure("%q is neither a number nor a name", word)
	case taken:
		return r.failure("a second node is called %s", word)
	case word == "root" && n.ply > 0:
		return r.failure("root is the root's name")
	case strings.EqualFold(word, "none"):
		return r.failure("%s cannot be a name, because as an answer it means no position", word)
	}
	n.name = word
	return nil
}

// number parses a payoff or an estimate, and reports whether the word is one.
func (r *treeReader) number(word string) (value *big.Rat, ok bool) {
	m := numberText().FindStringSubmatch(strings.Replace(word, "−", "-", 1))
	switch {
	case m == nil:
		return new(big.Rat), false
	case m[2] == "":
		r.tree.infinite, value = true, new(big.Rat).Set(infinity)
		if m[1] == "-" {
			value.Neg(value)
		}
		return value, true
	}
	r.tree.fraction = r.tree.fraction || strings.Contains(m[2], "/")
	return new(big.Rat).SetString(m[1] + m[2])
}

// numberText matches a payoff: its sign, and its size unless it is infinite.
var numberText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([+-]?)(?:∞|inf|(\d+(?:\.\d+|/[1-9]\d*)?))$`)
})

// infinity represents an infinite number while a tree is read.
var infinity = big.NewRat(1<<62, 3)

// nodeName matches the names of nodes.
var nodeName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\pL[\pL\d_']*$`) })

// children parses the children of a node, up to its closing bracket.
func (r *treeReader) children(n treeNode, estimate *big.Rat, closing rune) error {
	p := r.add(n, estimate)
	for number := 1; ; number++ {
		expected := "a number, a name or ("
		if number > 1 {
			if r.token == closing {
				r.next()
				return nil
			}
			expected = "a number, a name, ( or " + string(closing)
			last := r.tree.nodes[len(r.tree.nodes)-1]
			_, number := r.number(r.TokenText())
			r.spaced = r.spaced || !r.comma && (number || last.parent == p && last.children == nil)
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

// add adds a node to the tree, with its payoff or estimate.
func (r *treeReader) add(n treeNode, value *big.Rat) Place {
	r.numbers = append(r.numbers, value)
	p := Place(len(r.tree.nodes))
	r.tree.nodes = append(r.tree.nodes, n)
	if n.name != "" {
		r.tree.byName[n.name] = p
	}
	return p
}

// unexpected returns an error that names what was expected.
func (r *treeReader) unexpected(expected string) error {
	if r.token == scanner.EOF {
		return r.failure("the text ends where %s is expected", expected)
	}
	first, _ := utf8.DecodeRuneInString(r.TokenText())
	return r.failure("%q, where %s is expected", string(first), expected)
}

// failure returns an error at the current place.
func (r *treeReader) failure(format string, args ...any) error {
	at := fmt.Sprintf("column %d", r.Position.Column)
	if r.lines {
		at = fmt.Sprintf("line %d, %s", r.Position.Line, at)
	}
	return fmt.Errorf("tree, %s: %s", at, fmt.Sprintf(format, args...))
}
