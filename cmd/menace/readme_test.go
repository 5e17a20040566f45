package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/cli"
)

// prints runs the program, which must succeed, and returns what it prints.
func prints(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), append([]string{"menace"}, args...), nil, &stdout, &stderr); status != cli.Done {
		t.Fatalf("%v: exit status %d: %s", args, status, &stderr)
	}
	return stdout.String()
}

// read returns a file of the repository.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// plotting is a command of the README that draws one of its pictures.
var plotting = regexp.MustCompile(`(?m)^menace (plot .*) --out (docs/.*)$`)

// TestReadmePictures draws the pictures of the README anew, light and dark, with the commands beside them.
func TestReadmePictures(t *testing.T) {
	readme, folder := read(t, "README.md"), t.TempDir()
	database, drawn := filepath.Join(folder, "menace.db"), filepath.Join(folder, "drawn.svg")
	prints(t, "--db", database, "train", "--games", "10000", "--seed", "1")
	commands := plotting.FindAllStringSubmatch(readme, -1)
	if len(commands) != 2 {
		t.Fatalf("got %d commands, want one for light and one for dark", len(commands))
	}
	for _, c := range commands {
		command, picture := strings.Fields(c[1]), c[2]
		prints(t, append(append([]string{"--db", database}, command...), "--out", drawn)...)
		got, err := os.ReadFile(drawn)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != read(t, picture) {
			t.Errorf("%s is not what its command draws: look at the new one, then put it there", picture)
		}
		if !strings.Contains(readme, `="`+picture+`"`) {
			t.Errorf("README.md does not show %s", picture)
		}
	}
}

// TestReadmeSamples runs the commands of the README that have samples of what they print.
func TestReadmeSamples(t *testing.T) {
	readme, database := read(t, "README.md"), filepath.Join(t.TempDir(), "menace.db")
	holds := func(output string) {
		t.Helper()
		for line := range strings.Lines(output) {
			if line = seconds.ReplaceAllString(line, ""); !strings.Contains(seconds.ReplaceAllString(readme, ""), line) {
				t.Errorf("README.md does not have the line %q", line)
			}
		}
	}
	trained := prints(t, "--db", database, "train", "--games", "10000", "--seed", "1")
	holds(strings.Replace(trained, database, "menace.db", 1))
	for _, what := range []string{"curve", "beads"} {
		all := strings.SplitAfter(prints(t, "--db", database, "export", what), "\n")
		holds(strings.Join(all[:3], ""))
	}
	if testing.Short() {
		return
	}
	prints(t, "--db", database, "experiment", "run", "presets", "--runs", "200", "--games", "2000",
		"--preset", "michie", "--preset", "scroggs", "--opponent", "random", "--opponent", "perfect")
	shown := strings.SplitAfter(prints(t, "--db", database, "experiment", "show", "presets"), "\n")
	holds(strings.Join(shown[3:8], ""))
}

// seconds is what differs from run to run.
var seconds = regexp.MustCompile(` in [0-9.]+ s`)
