//go:build !js

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSecurityNamesTests checks that each row of the table in SECURITY.md names tests, and that these exist.
func TestSecurityNamesTests(t *testing.T) {
	needs(t, "class", "serve")
	var all strings.Builder
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, failed := os.ReadFile(path)
			all.Write(text)
			err = failed
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (.*) \|$`).FindAllString(read(t, "SECURITY.md"), -1)
	if len(rows) < 12 {
		t.Fatalf("got the rows %q", rows)
	}
	for _, row := range rows[2:] {
		names := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(row, -1)
		if len(names) == 0 {
			t.Errorf("no test shows %s", row)
		}
		for _, name := range names {
			if !strings.Contains(all.String(), "\nfunc "+name[1]+"(t *testing.T)") {
				t.Errorf("there is no test %s", name[1])
			}
		}
	}
}
