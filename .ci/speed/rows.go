package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"menace/board"
	"menace/minimax"
	"menace/minimax/games"
)

// rows are the rows of the table.
var rows = []row{
	{"training game, random", training("game", 5_000_000, "")},
	{"training game, perfect", training("perfect", 5_000_000, "--preset restock --opponent perfect")},
	{"training game, moving second", training("game", 5_000_000, "--preset restock --plays second")},
	{"training game, hexapawn", training("game", 5_000_000, "--game hexapawn --plays second --on-empty restock")},
	{"training game, mcts:50", training("mcts", 4000, "--preset restock --opponent mcts:50")},
	{"training game, softmax", learning("softmax")},
	{"training game, reinforce", learning("reinforce")},
	{"training game, pegasus", learning("pegasus")},
	{"experiment, checkpoint", checkpoint},
	{"experiment, game of 1,000", beside("game", 4_000_000, words("experiment run a --runs 4000 --games 1000"),
		words("experiment run a --runs 1 --games 1"))},
	{"likelihood, particle and game", beside("game", 4*10_000*219, words("experiment likelihood --given 17:corner"),
		words("experiment likelihood --given 17:corner --particles 10"))},
	{"search, minimax node", search("minimax", games.TicTacToe{}, board.Board{}, minimax.Minimax)},
	{"search, alphabeta node", search("alphabeta", games.TicTacToe{}, board.Board{}, minimax.AlphaBeta)},
	{"search, connect4 node", search("connect4", connectFour(), games.Discs{}, minimax.AlphaBeta)},
	{"start page, 70 machines", page("/", 70)},
	{"start page, 1,000 machines", page("/", 1000)},
	{"page of a machine", page("/agents/m1", 1)},
	{"machines list, 1,000", list},
	{"print --preset her", whole("print --preset her --out kit.pdf")},
	{"version", whole("version")},
	{"train, 10,000 games", wholeInNew("train --games 10000")},
	{"move in a class of 300, p99", class},
}

// checkpoint measures a checkpoint of an experiment, that is, the evaluation and the rows in the database, as the
// difference between many and few checkpoints.
func checkpoint(l *laboratory) (measurement, error) {
	const runs, many = 1000, 100
	var at []string
	for n := range many {
		at = append(at, strconv.Itoa(10*(n+1)))
	}
	command := fmt.Sprintf("experiment run a --runs %d --games 1000 --checkpoints ", runs)
	return beside("game", runs*(many-1), words(command+strings.Join(at, ",")), words(command+"1000"))(l)
}

// search returns a row for nodes of a search of the whole tree. It runs in this process, for a few milliseconds each
// time, so that some runs are not interrupted by other programs.
func search[P any, M comparable](yardstick string, game minimax.Game[P, M], start P, algorithm minimax.Algorithm,
) func(*laboratory) (measurement, error) {
	return func(l *laboratory) (measurement, error) {
		return l.inTurns(yardstick, func() (least measurement, err error) {
			for range 30 {
				found, err := minimax.Search(context.Background(), game, start, minimax.Options{Algorithm: algorithm})
				if err != nil {
					return least, err
				}
				if ns := float64(found.Elapsed) / float64(found.Nodes); least.ns == 0 || ns < least.ns {
					least.ns = ns
				}
			}
			return least, nil
		})
	}
}

// connectFour returns the rules on four columns of four.
func connectFour() *games.InARow {
	rules, err := games.NewConnectFour(4, 4)
	if err != nil {
		panic(err)
	}
	return rules
}

// wholeInNew returns a row for a command including its start, with a new database.
func wholeInNew(command string) func(*laboratory) (measurement, error) {
	return func(l *laboratory) (measurement, error) {
		return l.inTurns("", func() (measurement, error) {
			cpu, bytes, err := l.time(l.database(), words(command)...)
			return measurement{ns: float64(cpu), bytes: bytes}, err
		})
	}
}

// many returns a database with this many machines.
func (l *laboratory) many(machines int) (db string, err error) {
	db = l.database()
	for n := range machines {
		if _, _, err := l.time(db, words(fmt.Sprintf("train --machine m%d --games 100 --seed 1", n+1))...); err != nil {
			return "", err
		}
	}
	return db, nil
}

// list measures the list of a thousand machines.
func list(l *laboratory) (measurement, error) {
	db, err := l.many(1000)
	if err != nil {
		return measurement{}, err
	}
	return l.inTurns("", func() (measurement, error) {
		cpu, bytes, err := l.time(db, "machines", "list")
		return measurement{ns: float64(cpu), bytes: bytes}, err
	})
}

// page returns a row for requests for a page of a server with this many machines: the processor time of the server.
func page(path string, machines int) func(*laboratory) (measurement, error) {
	return func(l *laboratory) (m measurement, err error) {
		db, err := l.many(machines)
		if err != nil {
			return m, err
		}
		c := l.command(db, "serve", "--addr", "localhost:0")
		out, err := c.StdoutPipe()
		if err != nil {
			return m, err
		}
		if err := c.Start(); err != nil {
			return m, err
		}
		var address string
		for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
			address = regexp.MustCompile(`http://\S+`).FindString(lines.Text())
		}
		if address != "" {
			address = strings.TrimRight(address, "/.")
			m, err = requests(address+path, c.Process.Pid)
		} else {
			err = errors.New("the server printed no address")
		}
		c.Process.Signal(os.Interrupt)
		io.Copy(io.Discard, out)
		c.Wait()
		m.bytes = peak(c.ProcessState)
		return m, err
	}
}

// requests requests a page repeatedly, and returns the server's processor time per request: the lowest mean of several
// rounds.
func requests(address string, server int) (m measurement, err error) {
	const each = 50
	for range rounds {
		before, err := used(server)
		if err != nil {
			return m, err
		}
		for range each {
			reply, err := http.Get(address)
			if err != nil {
				return m, err
			}
			_, err = io.Copy(io.Discard, reply.Body)
			reply.Body.Close()
			if err != nil || reply.StatusCode != http.StatusOK {
				return m, fmt.Errorf("%s: %s, %v", address, reply.Status, err)
			}
		}
		after, err := used(server)
		if err != nil {
			return m, err
		}
		if ns := float64(after-before) / each; m.ns == 0 || ns < m.ns {
			m.ns = ns
		}
	}
	return m, nil
}

// used returns the processor time that a process has used, on Linux.
func used(process int) (time.Duration, error) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", process))
	sum := time.Duration(0)
	for _, thread := range threads {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", process, thread.Name()))
		if err != nil {
			return 0, err
		}
		ns, err := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(ns)
	}
	return sum, err
}

// class measures the moves of three hundred pupils by a benchmark: the time within which 99 of 100 get their answer.
func class(*laboratory) (m measurement, err error) {
	const folder = "./cmd/menace/internal/classroom/pagetest"
	benchmark := words("test -run ^$ -bench Pupils$ -benchtime 1x " + folder)
	text, err := exec.Command("go", benchmark...).CombinedOutput()
	found := regexp.MustCompile(`([0-9.]+) ms/move-p99`).FindSubmatch(text)
	if err != nil || found == nil {
		return m, fmt.Errorf("%v: %s", err, text)
	}
	ms, err := strconv.ParseFloat(string(found[1]), 64)
	return measurement{ns: ms * 1e6}, err
}

// peak returns the peak memory of a process, on Linux.
func peak(p *os.ProcessState) int64 {
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Maxrss) << 10
	}
	return 0
}
