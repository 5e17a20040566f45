package games

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// item is a word or a bracket of a text.
type item struct {
	at       int
	text     string // of a word
	isLabel  bool   // a word behind a dot, as in [.A 3 ]
	open     rune   // of a bracket, or 0
	end      int    // offset behind a bracket
	items    []item // in a bracket
	behind   rune   // what precedes: a comma or a semicolon, a space, or 0
	decimals bool   // the comma that precedes stands between two digits
}

// convention tells where the name of a node stands.
type convention uint8

const (
	nameBefore convention = iota // B(3 12)
	nameInside                   // (B 3 12)
	nameBehind                   // (3 12)B
)

// readBrackets returns the trees that a text in brackets may mean, or the error of the reading that came farthest.
func readBrackets(text string) (readings []*branch, err error) {
	r, err := newBracketReader(text)
	if err != nil {
		return nil, err
	}
	top, err := r.level(0)
	if err != nil {
		return nil, err
	}
	farthest := -1
	for _, c := range []convention{nameBefore, nameInside, nameBehind} {
		in := interpreter{text: text, convention: c, isJSON: json.Valid([]byte(text))}
		root, wrong := in.tree(top)
		if in.doubt {
			return nil, wrong
		}
		if wrong == nil {
			readings = append(readings, root)
		} else if in.at > farthest {
			err, farthest = wrong, in.at
		}
	}
	if readings != nil {
		err = nil
	}
	return readings, err
}

// bracketReader reads words and brackets from left to right.
type bracketReader struct {
	text    string
	at, end int
	latex   bool // % begins a comment, and a label may stand behind a dot
	forest  bool // everything up to the first comma or bracket is a label, and options follow
	braces  bool // { is a bracket, and does not just group words
}

// newBracketReader finds the tree in a text, which may be part of a LaTeX document.
func newBracketReader(text string) (*bracketReader, error) {
	r := &bracketReader{text: text, end: len(text)}
	for _, begin := range []string{`\begin{forest}`, `\Tree`} {
		i := strings.Index(text, begin)
		if i < 0 {
			continue
		}
		r.at, r.latex, r.forest = i+len(begin), true, begin != `\Tree`
		if again := strings.Index(text[r.at:], begin); again >= 0 {
			return nil, failure(text, r.at+again, "a second tree begins here; give one")
		}
		if i := strings.Index(text[r.at:], `\end`); i >= 0 {
			r.end = r.at + i
		}
		if r.forest { // options of the whole tree precede its bracket
			r.skipOptions()
		}
		return r, nil
	}
	r.latex = latexLabel().MatchString(text)
	trimmed := strings.TrimLeftFunc(text, unicode.IsSpace)
	r.at = len(text) - len(trimmed)
	r.braces = strings.HasPrefix(trimmed, "{")
	if quoted := strings.TrimLeft(trimmed, "'`"); strings.HasPrefix(quoted, "(") { // as in Lisp
		r.at = len(text) - len(quoted)
	}
	return r, nil
}

var latexLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\s*\.[\pL{$\\]`) })

// peek returns the next character, or -1 at the end.
func (r *bracketReader) peek() rune {
	if r.at >= r.end {
		return -1
	}
	next, _ := utf8.DecodeRuneInString(r.text[r.at:r.end])
	return next
}

func (r *bracketReader) failure(format string, args ...any) error {
	return failure(r.text, r.at, format, args...)
}

var closing = map[rune]rune{'(': ')', '[': ']', '{': '}'}

// level reads what a bracket holds, up to its end, or the whole text if open is 0.
func (r *bracketReader) level(open rune) (items []item, err error) {
	expected := "a number, a name or ("
	for {
		behind, decimals := r.separator()
		next := r.peek()
		switch {
		case next == -1 && open == 0:
			return items, nil
		case next == -1:
			return nil, r.failure("the text ends where %s is expected", expected)
		case next == closing[open] && open != 0 && items != nil:
			r.at++
			return items, nil
		case strings.ContainsRune(")]}", next):
			if open == 0 && items != nil {
				expected = "the end of the tree"
			}
			return nil, r.failure("%q, where %s is expected", string(next), expected)
		case next == ':':
			return nil, r.failure("a colon is kept for chances, as in 0.5:3, which trees do not have yet; a leaf with " +
				"a name is x=3, and lengths of branches mean nothing here")
		}
		it := item{at: r.at, behind: behind, decimals: decimals}
		switch {
		case next == '(' || next == '[' || next == '{' && r.braces:
			r.at++
			it.open = next
			it.items, err = r.level(next)
		case r.forest && open != 0 && items == nil:
			it.text, it.isLabel, err = r.forestLabel()
		default:
			if r.latex && open == '[' && items == nil && next == '.' {
				it.isLabel = true
				r.at++
			}
			it.text, err = r.word()
		}
		if err != nil {
			return nil, err
		}
		it.end = r.at
		items = append(items, it)
		if expected = "a number, a name, ( or " + string(closing[open]); open == 0 {
			expected = "the end of the tree"
		}
	}
}

// separator skips what separates items, and returns what that is: a comma or a semicolon, or else a space, or 0. It
// reports whether the first comma stands between two digits.
func (r *bracketReader) separator() (behind rune, decimals bool) {
	for {
		switch next := r.peek(); {
		case next == ',' || next == ';':
			if behind == 0 || behind == ' ' {
				decimals = next == ',' && digit(r.text, r.at-1) && digit(r.text, r.at+1)
			}
			if behind != ';' {
				behind = next
			}
		case unicode.IsSpace(next):
			if behind == 0 {
				behind = ' '
			}
		case next == '%' && r.latex:
			if r.at += strings.IndexByte(r.text[r.at:r.end]+"\n", '\n'); r.at >= r.end {
				return behind, decimals
			}
		default:
			return behind, decimals
		}
		r.at += utf8.RuneLen(max(r.peek(), 0))
	}
}

// digit reports whether there is a digit at an offset in the text.
func digit(text string, offset int) bool {
	return offset >= 0 && offset < len(text) && text[offset] >= '0' && text[offset] <= '9'
}

// word reads a word: a number, a name, or a name with a number behind an equals sign.
func (r *bracketReader) word() (string, error) {
	word := ""
	for {
		next := r.peek()
		switch {
		case next == -1 || unicode.IsSpace(next) || strings.ContainsRune("()[],;:", next):
			if rest := strings.TrimLeft(r.text[r.at:r.end], " \t"); word != "" && strings.HasPrefix(rest, "=") {
				r.at = r.end - len(strings.TrimLeft(rest[1:], " \t"))
				word += "="
				continue
			}
			return plain(word), nil
		case strings.ContainsRune("\"“'‘$", next) && (word == "" || strings.HasSuffix(word, "=")) || next == '{' && !r.braces:
			part, err := r.enclosed(next)
			if err != nil {
				return "", err
			}
			word += part
		case strings.ContainsRune("{}", next):
			if word == "" {
				return "", r.failure("%q, where a number, a name or ( is expected", string(next))
			}
			return plain(word), nil
		default:
			word += string(next)
			r.at += len(string(next))
		}
	}
}

// enclosed reads the content of quotation marks, dollar signs or braces.
func (r *bracketReader) enclosed(open rune) (string, error) {
	begin := r.at
	r.at += len(string(open))
	ends := map[rune]string{'"': `"`, '“': "”", '\'': "'", '‘': "’", '$': "$", '{': "}"}
	for depth := 0; ; {
		next := r.peek()
		switch {
		case next == -1:
			r.at = begin
			return "", r.failure("%q is not closed", string(open))
		case string(next) == ends[open] && depth == 0:
			content := r.text[begin+len(string(open)) : r.at]
			r.at += len(string(next))
			return content, nil
		case next == '{':
			depth++
		case next == '}':
			depth--
		}
		r.at += len(string(next))
	}
}

// forestLabel reads the label of a node as LaTeX's forest has it, with spaces in it, and skips the options behind it.
func (r *bracketReader) forestLabel() (text string, isLabel bool, err error) {
	for next := r.peek(); next != -1 && !strings.ContainsRune("[],", next); next = r.peek() {
		switch {
		case unicode.IsSpace(next):
			text += " "
			r.at += len(string(next))
		case strings.ContainsRune("$\"{", next):
			part, err := r.enclosed(next)
			if err != nil {
				return "", false, err
			}
			text += part
		case next == ':' || next == '(' || next == ')' || next == ';':
			return "", false, r.failure("%q in the label of a node", string(next))
		default:
			text += string(next)
			r.at += len(string(next))
		}
	}
	if r.peek() == ',' {
		begin := r.at
		r.skipOptions()
		if options := strings.Trim(r.text[begin:r.at], ", \n\t"); options != "" && !unicode.IsLetter([]rune(options)[0]) {
			r.at = begin + 1
			return "", false, r.failure("%.20q is not an option of a node; every leaf has brackets here", options)
		}
	}
	text = plain(strings.TrimSpace(text))
	_, _, isNumber := number(text)
	return text, !isNumber, nil
}

// skipOptions skips everything up to the next square bracket outside braces.
func (r *bracketReader) skipOptions() {
	for depth := 0; r.peek() != -1; r.at += len(string(r.peek())) {
		switch next := r.peek(); {
		case next == '{':
			depth++
		case next == '}':
			depth--
		case depth == 0 && (next == '[' || next == ']'):
			return
		}
	}
}

// plain removes what only makes a word look different in LaTeX.
func plain(word string) string {
	word = strings.Trim(styles().ReplaceAllString(word, ""), " ")
	word = fractions().ReplaceAllString(word, "$1/$2")
	word = strings.NewReplacer(`\infty`, "∞", "$", "", "{", "", "}", "", `\(`, "", `\)`, "").Replace(word)
	return strings.ReplaceAll(word, "- ∞", "-∞")
}

var (
	styles = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\\(?:text(?:bf|it|sf|tt|rm)?|math(?:bf|it|sf|rm)|emph|bf|it|small|footnotesize|mbox)\b ?`)
	})
	fractions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\[dt]?frac\{?(\d+)\}?\{(\d+)\}`) })
)

// interpreter makes a tree of words and brackets by one convention.
type interpreter struct {
	convention
	text    string
	isJSON  bool
	at      int  // of the failure
	doubt   bool // the failure is one whatever the convention
	decimal *int // offset of the first comma between digits
	spaced  bool // somewhere only a space is between a number and another node
}

func (in *interpreter) failure(at int, format string, args ...any) error {
	in.at = at
	return failure(in.text, at, format, args...)
}

// unclear returns an error for a text with two meanings by one convention.
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
		return nil, in.failure(starts[1].at, "%q, where the end of the tree is expected", firstRune(in.text[starts[1].at:]))
	case in.decimal != nil && in.spaced:
		return nil, in.unclear(*in.decimal, "is this comma inside a number, or between two? Write 1.5 for one number, 1 5 "+
			"for two")
	}
	return all[0], nil
}

func firstRune(text string) string {
	first, _ := utf8.DecodeRuneInString(text)
	return string(first)
}

// siblings returns the nodes that some items are, and the item with which each begins.
func (in *interpreter) siblings(items []item) (all []*branch, starts []item, err error) {
	for i := 0; i < len(items); i++ {
		it := items[i]
		var next, label item
		if i+1 < len(items) {
			next = items[i+1]
		}
		var b *branch
		switch {
		case it.open == 0 && in.convention == nameBefore && next.open != 0 && !strings.ContainsRune(",;", next.behind) &&
			!isNumber(it.text):
			if strings.Contains(it.text, "=") && next.behind == ' ' {
				return nil, nil, in.unclear(it.at, "%s may be a leaf or the estimate of what follows; write %[1]s, or no space",
					it.text)
			}
			if i > 0 && items[i-1].open != 0 && it.behind == 0 && next.behind == ' ' {
				return nil, nil, in.failure(it.at, "%s stands at the bracket before it", it.text)
			}
			i++
			b, err = in.node(next, &it)
		case it.open == 0 && strings.Contains(it.text, "=") && next.open != 0 && next.behind == 0:
			err = in.failure(it.at, "%s, directly before a bracket, is an estimate", it.text)
		case it.open == 0:
			b, err = in.leaf(it, next)
		default:
			if in.convention == nameBehind && next.at > 0 && next.open == 0 && !strings.ContainsRune(",;", next.behind) &&
				!isNumber(next.text) {
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
		if it.decimals && in.decimal == nil {
			at := strings.LastIndexByte(in.text[:it.at], ',')
			in.decimal = &at
		}
		if len(all) > 0 && (it.behind == ' ' || it.behind == 0) && (b.isNumber() || all[len(all)-1].isNumber()) {
			in.spaced = true
		}
		all, starts = append(all, b), append(starts, it)
	}
	return all, starts, nil
}

// isNumber reports whether the branch is a leaf without a name.
func (b *branch) isNumber() bool { return b.children == nil && b.name == "" }

// isName reports whether a word is neither a number nor a leaf with a name.
func isName(word string) bool { return !isNumber(word) && !strings.Contains(word, "=") }

// isNumber reports whether a word is a number.
func isNumber(word string) bool {
	_, _, ok := number(word)
	return ok
}

// leaf returns the leaf that a word is.
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

// label reads the name and the number of a node from a word such as A, 3, or A=3.
func (in *interpreter) label(b *branch, it item) (err error) {
	ok := false
	if b.value, b.fraction, ok = number(it.text); ok {
		return nil
	}
	word, value, valued := strings.Cut(it.text, "=")
	if valued {
		if b.value, b.fraction, ok = number(value); !ok {
			return in.failure(it.at, "an estimate or a leaf is a number, as in B=4(2 9) or x=3, not %.40q", value)
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

// node returns the node that a bracket is, with the label that stands outside of it, or nil.
func (in *interpreter) node(it item, outside *item) (_ *branch, err error) {
	b, items := &branch{at: it.at}, it.items
	single := len(items) == 1 && items[0].open == 0 && it.open == '[' // a leaf as in LaTeX
	if single && outside == nil {
		if err := in.label(b, items[0]); err != nil {
			return nil, err
		}
		if b.value == nil {
			return nil, in.failure(it.end-1, "%q, where ( after the name %s is expected", "]", items[0].text)
		}
		if in.isJSON {
			return nil, in.unclear(it.at, "[%s] may be the leaf %[1]s, or a node with one leaf, (%[1]s); write one of them",
				items[0].text)
		}
		return b, nil
	}
	if single && strings.Contains(items[0].text, "=") || single && isNumber(items[0].text) {
		return nil, in.failure(it.at, "[%s] is a leaf, which a name cannot precede; write %s(%[1]s)", items[0].text,
			outside.text)
	}
	if in.convention == nameInside && outside == nil && items[0].open == 0 && isName(items[0].text) || items[0].isLabel {
		outside, items = &items[0], items[1:]
	}
	if outside != nil {
		if err := in.label(b, *outside); err != nil {
			return nil, err
		}
		b.at = outside.at
		switch {
		case isNumber(outside.text):
			return nil, in.failure(items[0].at, "%q, where %s after the number %s is expected", firstRune(in.text[items[0].at:]),
				string(closing[it.open]), outside.text)
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
	b.children, err = in.rows(b.children, starts)
	return b, err
}

// rows makes a node of each row where semicolons separate rows of numbers.
func (in *interpreter) rows(all []*branch, starts []item) ([]*branch, error) {
	bracketed := slices.IndexFunc(starts, func(it item) bool { return it.open == '[' && len(it.items) == 1 })
	bare := slices.IndexFunc(starts, func(it item) bool { return it.open == 0 && isNumber(it.text) })
	if bare >= 0 && bracketed >= 0 && all[bracketed].isNumber() {
		return nil, in.unclear(starts[bare].at, "%s may be a leaf or a label: other leaves here have brackets", starts[bare].text)
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
			other = false // a comma may be inside a number
		}
	}
	text := (&branch{children: rows}).String()
	switch {
	case !simple || slices.ContainsFunc(rows, func(row *branch) bool { return len(row.children) == 1 }) && other:
		return nil, in.unclear(starts[semicolon].at, "where a semicolon separates rows, write each in brackets of its own")
	case !other:
		return nil, in.unclear(starts[semicolon].at, "this may be read as %s or (%s); write it as one of them", shortened(text),
			shortened(strings.Join(decimals, " ")))
	}
	return rows, nil
}
