// Package tidytest compares tables with their description in a document.
package tidytest

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/menace/tidy"
)

var row, name = regexp.MustCompile("(?m)^\\| (`.+`) \\| [^|]+ \\|$"), regexp.MustCompile("`([^`]+)`")

// CheckColumns checks that a document explains the columns of the table that a command writes, in their order.
func CheckColumns(t *testing.T, document, command string, table tidy.Table) {
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

// Names lists the columns of the tables of a database, which a file of SQL creates. It leaves out some of them.
func Names(t *testing.T, schema string, tables []string, except ...string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(schema)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		_, columns, found := strings.Cut(string(text), "\nCREATE TABLE "+table+" (\n")
		columns, _, closed := strings.Cut(columns, "\n)")
		if !found || !closed {
			t.Fatalf("%s: there is no table %s", schema, table)
		}
		for _, of := range column.FindAllStringSubmatch(columns, -1) {
			if !slices.Contains(names, of[1]) && !slices.Contains(except, of[1]) {
				names = append(names, of[1])
			}
		}
	}
	return names
}

var column = regexp.MustCompile("(?m)^ +([a-z][a-z_0-9]*) +[A-Z]+[ ,]")

// Members lists the names of the numbers and texts in the JSON of a value: those of nested objects, joined by "_". A
// list counts as its first element. It leaves out some of them.
func Members(t *testing.T, value any, except ...string) (names []string) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if err := json.Unmarshal(text, &decoded); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch value := value.(type) {
		case []any:
			if len(value) > 0 {
				walk(path, value[0])
			}
		case map[string]any:
			for name, member := range value {
				walk(strings.TrimPrefix(path+"_"+name, "_"), member)
			}
		default:
			if !slices.Contains(except, path) {
				names = append(names, path)
			}
		}
	}
	walk("", decoded)
	return names
}

// CheckNames checks that an export calls everything as the database and JSON do: apart from the columns that it adds,
// its columns are those of the database, and all members in JSON are among them.
func CheckNames(t *testing.T, command string, export tidy.Table, added, database, members []string) {
	t.Helper()
	for _, heading := range export.Headings {
		if slices.Contains(added, heading) == slices.Contains(database, heading) {
			t.Errorf("%s: the column %s is both added and in the database, or neither", command, heading)
		}
	}
	for _, name := range slices.Concat(database, members) {
		if !slices.Contains(export.Headings, name) {
			t.Errorf("%s: there is no column %s as in the database or JSON", command, name)
		}
	}
}
