package menace_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// allowed lists, for each package of this module, the other packages of the module that it may import. Imports only go
// down the picture in ARCHITECTURE.md; an edge is added here when it is added there. "…" stands for
// cmd/menace/internal/.
var allowed = map[string][]string{
	"board":            {},
	"symmetry":         {"board"},
	"minimax":          {"symmetry"},
	"minimax/games":    {"board", "minimax", "symmetry"},
	"menace":           {"board", "menace/option", "minimax/games", "symmetry"},
	"menace/option":    {},
	"arena":            {"minimax", "symmetry"},
	"arena/learners":   {"arena", "symmetry"},
	"arena/match":      {"arena", "board", "menace", "symmetry"},
	"arena/experiment": {"arena", "arena/learners", "board", "menace", "menace/option", "minimax/games", "symmetry"},
	"data":             {"arena", "arena/experiment", "board", "data/sqlite", "menace", "symmetry"},
	"data/sqlite":      {},
	"plots":            {"arena", "arena/experiment", "board", "plots/paper", "symmetry"},
	"plots/kit": {"arena", "arena/experiment", "arena/match", "board", "menace", "minimax", "plots", "plots/paper",
		"symmetry"},
	"plots/paper": {"menace/option"},
	"plots/trees": {"plots/paper"},
	"cmd/menace":  {"…cli", "…command", "…lab", "…web", "data"}, // some only in the browser

	// The program. Terminal and page are two faces of lab and live, which import neither.
	"…words": {"arena", "arena/experiment", "arena/match", "board", "menace",
		"symmetry"},
	"…lab": {"…words", "arena", "arena/experiment", "arena/learners", "arena/match", "board", "data",
		"menace", "menace/option", "minimax", "symmetry"},
	"…cli": {"…lab", "…report", "…words", "data", "menace", "menace/option", "plots/paper"},
	"…live": {"…lab", "…words", "arena", "arena/match", "data", "menace", "menace/option",
		"symmetry"},
	"…web": {"…gametree", "…lab", "…live", "…report", "…report/figures", "…web/view", "…words", "arena", "board", "data",
		"menace", "menace/option", "plots/kit", "plots/paper", "symmetry"},
	"…web/view": {"…gametree", "…lab", "…live", "…report", "…report/figures", "…words", "arena", "arena/match", "board", "data",
		"menace", "menace/option", "minimax", "plots/paper", "symmetry"},
	"…report": {"…lab", "…words", "arena", "arena/experiment", "arena/learners", "board", "data", "menace", "menace/option",
		"plots/kit", "symmetry"},
	"…report/figures": {"…lab", "…report", "…words", "arena", "arena/experiment", "board", "data", "menace",
		"menace/option", "plots", "plots/paper", "symmetry"},
	"…command/boards": {"…cli", "…lab", "…report", "…words", "board", "menace", "symmetry"},
	"…command": {"…cli", "…command/boards", "…command/experiments", "…command/search", "…lab", "…live",
		"…report", "…report/figures", "…web", "…words", "arena", "arena/experiment", "arena/match", "data",
		"menace", "menace/option", "plots", "plots/kit", "plots/paper", "symmetry"},
	"…command/experiments": {"…cli", "…command/boards", "…lab", "…report", "…words", "arena", "arena/experiment",
		"arena/learners", "board", "data", "menace", "menace/option", "symmetry"},
	"…gametree": {"…report", "…words", "menace/option", "minimax", "minimax/games", "plots", "plots/trees"},
	"…command/search": {"…cli", "…gametree", "…report", "…words", "menace/option", "minimax", "minimax/games",
		"plots/paper"},
}

func TestImports(t *testing.T) {
	used := map[string]map[string]bool{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != "." && entry.Name()[0] == '.' { // ignored by the go command too
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name := short(filepath.ToSlash(filepath.Dir(path)))
		if used[name] == nil {
			used[name] = map[string]bool{}
		}
		for _, imported := range imports(t, path) {
			if own, ok := strings.CutPrefix(imported, "menace/"); ok {
				used[name][short(own)] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, edges := range used {
		if _, ok := allowed[name]; !ok {
			t.Errorf("package %s is not in the table of allowed imports", name)
		}
		for to := range edges {
			if !slices.Contains(allowed[name], to) {
				t.Errorf("%s imports %s, which the table does not allow", name, to)
			}
		}
	}
	for name, edges := range allowed {
		for _, to := range edges {
			if !used[name][to] {
				t.Errorf("the table allows %s to import %s, but it does not", name, to)
			}
		}
	}
}

// short abbreviates the path of a package of the program.
func short(path string) string { return strings.Replace(path, "cmd/menace/internal/", "…", 1) }

// imports returns the import paths of a file.
func imports(t *testing.T, path string) (paths []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
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
