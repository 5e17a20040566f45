package agents_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/tables"
)

// TestColumns checks that docs/COLUMNS.md explains the columns of the exports of machines, in their order.
func TestColumns(t *testing.T) {
	l := laboratory(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "docs", "COLUMNS.md"))
	if err != nil {
		t.Fatal(err)
	}
	row, name := regexp.MustCompile("(?m)^\\| (`.+`) \\| [^|]+ \\|$"), regexp.MustCompile("`([^`]+)`")
	for command, table := range map[string]tables.Values{
		"export curve": agents.Curves(t.Context(), l, nil),
		"export beads": agents.Beads(t.Context(), l, nil), "export games": agents.Games(t.Context(), l, nil),
	} {
		_, section, _ := strings.Cut(string(page), "\n## menace "+command+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		var explained []string
		for _, of := range row.FindAllStringSubmatch(section, -1) {
			for _, column := range name.FindAllStringSubmatch(of[1], -1) {
				explained = append(explained, column[1])
			}
		}
		for i, column := range append(table.Headings, "end") {
			if got := append(explained, "end"); got[i] != column {
				t.Errorf("%s: docs/COLUMNS.md explains %s where the column %s is expected", command, got[i], column)
				break
			}
		}
	}
}
