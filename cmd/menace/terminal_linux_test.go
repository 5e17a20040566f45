package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
	"unsafe"

	"menace/cmd/menace/internal/term"
)

// tty is a terminal of 80 × 24 at which the program runs. It understands what the program sends to one.
type tty struct {
	t      *testing.T
	master *os.File
	status chan int
	lines  [24][80]rune
	row    int
	column int
	rest   string // output that is not complete yet
}

// atTerminal runs the program at a terminal.
func atTerminal(t *testing.T, args ...string) *tty {
	t.Helper()
	return atTerminalOf(t, "xterm", args...)
}

// atTerminalOf runs the program at a terminal of a kind.
func atTerminalOf(t *testing.T, kind string, args ...string) *tty {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	var number, unlocked int32
	size := [4]uint16{24, 80}
	for request, value := range map[uintptr]unsafe.Pointer{
		syscall.TIOCSPTLCK: unsafe.Pointer(&unlocked), syscall.TIOCGPTN: unsafe.Pointer(&number),
		syscall.TIOCSWINSZ: unsafe.Pointer(&size),
	} {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(value)); failed != 0 {
			t.Fatal(failed)
		}
	}
	screen, err := os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err) // a container without terminals
	}
	t.Setenv("TERM", kind)
	y := &tty{t: t, master: master, status: make(chan int, 1)}
	go func() {
		y.status <- run(t.Context(), append([]string{"menace"}, args...), screen, screen, screen)
		screen.Close()
	}()
	t.Cleanup(func() { master.Close() })
	return y
}

// sent matches what the program sends to a terminal beside text: movements up and home, erasing, and styles.
var sent = regexp.MustCompile(`^(?:\r|\n|\x1b\[([0-9;:]*)([AHJKm]))`)

// show shows output of the program.
func (y *tty) show(output string) {
	for y.rest += output; y.rest != "" && utf8.FullRuneInString(y.rest); {
		found := sent.FindStringSubmatch(y.rest)
		switch {
		case found == nil && y.rest[0] == '\x1b':
			if len(y.rest) > 20 {
				y.t.Fatalf("the terminal does not understand %q", y.rest)
			}
			return // wait for the rest
		case found == nil:
			r, size := utf8.DecodeRuneInString(y.rest)
			if y.column >= 80 {
				y.t.Fatalf("a line is wider than the terminal: %s", y.text())
			}
			y.lines[y.row][y.column] = r
			y.column++
			y.rest = y.rest[size:]
			continue
		case found[0] == "\r":
			y.column = 0
		case found[0] == "\n" && y.row == 23:
			copy(y.lines[:], y.lines[1:])
			y.lines[23] = [80]rune{}
		case found[0] == "\n":
			y.row++
		case found[2] == "A":
			up, _ := strconv.Atoi(found[1])
			y.row = max(0, y.row-up)
		case found[2] == "H":
			y.row, y.column = 0, 0
		case found[2] == "J":
			clear(y.lines[y.row][y.column:])
			clear(y.lines[y.row+1:])
		}
		y.rest = y.rest[len(found[0]):]
	}
}

// text returns what the screen shows.
func (y *tty) text() string {
	text := ""
	for _, line := range y.lines {
		text += strings.TrimRight(strings.ReplaceAll(string(line[:]), "\x00", " "), " ") + "\n"
	}
	return text
}

// read shows output until the cursor is behind one of these texts, or to the end of the program. It returns the text.
func (y *tty) read(prompts ...string) string {
	y.t.Helper()
	buffer := make([]byte, 4096)
	for {
		n, err := y.master.Read(buffer)
		y.show(string(buffer[:n]))
		for _, prompt := range prompts {
			if strings.HasSuffix(string(y.lines[y.row][:y.column]), prompt) {
				return prompt
			}
		}
		if err != nil {
			return ""
		}
	}
}

// types types a line, and reads up to the next question.
func (y *tty) types(line string) string {
	y.t.Helper()
	if _, err := io.WriteString(y.master, line+"\n"); err != nil {
		y.t.Fatal(err)
	}
	return y.read(prompt, nextGame)
}

const nextGame = "q to leave: "

// board returns the row of the screen in which the board begins, and checks that the screen shows all of it.
func (y *tty) board() (row int) {
	y.t.Helper()
	var rows []int
	for i, line := range y.lines {
		if line[9] == '│' && line[17] == '│' || line[9] == '┼' && line[17] == '┼' {
			rows = append(rows, i)
		}
	}
	if len(rows) != 11 || rows[10]-rows[0] != 10 {
		y.t.Fatalf("no board on the screen:\n%s", y.text())
	}
	return rows[0]
}

// TestPlayInPlace plays two games at a terminal of 80 × 24. In the second, where the greeting is gone, the board stays in
// the same rows through moves, mistakes, hints and the end of the game. A taken square is a mistake, so the digits in
// turn are a game whatever the machine plays.
func TestPlayInPlace(t *testing.T) {
	y := atTerminal(t, "--db", filepath.Join(t.TempDir(), "menace.db"), "play", "--seed", "1")
	y.read(prompt)
	y.board()
	for asked, digit := prompt, 1; asked == prompt; digit++ {
		asked = y.types(strconv.Itoa(digit))
		y.board()
	}
	if text := y.text(); !strings.Contains(text, "MENACE learns") {
		t.Errorf("nothing about learning:\n%s", text)
	}
	y.types("")
	first := y.board()
	if text := y.text(); !strings.Contains(text, "Game 2") || !strings.Contains(text, "← drawn") {
		t.Errorf("no title, or no box beside the board:\n%s", text)
	}
	in := func(typed string) {
		t.Helper()
		if row := y.board(); row != first {
			t.Errorf("the board moved from row %d to %d after %q:\n%s", first, row, typed, y.text())
		}
	}
	if y.types("?"); !strings.Contains(y.text(), "take back your last move") {
		t.Errorf("no help above the board:\n%s", y.text())
	}
	y.board()
	if y.types("h"); !strings.Contains(y.text(), "draws") {
		t.Errorf("no hint on the board:\n%s", y.text())
	}
	in("h")
	for asked, digit := prompt, 0; asked == prompt; digit++ {
		asked = y.types(strconv.Itoa(digit))
		in(strconv.Itoa(digit))
	}
	io.WriteString(y.master, "q\n")
	if status := <-y.status; status != term.Done {
		t.Errorf("got status %d", status)
	}
}

// TestPlayInWords plays a game at a terminal that shows lines and nothing else, as people use who have them read aloud:
// nothing is drawn, and each position is said.
func TestPlayInWords(t *testing.T) {
	y := atTerminalOf(t, "dumb", "--db", filepath.Join(t.TempDir(), "menace.db"), "play", "--seed", "1")
	y.read(prompt)
	if text := y.text(); !strings.Contains(text, "X on 5. Possible: 1, 2, 3, 4, 6, 7, 8, 9.") {
		t.Errorf("the first move of the machine, which the manual shows, is not said:\n%s", text)
	}
	y.types("b")
	y.types("h")
	if text := y.text(); !strings.Contains(text, "Possible: 1 draws, 2 loses, 3 draws,") {
		t.Errorf("no hint in words:\n%s", text)
	}
	drawn := regexp.MustCompile(`[─-╿]`)
	for asked, digit := prompt, 1; asked == prompt; digit++ {
		if found := drawn.FindString(y.text()); found != "" {
			t.Fatalf("something is drawn:\n%s", y.text())
		}
		asked = y.types(strconv.Itoa(digit))
	}
	if text := y.text(); drawn.MatchString(text) {
		t.Errorf("the end is drawn:\n%s", text)
	}
	io.WriteString(y.master, "q\n")
	if status := <-y.status; status != term.Done {
		t.Errorf("got status %d", status)
	}
}

// TestFirstSteps checks what the program shows without a command at a terminal: first steps in four lines while nothing
// is stored, and afterwards the help.
func TestFirstSteps(t *testing.T) {
	file := filepath.Join(t.TempDir(), "menace.db")
	t.Setenv("MENACE_DB", file)
	steps := func() string {
		y := atTerminal(t)
		y.read()
		return fmt.Sprint(<-y.status, "\n", strings.TrimSpace(y.text()))
	}
	got := steps()
	if n := strings.Count(got, "\n"); n != 4 || !strings.Contains(got, "menace play") {
		t.Errorf("got %d lines: %s", n, got)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the database was made")
	}
	prints(t, "train", "--games", "10")
	if got := steps(); !strings.Contains(got, "GLOBAL OPTIONS") {
		t.Errorf("with a machine: got %s", got)
	}
}
