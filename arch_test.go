package menace_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// below lists the folders of internal below the features. Each of the others is a feature, which can be taken out.
var below = []string{"app", "database", "sentences", "boards", "version", "site", "term", "words", "tables",
	"mistake", "plaintext"}

const internal = "cmd/menace/internal/"

// TestHouse checks the rules of the house that ARCHITECTURE.md draws.
func TestHouse(t *testing.T) {
	imports := importsOfPackages(t)
	for name, imported := range imports {
		room, inProgram := strings.CutPrefix(name, internal)
		room, _, _ = strings.Cut(room, "/")
		isFeature := inProgram && !slices.Contains(below, room)
		for _, to := range imported {
			other, isInternal := strings.CutPrefix(to, internal)
			other, _, _ = strings.Cut(other, "/")
			switch ofFeature := isInternal && !slices.Contains(below, other); {
			case ofFeature && isFeature && room != other && !(room == "classroom" && other == "machines"):
				t.Errorf("the feature %s imports the feature %s (%s)", room, other, to)
			case ofFeature && !isFeature && name != "cmd/menace":
				t.Errorf("%s imports %s, but only main knows features", name, to)
			case strings.HasSuffix(to, "test") && !strings.HasSuffix(name, "test"):
				t.Errorf("%s imports %s, which is for tests only", name, to)
			case strings.HasPrefix(to, "cmd/") && !strings.HasPrefix(name, "cmd/"):
				t.Errorf("%s imports %s of the program above it", name, to)
			}
		}
	}
	for name, never := range map[string][]string{
		"term": games, "site": games, "words": games, "tables": games, "mistake": games,
		"plaintext": games,
		"app":       {"data", "menace", "menace/arena"}, "searches": {"data", "menace", "menace/arena"},
	} {
		for _, to := range closure(imports, internal+name) {
			if slices.ContainsFunc(never, func(p string) bool { return to == p || p != "menace" && strings.HasPrefix(to, p+"/") }) {
				t.Errorf("%s depends on %s", name, to)
			}
		}
	}
}

// games are the packages that know a game or what is stored of one.
var games = []string{"board", "symmetry", "menace", "menace/arena", "menace/match", "menace/teach", "menace/learners",
	"menace/experiment", "minimax", "data"}

// closure returns all packages on which a package depends.
func closure(imports map[string][]string, name string) []string {
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
	return slices.Sorted(maps.Keys(all))
}

// importsOfPackages returns, for each package of this module by its path below the root, those of the module that it
// imports outside tests.
func importsOfPackages(t *testing.T) map[string][]string {
	all := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != "." && entry.Name()[0] == '.' { // ignored by the go command too
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(filepath.Dir(path))
		all[name] = slices.Clip(all[name])
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if own, ok := strings.CutPrefix(imported, "menace/"); ok {
				all[name] = append(all[name], own)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestLines checks that lines of Go and of documents have at most 120 columns, with a tab counted as four. Exempt are
// tables and links, which cannot be broken.
func TestLines(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		document := filepath.Ext(path) == ".md"
		isGo := filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go")
		if err != nil || entry.IsDir() || !isGo && !document {
			return err
		}
		text, err := os.ReadFile(path)
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			whole := document && (strings.HasPrefix(line, "|") || strings.Contains(line, "]("))
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    ")
			if length := utf8.RuneCountInString(line); length > 120 && !whole {
				t.Errorf("%s:%d has %d columns", path, number, length)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
