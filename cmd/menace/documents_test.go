//go:build !js

package main

import (
	"bytes"
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/term"
)

var update = flag.Bool("update", false, "write into the documents what their commands print and draw")

// required reports whether nearly everything in the documents must be run, which takes minutes, as in .ci/run.
func required() bool { return os.Getenv("MENACE_DOCUMENTS") != "" && !testing.Short() }

// slow matches commands that are run only if that is required, and slowest those that take four minutes together and are
// run only with MENACE_DOCUMENTS=all.
var (
	slow    = regexp.MustCompile(`experiment|search cost|connect4`)
	slowest = regexp.MustCompile(`--simulate \d{3}|--given .*--particles 250|\blucky\b`)
)

// skips reports whether a command takes longer than this run of the tests has time.
func skips(command string) bool {
	return slow.MatchString(command) && !required() ||
		slowest.MatchString(command) && os.Getenv("MENACE_DOCUMENTS") != "all"
}

// guides lists the pages that show commands of the program: what has to be run before those whose output they show,
// and the minimum number of samples of output, of pictures and of other commands.
var guides = []struct {
	path                        string
	before                      []string
	samples, pictures, commands int
}{
	{"README.md", nil, 3, 2, 5},
	{"docs/MANUAL.md", []string{
		"train --games 10000 --seed 1", // the README's first command
		"experiment run presets --runs 200 --games 2000 --preset michie --preset scroggs --opponent random " +
			"--opponent perfect",
	}, 6, 0, 50},
	{"docs/GAMES.md", nil, 2, 0, 10},
	{"docs/TEACHING.md", nil, 0, 0, 3},
	{"docs/LAWS.md", nil, 3, 1, 0},
	{"docs/SEARCH.md", nil, 50, 8, 12},
	{"docs/RESULTS.md", nil, 40, 15, 0},
}

// TestDocuments runs the commands whose output the documents show. Such a command begins with "$ ", and its output
// follows; or it draws a picture that the document includes. With -update it writes the output into the document and
// replaces the picture, otherwise both must be the same. All commands of a document run in the same folder, from top to
// bottom.
func TestDocuments(t *testing.T) {
	needs(t, "class", "print", "search", "experiment")
	sequential(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range guides {
		t.Run(path.Base(d.path), func(t *testing.T) {
			p := &page{root: root, text: read(t, d.path)}
			t.Chdir(t.TempDir())
			if err := os.Mkdir("docs", 0o777); err != nil {
				t.Fatal(err)
			}
			for _, command := range d.before {
				p.run(t, command)
			}
			text := p.again(t)
			if p.samples < d.samples || p.pictures < d.pictures {
				t.Errorf("got only %d samples and %d pictures", p.samples, p.pictures)
			}
			switch {
			case text == p.text:
			case *update:
				if err := os.WriteFile(filepath.Join(root, d.path), []byte(text), 0o666); err != nil {
					t.Error(err)
				}
			default:
				line, want, got := difference(p.text, text)
				t.Errorf("line %d is %q, but the output is %q; -update writes it into the document", line, want, got)
			}
		})
	}
}

// difference returns the number of the first line in which two texts differ, and that line of both.
func difference(a, b string) (number int, inA, inB string) {
	for number = 1; a != "" && b != ""; number++ {
		inA, a, _ = strings.Cut(a, "\n")
		if inB, b, _ = strings.Cut(b, "\n"); inA != inB {
			break
		}
	}
	return number, inA, inB
}

// page is a document whose commands are run again.
type page struct {
	root, text        string // folder of the repository, and content of the document
	samples, pictures int
}

// again returns the document with the present output of its commands, and checks or replaces their pictures.
func (p *page) again(t *testing.T) string {
	var text []string
	inBlock := false
	for lines := strings.Split(p.text, "\n"); len(lines) > 0; {
		n := 1
		for strings.HasSuffix(lines[n-1], `\`) { // the command continues on the next line
			n++
		}
		line := strings.Join(lines[:n], "\n")
		text, lines = append(text, lines[:n]...), lines[n:]
		inBlock = inBlock != strings.HasPrefix(line, "```")
		command, ok := commandOf(line)
		picture := p.picture(command)
		sample := strings.HasPrefix(line, "$ ")
		if !inBlock || !ok || !sample && picture == "" {
			continue
		}
		if sample {
			p.samples++
		}
		if picture != "" {
			p.pictures++
		}
		if skips(command) {
			continue
		}
		printed := p.run(t, command)
		p.checkPicture(t, picture)
		end := slices.IndexFunc(lines, func(line string) bool {
			return line == "```" || strings.HasPrefix(line, "$ ")
		})
		if sample && end > 0 {
			text, lines = append(text, excerpt(t, command, lines[:end], printed)...), lines[end:]
		}
	}
	return strings.Join(text, "\n")
}

// commandOf returns the arguments of the program in a line of a document, without a comment.
func commandOf(line string) (command string, ok bool) {
	line = strings.TrimPrefix(strings.ReplaceAll(line, "\\\n", ""), "$ ")
	command, ok = strings.CutPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "menace ")
	command, _, _ = strings.Cut(command, " #")
	return strings.TrimSpace(command), ok
}

// run runs a command and returns what it prints. Each command play uses a new machine.
func (p *page) run(t *testing.T, command string) string {
	t.Helper()
	if skips(command) {
		return ""
	}
	args := term.SplitLine(command)
	if args[0] == "play" {
		args = append([]string{"--db", filepath.Join(t.TempDir(), "menace.db")}, args...)
	}
	return prints(t, args...)
}

// picture returns the file in which a command draws a picture that the document includes, or "" if it draws none.
func (p *page) picture(command string) string {
	_, file, _ := strings.Cut(command, "--out ")
	name := regexp.QuoteMeta(path.Base(file))
	if file == "" || !regexp.MustCompile(`(\]\(|(src|srcset)=")(docs/)?`+name+`[)"]`).MatchString(p.text) {
		return ""
	}
	return file
}

// drawnBy matches the version of the program in a picture.
var drawnBy = regexp.MustCompile(`<metadata>menace \S+:`)

// checkPicture compares a new picture with the one in the folder docs, or replaces that. The version may differ.
func (p *page) checkPicture(t *testing.T, file string) {
	t.Helper()
	if file == "" {
		return
	}
	drawn, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	stored := filepath.Join(p.root, "docs", path.Base(file))
	if *update {
		err = os.WriteFile(stored, drawn, 0o666)
	} else if old, _ := os.ReadFile(stored); !bytes.Equal(drawnBy.ReplaceAll(drawn, nil), drawnBy.ReplaceAll(old, nil)) {
		t.Errorf("%s is not what its command draws: -update replaces it", stored)
	}
	if err != nil {
		t.Error(err)
	}
}

// excerpt returns the part of an output that replaces a sample of earlier output. In a sample "…" stands for the rest
// of a line, or on a line by itself for any number of lines. What follows such a line begins with the same line as
// before, and has as many lines as before unless it goes to the end of the output.
func excerpt(t *testing.T, command string, sample []string, printed string) (lines []string) {
	t.Helper()
	output := strings.Split(strings.TrimRight(printed, "\n"), "\n")
	for i := 0; i < len(sample); i++ {
		if sample[i] == "…" {
			lines = append(lines, "…")
			if i++; i == len(sample) {
				return lines
			}
			for len(output) > 0 && again(sample[i], output[0]) != sample[i] {
				output = output[1:]
			}
		}
		if len(output) == 0 {
			t.Fatalf("%s: the output has no line %q any more", command, sample[i])
		}
		lines = append(lines, again(sample[i], output[0]))
		output = output[1:]
	}
	for _, line := range output {
		lines = append(lines, again("", line))
	}
	return lines
}

// again returns the line of an output that replaces a line of a sample, which is the latter if they differ in nothing
// but times.
func again(sample, line string) string {
	line = strings.TrimRight(line, " ")
	if beginning, cut := strings.CutSuffix(sample, "…"); cut {
		if strings.HasPrefix(timeless(line), timeless(beginning)) {
			return sample
		}
		return string([]rune(line)[:min(len([]rune(line)), len([]rune(beginning)))]) + "…"
	}
	if timeless(line) == timeless(sample) {
		return sample
	}
	return line
}

// timeless removes times and rates, which differ between runs, and their heading, with the preceding space.
func timeless(text string) string { return times.ReplaceAllString(text, "") }

var times = regexp.MustCompile(`(?m) +([0-9.]+ [mµn]?s\b|time$|\([0-9.,]+( million)? games a second\))`)

// blocks matches the blocks of a document, with their languages.
var blocks = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// TestOtherCommands runs the commands of the documents that are not samples, which must succeed.
func TestOtherCommands(t *testing.T) {
	needs(t, "class", "print", "search", "experiment")
	if !required() {
		t.Skip("takes seconds; runs only if MENACE_DOCUMENTS requires it")
	}
	for _, d := range guides {
		t.Run(path.Base(d.path), func(t *testing.T) {
			text, commands := read(t, d.path), 0
			t.Chdir(t.TempDir())
			if err := os.Mkdir("docs", 0o777); err != nil {
				t.Fatal(err)
			}
			for _, found := range blocks.FindAllStringSubmatch(text, -1) {
				switch language, block := found[1], found[2]; {
				case language == "json":
					if err := os.WriteFile("stairs.json", []byte(block), 0o666); err != nil { // the game that docs/GAMES.md makes
						t.Fatal(err)
					}
				case language == "" && !strings.HasPrefix(block, "$ "):
					commands += runCommands(t, block)
				}
			}
			if commands < d.commands {
				t.Errorf("got only %d commands", commands)
			}
		})
	}
}

// runs matches the number of runs in a command, in tens, and effort those of particles and of simulated tournaments.
var (
	runs   = regexp.MustCompile(`--runs (\d+)0\b`)
	effort = regexp.MustCompile(`--(?:particles|simulate) \d+`)
)

// runCommands runs the commands on the lines of a text, except those that do not end by themselves, and returns their
// number. Their experiments have a tenth of the runs, and likelihoods few particles.
func runCommands(t *testing.T, text string) (commands int) {
	t.Helper()
	if err := os.WriteFile("own.csv", []byte("game,result\n1,L\n2,W\n"), 0o666); err != nil { // results to explain
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", ""), "\n") {
		command, ok := commandOf(line)
		first, _, _ := strings.Cut(command, " ")
		endless := slices.Contains([]string{"serve", "class", "exhibit"}, first)
		if !ok || endless || strings.Contains(command, "connect4") {
			continue
		}
		commands++
		var stdout, stderr bytes.Buffer
		person := strings.NewReader(strings.Repeat("1\n2\n3\n4\n5\n6\n7\n8\n9\n", 5))
		if strings.Contains(command, "search exercise") {
			person = strings.NewReader("") // the person skips all questions
		}
		command = runs.ReplaceAllString(command, "--runs $1")
		if strings.Contains(command, "experiment likelihood") {
			simulates := strings.Contains(command, "--simulate")
			command = effort.ReplaceAllString(command, "") + " --particles 200"
			if simulates {
				command += " --simulate 2"
			}
		}
		args := append([]string{"menace"}, term.SplitLine(command)...)
		if status := run(t.Context(), args, person, &stdout, &stderr); status != term.Done {
			t.Errorf("menace %s: exit status %d: %s", command, status, &stderr)
		}
	}
	return commands
}
