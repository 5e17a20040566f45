package games

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// interpreter turns words and brackets into a tree by one convention.
type interpreter struct {
	convention
	text    string
	isJSON  bool
	at      int  // of the failure
	doubt   bool // the failure does not depend on the convention
	decimal *int // offset of the first comma between digits
	spaced  bool // some number is separated from another node only by a space
}

func (in *interpreter) failure(at int, format string, args ...any) error {
	in.at = at
	return failure(in.text, at, format, args...)
}

// unclear returns an error for a text that has two meanings under one convention.
func (in *interpreter) unclear(at int, format string, args ...any) error {
	in.doubt = true
	return in.failure(at, format, args...)
}

// tree returns the tree of a whole text.
func (in *interpreter) tree(top []item) (*branch, error) {
	all, starts, err := in.siblings(top)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, in.failure(len(in.text), "the text ends where a number, a name or ( is expected")
	case len(all) > 1:
		return nil, in.failure(starts[1].at, "%q, where the end of the tree is expected",
			firstRune(in.text[starts[1].at:]))
	case in.decimal != nil && in.spaced:
		return nil, in.unclear(*in.decimal, "is this comma inside a number, or between two? Write 1.5 for one number, "+
			"1 5 for two")
	}
	return all[0], nil
}

func firstRune(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	return string(first)
}

// siblings turns items into nodes, and returns them with the item that each begins with.
func (in *interpreter) siblings(items []item) (all []*branch, starts []item, err error) {
	for i := 0; i < len(items); i++ {
		it := items[i]
		var next, label item
		if i+1 < len(items) {
			next = items[i+1]
		}
		var b *branch
		if err := in.adjacent(items[max(i-1, 0)], it, next, i > 0); err != nil {
			return nil, nil, err
		}
		opens := next.open != 0 && next.chance == "" // may belong to the preceding word
		switch {
		case it.open == 0 && in.convention == nameBefore && opens &&
			!strings.ContainsRune(",;", next.behind) && !isNumber(it.text):
			if strings.Contains(it.text, "=") && next.behind == ' ' {
				return nil, nil, in.unclear(it.at, "%s may be a leaf or the estimate of what follows; "+
					"write %[1]s, or no space", it.text)
			}
			if i > 0 && items[i-1].open != 0 && it.behind == 0 && next.behind == ' ' {
				return nil, nil, in.failure(it.at, "%s stands at the bracket before it", it.text)
			}
			i++
			b, err = in.node(next, &it)
		case it.open == 0 && strings.Contains(it.text, "=") && opens && next.behind == 0:
			err = in.failure(it.at, "%s, directly before a bracket, is an estimate", it.text)
		case it.open == 0:
			b, err = in.leaf(it, next)
		default:
			follows := next.at > 0 && next.open == 0 && !strings.ContainsRune(",;", next.behind)
			if in.convention == nameBehind && follows && !isNumber(next.text) {
				if i+2 < len(items) && items[i+2].open != 0 && next.behind == ' ' && items[i+2].behind == 0 {
					return nil, nil, in.failure(next.at, "%s stands at the bracket behind it", next.text)
				}
				label = next
				i++
			}
			if label.at > 0 {
				b, err = in.node(it, &label)
			} else {
				b, err = in.node(it, nil)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if it.chance != "" {
			if err := in.chance(b, it); err != nil {
				return nil, nil, err
			}
		}
		all, starts = append(all, b), append(starts, it)
	}
	return all, starts, in.separators(all, starts)
}

// separators looks for numbers that mean something else if a comma or a space is part of a number or ends a row. If
// only the whole tree can decide, it notes what it found.
func (in *interpreter) separators(all []*branch, starts []item) error {
	var first rune // between numbers
	mixed, decimals, spacedComma, semicolons := 0, false, false, false
	for i := 1; i < len(all); i++ {
		it, before := starts[i], starts[i-1]
		if it.decimals {
			at := strings.LastIndexByte(in.text[:it.at], ',')
			if decimals = true; in.decimal == nil || at < *in.decimal {
				in.decimal = &at
			}
		}
		semicolons = semicolons || it.behind == ';'
		if !all[i].isNumber() && !all[i-1].isNumber() {
			continue
		}
		in.spaced = in.spaced || it.behind == ' ' || it.behind == 0
		spacedComma = spacedComma || it.behind == ',' && strings.HasSuffix(in.text[:it.at], " ")
		if all[i].isNumber() && all[i-1].isNumber() && it.open == 0 && before.open == 0 {
			if next := in.separator(before, it); first == 0 {
				first = next
			} else if next != first && mixed == 0 {
				mixed = it.at
			}
		}
	}
	in.spaced = in.spaced || decimals && spacedComma
	if mixed > 0 && !semicolons && !decimals {
		return in.unclear(mixed, "numbers are between different separators here; write rows in brackets, as in "+
			"((3 5) (2 9)), or the same separator everywhere")
	}
	return nil
}

// separator returns what is between two numbers: a comma or semicolon, or else a line break or a space.
func (in *interpreter) separator(before, it item) rune {
	switch {
	case it.behind == ' ' && strings.Contains(in.text[before.end:it.at], "\n"):
		return '\n'
	case it.behind == 0:
		return ' '
	}
	return it.behind
}

// adjacent returns an error if a number may belong to the node before or after it.
func (in *interpreter) adjacent(before, it, next item, hasBefore bool) error {
	if it.open != 0 || !isNumber(it.text) {
		return nil
	}
	atBracket := hasBefore && before.open != 0 && it.behind == 0 || next.open != 0 && next.behind == 0
	switch {
	case atBracket:
		return in.unclear(it.at, "%s may be a leaf or belong to the bracket beside it; write a space between them, or "+
			"=%[1]s for an estimate", it.text)
	case hasBefore && before.open == 0 && thousands().MatchString(before.text+"."+it.text) && before.end+1 == it.at:
		return in.unclear(before.at, "is this %s%s or two numbers? Write one without a separator, two as in 1, 2",
			before.text, it.text)
	}
	return nil
}

// thousands matches a number with a point that may separate thousands.
var thousands = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[+−-]?[1-9]\d{0,2}\.0\d\d$`) })

// isNumber reports whether the branch is a leaf without a name.
func (b *branch) isNumber() bool { return b.children == nil && b.name == "" }

// isName reports whether a word is neither a number nor a leaf with a name.
func isName(word string) bool { return !isNumber(word) && !strings.Contains(word, "=") }

// isNumber reports whether a word is a number.
func isNumber(word string) bool {
	_, _, ok := number(word)
	return ok
}

// leaf turns a word into a leaf.
func (in *interpreter) leaf(it, next item) (*branch, error) {
	b := &branch{at: it.at}
	if err := in.label(b, it); err != nil {
		return nil, err
	}
	if b.value != nil {
		return b, nil
	}
	at, found := it.end, "the text ends"
	if next.at > 0 {
		at = next.at
	}
	if rest := strings.TrimLeft(in.text[at:], " \t\n,"); rest != "" {
		at, found = len(in.text)-len(rest), fmt.Sprintf("%q,", firstRune(rest))
	}
	return nil, in.failure(at, "%s where ( after the name %s is expected", found, it.text)
}

// chance reads the chance of a node.
func (in *interpreter) chance(b *branch, it item) error {
	chance, fraction, _ := number(it.chance)
	if chance.Sign() <= 0 || chance.Cmp(big.NewRat(1, 1)) > 0 {
		return in.failure(it.at, "%s is not a chance, which is more than 0 and at most 1", shortened(it.chance))
	}
	b.chance, b.fraction = chance, b.fraction || fraction
	return nil
}

// label reads the name and the number of a node from a word such as A, 3, or A=3.
func (in *interpreter) label(b *branch, it item) (err error) {
	ok := false
	if b.value, b.fraction, ok = number(it.text); ok {
		return nil
	}
	word, value, valued := strings.Cut(it.text, "=")
	if valued {
		value, b.unquiet = strings.CutSuffix(value, "!")
		if b.value, b.fraction, ok = number(value); !ok {
			return in.failure(it.at, "an estimate or a leaf is a number, as in B=4(2 9) or x=3, not %q", value)
		}
		if word == "" {
			return nil
		}
	}
	if b.name, b.mover, err = label(in.text, it.at, word); err != nil {
		in.at = it.at
	}
	return err
}

// node turns a bracket into a node, with the label outside it, which may be nil.
func (in *interpreter) node(it item, outside *item) (_ *branch, err error) {
	b, items := &branch{at: it.at}, it.items
	single := len(items) == 1 && items[0].open == 0 && it.open == '[' // a leaf as in LaTeX
	if single && outside == nil {
		if items[0].chance != "" {
			if err := in.chance(b, items[0]); err != nil {
				return nil, err
			}
		}
		if err := in.label(b, items[0]); err != nil {
			return nil, err
		}
		if b.value == nil {
			return nil, in.failure(it.end-1, "%q, where ( after the name %s is expected", "]", items[0].text)
		}
		if in.isJSON {
			return nil, in.unclear(it.at, "[%s] may be the leaf %[1]s, or a node with one leaf, (%[1]s); "+
				"write one of them",
				items[0].text)
		}
		return b, nil
	}
	if single && strings.Contains(items[0].text, "=") || single && isNumber(items[0].text) {
		return nil, in.failure(it.at, "[%s] is a leaf, which a name cannot precede; write %s(%[1]s)",
			items[0].text, outside.text)
	}
	named := items[0].open == 0 && isName(items[0].text)
	if in.convention == nameInside && outside == nil && named || items[0].isLabel {
		outside, items = &items[0], items[1:]
	}
	if outside != nil {
		if err := in.label(b, *outside); err != nil {
			return nil, err
		}
		b.at = outside.at
		switch {
		case isNumber(outside.text):
			return nil, in.failure(items[0].at, "%q, where %s after the number %s is expected",
				firstRune(in.text[items[0].at:]), string(closing[it.open]), outside.text)
		case len(items) == 0 && b.value != nil:
			return b, nil
		case len(items) == 0:
			return nil, in.failure(it.end-1, "%q, where a number, a name or ( after the name %s is expected",
				string(closing[it.open]), outside.text)
		}
	}
	var starts []item
	if b.children, starts, err = in.siblings(items); err != nil {
		return nil, err
	}
	if b.children, err = in.rows(b.children, starts); err == nil && !items[0].isLabel && !it.items[0].isLabel {
		err = in.list(b, it, starts)
	}
	return b, err
}

// list returns an error for a node with one child if the child's bracket may be the list of the node's children, as in
// array([[3,5],[2,9]]), or if the child may be the value of the node, as in (A 3).
func (in *interpreter) list(b *branch, it item, starts []item) error {
	if len(starts) > 1 {
		return nil
	}
	child, start := b.children[0], starts[0]
	inside := in.convention == nameInside && b.name != ""
	switch {
	case start.open == 0 && inside && child.isNumber() && !notNames[strings.ToLower(b.name)]:
		return in.unclear(it.at, "this may be read as the leaf %s=%s, or as a node with one leaf, %[1]s(%[2]s); write "+
			"one of them", b.name, child)
	case child.children == nil || child.name != "" || child.mover != "" || child.value != nil:
		return nil
	case start.open == it.open && b.mover == "" && !inside:
		return nil
	}
	one, list := *b, *b
	list.children = child.children
	if b.mover != "" {
		between := *child
		between.mover = map[string]string{"max": "min", "min": "max"}[b.mover]
		one.children = []*branch{&between}
	}
	return in.unclear(it.at, "this may be read as %s or %s; write it as one of them", one.whole(), list.whole())
}

// rows turns each row into a node where semicolons separate rows of numbers.
func (in *interpreter) rows(all []*branch, starts []item) ([]*branch, error) {
	bracketed := slices.IndexFunc(starts, func(it item) bool { return it.open == '[' && len(it.items) == 1 })
	bare := slices.IndexFunc(starts, func(it item) bool { return it.open == 0 && isNumber(it.text) })
	if bare >= 0 && bracketed >= 0 && all[bracketed].isNumber() {
		return nil, in.unclear(starts[bare].at, "%s may be a leaf or a label: other leaves here have brackets",
			starts[bare].text)
	}
	semicolon, other := -1, false
	for i, it := range starts[1:] {
		switch {
		case it.behind != ';':
			other = true
		case semicolon < 0:
			semicolon = i + 1
		}
	}
	if semicolon < 0 || !other {
		return all, nil
	}
	var rows []*branch
	var decimals []string
	simple := true
	for i, b := range all {
		switch simple = simple && b.isNumber(); {
		case i == 0 || starts[i].behind == ';':
			rows = append(rows, &branch{at: b.at})
			decimals = append(decimals, b.String())
		default:
			decimals[len(decimals)-1] += "." + b.String()
		}
		last := rows[len(rows)-1]
		last.children = append(last.children, b)
		if starts[i].decimals {
			other = false // a comma may be part of a number
		}
	}
	text := (&branch{children: rows}).String()
	switch {
	case !simple || slices.ContainsFunc(rows, func(row *branch) bool { return len(row.children) == 1 }) && other:
		return nil, in.unclear(starts[semicolon].at, "where a semicolon separates rows, write each in brackets of "+
			"its own")
	case !other:
		return nil, in.unclear(starts[semicolon].at, "this may be read as %s or (%s); write it as one of them",
			shortened(text), shortened(strings.Join(decimals, " ")))
	}
	return rows, nil
}
