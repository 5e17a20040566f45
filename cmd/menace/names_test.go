//go:build !js

package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocumentsNameWhatExists checks that paths and tests that documents print as code are in the repository, and that
// commands of theirs run at least one test. Words in capitals stand for names.
func TestDocumentsNameWhatExists(t *testing.T) {
	needs(t, "class", "print", "search", "experiment")
	t.Chdir(filepath.Join("..", ".."))
	documents, err := filepath.Glob("*.md")
	more, failed := filepath.Glob("docs/*.md")
	if err != nil || failed != nil || len(documents) < 6 || len(more) < 10 {
		t.Fatal(documents, more, err, failed)
	}
	code := regexp.MustCompile("`([^`\\s]+)`|\\b(docs/[\\w./-]+\\.\\w+)")
	isTest := regexp.MustCompile(`^(Test|Fuzz)[A-Z]\w*$`)
	notPath := regexp.MustCompile(`[<>{}*$()=:…]|^[XO./]+$|\b[A-Z]+(\.json)?$|-N\.sql$|^dist/`)
	chosen := regexp.MustCompile(`[^-]-run\s+'?([A-Za-z][\w|\\]*)`)
	tests := declared(t)
	names := slices.Collect(maps.Keys(tests))
	for _, document := range append(documents, more...) {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range code.FindAllStringSubmatch(string(text), -1) {
			name := strings.TrimSuffix(found[1]+found[2], ".")
			top, _, isPath := strings.Cut(name, "/")
			switch {
			case isTest.MatchString(name) && !tests[name]:
				t.Errorf("%s names the test %s, which does not exist", document, name)
			case isPath && top != "" && !notPath.MatchString(name) && exists(top) && !exists(name) &&
				!exists(filepath.Join(filepath.Dir(document), name)):
				t.Errorf("%s names %s, which does not exist", document, name)
			}
		}
		for _, found := range chosen.FindAllStringSubmatch(string(text), -1) {
			for part := range strings.SplitSeq(strings.ReplaceAll(found[1], `\`, ""), "|") {
				if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, part) }) {
					t.Errorf("%s runs tests named %s, of which there are none", document, part)
				}
			}
		}
	}
}

// exists reports whether a path is in the repository, or below a folder from which documents count.
func exists(name string) bool {
	return slices.ContainsFunc([]string{"", "cmd/menace", "cmd/menace/internal", "menace"}, func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, name))
		return err == nil
	})
}

// declared returns the names of all tests and examples.
func declared(t *testing.T) map[string]bool {
	t.Helper()
	tests, function := map[string]bool{}, regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w+)\(`)
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range function.FindAllStringSubmatch(string(text), -1) {
			tests[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tests
}
