//go:build !js

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"menace/cmd/menace/internal/term"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax"
)

// running is held by one test at a time, because the flag --help of the library is shared by all runs in a process.
var running sync.Mutex

// prints runs the program, which must succeed, and returns what it prints.
func prints(t *testing.T, args ...string) string {
	t.Helper()
	running.Lock()
	defer running.Unlock()
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), append([]string{"menace"}, args...), strings.NewReader(""), &stdout,
		&stderr); status != term.Done {
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

// TestGuidesNameNoPlayerAsMichie checks that no guide says that an opponent plays like Michie, because docs/RESULTS.md
// finds none that explains his tournament.
func TestGuidesNameNoPlayerAsMichie(t *testing.T) {
	for _, guide := range guides {
		for sentence := range strings.FieldsFuncSeq(read(t, guide.path),
			func(r rune) bool { return r == ';' || r == '\n' }) {
			if strings.Contains(sentence, "noisy:0") && strings.Contains(sentence, "Michie") {
				t.Errorf("%s contains %q", guide.path, sentence)
			}
		}
	}
}

// TestGuidesNameEveryCommand compares the README and the headings of the manual with the commands of the program.
func TestGuidesNameEveryCommand(t *testing.T) {
	readme, manual := read(t, "README.md"), read(t, "docs/MANUAL.md")
	for _, c := range described(t).Commands {
		if c.Hidden {
			continue
		}
		if !regexp.MustCompile(`\[[^]]*\b` + c.Name + `\b[^]]*\]\(docs/MANUAL\.md#`).MatchString(readme) {
			t.Errorf("README.md has no link to the manual about %s", c.Name)
		}
		if !regexp.MustCompile(`(?m)^## .*\b` + c.Name + `\b`).MatchString(manual) {
			t.Errorf("docs/MANUAL.md has no section about %s", c.Name)
		}
	}
}

// TestManualExplainsEveryOpponentAndRule checks that the tables of the manual have a row for each.
func TestManualExplainsEveryOpponentAndRule(t *testing.T) {
	manual := read(t, "docs/MANUAL.md")
	for _, kind := range arena.Kinds {
		if name, _, _ := strings.Cut(kind.String(), " with "); !strings.Contains(manual, "\n| `"+name+"` | ") {
			t.Errorf("docs/MANUAL.md has no row for the opponent %s", name)
		}
	}
	_, rules, _ := strings.Cut(manual, "\n## The rules of the machine\n")
	rules, _, _ = strings.Cut(rules, "\n\n| `--preset`")
	for _, rule := range new(menace.Rules).Options() {
		if !strings.Contains(rules, "`"+rule.Name+"`") {
			t.Errorf("docs/MANUAL.md has no row for the rule %s", rule.Name)
		}
	}
}

// TestGuideLinks checks that the links of the README and the manual lead to existing files and headings.
func TestGuideLinks(t *testing.T) {
	anchors := map[string]bool{"": true}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(read(t, "docs/MANUAL.md"), -1) {
		anchors[strings.ReplaceAll(strings.ToLower(heading[1]), " ", "-")] = true
	}
	for _, guide := range guides {
		for _, link := range regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`).FindAllStringSubmatch(
			read(t, guide.path), -1) {
			path := filepath.Join(filepath.Dir(guide.path), link[1])
			if link[1] == "" {
				path = guide.path
			}
			if strings.Contains(link[1], "/sheet/pictures/") && !has(t, "print") {
				continue // a picture of the guide, which was taken out with the kit
			}
			if _, err := os.Stat(filepath.Join("..", "..", path)); err != nil {
				t.Errorf("%s: %v", guide.path, err)
			}
			if path == filepath.Join("docs", "MANUAL.md") && !anchors[link[2]] {
				t.Errorf("%s links to #%s, which is not a heading of the manual", guide.path, link[2])
			}
		}
	}
}

// TestLaws runs the commands beside the numbers of docs/LAWS.md, except the one that is refused, which is tested with
// the laws.
func TestLaws(t *testing.T) {
	needs(t, "experiment")
	if !required() {
		t.Skip("takes seconds; runs only if MENACE_DOCUMENTS requires it")
	}
	page, database := strings.Join(strings.Fields(read(t, "docs/LAWS.md")), " "), filepath.Join(t.TempDir(), "menace.db")
	for _, c := range []struct{ command, number, printed string }{
		{"train --machine her --preset her --games 0", "", ""},
		{"machines show her", "`her` starts with 45 beads", `beads +45\n`},
		{"experiment law --preset her --opponent perfect", "2,048 if the other side plays perfectly", ": 2,048 machines"},
		{"experiment law --preset her --opponent random", "65,536 if it moves at random", ": 65,536 machines"},
		{"train --machine michie --games 0", "", ""},
		{"machines show michie", "Michie's machine has 1,720 beads", `beads +1,720\n`},
		{"export beads --machine michie", "of 1,087 kinds", "^1088 lines\n"}, // including the headings
		{"experiment law --preset him --opponent perfect", "game 12 in half of the cases, and by game 14 in all",
			`(?s)50 % +12\n.* 14 +14\.19 %\non average`},
		{"experiment run first --runs 1000 --games 220 --opponent perfect", "", ""},
		{"experiment show first", "after 220 games to 60.9 % of 1,000 machines", `After 220 games(?s:.*) 60\.9 \(`},
		{"experiment run second --runs 1000 --games 1000 --plays second --opponent perfect", "", ""},
		{"experiment show second", "after 1,000 games to all of 1,000", `After 1,000 games(?s:.*) 100\.0 \(`},
		{"train --machine a --opponent blocker --games 1000000 --seed 3", "bankrupt after 22 games", "22 games against"},
		{"train --machine c --plays second --opponent blocker --games 1000000 --seed 1", "bankrupt after 73", "73 games against"},
	} {
		if !strings.Contains(page, "`menace "+c.command+"`") || !strings.Contains(page, c.number) {
			t.Errorf("docs/LAWS.md does not have %q beside %q", c.command, c.number)
		}
		printed := prints(t, append([]string{"--db", database}, strings.Fields(c.command)...)...)
		printed = fmt.Sprintf("%d lines\n%s", strings.Count(printed, "\n"), printed)
		if !regexp.MustCompile(c.printed).MatchString(printed) {
			t.Errorf("menace %s does not show that %s:\n%s", c.command, c.number, printed)
		}
	}
}

// TestHelpExamples runs the examples of all help, the experiments first. It leaves out those that take more time than a
// test has, need a shell, files or games with people, or remove what other examples use.
func TestHelpExamples(t *testing.T) {
	if !required() {
		t.Skip("takes seconds; runs only if MENACE_DOCUMENTS requires it")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tree.txt", []byte("((3 5)(2 9))"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, agent := range []string{"default", "a", "b", "michie", "scroggs"} {
		prints(t, "train", "--machine", agent, "--games", "2000", "--seed", "1")
	}
	prints(t, "export", "beads", "--out", "beads.csv")
	prints(t, "experiment", "run", "pegasus", "--learner", "pegasus", "--runs", "2", "--games", "100")
	skipped := regexp.MustCompile(`&&|[|>]|\$\(|merge|taught|--shard|--points|machines (rename|delete)`)
	var runs, others []string
	var collect func(commands []*term.Command)
	collect = func(commands []*term.Command) {
		for _, c := range commands {
			_, examples, _ := strings.Cut(c.Description, "Example")
			for line := range strings.Lines(examples) {
				switch line = strings.TrimSpace(line); {
				case skipped.MatchString(line) || slices.Contains(others, line):
				case strings.Contains(line, "experiment run"):
					runs = append(runs, line)
				default:
					others = append(others, line)
				}
			}
			collect(c.Commands)
		}
	}
	collect(described(t).Commands)
	if n := runCommands(t, strings.Join(append(runs, others...), "\n")); n < 100 {
		t.Errorf("only %d examples", n)
	}
}

// TestSearchGuideIsComplete checks that the guide explains every search, and that every file to which it refers exists.
func TestSearchGuideIsComplete(t *testing.T) {
	needs(t, "search")
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
