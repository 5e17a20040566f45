package language_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
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

var update = flag.Bool("update", false, "add missing messages with empty translations, drop obsolete ones, and move each "+
	"to its catalogue")

const root = "../../.."

// TestMessages checks that every language has all messages of the program and no others, each in the catalogue of the
// packages that use it and with the same places, and that English has both plural forms of each message that counts
// something. With -update, it moves messages to their catalogues and writes missing ones with empty texts, which a
// translator has to fill in.
func TestMessages(t *testing.T) {
	used, imports := usedMessages(t)
	folders := catalogues(t)
	belongs := map[string]string{} // folder of the catalogue, by message
	for key, users := range used {
		belongs[key] = catalogueOf(users, folders, imports)
	}
	for _, tag := range language.Tags {
		all := map[string]any{}
		for _, folder := range folders {
			file := fileOf(folder, tag)
			messages := readMessages(t, file)
			for key, message := range messages {
				switch home, other := belongs[key], all[key]; {
				case *update:
				case home == "":
					t.Errorf("%s: nothing says %q any more", file, key)
				case home != folder:
					t.Errorf("%s: %q belongs into %s", file, key, fileOf(home, tag))
				case other != nil:
					t.Errorf("%s: %q is in another catalogue too", file, key)
				}
				if all[key] == nil || belongs[key] == folder {
					all[key] = message
				}
			}
		}
		english := counted(t, folders)
		for key, folder := range belongs {
			_, formed := all[key].(map[string]any)
			switch {
			case tag == language.English.Tag && !strings.Contains(key, "{n}"):
			case !*update:
				checkMessage(t, fileOf(folder, tag), key, all[key], english[key])
			case all[key] == nil && tag == language.English.Tag:
				all[key] = map[string]any{"one": "", "other": key}
			case english[key] && !formed:
				text, _ := all[key].(string)
				all[key] = map[string]any{"one": "", "other": text}
			case all[key] == nil:
				all[key] = ""
			}
		}
		for _, folder := range folders {
			messages := maps.Clone(all)
			maps.DeleteFunc(messages, func(key string, _ any) bool { return belongs[key] != folder })
			if *update {
				writeMessages(t, fileOf(folder, tag), messages)
			}
		}
	}
}

// counted returns the messages for which English has a form for each number of things.
func counted(t *testing.T, folders []string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, folder := range folders {
		for key, message := range readMessages(t, fileOf(folder, language.English.Tag)) {
			_, all[key] = message.(map[string]any)
		}
	}
	return all
}

// base is the package whose catalogue all others share.
const base = "cmd/internal/language"

// figures is the package that draws figures. It writes through an interface, in the language of the page.
const figures = "plots"

// shell is the folder with the scripts around the page without a server. .ci/site gives them their catalogue.
const shell = "cmd/menace/wasm"

// ofGame begins the names of the catalogues of games, which are files beside the messages of the sentences.
const ofGame = "cmd/menace/internal/sentences:"

// catalogues returns the packages that have messages, which are in a folder named language. Everything is by its path
// below the root.
func catalogues(t *testing.T) []string {
	t.Helper()
	all := []string{base, shell}
	for _, game := range games.Names() {
		all = append(all, ofGame+game)
	}
	for _, below := range []string{"*", "*/*"} {
		found, err := filepath.Glob(filepath.Join(root, "cmd/menace/internal", below, "language"))
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range found {
			all = append(all, packageOf(filepath.Dir(folder)))
		}
	}
	return all
}

// packageOf returns the path below the root of a folder.
func packageOf(folder string) string {
	below, _ := filepath.Rel(root, folder)
	return filepath.ToSlash(below)
}

// fileOf returns the catalogue of a package in a language.
func fileOf(name, tag string) string {
	if name == base {
		return filepath.Join(tag, "messages.json")
	}
	folder, file, of := strings.Cut(name, ":")
	if !of {
		file = "messages"
	}
	return filepath.Join(root, folder, "language", tag, file+".json")
}

// catalogueOf returns the package or the game whose catalogue a message belongs to. All packages that use it import that one. If
// there are several, it is in the same folder as they are, or it imports the others.
func catalogueOf(users, catalogues []string, imports map[string][]string) (nearest string) {
	if len(users) == 1 && strings.HasPrefix(users[0], ofGame) {
		return users[0]
	}
	most := [2]int{-1}
	for _, c := range catalogues {
		score := [2]int{len(c), len(reach(imports, c))}
		for _, user := range users {
			score[0] = min(score[0], len(commonFolder(c, user)))
			if user != c && !reach(imports, user)[c] {
				score[0] = -1
			}
		}
		if slices.Compare(score[:], most[:]) > 0 {
			nearest, most = c, score
		}
	}
	return nearest
}

// commonFolder returns the longest path that leads to both packages.
func commonFolder(a, b string) string {
	for !strings.HasPrefix(b+"/", a+"/") {
		a = path.Dir(a)
	}
	return a
}

// reach returns the packages of this module that a package imports, directly or not.
func reach(imports map[string][]string, name string) map[string]bool {
	all := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		for _, to := range imports[name] {
			if !all[to] {
				all[to] = true
				visit(to)
			}
		}
	}
	visit(name)
	return all
}

// readMessages reads a catalogue. One that does not exist is empty.
func readMessages(t *testing.T, file string) (messages map[string]any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &messages)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return messages
}

// writeMessages writes a catalogue, or deletes it if it is empty.
func writeMessages(t *testing.T, file string, messages map[string]any) {
	t.Helper()
	if len(messages) == 0 {
		os.Remove(file)
		return
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text) // sorts the keys
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := errors.Join(encoder.Encode(messages), os.MkdirAll(filepath.Dir(file), 0o777))
	if err == nil {
		err = os.WriteFile(file, text.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
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

// usedMessages returns the packages that use each message of the program's code and templates, and of what tables say
// about colours, games and opponents, which everybody may use. It also returns what each package imports of this
// module. It reports keys that are not literals, and places that a message does not have.
func usedMessages(t *testing.T) (used, imports map[string][]string) {
	used, imports = map[string][]string{}, map[string][]string{}
	table := func(keys ...string) {
		for _, key := range keys {
			used[key] = []string{base}
		}
	}
	for colour := range language.English.Codes {
		table(colour)
	}
	for _, registered := range games.All() {
		game := func(keys ...string) {
			for _, key := range keys {
				switch of := []string{ofGame + registered.Name}; {
				case used[key] == nil:
					used[key] = of
				case !slices.Equal(used[key], of):
					table(key) // several games use it
				}
			}
		}
		for _, p := range registered.Presets {
			game(p.Label, p.Meaning)
		}
		game(registered.Machines[0].Who, registered.Machines[1].Who)
		for _, name := range append([]string{registered.Name}, registered.Variants...) {
			g, err := games.Graph(name)
			if err != nil {
				t.Fatal(err)
			}
			game(g.Title(), g.HowToPlay())
			if caption := g.Scene(g.Code(symmetry.Start)).Caption; caption != "" {
				game(caption)
			}
			for _, player := range []string{g.Player(symmetry.First), g.Player(symmetry.Second)} {
				if len(player) > 1 { // X and O are the same in every language
					game(player)
				}
			}
		}
	}
	for _, o := range new(menace.Rules).Options() {
		table(o.Meaning)
	}
	for _, kind := range arena.Kinds {
		table(kind.Subject, kind.Against)
	}
	user := "" // the package that is read now
	note := func(where, key string, names []string) {
		if !slices.Contains(used[key], user) {
			used[key] = append(used[key], user)
		}
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
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "language" || entry.Name()[0] == '.' && path != root):
			return fs.SkipDir
		case entry.IsDir():
			name := packageOf(path)
			if user = name; name == figures {
				user = base // which figures cannot import
			}
			imports[name] = goMessages(t, path, note)
		case filepath.Ext(path) == ".html" && strings.Contains(filepath.ToSlash(path), "/internal/"):
			folder := filepath.Dir(path)
			for code := []string(nil); code == nil; folder = filepath.Dir(folder) {
				user = packageOf(folder)
				code, _ = filepath.Glob(filepath.Join(folder, "*.go"))
			}
			return templateMessages(t, path, note)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	user = shell
	shellMessages(t, note)
	return used, imports
}

var (
	scriptText = regexp.MustCompile(`\btext\(("[^"]*")(?:, \{ ([^}]*) \})?`)
	placeName  = regexp.MustCompile(`(\w+)(:.*)?`)
	shellText  = regexp.MustCompile(`<[^<>]* data-text>([^<]*)<`)
	spoken     = regexp.MustCompile("(say\\(|confirm\\(|Error\\(|(textContent|title) = |(why|step|failure|name): )" +
		"[\"`][^\"`]* [^\"`]*[\"`]")
	written = regexp.MustCompile(`>[^<>]*[A-Za-z]{2}[^<>]*<`)
)

// shellMessages notes the messages of the shell: literals in calls of text in its scripts, and marked elements of its
// page. It reports texts that are neither.
func shellMessages(t *testing.T, note func(where, key string, names []string)) {
	t.Helper()
	scripts, err := filepath.Glob(filepath.Join(root, shell, "*.js"))
	if err != nil || len(scripts) < 3 {
		t.Fatalf("got the scripts %q, %v", scripts, err)
	}
	for _, path := range scripts {
		script := readText(t, path)
		for _, found := range scriptText.FindAllStringSubmatch(script, -1) {
			key, err := strconv.Unquote(found[1])
			if err != nil {
				t.Errorf("%s: %s: %v", path, found[1], err)
			}
			names := []string{}
			for _, place := range strings.Split(found[2], ", ") {
				if place != "" {
					names = append(names, placeName.FindStringSubmatch(place)[1])
				}
			}
			note(path, key, names)
		}
		if loose := spoken.FindAllString(scriptText.ReplaceAllString(script, ""), -1); loose != nil {
			t.Errorf("%s: the texts %q are in English only", path, loose)
		}
	}
	page := readText(t, filepath.Join(root, shell, "index.html"))
	_, page, _ = strings.Cut(page, "<body>")
	for _, found := range shellText.FindAllStringSubmatch(page, -1) {
		note("index.html", found[1], []string{})
	}
	page = noScripts.ReplaceAllString(shellText.ReplaceAllString(page, "<"), "")
	if loose := written.FindAllString(page, -1); loose != nil {
		t.Errorf("index.html: the texts %q are in English only", loose)
	}
}

// noScripts matches what the page says in every language.
var noScripts = regexp.MustCompile(`(?s)<noscript>.*</noscript>`)

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goMessages notes the messages in a folder's code, which are the first arguments of Text, HTML and NewMessage. Other
// types have methods of these names too, so only packages that can write in a language count. It returns what the code
// imports of this module.
func goMessages(t *testing.T, folder string, note func(where, key string, names []string)) (imports []string) {
	fset, files, translates := token.NewFileSet(), map[*ast.File]bool{}, false
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[file] = slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
			return strings.HasSuffix(s.Path.Value, `/language"`) || strings.HasSuffix(s.Path.Value, `/sentences"`) ||
				packageOf(folder) == figures
		})
		translates = translates || files[file]
		for _, spec := range file.Imports {
			if name, own := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "menace/"); own {
				imports = append(imports, name)
			}
		}
	}
	for file, inLanguage := range files {
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
				if inLanguage {
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
	return imports
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
