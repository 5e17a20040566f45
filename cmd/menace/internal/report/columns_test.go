package report

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/COLUMNS.md")

// TestColumns compares docs/COLUMNS.md with the columns of all exports.
func TestColumns(t *testing.T) {
	l := laboratory(t)
	replicates, err := Replicates(t.Context(), l, "e", Part{})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := Summary(t.Context(), l, "e", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString(`# Columns

What the columns of every export mean. Written by ` + "`go test ./cmd/menace/internal/report -update`" + `.

Games and beads are counted; probabilities and shares go from 0 to 1, up to rounding in the last digits, and a value,
wins minus losses, from −1 to 1. Where there is no value, CSV is empty and JSON null.
`)
	for _, export := range []struct {
		command string
		table   Table
	}{
		{"curve", Curves(t.Context(), l, nil)},
		{"curve --experiment NAME", replicates},
		{"summary --experiment NAME", summary},
		{"beads", Beads(t.Context(), l, nil)},
		{"games", Games(t.Context(), l, nil)},
	} {
		fmt.Fprintf(&page, "\n## menace export %s\n\n| column | meaning |\n| --- | --- |\n", export.command)
		for _, c := range export.table.Columns {
			fmt.Fprintf(&page, "| `%s` | %s |\n", c.Name, c.Meaning)
		}
	}
	file := filepath.Join("..", "..", "..", "..", "docs", "COLUMNS.md")
	if *update {
		if err := os.WriteFile(file, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != page.String() {
		t.Error("docs/COLUMNS.md does not match the columns: rewrite it with -update, and check the result")
	}
}
