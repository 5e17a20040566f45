package games

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Keys of JSON objects, in lower case. The skipped ones are written by this program: results of a search at a node, and
// the position and the move of a game.
var (
	skippedKeys = []string{"search", "position", "move"}
	nameKeys    = []string{"name", "label", "id", "title", "text", "player"}
	valueKeys   = []string{"value", "payoff", "utility", "score", "leaf", "estimate"}
	chanceKeys  = []string{"chance", "probability", "prob"}
	childKeys   = []string{"children", "nodes", "moves", "branches", "successors", "subtrees"}
)

// jsonReader reads a tree from the tokens of a JSON text.
type jsonReader struct {
	*json.Decoder
	text string
}

// readJSON reads a tree of JSON objects. It reports whether the text is one; lists of numbers are read like any other
// brackets.
func readJSON(text string) (root *branch, isJSON bool, err error) {
	if !jsonObject().MatchString(text) {
		return nil, false, nil
	}
	// JSON has no infinity, but programs write it, so it is replaced by a string of the same length, which keeps
	// offsets.
	quoted := infinities().ReplaceAllStringFunc(text, func(word string) string {
		sign := strings.TrimRight(word[strings.IndexAny(word, "+-I"):], "Infity")
		before := word[:len(word)-len(sign+"Infinity")]
		return before + `"` + fmt.Sprintf("%-*s", len(sign+"Infinity")-2, sign+"inf") + `"`
	})
	r := jsonReader{json.NewDecoder(strings.NewReader(quoted)), text}
	r.UseNumber()
	root, err = r.node()
	if err == nil {
		if _, end := r.Token(); end == nil {
			err = r.failure("the tree ends before this")
		}
	}
	return root, true, err
}

var (
	jsonObject = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*(?:\{|\[(?s:.*)\{)\s*"[^"]*"\s*:`)
	})
	infinities = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\[:,]\s*[+-]?Infinity\b`)
	})
)

func (r jsonReader) failure(format string, args ...any) error {
	return failure(r.text, int(r.InputOffset()), format, args...)
}

// next returns the next token.
func (r jsonReader) next() (json.Token, error) {
	token, err := r.Token()
	if syntax, ok := err.(*json.SyntaxError); ok {
		return nil, failure(r.text, int(syntax.Offset)-1, "%v", syntax)
	}
	if err != nil {
		return nil, r.failure("the text ends before the tree")
	}
	return token, nil
}

// node reads a number, a list or an object.
func (r jsonReader) node() (*branch, error) {
	b := &branch{}
	token, err := r.next()
	if err != nil {
		return nil, err
	}
	b.at = int(r.InputOffset()) - 1
	switch token := token.(type) {
	case json.Number, string:
		return b, r.number(b, token)
	case json.Delim:
		if token == '{' {
			return b, r.object(b)
		}
		return b, r.list(b)
	}
	return nil, r.failure("%v is neither a number, a list nor an object", token)
}

// number reads the value of a node.
func (r jsonReader) number(b *branch, token json.Token) error {
	text := fmt.Sprint(token)
	ok := false
	if b.value, b.fraction, ok = number(strings.TrimSpace(text)); !ok {
		return r.failure("%q is not a number", text)
	}
	return nil
}

// chance reads the chance of a node.
func (r jsonReader) chance(b *branch, token json.Token) error {
	read := branch{}
	if err := r.number(&read, token); err != nil {
		return err
	}
	in := interpreter{text: r.text}
	return in.chance(b, item{at: int(r.InputOffset()) - 1, chance: formatNumber(read.value, true)})
}

// list reads the children of a node, to the end of the list.
func (r jsonReader) list(b *branch) error {
	for r.More() {
		child, err := r.node()
		if err != nil {
			return err
		}
		b.children = append(b.children, child)
	}
	if _, err := r.next(); err != nil {
		return err
	}
	if b.children == nil {
		return r.failure("a list of children is empty")
	}
	return nil
}

// object reads a node to the end of its object.
func (r jsonReader) object(b *branch) error {
	given := map[string]bool{}
	for r.More() {
		token, err := r.next()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		kind := ""
		for k, keys := range map[string][]string{"a name": nameKeys, "a value": valueKeys, "a chance": chanceKeys,
			"children": childKeys} {
			if slices.Contains(keys, strings.ToLower(key)) {
				kind = k
			}
		}
		switch {
		case strings.EqualFold(key, "unquiet"):
			if err := r.Decode(&b.unquiet); err != nil {
				return r.failure("%v", err)
			}
			continue
		case slices.Contains(skippedKeys, strings.ToLower(key)):
			if err := r.Decode(new(json.RawMessage)); err != nil {
				return r.failure("%v", err)
			}
			continue
		case kind == "":
			return r.failure("%q is not a key of a node; the keys are name, value, chance and children", key)
		case given[kind]:
			return r.failure("%q gives the node %s for the second time", key, kind)
		}
		given[kind] = true
		if token, err = r.next(); err != nil {
			return err
		}
		text, isText := token.(string)
		switch {
		case kind == "children" && token == json.Delim('['):
			if !r.More() { // leaves may have an empty list
				_, err = r.next()
			} else {
				err = r.list(b)
			}
		case kind == "a value" && token != nil:
			err = r.number(b, token)
		case kind == "a chance" && token != nil:
			err = r.chance(b, token)
		case kind == "a name" && isText:
			b.name, b.mover, err = label(r.text, int(r.InputOffset())-1, text)
		case token == nil: // null is the same as no key
		default:
			err = r.failure("%v is not what %q takes", token, key)
		}
		if err != nil {
			return err
		}
	}
	if _, err := r.next(); err != nil {
		return err
	}
	if b.value == nil && b.children == nil {
		return r.failure("a node without children needs a value")
	}
	return nil
}
