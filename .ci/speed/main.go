// Speed measures how long the program takes for its main tasks, and compares it with plain C that it compiles on the
// spot.
//
//	go run ./.ci/speed                    # the whole table, in about five minutes
//	go run ./.ci/speed experiment search  # only rows with one of these words in their names
//
// It needs a C compiler. The environment variable MENACE names another program to measure, such as an older one; all
// rows but those of searches and classes use it. Times are processor times on one core without the start of the
// program. The program and the C code run in turns, and the lowest of several times counts, so that other work on the
// computer matters little.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const rounds = 5 // the program and the yardstick take turns this often

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	folder, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	l := &laboratory{folder: folder, menace: os.Getenv("MENACE"), yardstick: filepath.Join(folder, "yardstick")}
	compile := exec.Command("cc", "-O3", "-march=native", ".ci/speed/yardstick/yardstick.c", "-lm", "-o", l.yardstick)
	if text, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %s", err, text)
	}
	if l.menace == "" {
		l.menace = filepath.Join(folder, "menace")
		if text, err := exec.Command("go", "build", "-o", l.menace, "./cmd/menace").CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %s", err, text)
		}
	}
	const line = "%-30s %10s  %-17s %7s\n"
	fmt.Printf(line, "what", "ours", "beside C", "memory")
	for _, r := range rows {
		if !r.named(words) {
			continue
		}
		m, err := r.measure(l)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		fmt.Printf(line, r.name, m.ours(), m.besideC(), m.memory())
	}
	return nil
}

// row is a row of the table.
type row struct {
	name    string
	measure func(*laboratory) (measurement, error)
}

func (r row) named(words []string) bool {
	for _, word := range words {
		if strings.Contains(r.name, word) {
			return true
		}
	}
	return len(words) == 0
}

// measurement is the processor time of one unit, such as a game, in nanoseconds, and the same in C, or 0 without a
// comparison.
type measurement struct {
	ns, c float64
	bytes int64 // peak memory, or 0
}

func (m measurement) ours() string {
	switch {
	case m.ns < 1e4:
		return fmt.Sprintf("%.1f ns", m.ns)
	case m.ns < 1e6:
		return fmt.Sprintf("%.1f µs", m.ns/1e3)
	}
	return fmt.Sprintf("%.1f ms", m.ns/1e6)
}

func (m measurement) besideC() string {
	if m.c == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f × %.4g ns", m.ns/m.c, m.c)
}

func (m measurement) memory() string {
	if m.bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%d MB", m.bytes>>20)
}

// laboratory runs the program and the yardstick.
type laboratory struct {
	folder, menace, yardstick string
	databases                 int
}

// database returns the path of a new database.
func (l *laboratory) database() string {
	l.databases++
	return filepath.Join(l.folder, fmt.Sprintf("%d.db", l.databases))
}

// command returns a command of the program on one core.
func (l *laboratory) command(db string, arguments ...string) *exec.Cmd {
	c := exec.Command(l.menace, arguments...)
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "MENACE_DB="+db)
	return c
}

// time runs the program and returns its processor time and its peak memory.
func (l *laboratory) time(db string, arguments ...string) (cpu time.Duration, memory int64, err error) {
	c := l.command(db, arguments...)
	var text bytes.Buffer
	c.Stderr = &text
	if err := c.Run(); err != nil {
		return 0, 0, fmt.Errorf("menace %s: %v: %s", strings.Join(arguments, " "), err, text.String())
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peak(c.ProcessState), nil
}

// c returns the time of a unit in a row of the yardstick, in nanoseconds.
func (l *laboratory) c(row string) (ns float64, err error) {
	text, err := exec.Command(l.yardstick, row).Output()
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.Fields(string(text))[0], 64)
}

// inTurns measures the program and a row of the yardstick in turns, and returns the lowest time of each.
func (l *laboratory) inTurns(row string, ours func() (measurement, error)) (least measurement, err error) {
	for round := range rounds {
		m, err := ours()
		if err != nil {
			return m, err
		}
		if row != "" {
			if m.c, err = l.c(row); err != nil {
				return m, err
			}
		}
		if round == 0 {
			least = m
		}
		least = measurement{min(least.ns, m.ns), min(least.c, m.c), min(least.bytes, m.bytes)}
	}
	return least, nil
}

// beside returns a row for a command: the difference between a long and a short run, per unit, beside a row of the
// yardstick. Every command gets a new database.
func beside(yardstick string, units int, long, short []string) func(*laboratory) (measurement, error) {
	return func(l *laboratory) (measurement, error) {
		return l.inTurns(yardstick, func() (m measurement, err error) {
			start, _, err := l.time(l.database(), short...)
			if err != nil {
				return m, err
			}
			cpu, bytes, err := l.time(l.database(), long...)
			return measurement{ns: float64(cpu-start) / float64(units), bytes: bytes}, err
		})
	}
}

// words splits a command at spaces.
func words(command string) []string { return strings.Fields(command) }

// training returns a row for training games, with these options of the command.
func training(yardstick string, games int, options string) func(*laboratory) (measurement, error) {
	command := "train --machine a --seed 3 " + options + " --games "
	return beside(yardstick, games, words(command+fmt.Sprint(games)), words(command+"0"))
}

// learning returns a row for games of another learner.
func learning(learner string) func(*laboratory) (measurement, error) {
	const games = 1_000_000
	command := "experiment run a --runs 1 --learner " + learner
	return beside("game", games, words(command+" --games 1000000 --checkpoints 1000000"),
		words(command+" --games 1 --checkpoints 1"))
}

// whole returns a row for a command including its start.
func whole(command string) func(*laboratory) (measurement, error) {
	return func(l *laboratory) (measurement, error) {
		db := l.database()
		return l.inTurns("", func() (measurement, error) {
			cpu, bytes, err := l.time(db, words(command)...)
			return measurement{ns: float64(cpu), bytes: bytes}, err
		})
	}
}
