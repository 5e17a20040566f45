package experiments

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/term"
	"menace/menace"
)

// command runs `menace --db PATH experiment …` and returns what it prints.
func command(t *testing.T, path string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, notes bytes.Buffer
	con := term.New(nil, &out, &notes)
	app := (&database.Store{}).Extend(con, &term.Program{Name: "menace", Commands: []*term.Command{Command(con)}})
	err = term.Run(t.Context(), con, app, append([]string{"menace", "--db", path, "experiment"}, args...))
	return out.String(), notes.String(), err
}

// prints runs a command that must succeed.
func prints(t *testing.T, path string, args ...string) string {
	t.Helper()
	stdout, _, err := command(t, path, args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return stdout
}

// TestCommandMakesItAgain checks that the command stored with an experiment creates the same experiment.
func TestCommandMakesItAgain(t *testing.T) {
	for _, design := range []string{
		"--runs 1 --games 12",
		"--runs 2 --games 12 --checkpoints 7,3 --seed 9",
		"--runs 1 --games 5 --preset scroggs --preset restock --beads 4,3,2,1 --beads 9,9,9,9 --loss -1 --loss -2 " +
			"--opponent noisy:.50 --opponent random",
		"--runs 1 --games 5 --plays second --win 0 --draw 2 --moves all --on-empty restock --credit last",
	} {
		path := filepath.Join(t.TempDir(), "menace.db")
		prints(t, path, append([]string{"run", "a"}, strings.Fields(design)...)...)
		var list []ListedExperiment
		if err := json.Unmarshal([]byte(prints(t, path, "list", "--json")), &list); err != nil {
			t.Fatal(err)
		}
		again := strings.Fields(strings.TrimPrefix(list[0].Command, "menace experiment "))
		if got := prints(t, path, again...); !strings.Contains(got, "nothing was left to do") {
			t.Errorf("%s: %s printed %q", design, list[0].Command, got)
		}
	}
}

// TestEveryCombination checks that the last setting changes fastest, whatever the order on the command line.
func TestEveryCombination(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, path, "run", "a", "--runs", "1", "--games", "1", "--opponent", "random", "--opponent", "perfect", "--win",
		"2", "--win", "5", "--preset", "restock")
	var r struct {
		Cells []struct {
			Rules    menace.Rules
			Opponent string
		}
	}
	if err := json.Unmarshal([]byte(prints(t, path, "show", "a", "--json")), &r); err != nil {
		t.Fatal(err)
	}
	want := []struct {
		win      int64
		opponent string
	}{{2, "random"}, {2, "perfect"}, {5, "random"}, {5, "perfect"}}
	if len(r.Cells) != len(want) {
		t.Fatalf("got %d cells, want %d", len(r.Cells), len(want))
	}
	for i, c := range r.Cells {
		if c.Rules.Win != want[i].win || c.Opponent != want[i].opponent || c.Rules.OnEmpty != "restock" {
			t.Errorf("cell %d: got %+v", i+1, c)
		}
	}
}

// TestTwoCells checks that the cells to compare can be given in exactly three ways.
func TestTwoCells(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, path, "run", "a", "--runs", "2", "--games", "3", "--win", "1", "--win", "3")
	want := prints(t, path, "show", "a", "--compare", "1,2")
	for _, words := range []string{"a --compare 1 2", "--compare 1 2 a", "--compare 1 a 2"} {
		if got := prints(t, path, append([]string{"show"}, strings.Fields(words)...)...); got != want {
			t.Errorf("show %s printed\n%s", words, got)
		}
	}
	for _, words := range []string{"a 2", "a --compare 1", "--compare 1 2", "a --compare 1 x", "a 3 --compare 1,2",
		"a --compare 1,2,3", "a 3 --compare 1 2"} {
		if out, _, err := command(t, path, append([]string{"show"}, strings.Fields(words)...)...); term.ExitStatus(
			err) != term.Usage || out != "" {
			t.Errorf("show %s printed %q: %v", words, out, err)
		}
	}
}

// TestMistakesMakeNothing checks that an impossible design is refused before a database is created.
func TestMistakesMakeNothing(t *testing.T) {
	for _, design := range []string{
		"a/b --runs 1 --games 1", "a --runs 1", "a --seed 3", "a --runs 0 --games 1", "a --runs 1 --games 1 --seed -1",
		"a --runs 1 --games 9 --checkpoints 10",
		"a --runs 1 --games 9 --checkpoints 2,x", "a --runs 1 --games 1 --shard 3/2",
		"a --runs 1 --games 1 --opponent machine:b",
		"a --runs 1 --games 1 --opponent nobody", "a --runs 1 --games 1 --win x",
		"a --runs 1 --games 1 --win 1 --win 1",
	} {
		path := filepath.Join(t.TempDir(), "menace.db")
		_, _, err := command(t, path, append([]string{"run"}, strings.Fields(design)...)...)
		if term.ExitStatus(err) != term.Usage || strings.Contains(err.Error(), "strconv") {
			t.Errorf("%s: got %v", design, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s created a database", design)
		}
	}
}
