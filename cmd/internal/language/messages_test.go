package language_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

var update = flag.Bool("update", false, "add missing messages with empty translations, and drop obsolete ones")

// TestMessages checks that every language has all messages of the program and no others, with the same places, and
// that English has both plural forms of each message that counts something. With -update, it writes missing messages
// with empty texts, which a translator has to fill in.
func TestMessages(t *testing.T) {
	keys := usedMessages(t)
	var english map[string]any
	for _, tag := range language.Tags {
		file := filepath.Join(tag, "messages.json")
		text, err := os.ReadFile(file)
		messages := map[string]any{}
		if err == nil {
			err = json.Unmarshal(text, &messages)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if english == nil {
			english = messages
		}
		for key := range messages {
			if !slices.Contains(keys, key) {
				if delete(messages, key); !*update {
					t.Errorf("%s: nothing says %q any more", file, key)
				}
			}
		}
		for _, key := range keys {
			_, counted := english[key].(map[string]any)
			needed := tag != "en" || strings.Contains(key, "{n}")
			message, ok := messages[key]
			_, formed := message.(map[string]any)
			switch {
			case !needed:
			case !*update:
				checkMessage(t, file, key, message, counted)
			case tag == "en" && !ok:
				messages[key] = map[string]any{"one": "", "other": key}
			case tag != "en" && counted && !formed:
				text, _ := message.(string)
				messages[key] = map[string]any{"one": "", "other": text}
			case !ok:
				messages[key] = ""
			}
		}
		if *update {
			var text bytes.Buffer
			encoder := json.NewEncoder(&text) // sorts the keys
			encoder.SetEscapeHTML(false)
			encoder.SetIndent("", "  ")
			if err := encoder.Encode(messages); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// checkMessage checks one translation: a text, or an object of texts by plural form.
func checkMessage(t *testing.T, file, key string, translation any, counted bool) {
	forms, ok := translation.(map[string]any)
	if !ok {
		forms = map[string]any{"other": translation}
	}
	if counted && (forms["one"] == nil || forms["other"] == nil) {
		t.Errorf("%s: %q needs the forms one and other", file, key)
	}
	for form, value := range forms {
		text, _ := value.(string)
		want := places(key)
		if form == "one" && !strings.Contains(text, "{n}") { // “a bead”
			want = slices.DeleteFunc(want, func(place string) bool { return place == "{n}" })
		}
		switch {
		case text == "":
			t.Errorf("%s: %q is not translated (%s)", file, key, form)
		case !slices.Equal(places(text), want):
			t.Errorf("%s: %q has the places %v, not %v", file, text, places(text), want)
		case !slices.Equal(tags(text), tags(key)):
			t.Errorf("%s: %q has the elements %v, not %v", file, text, tags(text), tags(key))
		}
	}
}

var (
	place = regexp.MustCompile(`\{\w+\}`)
	tag   = regexp.MustCompile(`<[^<>]*>`)
)

// places returns the different places in a message, sorted.
func places(text string) []string {
	return slices.Compact(slices.Sorted(slices.Values(place.FindAllString(text, -1))))
}

// tags returns the HTML tags in a message, sorted.
func tags(text string) []string { return slices.Sorted(slices.Values(tag.FindAllString(text, -1))) }

// usedMessages returns the keys of all messages in the program's code and templates, and what tables say about colours,
// games and opponents. It reports keys that are not literals, and places that a message does not have.
func usedMessages(t *testing.T) []string {
	used := map[string]bool{}
	for colour := range language.English.Codes {
		used[colour] = true
	}
	for _, name := range games.Names {
		g, err := games.Graph(name)
		if err != nil {
			t.Fatal(err)
		}
		used[name], used[g.HowToPlay()] = true, true
		for _, player := range []string{g.Player(symmetry.First), g.Player(symmetry.Second)} {
			if len(player) > 1 { // X and O are the same in every language
				used[player] = true
			}
		}
	}
	for _, o := range new(menace.Rules).Options() {
		used[o.Meaning] = true
	}
	for _, kind := range arena.Kinds {
		used[kind.Subject], used[kind.Against] = true, true
	}
	note := func(where, key string, names []string) {
		used[key] = true
		if names == nil { // they are not known
			return
		}
		for i := range names {
			names[i] = "{" + names[i] + "}"
		}
		slices.Sort(names)
		if want := places(key); !slices.Equal(names, want) {
			t.Errorf("%s: %q gets the places %v, not %v", where, key, names, want)
		}
	}
	const root = "../../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name()[0] == '.' && path != root),
			entry.IsDir() && strings.HasSuffix(filepath.ToSlash(path), "cmd/internal/language"):
			return fs.SkipDir
		case entry.IsDir():
			return goMessages(t, path, note)
		case filepath.Ext(path) == ".html" && strings.Contains(filepath.ToSlash(path), "/internal/"):
			return templateMessages(t, path, note)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(used))
}

// goMessages notes the messages in a folder's code, which are the first arguments of Text, HTML and NewMessage. Other
// types have methods of these names too, so only packages that can write in a language count.
func goMessages(t *testing.T, folder string, note func(where, key string, names []string)) error {
	fset, files, translates := token.NewFileSet(), map[*ast.File]bool{}, false
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		files[file] = slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
			return strings.HasSuffix(s.Path.Value, `/language"`) || strings.HasSuffix(s.Path.Value, `/sentences"`)
		})
		translates = translates || files[file]
	}
	for file, imports := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || !translates || len(call.Args) == 0 {
				return true
			}
			function, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"Text", "HTML", "NewMessage"}, function.Sel.Name) ||
				slices.Contains([]string{"template", "help"}, receiver(function.X)) {
				return true
			}
			where := fset.Position(call.Pos()).String()
			key, ok := literal(call.Args[0])
			if !ok {
				if imports {
					t.Errorf("%s: the message is not a literal", where)
				}
				return true
			}
			if call.Ellipsis.IsValid() {
				note(where, key, nil)
				return true
			}
			names := []string{}
			for i := 1; i < len(call.Args); i += 2 {
				name, ok := literal(call.Args[i])
				if !ok {
					t.Errorf("%s: the name of a place is not a literal", where)
				}
				names = append(names, name)
			}
			note(where, key, names)
			return true
		})
	}
	return nil
}

// receiver returns the name of the package, variable or function before the dot of a call, or "".
func receiver(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok {
		e = call.Fun
	}
	name, _ := e.(*ast.Ident)
	return fmt.Sprint(name)
}

// literal returns a string literal, or several joined by +.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, also := literal(e.Y)
		return left + right, ok && also
	}
	return "", false
}

// templateMessages notes the messages in a file of templates, which are the first arguments of the function t.
func templateMessages(t *testing.T, path string, note func(where, key string, names []string)) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tree, set := parse.New(path), map[string]*parse.Tree{}
	tree.Mode = parse.SkipFuncCheck
	if _, err := tree.Parse(string(text), "", "", set); err != nil {
		return err
	}
	set[path] = tree
	for _, tree := range set {
		for _, command := range commands(tree.Root) {
			if name, ok := command.Args[0].(*parse.IdentifierNode); !ok || name.Ident != "t" {
				continue
			}
			texts := []string{} // the message and the names of its places
			for i := 1; i < len(command.Args); i = i/2*2 + 2 {
				text, ok := command.Args[i].(*parse.StringNode)
				if !ok {
					t.Errorf("%s: %s is not a literal in %s", path, command.Args[i], command)
					text = new(parse.StringNode)
				}
				texts = append(texts, text.Text)
			}
			if len(texts) > 0 {
				note(path, texts[0], texts[1:])
			}
		}
	}
	return nil
}

// commands returns all commands in a node of a template.
func commands(node parse.Node) (all []*parse.CommandNode) {
	list := func(nodes ...*parse.ListNode) {
		for _, l := range nodes {
			if l != nil {
				for _, n := range l.Nodes {
					all = append(all, commands(n)...)
				}
			}
		}
	}
	pipe := func(p *parse.PipeNode) {
		if p != nil {
			all = append(all, commands(p)...)
		}
	}
	switch n := node.(type) {
	case *parse.ListNode:
		list(n)
	case *parse.ActionNode:
		pipe(n.Pipe)
	case *parse.IfNode:
		pipe(n.Pipe)
		list(n.List, n.ElseList)
	case *parse.WithNode:
		pipe(n.Pipe)
		list(n.List, n.ElseList)
	case *parse.RangeNode:
		pipe(n.Pipe)
		list(n.List, n.ElseList)
	case *parse.TemplateNode:
		pipe(n.Pipe)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			all = append(all, commands(command)...)
		}
	case *parse.CommandNode:
		all = append(all, n)
		for _, argument := range n.Args {
			if inner, ok := argument.(*parse.PipeNode); ok {
				pipe(inner)
			}
		}
	}
	return all
}
