package searches

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"golang.org/x/text/encoding/unicode"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
)

// execute runs a command line and returns what it prints.
func execute(ctx context.Context, line string) (stdout, stderr string, err error) {
	return executeWith(ctx, line, nil)
}

// executeWith is like execute, with an input.
func executeWith(ctx context.Context, line string, stdin io.Reader) (stdout, stderr string, err error) {
	var out, notes bytes.Buffer
	con := term.New(stdin, &out, &notes)
	err = term.Run(ctx, con, &term.Program{Name: "menace", Commands: []*term.Command{Command(con)}}, strings.Fields(line))
	return out.String(), notes.String(), err
}

// TestValues searches positions whose values are known by theory or were published.
func TestValues(t *testing.T) {
	for line, want := range map[string]int{
		"tictactoe":                        0,
		"tictactoe --position XX./O../O..": 1,
		"nim --position 3,4,5":             1, // the nim-sum is 2
		"nim --position 1,2,3":             -1,
		"grundy":                           -1, // its Grundy value is 0
		"grundy --position 3,7":            1,
		"domineering":                      1, // the first player wins 4×4 (Breuker, Uiterwijk and van den Herik)
		"connect4 --size 4x4 --algorithm alphabeta-tt,alphabeta-sym": 0, // a draw (Tromp)
		"hexapawn":                        -1, // Black wins (Gardner)
		"hexapawn --position .BB/BW./W.W": 1,  // 5-3 reaches the far row
		"stones --values 1,2,3,-9":        15,
		"uniform --order worst":           0,
		"uniform --size 1x2":              0,
	} {
		stdout, _, err := execute(t.Context(), "menace search "+line+" --timeout 1h --json")
		var reports []gametree.Report
		if err := json.Unmarshal([]byte(stdout), &reports); err != nil {
			t.Fatal(line, err)
		}
		if err != nil || len(reports) < 2 {
			t.Errorf("%s: got %d searches, %v", line, len(reports), err)
		}
		for _, r := range reports {
			if r.Value != float64(want) {
				t.Errorf("%s by %s: want the value %d", line, r.Algorithm, want)
			}
		}
	}
}

func TestCount(t *testing.T) {
	stdout, _, err := execute(t.Context(), "menace search count tictactoe --json")
	var plays PlaysReport
	if err := json.Unmarshal([]byte(stdout), &plays); err != nil {
		t.Fatal(err)
	}
	if err != nil || plays.Total != 255_168 || plays.Won != 131_184 || plays.Drawn != 46_080 || plays.Lost != 77_904 {
		t.Errorf("got %+v, %v", plays, err)
	}
}

func TestMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"tictactoe --timeout 0":                  `--timeout: "0" is not a time between 1ns and 1000h, as in 0.5s`,
		"tictactoe --timeout ten":                `--timeout: "ten" is not a time between 1ns and 1000h, as in 0.5s`,
		"tictactoe --position=":                  "--position: it is empty",
		"tictactoe --tree --json":                "--tree draws text: leave out --json",
		"tictactoe --tree --all-best":            "--tree draws a search for one best move: leave out --all-best",
		"count tictactoe --algorithm minimax":    "unknown flag --algorithm; see `menace search count tictactoe --help`",
		"tictactoe --cut above --algorithm pvs":  "--cut: pvs makes no use of it",
		"nim --table 64 --algorithm alphabeta":   "--table: alphabeta makes no use of it",
		"tictactoe minimax":                      "unexpected \"minimax\"; see `menace search tictactoe --help`",
		"uniform --order middle":                 `--order: "middle" is not one of best, worst, random, ties`,
		"stones --algorithm minimax,minimax-sym": "--algorithm: minimax-sym: stones has no symmetries to use",
		"domineering --size 9x9":                 "size 9x9: a board must have 1 to 64 cells",
		"uniform --size 9x9": "width 9, height 9: the tree has more than 1048575 " +
			"leaves; `menace search count uniform` gives its size",
		"cost nim --position 0,0":     "the game is over: there is nothing to search",
		"exercise nim --position 0,0": "the game is over: there is nothing to search",
		"nim --position r1-1,r9-1":    `position "r1-1,r9-1": move 2, r9-1, is impossible in 0,3`,
	} {
		stdout, _, err := execute(t.Context(), "menace search "+line)
		if term.ExitStatus(err) != term.Usage || term.OneLine(err) != want || stdout != "" {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

// TestFits checks that what commands print fits the screen: only a single word may be longer than a line.
func TestFits(t *testing.T) {
	for _, width := range []int{80, 40} {
		t.Setenv("COLUMNS", strconv.Itoa(width))
		for _, line := range []string{
			"search tictactoe", "search count tictactoe", "search connect4 --depth 3", "search exercise tree --answers",
			"search hexapawn", "search --help", "search connect4 --help", "search hexapawn --help", "search uniform --help",
		} {
			stdout, _, err := execute(t.Context(), "menace "+line)
			if err != nil {
				t.Errorf("%s: %v", line, err)
			}
			for text := range strings.Lines(stdout) {
				if w := lipgloss.Width(text); w > width && len(strings.Fields(text)) > 1 {
					t.Errorf("%s: a line has %d columns, want at most %d: %s", line, w, width, text)
				}
			}
		}
	}
}

// TestOneMinusSign checks that people read one sign for minus, as wide as a plus, whatever the search.
func TestOneMinusSign(t *testing.T) {
	hyphen := regexp.MustCompile(`(?m)(?:^|[^\pL\d-])-[\d∞]`)
	for _, line := range []string{
		"tree ((3,-5),(-2,-1/2))", "tree ((3,-0.5),(-2,-∞)) --tree --algorithm alphabeta,alphabeta-soft,pvs,mtdf",
		"tree ((3,-5),(-2,-∞)) --tree --step --algorithm alphabeta", "tree (A=-3(1.5,-2.5),-1) --depth 1 --tree --algorithm mtdf",
		"tree ((3,-5),(-2,9)) --tree --step --algorithm mcts --playouts 20", "estimate tree A=-5(3,12)",
		"exercise tree --seed 3 --difficulty medium --answers", "exercise nim --answers",
		"estimate connect4 --position 4455 --weights 1,-2,3", "connect4 --depth 3 --tree --step --algorithm pvs",
		"tictactoe --prefer fast --position XOXO..... --tree --algorithm alphabeta", "nim --position 1,1 --tree --algorithm minimax",
		"stones --values 1,2,3,7 --algorithm minimax,mcts",
	} {
		stdout, _, err := execute(t.Context(), "menace search "+line)
		if at := hyphen.FindStringIndex(stdout); err != nil || at != nil || !strings.Contains(stdout, "−") {
			t.Errorf("%s: %v, %v in %s", line, err, at, stdout)
		}
	}
}

// TestTrees checks that the tree of each algorithm is drawn once, in the order given.
func TestTrees(t *testing.T) {
	stdout, _, err := execute(t.Context(), "menace search nim --position 1,1 --tree --algorithm negamax,minimax,negamax")
	headings := regexp.MustCompile(`(?m)^nim 1,1, to the end, by (\w+)`).FindAllStringSubmatch(stdout, -1)
	if err != nil || len(headings) != 2 || headings[0][1] != "negamax" || headings[1][1] != "minimax" {
		t.Errorf("got %v and %s", err, stdout)
	}
}

// TestInterrupted interrupts searches that would take years, at their first poll of the context.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for line, want := range map[string]string{
		"connect4 --algorithm deepening": `^interrupted in deepening after 4,\d\d\d nodes, with [0-6] of 7 moves ` +
			`searched \d plies deep$`,
		"connect4 --algorithm minimax": `^interrupted in minimax after 4,\d\d\d nodes, with 0 of 7 moves searched$`,
		"count connect4":               `^interrupted after 4,\d\d\d nodes and [0-9,]+ plays? to the end$`,
	} {
		_, _, err := execute(ctx, "menace search "+line+" --timeout 1h")
		if term.ExitStatus(err) != term.Interrupted || !regexp.MustCompile(want).MatchString(term.OneLine(err)) {
			t.Errorf("%s: got %v", line, err)
		}
	}
}

// TestJSONSaysWhatTextSays compares the values of JSON with those of the table: infinite wins, estimates, payoffs given
// by the user, and wins with a number of plies to the end of the game.
func TestJSONSaysWhatTextSays(t *testing.T) {
	for line, want := range map[string]string{
		"tictactoe --position XX./OO./... --depth 2":                   `"value": "+∞",`,
		"tictactoe --position XX./OO./X.. --depth 2":                   `"value": "+∞",`,
		"domineering --size 4x3 --depth 3":                             `"value": "-∞",`,
		"tictactoe --position XX./OO./... --depth 2 --win 100":         `"value": 100,`,
		"tictactoe --position XX./OO./...":                             `"value": 1,`,
		"tree ((-∞)(2))":                                               `"value": 2,`,
		"tree ((-∞)(-inf))":                                            `"value": "-∞",`,
		"tictactoe --depth 1":                                          `"value": 4,`,
		"tictactoe --position XX./OO./... --prefer fast":               `"plies": 1,`,
		"nim --position 1,2 --prefer fast":                             `"plies": 3,`,
		"hexapawn --prefer fast --first min":                           `"plies": 6,`,
		"tictactoe --position XX./OO./... --prefer fast --win 7":       `"plies": 1,`,
		"tictactoe --position XX./OO./... --prefer fast --depth 1":     `"plies": 1,`,
		"connect4 --position 4455 --depth 3 --prefer fast --all-best ": `"plies": 3,`,
	} {
		line = "menace search " + line + " --algorithm minimax"
		stdout, _, err := execute(t.Context(), line+" --json")
		if err != nil || !strings.Contains(stdout, want) {
			t.Errorf("%s: %v, want %s in %s", line, err, want, stdout)
		}
		text, _, err := execute(t.Context(), line)
		shown := regexp.MustCompile(`(?m)^minimax +(?:≈ )?(\S+) `).FindStringSubmatch(text)
		if plies := strings.Contains(want, "plies"); plies {
			shown = regexp.MustCompile(`(?m) plies +nodes .*\nminimax .*? (\d+) +[\d,]+ +[\d,]+ +\d+ +\d+ +[\d.]+ .?s$`).FindStringSubmatch(text)
		}
		if _, value, _ := strings.Cut(want, " "); err != nil || shown == nil || strings.Trim(value, `",`) != strings.Replace(shown[1], "−", "-", 1) {
			t.Errorf("%s: %v, want %s in %s", line, err, value, text)
		}
	}
}

// TestTreeFromAFile reads a tree from standard input, as PowerShell writes it.
func TestTreeFromAFile(t *testing.T) {
	text := "[\r\n  [3, 12, 8],\r\n  [2, 4, 6], [14, 5, 2]\r\n]\r\n"
	text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	stdout, _, err := executeWith(t.Context(), "menace search tree - --algorithm minimax", strings.NewReader(text))
	if err != nil || !regexp.MustCompile(`(?m)^minimax +3 +1 +13 +9 `).MatchString(stdout) {
		t.Errorf("got %v and %s", err, stdout)
	}
}
