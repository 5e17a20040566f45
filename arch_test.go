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

// levels are the rooms at the top of the house. A room imports only rooms on lower levels.
var levels = map[string]int{"board": 0, "symmetry": 1, "minimax": 2, "menace": 3, "data": 4, "plots": 4, "cmd": 5}

// below lists the folders of internal below the features. Each of the others is a feature, which can be taken out.
var below = []string{"app", "database", "sentences", "boards", "version", "site", "term", "words", "tables",
	"mistake", "plaintext"}

const internal = "cmd/menace/internal/"

// featureOf returns the feature to which a package belongs, or "".
func featureOf(name string) string {
	room, inProgram := strings.CutPrefix(name, internal)
	room, _, _ = strings.Cut(room, "/")
	if !inProgram || slices.Contains(below, room) {
		return ""
	}
	return room
}

// TestRooms checks that the folders at the top are the rooms of the house and its documents, and that rooms import
// only lower ones.
func TestRooms(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() && e.Name()[0] != '.' && e.Name() != "dist" { // where .ci/release writes
			folders = append(folders, e.Name())
		}
	}
	if want := slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(levels)), "docs"))); !slices.Equal(folders, want) {
		t.Errorf("the folders are %v, want %v", folders, want)
	}
	for name, imported := range importsOfPackages(t) {
		room, _, _ := strings.Cut(name, "/")
		for _, to := range imported {
			other, _, _ := strings.Cut(to, "/")
			if level, own := levels[other]; own && other != room && level >= levels[room] {
				t.Errorf("%s imports %s, which is not below it", name, to)
			}
		}
	}
}

// TestHouse checks the rules of the house that ARCHITECTURE.md draws.
func TestHouse(t *testing.T) {
	imports := importsOfPackages(t)
	for name, imported := range imports {
		feature := featureOf(name)
		for _, to := range imported {
			_, own := imports[to]
			switch other := featureOf(to); {
			case feature != "" && other != "" && feature != other &&
				!(other == "machines" && (feature == "classroom" || feature == "exhibit")):
				t.Errorf("the feature %s imports the feature %s (%s)", feature, other, to)
			case feature == "" && other != "" && name != "cmd/menace":
				t.Errorf("%s imports %s, but only main knows features", name, to)
			case own && strings.HasSuffix(to, "test") && !strings.HasSuffix(name, "test"):
				t.Errorf("%s imports %s, which is for tests only", name, to)
			case strings.HasPrefix(to, "github.com/urfave/") && name != internal+"term":
				t.Errorf("%s imports %s, but only term knows the library of the command line", name, to)
			case (to == "database/sql" || strings.Contains(to, "sqlite3")) && name != "data/sqlite" &&
				!strings.HasSuffix(name, "test"):
				t.Errorf("%s imports %s, but only data/sqlite knows the database", name, to)
			}
		}
	}
	for name, never := range map[string][]string{
		internal + "term": games, internal + "site": games, internal + "words": games, internal + "tables": games,
		internal + "mistake": games, internal + "plaintext": games, "cmd/internal/language": games,
		internal + "app":      {"data", "menace", "menace/arena"},
		internal + "searches": {"data", "menace", "menace/arena"},
	} {
		if _, exists := imports[name]; !exists && featureOf(name) == "" {
			t.Errorf("there is no package %s", name)
		}
		for _, to := range closure(imports, name) {
			if slices.ContainsFunc(never, func(p string) bool { return to == p || p != "menace" && strings.HasPrefix(to, p+"/") }) {
				t.Errorf("%s depends on %s", name, to)
			}
		}
	}
}

// TestFeaturesAreWhole checks that no package is used only by one of the features that can be taken out, unless it is in
// its folder. Machines always stay, and so do documents.
func TestFeaturesAreWhole(t *testing.T) {
	importers := map[string][]string{}
	for name, imported := range importsOfPackages(t) {
		for _, to := range imported {
			importers[to] = append(importers[to], featureOf(name))
		}
	}
	for name := range importsOfPackages(t) {
		by := slices.Compact(slices.Sorted(slices.Values(importers[name])))
		if featureOf(name) == "" && len(by) == 1 && by[0] != "" && by[0] != "machines" && name != "docs" {
			t.Errorf("only the feature %s imports %s", by[0], name)
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

// importsOfPackages returns, for each package of this module by its path below the root, the packages that it imports
// outside tests, those of the module by such paths too.
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
			all[name] = append(all[name], strings.TrimPrefix(imported, "menace/"))
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
		if err == nil && path == "dist" { // what .ci/release and .ci/lean write
			return fs.SkipDir
		}
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
