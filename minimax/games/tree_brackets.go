package games

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// item is a word or a bracket of a text.
type item struct {
	at       int
	text     string // of a word
	isLabel  bool   // a word after a dot, as in [.A 3 ]
	open     rune   // of a bracket, or 0
	end      int    // offset after a bracket
	items    []item // in a bracket
	chance   string // the number before the colon, as in 0.5:3, or ""
	behind   rune   // the preceding comma, semicolon or space, or 0
	decimals bool   // the preceding comma is between two digits
}

// convention is the place of the names of nodes.
type convention uint8

const (
	nameBefore convention = iota // B(3 12)
	nameInside                   // (B 3 12)
	nameBehind                   // (3 12)B
)

// readBrackets returns all trees that a text in brackets may mean, or the error of the reading that came farthest.
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
	latex   bool   // % begins a comment, and a label may follow a dot
	forest  bool   // everything up to the first comma or bracket is a label, and options follow
	braces  bool   // { is a bracket rather than a group of words
	chance  string // the number after the last option chance of forest, or ""
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
		if again := treeBegins().FindAllStringIndex(text, 2); len(again) > 1 {
			return nil, failure(text, again[1][0], "a second tree begins here; give one")
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

var (
	latexLabel = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\s*\.[\pL{$\\]`) })
	treeBegins = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\begin\{forest\}|\\Tree\b`) })
)

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
	if r.forest && open != 0 {
		if err := r.emptyLabel(); err != nil {
			return nil, err
		}
	}
	own := r.chance // of forest, behind the label or without one
	chance := item{}
	for {
		begin := r.at
		behind, decimals, err := r.separator()
		if err != nil {
			return nil, err
		}
		next := r.peek()
		switch {
		case (items == nil || chance.text != "") && strings.ContainsRune(",;", behind):
			r.at = begin
			return nil, r.failure("%q, where %s is expected", string(behind), expected)
		case next == -1 && open == 0 && chance.text == "":
			return items, nil
		case next == -1:
			return nil, r.failure("the text ends where %s is expected", expected)
		case next == closing[open] && open != 0 && items != nil && chance.text == "":
			r.at++
			r.chance = own
			return items, nil
		case strings.ContainsRune(")]}", next):
			if open == 0 && items != nil && chance.text == "" {
				expected = "the end of the tree"
			}
			return nil, r.failure("%q, where %s is expected", string(next), expected)
		case next == ':':
			return nil, r.failure("a chance precedes a colon, as in 0.5:3; a leaf with a name is x=3, and lengths of " +
				"branches mean nothing here")
		}
		it := item{at: r.at, behind: behind, decimals: decimals}
		switch {
		case next == '(' || next == '[' || next == '{' && r.braces:
			r.at++
			it.open, r.chance = next, ""
			it.items, err = r.level(next)
			it.chance, r.chance = r.chance, ""
		case r.forest && open != 0 && items == nil:
			it.text, it.isLabel, err = r.forestLabel()
			own, r.chance = r.chance, ""
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
		if chance.text != "" {
			it.chance, it.behind, it.decimals = chance.text, chance.behind, chance.decimals
			chance = item{}
		} else if r.peek() == ':' && it.open == 0 && isNumber(it.text) && !it.isLabel {
			r.at++
			chance, expected = it, "a number, a name or ( after the chance "+it.text
			continue
		}
		items = append(items, it)
		if expected = "a number, a name, ( or " + string(closing[open]); open == 0 {
			expected = "the end of the tree"
		}
	}
}

// separator skips what separates items, and returns what that is: a comma or a semicolon, or else a space, or 0. It
// reports whether a comma stands between two digits.
func (r *bracketReader) separator() (behind rune, decimals bool, err error) {
	for {
		switch next := r.peek(); {
		case next == ',' || next == ';':
			if behind == ',' || behind == ';' {
				return 0, false, r.failure("there is nothing between this %q and the %q before it", string(next),
					string(behind))
			}
			decimals = next == ',' && digit(r.text, r.at-1) && digit(r.text, r.at+1)
			behind = next
		case next > unicode.MaxASCII && unicode.IsSpace(next) && digit(r.text, r.at-1) &&
			digit(r.text, r.at+utf8.RuneLen(next)):
			return 0, false, r.failure("is this space inside a number, or between two? Write 1000 for one number, an " +
				"ordinary space between two")
		case unicode.IsSpace(next):
			if behind == 0 {
				behind = ' '
			}
		case next == '%' && r.latex:
			if r.at += strings.IndexByte(r.text[r.at:r.end]+"\n", '\n'); r.at >= r.end {
				return behind, decimals, nil
			}
		default:
			return behind, decimals, nil
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
		case next == '{' && !r.braces,
			strings.ContainsRune("\"“'‘$", next) && (word == "" || strings.HasSuffix(word, "=")):
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
	text = plain(strings.TrimSpace(text))
	_, _, isNumber := number(text)
	return text, !isNumber, r.options()
}

// emptyLabel skips the options of a node of LaTeX's forest that has no label.
func (r *bracketReader) emptyLabel() error {
	rest := strings.TrimLeftFunc(r.text[r.at:r.end], unicode.IsSpace)
	if !strings.HasPrefix(rest, ",") {
		return nil
	}
	r.at = r.end - len(rest)
	return r.options()
}

// options skips the options behind a label of LaTeX's forest, if there are any.
func (r *bracketReader) options() error {
	if r.peek() != ',' {
		return nil
	}
	begin := r.at
	r.skipOptions()
	options := strings.Trim(r.text[begin:r.at], ", \n\t")
	first, _ := utf8.DecodeRuneInString(options)
	switch {
	case options != "" && !unicode.IsLetter(first):
		r.at = begin + 1
		return r.failure("%q is not an option of a node; every leaf has brackets here", options)
	case phantom().MatchString(options):
		r.at = begin + 1
		return r.failure("a phantom is drawn as no node, so it is none; leave it out")
	}
	if given := chanceOption().FindStringSubmatch(options); given != nil {
		if r.chance = given[1]; !isNumber(r.chance) {
			r.at = begin + 1
			return r.failure("the chance %s is not a number", quoted(r.chance))
		}
	}
	return nil
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
	word = strings.Trim(styles().ReplaceAllString(strings.ReplaceAll(word, `\_`, "_"), ""), " ")
	word = fractions().ReplaceAllString(word, "$1$2/$3")
	word = strings.NewReplacer(`\infty`, "∞", "$", "", "{", "", "}", "", `\(`, "", `\)`, "").Replace(word)
	return strings.ReplaceAll(word, "- ∞", "-∞")
}

var (
	styles = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(
			`\\(?:text(?:bf|it|sf|tt|rm)?|math(?:bf|it|sf|rm)|emph|bf|it|small|footnotesize|mbox)\b ?`)
	})
	fractions = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(^|[=$+−-])\\[dt]?frac\{?(\d+)\}?\{(\d+)\}(?:$|\$)`)
	})
	chanceOption = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|,)\s*chance\s*=\s*\{?\s*([^,{}]*?)\s*\}?\s*(?:,|$)`)
	})
	phantom = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(^|,)\s*phantom\s*(,|$)`) })
)
