package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"menace/arena"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command"
	"menace/menace"
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
		&stderr); status != cli.Done {
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

// guides are the pages that show the program to its users, with the minimum number of samples and of other commands in
// each.
var guides = []struct {
	path              string
	samples, commands int
}{
	{"README.md", 2, 7},
	{"docs/MANUAL.md", 9, 60},
	{"docs/TEACHING.md", 0, 3},
	{"docs/LAWS.md", 1, 0},
}

// TestReadmePictures redraws the learning curve of the README, light and dark, with the command above it.
func TestReadmePictures(t *testing.T) {
	readme, folder := read(t, "README.md"), t.TempDir()
	database, drawn := filepath.Join(folder, "menace.db"), filepath.Join(folder, "drawn.svg")
	if !strings.Contains(readme, "\nmenace plot learning --out learning.svg\n") {
		t.Error("README.md has no command for its learning curve")
	}
	prints(t, "--db", database, "train", "--games", "10000", "--seed", "1")
	for picture, dark := range map[string]string{"docs/learning.svg": "--dark=false",
		"docs/learning-dark.svg": "--dark"} {
		prints(t, "--db", database, "plot", "learning", dark, "--out", drawn)
		got, err := os.ReadFile(drawn)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != read(t, picture) {
			t.Errorf("%s is not what its command draws: inspect the new picture, then replace it", picture)
		}
		if !strings.Contains(readme, `="`+picture+`"`) {
			t.Errorf("README.md does not show %s", picture)
		}
	}
}

// TestManualSheet redraws the sheet of a kit in the manual, with the command above it.
func TestManualSheet(t *testing.T) {
	const command, picture = "print --parts labels --page 1 --dpi 72 --out labels.png", "labels.png"
	manual, want := read(t, "docs/MANUAL.md"), read(t, "docs/"+picture)
	if !strings.Contains(manual, "\nmenace "+command+"\n") || !strings.Contains(manual, `src="`+picture+`"`) {
		t.Errorf("docs/MANUAL.md does not show %s below its command", picture)
	}
	t.Chdir(t.TempDir())
	prints(t, strings.Fields(command)...)
	got, err := os.ReadFile(picture)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/%s is not what its command draws: inspect the new picture, then replace it", picture)
	}
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
	for _, c := range command.App(cli.New(strings.NewReader(""), io.Discard, io.Discard), "").Commands {
		if c.Hidden {
			continue
		}
		if !strings.Contains(readme, "| ["+c.Name+"](docs/MANUAL.md#") {
			t.Errorf("the table of README.md has no row for %s", c.Name)
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
	rules, _, _ = strings.Cut(rules, "\n\n`--preset`")
	for _, rule := range menace.Table {
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
			if _, err := os.Stat(filepath.Join("..", "..", path)); err != nil {
				t.Errorf("%s: %v", guide.path, err)
			}
			if path == filepath.Join("docs", "MANUAL.md") && !anchors[link[2]] {
				t.Errorf("%s links to #%s, which is not a heading of the manual", guide.path, link[2])
			}
		}
	}
}

// blocks returns the code blocks of a page, line by line.
func blocks(page string) (all [][]string) {
	for i, part := range strings.Split(page, "\n```\n") {
		if i%2 == 1 {
			all = append(all, strings.Split(part, "\n"))
		}
	}
	return all
}

// TestGuideSamples runs the commands whose output the README or the manual show. They use the agent trained by the
// first command of the README, except for play, which creates a new one.
func TestGuideSamples(t *testing.T) {
	database := filepath.Join(t.TempDir(), "menace.db")
	first := prints(t, "--db", database, "train", "--games", "10000", "--seed", "1")
	first = strings.Replace(first, database, "menace.db", 1)
	if !strings.Contains(timeless(read(t, "README.md")), timeless(first)) {
		t.Errorf("README.md does not show the output of the first command:\n%s", first)
	}
	if !testing.Short() {
		prints(t, "--db", database, "experiment", "run", "presets", "--runs", "200", "--games", "2000",
			"--preset", "michie", "--preset", "scroggs", "--opponent", "random", "--opponent", "perfect")
	}
	for _, guide := range guides {
		samples := 0
		for _, block := range blocks(read(t, guide.path)) {
			for i, line := range block {
				command, ok := strings.CutPrefix(line, "$ menace ")
				if !ok {
					continue
				}
				samples++
				if testing.Short() && strings.HasPrefix(command, "experiment") {
					continue
				}
				db := database
				if strings.HasPrefix(command, "play") {
					db = filepath.Join(t.TempDir(), "new.db")
				}
				printed := prints(t, append([]string{"--db", db}, strings.Fields(command)...)...)
				checkSample(t, strings.ReplaceAll(printed, db, "menace.db"), block[i:])
			}
		}
		if samples < guide.samples {
			t.Errorf("%s has only %d samples", guide.path, samples)
		}
	}
}

// checkSample compares the output of a command with a sample: the command line and the output up to the next command.
// "…" stands for the rest of a line or, on a line by itself, for the rest of the output.
func checkSample(t *testing.T, printed string, sample []string) {
	t.Helper()
	got := strings.Split(timeless(printed), "\n")
	for i, want := range sample[1:] {
		if want == "…" || strings.HasPrefix(want, "$ ") {
			return
		}
		beginning, cut := strings.CutSuffix(timeless(want), "…")
		if i >= len(got) || !strings.HasPrefix(got[i], beginning) ||
			!cut && strings.TrimRight(got[i], " ") != beginning {
			t.Errorf("%s: the page has %q, but the output is\n%s", sample[0], want, printed)
			return
		}
	}
}

// timeless removes times and rates, which differ between runs, and their heading, with the preceding space.
func timeless(text string) string { return times.ReplaceAllString(text, "") }

var times = regexp.MustCompile(`(?m) +([0-9.]+ [mµn]?s\b|time$|\([0-9.,]+( million)? games a second\))`)

// documents skips a test that runs every command of a document, unless MENACE_DOCUMENTS requires it, as in .ci/run.
func documents(t *testing.T) {
	t.Helper()
	if !checkDocuments() {
		t.Skip("takes seconds; runs only if MENACE_DOCUMENTS requires it")
	}
}

func checkDocuments() bool { return os.Getenv("MENACE_DOCUMENTS") == "required" && !testing.Short() }

// TestGuideCommands runs every other command of the README and of the manual, from top to bottom.
func TestGuideCommands(t *testing.T) {
	documents(t)
	for _, guide := range guides {
		t.Run(guide.path, func(t *testing.T) {
			page, commands := read(t, guide.path), 0
			readings := os.DirFS(filepath.Join("..", "..", "arena", "readings"))
			folder := t.TempDir()
			if err := os.CopyFS(folder, readings); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			for _, block := range blocks(page) {
				if !strings.HasPrefix(block[0], "$ ") { // a sample
					commands += runCommands(t, block)
				}
			}
			if commands < guide.commands {
				t.Errorf("got only %d commands", commands)
			}
		})
	}
}

// TestLaws runs the commands beside the numbers of docs/LAWS.md, except the one that is refused, which is tested with
// the laws.
func TestLaws(t *testing.T) {
	documents(t)
	page, database := strings.Join(strings.Fields(read(t, "docs/LAWS.md")), " "), filepath.Join(t.TempDir(), "menace.db")
	for _, c := range []struct{ command, number, printed string }{
		{"train --agent her --preset her --games 0", "", ""},
		{"agents show her", "`her` starts with 45 beads", `beads +45\n`},
		{"experiment law --preset her --opponent perfect", "2,048 if the other side plays perfectly", ": 2,048 machines"},
		{"experiment law --preset her --opponent random", "65,536 if it moves at random", ": 65,536 machines"},
		{"train --agent michie --games 0", "", ""},
		{"agents show michie", "Michie's machine has 1,720 beads", `beads +1,720\n`},
		{"export beads --agent michie", "of 1,087 kinds", "^1088 lines\n"}, // including the headings
		{"experiment law --preset him --opponent perfect", "game 12 in half of the cases, and by game 14 in all",
			`(?s)50 % +12\n.* 14 +14\.19 %\non average`},
		{"experiment run first --runs 1000 --games 220 --opponent perfect", "", ""},
		{"experiment show first", "after 220 games to 60.9 % of 1,000 machines", `after 220 games(?s:.*) 60\.9 % \(`},
		{"experiment run second --runs 1000 --games 1000 --plays second --opponent perfect", "", ""},
		{"experiment show second", "after 1,000 games to all of 1,000", `after 1,000 games(?s:.*) 100\.0 % \(`},
		{"train --agent a --opponent blocker --games 1000000 --seed 3", "bankrupt after 22 games", "22 games against"},
		{"train --agent c --plays second --opponent blocker --games 1000000 --seed 1", "bankrupt after 73", "73 games against"},
		{"train --agent b --opponent blocker --games 1000000 --seed 2", "", ""},
		{"train --agent d --preset restock --opponent noisy:0.9 --games 10000000 --seed 1", "can still win 2.69 %",
			`most losses .* 2\.69 %`},
		{"eval --agent b --json", "loss against blocker is 0)", `"blocker",[^}]*"loss": 0,`},
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

// runs is the number of runs in a command, in tens.
var runs = regexp.MustCompile(`--runs (\d+)0\b`)

// runCommands runs the commands of a block, except those that take too long for a test, and returns their number. Their
// experiments have a tenth of the runs.
func runCommands(t *testing.T, block []string) (commands int) {
	t.Helper()
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.Join(block, "\n"), "\\\n", ""), "\n") {
		line, _, _ = strings.Cut(line, " #")
		command, ok := strings.CutPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "menace ")
		if !ok || strings.Contains(command, "connect4") || strings.HasPrefix(command, "serve") {
			continue
		}
		commands++
		var stdout, stderr bytes.Buffer
		person := strings.NewReader(strings.Repeat("1\n2\n3\n4\n5\n6\n7\n8\n9\n", 5))
		if strings.Contains(command, "--exercise") {
			person = strings.NewReader("") // the person skips all questions
		}
		args := append([]string{"menace"}, shellWords(runs.ReplaceAllString(command, "--runs $1"))...)
		if status := run(t.Context(), args, person, &stdout, &stderr); status != cli.Done {
			t.Errorf("menace %s: exit status %d: %s", command, status, &stderr)
		}
	}
	return commands
}

// TestHelpExamples runs the examples of all help, the experiments first. It leaves out those that take more time than a
// test has, need a shell or files, or remove what other examples use.
func TestHelpExamples(t *testing.T) {
	documents(t)
	t.Chdir(t.TempDir())
	if err := os.WriteFile("tree.txt", []byte("((3 5)(2 9))"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, agent := range []string{"default", "a", "b", "michie", "scroggs"} {
		prints(t, "train", "--agent", agent, "--games", "2000", "--seed", "1")
	}
	prints(t, "experiment", "run", "pegasus", "--learner", "pegasus", "--runs", "2", "--games", "100")
	skipped := regexp.MustCompile(`&&|[|>]|merge|--delay|--shard|--points|agents (rename|delete)`)
	var runs, others []string
	var collect func(commands []*cli.Command)
	collect = func(commands []*cli.Command) {
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
			collect(c.Subcommands)
		}
	}
	collect(command.App(cli.New(strings.NewReader(""), io.Discard, io.Discard), "").Commands)
	if n := runCommands(t, append(runs, others...)); n < 100 {
		t.Errorf("only %d examples", n)
	}
}
