package menace_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

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
