package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"menace/minimax"
)

// shellWords splits a command line at spaces, but not within single quotes.
func shellWords(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// TestSearchGuide runs every command in docs/SEARCH.md: a sample must print what the page shows, and a picture must
// equal the one in the folder of the page.
func TestSearchGuide(t *testing.T) {
	sequential(t)
	guide, samples, pictures := read(t, "docs/SEARCH.md"), 0, 0
	docs, err := filepath.Abs(filepath.Join("..", "..", "docs"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("docs", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, block := range blocks(guide) {
		for i, line := range block {
			line, sample := strings.CutPrefix(line, "$ ")
			command, ok := strings.CutPrefix(line, "menace ")
			if !ok || !checkDocuments() && strings.HasPrefix(command, "plot") {
				continue
			}
			printed := prints(t, shellWords(command)...)
			if sample {
				samples++
				checkSample(t, printed, block[i:])
			}
			if _, picture, ok := strings.Cut(command, "--out docs/"); ok {
				pictures++
				checkPicture(t, docs, picture, guide)
			}
		}
	}
	if samples < 15 || pictures < 4 && checkDocuments() {
		t.Errorf("got %d samples and %d pictures", samples, pictures)
	}
}

// checkPicture compares a new picture with the one in the folder of a page, which must show it.
func checkPicture(t *testing.T, docs, picture, page string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join("docs", picture))
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(filepath.Join(docs, picture)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/%s is not what its command draws, %v: inspect the new picture, then replace it", picture, err)
	}
	if !strings.Contains(page, "]("+picture+")") {
		t.Errorf("docs/SEARCH.md does not show %s", picture)
	}
}

// TestSearchGuideIsComplete checks that the guide explains every search, and that every file to which it refers exists.
func TestSearchGuideIsComplete(t *testing.T) {
	guide := read(t, "docs/SEARCH.md")
	for _, a := range minimax.Algorithms() {
		if !strings.Contains(guide, a.String()) {
			t.Errorf("docs/SEARCH.md does not show %v", a)
		}
	}
	for _, part := range strings.Split(guide, "](../minimax/")[1:] {
		file, _, _ := strings.Cut(part, ")")
		read(t, "minimax/"+file)
	}
}
