//go:build !js

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"menace/board"
	"menace/cmd/menace/internal/database"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// lesson is a running program that serves classes.
type lesson struct {
	*exec.Cmd
	teacher string // the teacher's link
	at      string // the address of the site
	first   string // first line of its greeting
	said    bytes.Buffer
	rest    chan string // receives the rest of standard output when the program has ended
}

// begin starts the program for classes.
func begin(t *testing.T, path string) *lesson {
	t.Helper()
	l := &lesson{Cmd: self(t, "--db", path, "class", "--addr", "127.0.0.1:0"), rest: make(chan string, 1)}
	l.Stderr = &l.said
	out, err := l.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for l.at == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("%v: %s", err, &l.said)
		}
		line = strings.TrimSpace(line)
		l.first = cmp.Or(l.first, line)
		if strings.Contains(line, "/teacher/") {
			t.Errorf("the terminal shows %s", line)
		}
		if address, ok := strings.CutPrefix(line, "Pupils join at "); ok {
			l.at = "http://" + strings.TrimSuffix(address, "/join")
		}
	}
	l.teacher = linkOf(t, path)
	go func() {
		text, _ := io.ReadAll(lines)
		l.rest <- string(text)
	}()
	return l
}

// linkOf returns the teacher's link, which is in a file beside the database.
func linkOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path + "-teacher.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "/teacher/") {
			return strings.TrimSpace(line)
		}
	}
	t.Fatalf("there is no link in %s", text)
	return ""
}

// teach starts the program, and opens a class against the machine default as a teacher does.
func teach(t *testing.T, path string) *lesson {
	t.Helper()
	l := begin(t, path)
	teacher := browserOf(t)
	send(t, teacher, l.teacher, nil)
	page := send(t, teacher, l.at+"/class", url.Values{"name": {"7a"}, "machine": {"machine:default"}})
	if !strings.Contains(page, "7a against MENACE") {
		t.Fatalf("no class is opened: %s", page)
	}
	return l
}

// browserOf returns a browser with a cookie jar.
func browserOf(t *testing.T) *http.Client {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	return &http.Client{Jar: jar}
}

// send requests a page, with a form if there is one.
func send(t *testing.T, browser *http.Client, address string, form url.Values) string {
	t.Helper()
	ask := func() (*http.Response, error) { return browser.PostForm(address, form) }
	if form == nil {
		ask = func() (*http.Response, error) { return browser.Get(address) }
	}
	reply, err := ask()
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

var (
	secret    = regexp.MustCompile(`name="key" value="(\w+)"`)
	pupilPage = regexp.MustCompile(`action="(/play/\d+/\d+)/move"`)
)

// comeIn joins the class 1 with its code, and returns the address of the pupil's page and a browser.
func comeIn(t *testing.T, path string, l *lesson, name string) (home string, browser *http.Client) {
	t.Helper()
	browser = browserOf(t)
	code := queryText(t, path, "SELECT code FROM classes WHERE id = 1")
	key := secret.FindStringSubmatch(send(t, browser, l.at+"/join/"+code, nil))
	if key == nil {
		t.Fatal("the link does not lead to the form for joining")
	}
	page := send(t, browser, l.at+"/play/1", url.Values{"nickname": {name}, "code": {code}, "key": {key[1]}})
	return l.at + pupilPage.FindStringSubmatch(page)[1], browser
}

// queryText returns the text that a query finds.
func queryText(t *testing.T, path, query string) (text string) {
	t.Helper()
	db := lookInto(t, path)
	defer db.Close()
	if err := db.QueryRow(query).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

var (
	squares = regexp.MustCompile(`data-square="[1-9]" class="([^"]*)"`)
	offered = regexp.MustCompile(`<button name="move" value="([1-9])"[^>]*"[1-9], empty">`)
)

// playUntil plays games on a pupil's page over HTTP, at most that many, until the server stops answering, and returns
// the board at the end of each game whose end was answered.
func playUntil(browser *http.Client, home string, number, most int) (ends []string, err error) {
	ask := func(path string, form url.Values) (page string) {
		if err != nil {
			return ""
		}
		var reply *http.Response
		if path == "" {
			reply, err = browser.Get(home)
		} else {
			reply, err = browser.PostForm(home+path, form)
		}
		if err != nil {
			return ""
		}
		defer reply.Body.Close()
		text, failed := io.ReadAll(reply.Body)
		if err = failed; err == nil && reply.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s: status %s: %s", path, reply.Status, text)
		}
		return string(text)
	}
	page := ask("", nil)
	for err == nil && len(ends) < most {
		can := offered.FindAllStringSubmatch(page, -1)
		if len(can) == 0 {
			page = ask("/new", nil)
			continue
		}
		page = ask("/move", url.Values{"move": {can[(number+len(ends))%len(can)][1]}})
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
	for n := range kills(2) {
		trains := n%2 == 1
		path := filepath.Join(t.TempDir(), "menace.db")
		prints(t, "--db", path, "train", "--beads", "200,200,200,200", "--games", "0") // so that boxes never run empty
		l := teach(t, path)
		if trains {
			teacher := browserOf(t)
			send(t, teacher, l.teacher, nil)
			send(t, teacher, l.at+"/agents/default/train",
				url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"fast"}})
		}
		var all sync.WaitGroup
		ends := make([][]string, pupils)
		for n := range pupils {
			home, browser := comeIn(t, path, l, fmt.Sprint("pupil ", n))
			all.Go(func() {
				var err error
				if ends[n], err = playUntil(browser, home, n, math.MaxInt); err != nil && strings.Contains(err.Error(),
					": status ") {
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
	}
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
	doc, err := db.Export(t.Context(), database.DefaultMachine)
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
func madeOf(t *testing.T, rules menace.Rules, games []data.PlayedGame) (*menace.Machine, arena.Tally) {
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

// TestClassTwice checks that, while one process has a class open, a second one reports its address, that its machine
// stays as it is, and that a port in use is explained.
func TestClassTwice(t *testing.T) {
	needs(t, "class")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", path, "train", "--games", "0")
	l := teach(t, path)
	says := func(want string, args ...string) {
		t.Helper()
		args = append([]string{"--db", path}, args...)
		c := self(t, args...)
		if text, err := c.CombinedOutput(); err == nil || string(text) != "menace: "+want+"\n" {
			t.Errorf("%v: %v: %s", args, err, text)
		}
		if status := c.ProcessState.ExitCode(); status != 1 { // the command line is right
			t.Errorf("%v: exit status %d", args, status)
		}
	}
	says("the class 7a plays against default, so it keeps its name and is not deleted: close the class first",
		"agents", "delete", "default")
	port := strings.TrimPrefix(l.at, "http://127.0.0.1:")
	says("127.0.0.1:"+port+" is already in use, perhaps by MENACE itself; --addr localhost:0 takes any free port; "+
		"the classes may already be open at http://localhost:"+port+"/class", "class", "--addr", "127.0.0.1:"+port)
	other := begin(t, path)
	other.Process.Kill()
	<-other.rest
	other.Wait()
	if want := "menace: the class 7a is open in another window of the program, at " + l.at + "/class\n"; !strings.Contains(
		other.said.String(), want) {
		t.Errorf("another process prints %s", &other.said)
	}
	l.Process.Kill()
	l.Wait()
}

// TestServeOpensClass checks that a class opened on the page of a program for this computer alone makes the program
// reachable from others, which can only join.
func TestServeOpensClass(t *testing.T) {
	needs(t, "class", "serve")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", path, "train", "--games", "0")
	served := self(t, "--db", path, "serve", "--addr", "127.0.0.1:0")
	out, err := served.StdoutPipe()
	if err == nil {
		err = served.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { served.Process.Kill(); served.Wait() }()
	lines := bufio.NewScanner(out)
	lines.Scan()
	_, at, _ := strings.Cut(lines.Text(), "The laboratory is at ")
	at = strings.TrimSuffix(at, "/")
	port := at[strings.LastIndex(at, ":"):]
	var outward string
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if ip := a.(*net.IPNet).IP; ip.IsGlobalUnicast() && ip.To4() != nil {
			outward = "http://" + ip.String() + port
		}
	}
	if outward == "" {
		t.Skip("this computer is on no network")
	}
	if _, err := http.Get(outward); err == nil {
		t.Error("other computers can reach the program before a class is open")
	}
	teacher := browserOf(t)
	for _, name := range []string{"7a", "7b"} { // the second changes nothing
		if page := send(t, teacher, at+"/class", url.Values{"name": {name}, "machine": {"her"}}); !strings.Contains(page,
			name+" against HER") {
			t.Fatalf("no class is opened: %s", page)
		}
	}
	if page := send(t, browserOf(t), outward+"/", nil); !strings.Contains(page, "Code of the class") {
		t.Errorf("other computers get %s", page)
	}
	if reply, err := http.Get(at + "/agents/default"); err != nil || reply.StatusCode != http.StatusForbidden {
		t.Errorf("another browser on this computer gets %v, %v", reply, err)
	}
	send(t, browserOf(t), linkOf(t, path), nil) // the link makes it the teacher's
}

// TestClassEnds ends a class like Ctrl-C: the games must be saved. The teacher's link must be in a file that only its
// owner can read, while the program runs, and nowhere else.
func TestClassEnds(t *testing.T) {
	needs(t, "class")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", path, "train", "--beads", "200,200,200,200", "--games", "0") // so that boxes never run empty
	l := teach(t, path)
	home, browser := comeIn(t, path, l, "Ann")
	ends, err := playUntil(browser, home, 1, 12)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path + "-teacher.txt"); err != nil || info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		t.Errorf("the file with the link: %v, %v", info, err)
	}
	if err := l.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest := <-l.rest
	if err := l.Wait(); err != nil {
		t.Error(err)
	}
	checkClass(t, path, ends, 0)
	if strings.Contains(l.said.String()+rest, "/teacher/") {
		t.Errorf("the teacher's link is printed: %s%s", rest, &l.said)
	}
	if files, _ := filepath.Glob(path + "-teacher*"); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
	if want := "menace: Ctrl-C ends it\nmenace: only this computer can reach 127.0.0.1; for phones, leave out " +
		"--addr\n"; l.said.String() != want {
		t.Errorf("got %s", &l.said)
	}
}

// TestServeKilled kills serve, which a double click starts, while a class is open. When it starts again at the same
// port, the class must be open again for its pupils in the middle of their games, and the panel and the projector of the
// browser that opened it must go on, with no other browser let in.
func TestServeKilled(t *testing.T) {
	needs(t, "class")
	t.Parallel()
	path, port := filepath.Join(t.TempDir(), "menace.db"), freePort(t)
	at := "http://localhost:" + port
	begin := func() *exec.Cmd {
		serve := self(t, "--db", path, "serve", "--addr", "localhost:"+port)
		if err := serve.Start(); err != nil {
			t.Fatal(err)
		}
		wait(t, "the page", func() bool {
			reply, err := http.Get(at + "/join")
			if err == nil {
				reply.Body.Close()
			}
			return err == nil
		})
		return serve
	}
	kill := func(serve *exec.Cmd) {
		serve.Process.Kill()
		serve.Wait()
	}
	serve, teacher := begin(), browserOf(t)
	if page := send(t, teacher, at+"/class", url.Values{"name": {"7a"}, "machine": {"michie"}}); !strings.Contains(page,
		"7a against MENACE") {
		t.Fatalf("no class is opened: %s", page)
	}
	home, pupil := comeIn(t, path, &lesson{at: at}, "Ann")
	move := offered.FindStringSubmatch(send(t, pupil, home, nil))[1]
	board := boardOf(send(t, pupil, home+"/move", url.Values{"move": {move}}))
	wait(t, "the stored game", func() bool {
		return queryNumber(t, path, "SELECT coalesce(sum(length(state ->> '$.Unfinished.Moves')), 0) FROM pupils") == 3
	})
	for range 3 {
		kill(serve)
		serve = begin()
		if page := send(t, pupil, home, nil); !strings.Contains(page, "Ann") || boardOf(page) != board {
			t.Errorf("the pupil sees %s", page)
		}
		for _, page := range []string{"/class/1", "/class/1/projector"} {
			reply, err := teacher.Get(at + page + "/events")
			if err != nil || reply.StatusCode != http.StatusOK || reply.Request.URL.Path != page+"/events" {
				t.Fatalf("%s does not go on: %v, %v", page, reply, err)
			}
			if line, err := bufio.NewReader(reply.Body).ReadString('\n'); err != nil || !strings.HasPrefix(line, "data: {") {
				t.Errorf("%s goes on with %q, %v", page, line, err)
			}
			reply.Body.Close()
		}
		reply, err := browserOf(t).Get(at + "/class")
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		if reply.StatusCode != http.StatusForbidden {
			t.Errorf("another browser gets the status %d", reply.StatusCode)
		}
	}
	kill(serve)
}
