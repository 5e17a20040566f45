package pagetest

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/labtest"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data"
)

// phone gives the window the size of a phone.
func (w *window) phone() {
	w.Helper()
	w.do(sized(390, 844, 3, true),
		call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}))
}

// tap taps a square.
func (w *window) tap(square string) { w.touch(`[data-square="` + square + `"]`) }

// touch taps an element.
func (w *window) touch(selector string) {
	w.Helper()
	at := ask[[]float64](w, fmt.Sprintf(`(() => {
		const one = document.querySelector(%q);
		one.scrollIntoView({ block: "center" });
		const box = one.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector))
	w.do(call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart,
		TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}}),
		call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd,
			TouchPoints: []*input.TouchPoint{}}))
}

// program is the real program, serving a class.
type program struct {
	*exec.Cmd
	address, code string
}

// serveClass starts the program for the class that plays against the machine her, and waits until it answers.
func serveClass(t *testing.T, binary, file, addr string) *program {
	t.Helper()
	p := &program{Cmd: exec.CommandContext(t.Context(), binary, "--db", file, "class", "--agent", "her",
		"--addr", addr)}
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for p.code == "" && lines.Scan() {
		if _, link, ok := strings.Cut(lines.Text(), "The pupils' link is "); ok {
			p.address, p.code, _ = strings.Cut(link, "/join/")
		}
	}
	if p.code == "" {
		t.Fatalf("the program prints no link: %v", p.Wait())
	}
	go io.Copy(io.Discard, out)
	return p
}

// TestBrowserLesson checks a lesson: three pupils play hexapawn on phones by touch, and the projector never shows their
// nicknames. The program is killed in the middle of everybody's game and started again; each phone must continue by
// itself with the same game and the same score. A pupil who gives up one game after another is slowed down, and told
// why.
func TestBrowserLesson(t *testing.T) {
	t.Parallel()
	path := browserPath(t)
	// The program stays in dist, so that Go links it again only when it has changed.
	const folder = "../../../../../dist/lesson/"
	binary, file := folder+"menace", filepath.Join(t.TempDir(), "menace.db")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", folder,
		"menace/cmd/menace").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	served := serveClass(t, binary, file, "127.0.0.1:0")
	l, err := data.Open(t.Context(), file, data.Read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	machine, err := l.ID(t.Context(), "her")
	if err != nil {
		t.Fatal(err)
	}
	class := func() *data.Class {
		t.Helper()
		c, err := l.Class(t.Context(), machine)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	finished := func() int {
		t.Helper()
		games, err := l.ClassGames(t.Context(), class().ID, machine)
		if err != nil {
			t.Fatal(err)
		}
		return len(games)
	}
	s := &testSite{Site: &labtest.Site{Site: &sitetest.Site{T: t}}, db: l}
	at := served.address
	screen := windowOn(s, at, path) // a browser on this computer is the teacher's
	screen.do(sized(1280, 720, 1, false))
	screen.visit("/class/projector")
	names := []string{"Ulrike", "Benedikt", "Cassandra"}
	hidden := func() {
		t.Helper()
		for _, name := range names {
			if page := ask[string](screen, "document.documentElement.outerHTML"); strings.Contains(page, name) {
				t.Errorf("the projector shows %s: %s", name, page)
			}
		}
	}
	const score = `document.querySelector('[data-part="score"]').textContent`
	phones, boards, scores := []*window{}, []string{}, []string{}
	for i, name := range names {
		w := windowOn(s, at, path)
		w.phone()
		w.joinBy(served.code, name)
		if animal := ask[string](w, `document.querySelector(".animal").textContent`); !strings.Contains(animal,
			[]string{"Otter", "Badger", "Heron"}[i]) {
			t.Errorf("the phone of %s shows the animal %q", name, animal)
		}
		w.playOut(w.tap)
		w.until(score + ` != ""`)
		w.press("New game")
		w.until("!(" + over + ")")
		w.move(w.tap)
		phones = append(phones, w)
		boards = append(boards, ask[string](w, pieces))
		scores = append(scores, ask[string](w, score))
		hidden()
	}
	for stored := 0; stored < len(names); time.Sleep(time.Millisecond) {
		stored = len(regexp.MustCompile(`"Moves":"[1-9]`).FindAllString(class().State, -1))
	}

	s.cut.Store(true)
	if err := served.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	served.Wait()
	for _, w := range phones {
		w.until(`!!document.querySelector(".silence")`)
	}
	again := serveClass(t, binary, file, strings.TrimPrefix(at, "http://"))
	if again.address != at || again.code != served.code {
		t.Errorf("the class continues at %s with the code %s, want %s with %s",
			again.address, again.code, at, served.code)
	}
	for i, w := range phones {
		w.until(`!document.querySelector(".silence")`)
		if board, now := ask[string](w, pieces), ask[string](w, score); board != boards[i] || now != scores[i] {
			t.Errorf("%s continues from %s, %s; want %s, %s", names[i], board, now, boards[i], scores[i])
		}
		w.playOut(w.tap)
		w.until(score + fmt.Sprintf(` != %q`, scores[i]))
	}
	if n := finished(); n != 6 {
		t.Errorf("got %d stored games", n)
	}
	screen.until(`!document.querySelector(".silence")`)
	screen.until(`[...document.querySelectorAll(".score dd")].reduce((sum, n) => sum + Number(n.textContent), 0) == 6`)
	hidden()

	const told = `!!document.querySelector(".notice")?.textContent.startsWith("You have begun many games")`
	for range 4 {
		phones[0].press("New game")
		phones[0].until("!(" + over + ")")
		phones[0].move(phones[0].tap)
		phones[0].until(`!document.querySelector('[formaction$="/resign"]').disabled`)
		phones[0].do(chromedp.Click(chromedp.CSS(`[formaction$="/resign"]`)))
		phones[0].until(over + " || " + told)
	}
	phones[0].until(told)
	if n := finished(); n != 9 {
		t.Errorf("with those given up: got %d stored games", n)
	}
}
