// Package tablestest compares tables with what a document says about them.
package tablestest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/tables"
)

var row, name = regexp.MustCompile("(?m)^\\| (`.+`) \\| [^|]+ \\|$"), regexp.MustCompile("`([^`]+)`")

// CheckColumns checks that a document explains the columns of the table that a command writes, in their order.
func CheckColumns(t *testing.T, document, command string, table tables.Values) {
	t.Helper()
	page, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## menace "+command+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var explained []string
	for _, of := range row.FindAllStringSubmatch(section, -1) {
		for _, column := range name.FindAllStringSubmatch(of[1], -1) {
			explained = append(explained, column[1])
		}
	}
	if !slices.Equal(explained, table.Headings) {
		t.Errorf("%s: %s explains the columns %q, want %q", command, document, explained, table.Headings)
	}
}
