package pagetest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data"
)

// phone gives the window the size of a phone.
func (w *window) phone() {
	w.Helper()
	w.Do(browsertest.Sized(390, 844, 3, true),
		browsertest.Call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}))
}

// tap taps a square.
func (w *window) tap(square string) { w.touch(`[data-square="` + square + `"]`) }

// touch taps an element.
func (w *window) touch(selector string) {
	w.Helper()
	at := browsertest.Ask[[]float64](w, fmt.Sprintf(`(() => {
		const one = document.querySelector(%q);
		one.scrollIntoView({ block: "center" });
		const box = one.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector))
	w.Do(browsertest.Call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart,
		TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}}),
		browsertest.Call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd,
			TouchPoints: []*input.TouchPoint{}}))
}

// program is the real program, serving classes.
type program struct {
	*exec.Cmd
	address, teacher string // of the site, and the path of the teacher's link
}

// serveClasses starts the program, and waits until it answers.
func serveClasses(t *testing.T, binary, file, addr string) *program {
	t.Helper()
	p := &program{Cmd: exec.CommandContext(t.Context(), binary, "--db", file, "class", "--addr", addr)}
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "Pupils join at ") {
	}
	text, err := os.ReadFile(file + "-teacher.txt")
	address, key, ok := strings.Cut(strings.Split(string(text)+"\n", "\n")[1], "/teacher/")
	if p.address, p.teacher = address, "/teacher/"+key; !ok {
		t.Fatalf("there is no link in %s: %v, %v", text, err, p.Wait())
	}
	go io.Copy(io.Discard, out)
	return p
}

// pupilWindow is a window in which a pupil plays, with what it should show.
type pupilWindow struct {
	*window
	name         string
	board, score string
}

const scoreText = `document.querySelector('[data-part="score"]').textContent`

// begin plays a game to its end, begins another, and notes what the window shows.
func (p *pupilWindow) begin() {
	p.Helper()
	machinestest.Finish(p.Window, p.tap)
	p.Until(scoreText + ` != ""`)
	p.Press("New game")
	p.Until("!(" + machinestest.Over + ")")
	machinestest.Move(p.Window, p.tap)
	p.board, p.score = browsertest.Ask[string](p.window, machinestest.Pieces), browsertest.Ask[string](p.window, scoreText)
}

// TestBrowserLesson checks a lesson with the real program. The teacher opens two classes in the browser, one against
// HER and one against MENACE. Two pupils play by touch, one of them in both classes. The program is killed in the middle
// of everybody's game and started again, with another link for the teacher; each page, the projector too, must continue
// by itself with the same game and the same score.
func TestBrowserLesson(t *testing.T) {
	t.Parallel()
	browsertest.Launch(t)
	// The program stays in dist, so that Go links it again only when it has changed.
	const folder = "../../../../../dist/lesson/"
	binary, file := folder+"menace", filepath.Join(t.TempDir(), "menace.db")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", folder,
		"menace/cmd/menace").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	served := serveClasses(t, binary, file, "127.0.0.1:0")
	db, err := data.Open(t.Context(), file, data.Read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	class := func(id int64) *data.Class {
		t.Helper()
		c, err := db.Class(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	finished := func(id int64) int {
		t.Helper()
		games, err := db.ClassGames(t.Context(), id, class(id).Agent)
		if err != nil {
			t.Fatal(err)
		}
		return len(games)
	}

	s := &testSite{Site: &machinestest.Site{Site: &sitetest.Site{T: t}, DB: db}}
	at := served.address
	screen := windowOn(s, at)
	screen.Do(browsertest.Sized(1280, 720, 1, false), browsertest.GoTo(at+served.teacher))
	for i, c := range []struct{ name, machine string }{{"7a", "her"}, {"7b", "michie"}} {
		screen.Visit("/class")
		screen.Do(chromedp.SetValue(chromedp.CSS(`#machine`), c.machine),
			chromedp.SendKeys(chromedp.CSS(`#name`), c.name+"\r"))
		screen.Arrive(fmt.Sprint("/class/", i+1))
	}
	screen.Visit("/class/1/projector")
	var pupils []*pupilWindow
	play := func(w *window, name, animal string) {
		t.Helper()
		if shown := browsertest.Ask[string](w, `document.querySelector("header").textContent`); !strings.Contains(shown, name+", the "+animal) {
			t.Errorf("the phone of %s shows %q", name, shown)
		}
		p := &pupilWindow{window: w, name: name}
		p.begin()
		pupils = append(pupils, p)
	}
	phone, tablet := windowOn(s, at), windowOn(s, at)
	phone.phone()
	tablet.phone()
	phone.joinBy(class(1).Code, "Ulrike")
	play(phone, "Ulrike", "Otter")
	tablet.joinBy(class(1).Code, "Benedikt")
	play(tablet, "Benedikt", "Badger")

	second := phone.another()
	second.phone()
	second.joinBy(class(2).Code, "Ulrike")
	play(second, "Ulrike", "Otter")
	if board := browsertest.Ask[string](phone, machinestest.Pieces); board != pupils[0].board {
		t.Errorf("Ulrike's board was %s, and is %s after she has joined another class", pupils[0].board, board)
	}
	for stored := 0; stored < 3; time.Sleep(time.Millisecond) {
		stored = len(regexp.MustCompile(`"Moves":"[1-9]`).FindAllString(class(1).State+class(2).State, -1))
	}

	s.cut.Store(true)
	if err := served.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	served.Wait()
	for _, p := range pupils {
		p.Until(`!!document.querySelector(".silence")`)
	}
	again := serveClasses(t, binary, file, strings.TrimPrefix(at, "http://"))
	if again.address != at {
		t.Errorf("the classes continue at %s, want %s", again.address, at)
	}
	if again.teacher == served.teacher {
		t.Errorf("the teacher's link %s is still valid after a restart", again.teacher)
	}
	for _, p := range pupils {
		p.Until(`!document.querySelector(".silence")`)
		if board, now := browsertest.Ask[string](p.window, machinestest.Pieces), browsertest.Ask[string](p.window, scoreText); board != p.board || now != p.score {
			t.Errorf("%s continues from %s, %s; want %s, %s", p.name, board, now, p.board, p.score)
		}
		machinestest.Finish(p.Window, p.tap)
		p.Until(scoreText + fmt.Sprintf(` != %q`, p.score))
	}
	if a, b := finished(1), finished(2); a != 4 || b != 2 {
		t.Errorf("got %d and %d stored games", a, b)
	}
	screen.Until(`!document.querySelector(".silence")`)
	screen.Until(`document.querySelector("[data-games]").dataset.games == 4`)
}

// follow clicks on a link with a text.
func (w *window) follow(text string) {
	w.Helper()
	w.Do(browsertest.Evaluate(fmt.Sprintf(`[...document.links].find((a) => a.textContent == %q).click(); 0`, text)))
}
