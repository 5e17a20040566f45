package games

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"menace/minimax"
)

// ParseTree parses a tree. A number is a leaf, its payoff to Max: a whole number, a decimal, a fraction such as 1/3, or
// an infinite number such as -∞ or inf. Brackets are an inner node; its children are separated by spaces, commas or
// line breaks. The name of a node is before its bracket, first in it, or after it, in the same place for the whole
// tree:
//
//	A(B(3 12 8) C(2 4 6))        B=4(2 9) has an estimate, and x=3 is a leaf with a name
//	(A (B 3 12 8) (C 2 4 6))     as in Lisp; also [A [B [3] [12]] [C [2] [4]]] and [.A [.B 3 12 ] 5 ], as in LaTeX
//	((3,12,8)B,(2,4,6)C)A;       as biologists write trees
//	max(min(3,12,8),min(2,4,6))  max and min name the player to move, not the node
//	[[3,5],[2,9]]                JSON, also with objects that have a name, a value, a chance and children
//	(A(0.5:3 0.5:12) B(1/3:2 2/3:20))  a node whose children have chances is moved by chance
//	A(B=4!(2 9) C=3(5 1))        B is unquiet: a quiescence search goes on there, and stops at C
//
// A text that can be read in two ways is an error that shows both. Errors name the column, and the line if there are
// several.
func ParseTree(text string) (*Tree, error) {
	text = strings.ToValidUTF8(text, "\ufffd")
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("a tree is needed, as in ((3 5)(2 9))")
	}
	readings, err := readBranches(text)
	if err != nil {
		return nil, err
	}
	trees := map[string]*Tree{}
	var written []string
	for _, root := range readings {
		tree, wrong := buildTree(text, root)
		if wrong != nil {
			err = wrong
		} else if reading := root.whole(); trees[reading] == nil {
			trees[reading], written = tree, append(written, shortened(reading))
		}
	}
	switch len(trees) {
	case 0:
		return nil, err
	case 1:
		for _, tree := range trees {
			return tree, nil
		}
	}
	return nil, fmt.Errorf("tree: this may be read as %s; write it as one of them", strings.Join(written, " or "))
}

// quoted quotes a text, shortened if it is long.
func quoted(text string) string {
	short := shortened(text)
	if short == text {
		return strconv.Quote(text)
	}
	return strconv.Quote(strings.TrimSuffix(short, "…")) + "…"
}

// shortened returns the beginning of a long text.
func shortened(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// readBranches returns all trees that a text may mean.
func readBranches(text string) ([]*branch, error) {
	if root, ok, err := readJSON(text); ok {
		return []*branch{root}, err
	}
	return readBrackets(text)
}

// branch is a node of a written tree.
type branch struct {
	name     string
	mover    string   // max, min or "", the player to move by the node's label
	value    *big.Rat // payoff of a leaf, or estimate; nil for none
	children []*branch
	chance   *big.Rat // of the move to it, or nil
	unquiet  bool     // a quiescence search goes on here
	fraction bool     // the value or the chance is a fraction
	at       int      // offset in the text
}

// String formats the branch for [ParseTree], with the names before the brackets.
func (b *branch) String() string {
	if b.chance != nil {
		certain := *b
		certain.chance = nil
		return formatNumber(b.chance, b.fraction) + ":" + certain.String()
	}
	label, value := cmp.Or(b.name, b.mover), ""
	if b.value != nil {
		value = formatNumber(b.value, b.fraction)
		if b.unquiet {
			value += "!"
		}
	}
	if label != "" && value != "" {
		value = "=" + value
	}
	if b.children == nil {
		return label + value
	}
	if label == "" && value != "" {
		value = "=" + value
	}
	parts := make([]string, len(b.children))
	for i, child := range b.children {
		parts[i] = child.String()
	}
	return label + value + "(" + strings.Join(parts, " ") + ")"
}

// whole formats a tree for [ParseTree] in a way that has no other reading.
func (b *branch) whole() string {
	if text := b.String(); text[0] != '(' {
		return text
	}
	return "root" + b.String()
}

// formatNumber formats a number for [ParseTree].
func formatNumber(value *big.Rat, fraction bool) string {
	digits, exact := value.FloatPrec()
	switch {
	case value.Cmp(infinity) == 0:
		return "∞"
	case new(big.Rat).Neg(value).Cmp(infinity) == 0:
		return "-∞"
	case exact && !fraction:
		return value.FloatString(digits)
	}
	return value.RatString()
}

// ParseNumber parses a finite number in the notations of [ParseTree], all of which are decimal.
func ParseNumber(text string) (value *big.Rat, ok bool) {
	value, _, ok = number(text)
	return value, ok && new(big.Rat).Abs(value).Cmp(infinity) != 0
}

// number parses a payoff or an estimate, and reports whether the word is one. All numbers are decimal.
func number(word string) (value *big.Rat, fraction, ok bool) {
	m := numberText().FindStringSubmatch(minuses.Replace(word))
	switch {
	case m == nil:
		return nil, false, false
	case m[2] == "":
		value = new(big.Rat).Set(infinity)
		if m[1] == "-" {
			value.Neg(value)
		}
		return value, false, true
	}
	numerator, denominator, fraction := strings.Cut(m[2], "/")
	value, ok = new(big.Rat).SetString(m[1] + numerator)
	if fraction {
		divisor, _ := new(big.Int).SetString(denominator, 10)
		if divisor.Sign() == 0 {
			return nil, true, false
		}
		value.Quo(value, new(big.Rat).SetInt(divisor))
	}
	return value, fraction, ok
}

// minuses replaces the minus signs of word processors and national keyboards by a hyphen.
var minuses = strings.NewReplacer("−", "-", "–", "-", "‒", "-", "－", "-", "﹣", "-")

// numberText matches a payoff: its sign, and its size unless it is infinite. The exponent is short, because a number is
// expanded before it is compared with the largest payoff.
var numberText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([+-]?)(?i:∞|inf|infinity|infty|oo|((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?|\d+/\d+))$`)
})

// infinity represents an infinite number while a tree is parsed.
var infinity = big.NewRat(1<<62, 3)

// nodeName matches the names of nodes.
var nodeName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\pL[\pL\d_']*$`) })

// label reads the label of a node, which is its name or the player to move.
func label(text string, at int, written string) (name, mover string, err error) {
	written = strings.Join(strings.Fields(written), "_")
	if m := moverText().FindStringSubmatch(written); m != nil {
		player := strings.ToLower(cmp.Or(m[1], m[2]))
		if mover = "max"; strings.HasPrefix(player, "min") || strings.Contains("▽▼∇", player) {
			mover = "min"
		}
		if m[1] == written {
			return "", mover, nil
		}
	}
	if !nodeName().MatchString(written) {
		return "", "", failure(text, at, "%s is neither a number nor a name", quoted(written))
	}
	if m := moverBehind().FindStringSubmatch(written); mover == "" && m != nil {
		return "", "", failure(text, at, "%s may be just a name, or also say who is to move; write %s_%s, or another "+
			"name", written, m[2], m[1])
	}
	return written, mover, nil
}

var (
	// moverText matches a label that names the player to move, and may number the node: Min 1, MIN_left, minB.
	moverText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:((?i:max|min|(?:max|min)im(?:um|i[sz](?:e|es|er|ing))|[△▲∆▽▼∇]))` +
			`(?:_?\d+|_.+)?|(max|min|Max|Min)\p{Lu}.*)$`)
	})
	moverBehind = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+)_((?i:max|min))$`) })
)

// notNames are words that programs write for a missing value.
var notNames = map[string]bool{"nan": true, "null": true, "nil": true, "undefined": true, "true": true, "false": true}

// buildTree turns a branch into a tree.
func buildTree(text string, root *branch) (*Tree, error) {
	if root.chance != nil {
		return nil, failure(text, root.at, "the root has no chance")
	}
	t := treeBuilder{text: text, tree: Tree{byName: map[string]Place{}, step: 1}}
	if err := t.add(root, treeNode{}); err != nil {
		return nil, err
	}
	return &t.tree, t.count()
}

// treeBuilder turns branches into a tree.
type treeBuilder struct {
	text    string
	tree    Tree
	numbers []*big.Rat // payoff or estimate of each node, or 0
	mover   *branch    // the first branch that names the player to move
	turn    int        // of that branch
}

// add adds a branch to the tree. Its number among its siblings is already set.
func (t *treeBuilder) add(b *branch, n treeNode) error {
	switch {
	case n.ply > minimax.MaxPlies:
		return failure(t.text, b.at, "a tree is at most %d moves high", minimax.MaxPlies)
	case len(b.children) > MostBranches:
		return failure(t.text, b.children[MostBranches].at, "a node has at most %d children", MostBranches)
	}
	if err := t.check(b, n.ply, n.turn); err != nil {
		return err
	}
	if b.unquiet && (b.children == nil || b.children[0].chance != nil) {
		return failure(t.text, b.at, "only a position in which a player moves is unquiet, as in B=4!(2 9)")
	}
	n.unquiet = b.unquiet
	value := new(big.Rat)
	if b.value != nil {
		value, n.given = b.value, true
		t.tree.fraction = t.tree.fraction || b.fraction
		t.tree.infinite = t.tree.infinite || value.Num().CmpAbs(infinity.Num()) == 0
	}
	t.tree.fraction = t.tree.fraction || b.fraction
	if err := t.chances(b, &n); err != nil {
		return err
	}
	p := Place(len(t.tree.nodes))
	if n.name = b.name; n.name != "" {
		t.tree.byName[n.name] = p
	}
	t.numbers, t.tree.nodes = append(t.numbers, value), append(t.tree.nodes, n)
	for i, child := range b.children {
		at := Place(len(t.tree.nodes))
		turn := n.turn + 1
		if n.weights != nil {
			turn = n.turn
		}
		if err := t.add(child, treeNode{parent: p, number: i + 1, ply: n.ply + 1, turn: turn}); err != nil {
			return err
		}
		n := &t.tree.nodes[p]
		n.children, n.order = append(n.children, at), append(n.order, at)
	}
	return nil
}

// check returns an error if the name, the number or the player to move is impossible.
func (t *treeBuilder) check(b *branch, ply, turn int) error {
	size := new(big.Rat)
	if b.value != nil {
		size.Abs(b.value)
	}
	_, taken := t.tree.byName[b.name]
	switch {
	case size.Cmp(big.NewRat(minimax.MaxPayoff, 1)) > 0 && size.Cmp(infinity) != 0:
		return failure(t.text, b.at, "%s is not between −%d and %[2]d", shortened(b.value.RatString()),
			minimax.MaxPayoff)
	case b.name != "" && taken:
		return failure(t.text, b.at, "a second node is called %s", b.name)
	case b.name == "root" && ply > 0:
		return failure(t.text, b.at, "root is the root's name")
	case notNames[strings.ToLower(b.name)]:
		return failure(t.text, b.at, "%s is not a number, and cannot be a name either", b.name)
	case strings.EqualFold(b.name, "none"):
		return failure(t.text, b.at, "%s cannot be a name, because as an answer it means no position", b.name)
	case b.mover == "":
		return nil
	case t.mover == nil:
		t.mover, t.turn = b, turn
		t.tree.first = "min"
		if (b.mover == "max") == (turn%2 == 0) {
			t.tree.first = "max"
		}
	case (t.mover.mover == b.mover) != ((turn-t.turn)%2 == 0):
		return failure(t.text, b.at, "%s is to move here, but the players move in turn, and the one above says %s",
			b.mover, t.mover.mover)
	}
	return nil
}

// chances sets the weights of the children of a branch, if they have chances. The children may name the player who
// moves after chance, which can be the same player who moved before it.
func (t *treeBuilder) chances(b *branch, n *treeNode) error {
	sum, common := new(big.Rat), big.NewInt(1)
	certain := 0
	for _, child := range b.children {
		if child.chance == nil {
			certain++
			continue
		}
		sum.Add(sum, child.chance)
		common = lcm(common, child.chance.Denom())
	}
	if certain == len(b.children) {
		return nil
	}
	first := b.children[0]
	switch {
	case certain > 0:
		return failure(t.text, first.at, "either all children of a node have a chance, or none has one")
	case sum.Cmp(big.NewRat(1, 1)) != 0:
		return failure(t.text, first.at, "these chances add up to %s, not to 1",
			shortened(formatNumber(sum, first.fraction)))
	case b.mover != "":
		return failure(t.text, b.at, "chance moves here, not %s", b.mover)
	case common.BitLen() > 20:
		return errTooLarge
	}
	for _, child := range b.children {
		weight := new(big.Rat).Mul(child.chance, new(big.Rat).SetInt(common))
		n.weights = append(n.weights, int(weight.Num().Int64()))
		if child.mover != "" && t.mover != nil && (t.mover.mover == child.mover) != ((n.turn-t.turn)%2 == 0) {
			n.turn++
		}
	}
	t.tree.chance = true
	return nil
}

// lcm returns the least common multiple of two positive numbers.
func lcm(a, b *big.Int) *big.Int {
	common := new(big.Int).GCD(nil, nil, a, b)
	return common.Mul(a, new(big.Int).Div(b, common))
}

// count converts all numbers to a common unit in which they are whole.
func (t *treeBuilder) count() error {
	if t.tree.chance {
		return t.countMeans()
	}
	unit := big.NewInt(1)
	for _, n := range t.numbers {
		if unit = lcm(unit, n.Denom()); unit.BitLen() > 64 {
			return errTooLarge
		}
	}
	most := int64(minimax.MaxPayoff)
	if t.tree.infinite {
		most--
	}
	for p, n := range t.numbers {
		points := new(big.Rat).Mul(n, new(big.Rat).SetInt(unit)).Num()
		switch {
		case n.Num().CmpAbs(infinity.Num()) == 0:
			t.tree.nodes[p].payoff = n.Sign() * minimax.MaxPayoff
		case unit.Cmp(big.NewInt(most)) > 0 || points.CmpAbs(big.NewInt(most)) > 0:
			return errTooLarge
		default:
			t.tree.nodes[p].payoff = int(points.Int64())
		}
	}
	t.tree.unit = unit.Int64()
	return nil
}

var errTooLarge = errors.New("tree: a number is too large, or so are the denominators of its fractions")

// failure returns an error at an offset of the text.
func failure(text string, offset int, format string, args ...any) error {
	before := text[:min(offset, len(text))]
	line := strings.LastIndex(before, "\n") + 1
	at := fmt.Sprintf("column %d", utf8.RuneCountInString(before[line:])+1)
	if strings.Contains(strings.TrimSpace(text), "\n") {
		at = fmt.Sprintf("line %d, %s", strings.Count(before, "\n")+1, at)
	}
	return fmt.Errorf("tree, %s: %s", at, fmt.Sprintf(format, args...))
}
