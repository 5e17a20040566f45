package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"menace/arena"
	"menace/board"
	"menace/cmd/menace/internal/store"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// lesson is a running program that serves a class.
type lesson struct {
	*exec.Cmd
	first           string // first line of its greeting
	teacher, pupils string // their addresses
	said            bytes.Buffer
	rest            chan string // receives the rest of standard output when the program has ended
}

// teach starts the program for a class that plays against the machine default.
func teach(t *testing.T, path string, args ...string) *lesson {
	t.Helper()
	return begin(t, path, append([]string{"--agent", "default"}, args...)...)
}

// begin starts the program for a class.
func begin(t *testing.T, path string, args ...string) *lesson {
	t.Helper()
	args = append([]string{"--db", path, "class", "--addr", "127.0.0.1:0"}, args...)
	l := &lesson{Cmd: self(t, args...), rest: make(chan string, 1)}
	l.Stderr = &l.said
	out, err := l.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for l.pupils == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%v: %s", err, &l.said)
		}
		line = strings.TrimSpace(line)
		l.first = cmp.Or(l.first, line)
		if _, after, ok := strings.Cut(line, "The teacher opens "); ok {
			l.teacher, _, _ = strings.Cut(after, "/class on this computer")
		}
		_, l.pupils, _ = strings.Cut(line, "The pupils' link is ")
	}
	lines.ReadString('\n') // the code that pupils type
	go func() {
		text, _ := io.ReadAll(lines)
		l.rest <- string(text)
	}()
	return l
}

// comeIn joins the class through a link, and returns the address of the page and a browser.
func comeIn(t *testing.T, link string) (at string, browser *http.Client) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser = &http.Client{Jar: jar}
	reply, err := browser.Get(link)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	return link[:strings.Index(link, "/join/")], browser
}

var (
	squares = regexp.MustCompile(`data-square="[1-9]" class="([^"]*)"`)
	offered = regexp.MustCompile(`<button name="move" value="([1-9])"[^>]*"[1-9], empty">`)
)

// playUntil plays games over HTTP until the server stops answering, and returns the board at the end of each game whose
// end was answered. If most is not 0, it plays at most that many games.
func playUntil(browser *http.Client, at string, number, most int) (ends []string, err error) {
	ask := func(path string, form url.Values) (page string) {
		if err != nil {
			return ""
		}
		var reply *http.Response
		if reply, err = browser.PostForm(at+path, form); err != nil {
			return ""
		}
		defer reply.Body.Close()
		text, failed := io.ReadAll(reply.Body)
		if err = failed; err == nil && reply.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: %s: %s", path, reply.Status, text)
		}
		return string(text)
	}
	page := ask("/join", url.Values{"nickname": {fmt.Sprint("pupil ", number)}})
	for err == nil && (most == 0 || len(ends) < most) {
		can := offered.FindAllStringSubmatch(page, -1)
		if len(can) == 0 {
			page = ask("/play/new", nil)
			continue
		}
		page = ask("/play/move", url.Values{"move": {can[(number+len(ends))%len(can)][1]}})
		if err == nil && strings.Contains(page, "MENACE now loses") {
			ends = append(ends, boardOf(page))
		}
	}
	return ends, err
}

// boardOf reads the board on a page: X, O and dots, row by row.
func boardOf(page string) string {
	var text strings.Builder
	for _, square := range squares.FindAllStringSubmatch(page, -1) {
		switch classes := strings.Fields(square[1]); {
		case slices.Contains(classes, "x"):
			text.WriteByte('X')
		case slices.Contains(classes, "o"):
			text.WriteByte('O')
		default:
			text.WriteByte('.')
		}
	}
	return text.String()
}

// boardAfter returns the board after moves.
func boardAfter(t *testing.T, m *menace.Machine, moves string) string {
	t.Helper()
	steps, err := m.Graph().Replay(moves)
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Repeat([]byte("."), board.Squares)
	for i, step := range steps {
		text[step.Move.To()] = "XO"[i%2]
	}
	return string(text)
}

// TestClassKilled kills the program in the middle of a class, while pupils play, and in another class while it also
// trains. Every game whose end was answered must be stored exactly once, and the machine must be the one that results
// from its games.
func TestClassKilled(t *testing.T) {
	needs(t, "class")
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	const pupils, enough = 8, 40
	for _, trains := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "menace.db")
		prints(t, "--db", path, "train", "--beads", "200,200,200,200", "--games", "0") // so that boxes never run empty
		l := teach(t, path)
		if trains {
			reply, err := http.PostForm(l.teacher+"/agents/default/train",
				url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"fast"}})
			if err != nil || reply.StatusCode != http.StatusOK {
				t.Fatal(reply, err)
			}
			reply.Body.Close()
		}
		var all sync.WaitGroup
		ends, browsers := make([][]string, pupils), make([]*http.Client, pupils)
		for n := range pupils {
			var at string
			at, browsers[n] = comeIn(t, l.pupils)
			all.Go(func() {
				var err error
				if ends[n], err = playUntil(browsers[n], at, n, 0); err != nil && strings.Contains(err.Error(),
					"/play: ") {
					t.Error(err)
				}
			})
		}
		wait(t, "the class to play", func() bool {
			return queryNumber(t, path, "SELECT count(*) FROM games") > enough
		})
		l.Process.Kill()
		all.Wait()
		l.Wait()
		checkIntegrity(t, path)
		checkClass(t, path, slices.Concat(ends...), pupils)
		goOn(t, path, l, browsers, ends)
	}
}

var score = regexp.MustCompile(`Match: You (\d+), MENACE (\d+), drawn (\d+)\.`)

// gamesOn returns the number of games shown on a pupil's page.
func gamesOn(page string) (games int) {
	if found := score.FindStringSubmatch(page); found != nil {
		for _, text := range found[1:] {
			n, _ := strconv.Atoi(text)
			games += n
		}
	}
	return games
}

// goOn continues a class that was killed, and kills it again in the middle of everybody's game. Each time the same
// command must continue the same class, in which every browser has its score and its game.
func goOn(t *testing.T, path string, before *lesson, browsers []*http.Client, ends [][]string) {
	t.Helper()
	open := func() (l *lesson, at string) {
		l = teach(t, path)
		at = l.pupils[:strings.Index(l.pupils, "/join/")]
		if want := "The class against default goes on, with 8 pupils; --new begins another."; l.first != want ||
			l.pupils[len(at):] != before.pupils[strings.Index(before.pupils, "/join/"):] {
			t.Errorf("got the greeting %q and the pupils' link %s", l.first, l.pupils)
		}
		return l, at
	}
	ask := func(browser *http.Client, address string, form url.Values) string {
		send := func(address string) (*http.Response, error) { return browser.PostForm(address, form) }
		if form == nil {
			send = browser.Get
		}
		reply, err := send(address)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		if err != nil || reply.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s: %s, %v", address, reply.Status, text, err)
		}
		return string(text)
	}
	db, at := open()
	boards, scores, moves := make([]string, len(browsers)), make([]string, len(browsers)), 0
	for n, browser := range browsers {
		page := ask(browser, at+"/play", nil)
		if games := gamesOn(page); games < len(ends[n]) || games > len(ends[n])+1 {
			t.Errorf("pupil %d has %d games, but %d ends were answered", n, games, len(ends[n]))
		}
		for moved := false; !moved || len(offered.FindStringSubmatch(page)) == 0; moved = true {
			if can := offered.FindStringSubmatch(page); can != nil {
				page = ask(browser, at+"/play/move", url.Values{"move": {can[1]}})
			} else {
				page = ask(browser, at+"/play/new", url.Values{})
			}
			if strings.Contains(page, "MENACE now loses") {
				ends[n] = append(ends[n], boardOf(page))
			}
		}
		boards[n], scores[n] = boardOf(page), score.FindString(page)
		moves += strings.Count(boards[n], "X") + strings.Count(boards[n], "O")
	}
	wait(t, "stored games", func() bool {
		return queryNumber(t, path, "SELECT sum(length(value ->> '$.Unfinished.Moves')) "+
			"FROM classes, json_each(state, '$.Pupils')") == moves
	})
	db.Process.Kill()
	db.Wait()
	db, at = open()
	for n, browser := range browsers {
		page := ask(browser, at+"/play", nil)
		if boardOf(page) != boards[n] || score.FindString(page) != scores[n] {
			t.Errorf("pupil %d continues from %s, %s; want %s, %s", n, boardOf(page), score.FindString(page),
				boards[n],
				scores[n])
		}
		more, err := playUntil(browser, at, n, 1)
		if err != nil {
			t.Error(err)
		}
		ends[n] = append(ends[n], more...)
	}
	if err := db.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	<-db.rest
	db.Wait()
	checkClass(t, path, slices.Concat(ends...), len(browsers))
}

// checkClass checks that games that ended on these boards are stored, each once, with at most this many others, whose
// end was not answered, and that the machine is the one that results from its games.
func checkClass(t *testing.T, path string, ends []string, besides int) {
	t.Helper()
	db, err := data.Open(t.Context(), path, data.Write)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	doc, err := db.Export(t.Context(), store.DefaultAgent)
	if err != nil {
		t.Fatal(err)
	}
	a := loadDefault(t, path)
	stored, seeds := map[string]int{}, map[int64]bool{}
	for _, g := range doc.Games {
		stored[boardAfter(t, a.Machine, g.Moves)]++
		seeds[g.Seed] = true
	}
	for _, end := range ends {
		if stored[end]--; stored[end] < 0 {
			t.Errorf("a game that ended with %s is missing", end)
		}
	}
	if n := len(doc.Games); len(ends) < 10 || n > len(ends)+besides || len(seeds) != n {
		t.Errorf("%d games with %d seeds are stored, but %d ends were answered: %v", n, len(seeds), len(ends),
			maps.Collect(maps.All(stored)))
	}
	trained := int64(0)
	for _, s := range doc.Sessions {
		trained += s.Games
	}
	if doc.Tally.Games() != int64(len(doc.Games))+trained || doc.Check("") != nil {
		t.Errorf("%d games with people and %d of training add up to %d games, %v", len(doc.Games), trained,
			doc.Tally.Games(), doc.Check(""))
	}
	if trained == 0 {
		if m, tally := madeOf(t, a.Machine.Rules(), doc.Games); !slices.Equal(m.Counts(), a.Machine.Counts()) ||
			tally != a.Career.Tally {
			t.Error("the machine is not the one that results from its games")
		}
	}
}

// madeOf trains a new machine with games with people.
func madeOf(t *testing.T, rules menace.Rules, games []data.Game) (*menace.Machine, arena.Tally) {
	t.Helper()
	m := menace.New(rules)
	career, graph := arena.NewCareer(m, rules.Plays), m.Graph()
	for _, g := range games {
		steps, err := graph.Replay(g.Moves)
		if err != nil {
			t.Fatal(err)
		}
		var drawn []menace.Draw
		position := graph.Code(symmetry.Start)
		for _, step := range steps {
			at, to := graph.Find(position)
			if _, ok := m.Box(at); ok {
				drawn = append(drawn, menace.Draw{Orbit: at, Move: uint8(
					slices.Index(graph.Moves(at), to.Move(step.Move)))})
			}
			position = step.Position
		}
		m.Recall(drawn)
		career.End(g.End(rules.Plays), g.Resigned == "agent")
	}
	return m, career.Tally
}

// TestClassMachine checks which machine a class gets: a new one that refills empty boxes, unless its game forbids that,
// and none if the class cannot be served.
func TestClassMachine(t *testing.T) {
	needs(t, "class")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	in := self(t, "--db", path, "class", "--addr", taken.Addr().String())
	if text, err := in.CombinedOutput(); err == nil || !strings.Contains(string(text), "is already in use") {
		t.Errorf("%v: %s", err, text)
	}
	if list := prints(t, "--db", path, "agents", "list"); strings.Contains(list, "our-menace") {
		t.Errorf("the port is in use, but there is a machine:\n%s", list)
	}
	for _, c := range []struct{ agent, notice, rules string }{
		{"", "there is no machine our-menace yet, so a new one is made, which refills empty boxes\n", "restock"},
		{"our-menaces", "which refills empty boxes; did you mean our-menace?\n", "restock"},
		{"her", "there is no machine her yet, so a new one is made\n", "hexapawn"},
	} {
		var args []string
		if c.agent != "" {
			args = []string{"--agent", c.agent}
		}
		l := begin(t, path, args...)
		l.Process.Kill()
		l.Wait()
		rules := prints(t, "--db", path, "agents", "show", cmp.Or(c.agent, "our-menace"))
		if !strings.Contains(l.said.String(), c.notice) || !strings.Contains(rules, c.rules) ||
			c.rules != "restock" && strings.Contains(rules, "restock") {
			t.Errorf("%s: %s%s", c.agent, &l.said, rules)
		}
	}
}

// TestClassTwice checks that, while one process has a class open, a second one reports its address, and that the class
// is deleted only after confirmation.
func TestClassTwice(t *testing.T) {
	needs(t, "class")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", path, "train", "--games", "0")
	l := teach(t, path)
	at, browser := comeIn(t, l.pupils)
	if _, err := playUntil(browser, at, 1, 2); err != nil {
		t.Fatal(err)
	}
	says := func(want string, args ...string) {
		t.Helper()
		args = append([]string{"--db", path}, args...)
		if text, err := self(t, args...).CombinedOutput(); err == nil || string(text) != "menace: "+want+"\n" {
			t.Errorf("%v: %v: %s", args, err, text)
		}
	}
	refuses := func(want string, args ...string) {
		t.Helper()
		says(want, append([]string{"class", "--addr", "127.0.0.1:0", "--agent", "default"}, args...)...)
	}
	stays := "the class plays against default, so it keeps its name and is not deleted: stop `menace --db " + path +
		" class` first"
	says(stays, "agents", "rename", "default", "x")
	says(stays, "agents", "delete", "default", "--yes")
	says(stays, "agents", "delete", "default")
	open := "the class against default is already open in another process, at " + at + "/class"
	refuses(open)
	refuses(open, "--new", "--yes")
	l.Process.Kill()
	l.Wait()
	refuses("--new would delete the class against default, with 1 pupil and 2 games in its score; --yes confirms that",
		"--new")
	for _, want := range []string{"The class against default goes on, with 1 pupil; --new begins another.",
		"A class plays against default, and is stored in"} {
		args := []string{"--new", "--yes"}
		if strings.Contains(want, "goes on") {
			args = nil
		}
		if l = teach(t, path, args...); !strings.HasPrefix(l.first, want) {
			t.Errorf("%v: got %s", args, l.first)
		}
		l.Process.Kill()
		l.Wait()
	}
}

// TestClassEnds ends a class like Ctrl-C: the games must be saved, and the links must be in the greeting and nowhere
// else.
func TestClassEnds(t *testing.T) {
	needs(t, "class")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", path, "train", "--beads", "200,200,200,200", "--games", "0") // so that boxes never run empty
	l := teach(t, path)
	at, browser := comeIn(t, l.pupils)
	ends, err := playUntil(browser, at, 1, 12)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest := <-l.rest
	if err := l.Wait(); err != nil {
		t.Error(err)
	}
	checkClass(t, path, ends, 0)
	_, pupils, _ := strings.Cut(l.pupils, "/join/")
	for _, token := range []string{"/join/", pupils} {
		if len(token) < 6 || strings.Contains(l.said.String()+rest, token) {
			t.Errorf("the token %q is printed again: %s%s", token, rest, &l.said)
		}
	}
	if want := "menace: Ctrl-C ends it\nmenace: only this computer can reach 127.0.0.1; for phones, leave out " +
		"--addr\n"; l.said.String() != want {
		t.Errorf("got %s", &l.said)
	}
}
