package sheet

import (
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"golang.org/x/net/html"

	"menace/cmd/internal/language"
)

// TestTexts compares the texts of the kit in each language with the English ones. A text is translated as a whole, so its
// sentences may put what the program fills in elsewhere, but nothing may be missing or added: the files, the templates
// that they define, what these do, and their elements, except for those within a line.
func TestTexts(t *testing.T) {
	for _, tag := range language.Tags[1:] {
		l, _ := language.Find(tag)
		files := templatesOf(t, l)
		if want := templatesOf(t, language.English); !slices.Equal(files, want) {
			t.Errorf("%s has the texts %v, want %v", tag, files, want)
		}
		for _, name := range files {
			file := path.Join(tag, name)
			got, want := readTemplates(t, l, name), readTemplates(t, language.English, name)
			if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
				t.Errorf("%s defines the templates %v, want %v", file, a, b)
			}
			for part := range want {
				less, more := differences(got[part].actions, want[part].actions)
				if len(less)+len(more) > 0 {
					t.Errorf("%s, template %s: these actions are missing: %q; these are too many: %q", file, part, less, more)
				}
				for i := range max(len(got[part].elements), len(want[part].elements)) {
					a, b := at(got[part].elements, i), at(want[part].elements, i)
					if a != b {
						t.Errorf("%s, template %s: element %d is %s, want %s", file, part, i+1, a, b)
						break
					}
				}
			}
		}
	}
}

// templatesOf lists the files with texts in a language: those of all games, and those of one game in a folder.
func templatesOf(t *testing.T, l *language.Language) (files []string) {
	t.Helper()
	for _, pattern := range []string{"*.html", "*/*.html"} {
		found, err := fs.Glob(texts(l), pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s has no texts %s: %v", l.Tag, pattern, err)
		}
		files = append(files, found...)
	}
	return files
}

// at returns an element of a list, or "" after its end.
func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// differences returns what a list lacks and what it has too many, compared with another one in any order.
func differences(got, want []string) (less, more []string) {
	more = slices.Clone(got)
	for _, w := range want {
		if i := slices.Index(more, w); i >= 0 {
			more = slices.Delete(more, i, i+1)
		} else {
			less = append(less, w)
		}
	}
	return less, more
}

// common is what a translated template has in common with the English one.
type common struct {
	actions  []string // in any order
	elements []string // in order, with some attributes
}

// readTemplates parses a file of the kit, and returns its templates.
func readTemplates(t *testing.T, l *language.Language, name string) map[string]common {
	t.Helper()
	text, err := fs.ReadFile(texts(l), name)
	if err != nil {
		return nil
	}
	trees, tree := map[string]*parse.Tree{}, parse.New(name)
	tree.Mode = parse.SkipFuncCheck
	if _, err := tree.Parse(string(text), "", "", trees); err != nil {
		t.Fatalf("%s: %v", l.Tag, err)
	}
	all := map[string]common{}
	for name, tree := range trees {
		var read common
		var markup strings.Builder
		read.visit(tree.Root, &markup)
		for z := html.NewTokenizer(strings.NewReader(markup.String())); z.Next() != html.ErrorToken; {
			token := z.Token()
			inline := slices.Contains([]string{"a", "b", "i", "em", "strong", "br", "code", "bdi"}, token.Data)
			if token.Type != html.TextToken && !inline {
				token.Attr = slices.DeleteFunc(token.Attr, func(a html.Attribute) bool {
					return !slices.Contains([]string{"class", "src", "data-moves"}, a.Key) &&
						!(a.Key == "id" && token.Data == "figure")
				})
				element := strings.ReplaceAll(token.String(), "-"+l.Tag+".png", ".png") // a picture in this language
				read.elements = append(read.elements, element)
			}
		}
		all[name] = read
	}
	return all
}

// visit collects the actions of a template, and its text with nothing in their places.
func (read *common) visit(n parse.Node, text *strings.Builder) {
	act := func(words string) { read.actions = append(read.actions, words) }
	branch := func(kind string, n parse.BranchNode) {
		act(kind + " " + formatted(n.Pipe))
		read.visit(n.List, text)
		if n.ElseList != nil {
			act("else")
			read.visit(n.ElseList, text)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			read.visit(child, text)
		}
	case *parse.TextNode:
		text.Write(n.Text)
	case *parse.ActionNode:
		act(formatted(n.Pipe))
	case *parse.TemplateNode:
		act("template " + n.Name + " " + formatted(n.Pipe))
	case *parse.IfNode:
		branch("if", n.BranchNode)
	case *parse.WithNode:
		branch("with", n.BranchNode)
	case *parse.RangeNode:
		branch("range", n.BranchNode)
	case *parse.CommentNode:
	default:
		panic("a template has a node of the type " + reflect.TypeOf(n).String())
	}
}

// formatted returns a pipeline as text. The words of a plural or of numbers are those of the language, so they are left out.
func formatted(pipe *parse.PipeNode) string {
	if pipe == nil {
		return ""
	}
	for _, command := range pipe.Cmds {
		if name := command.Args[0].String(); name == "plural" || name == "inWords" {
			command.Args = slices.DeleteFunc(command.Args, func(n parse.Node) bool { return n.Type() == parse.NodeString })
		}
	}
	return pipe.String()
}
