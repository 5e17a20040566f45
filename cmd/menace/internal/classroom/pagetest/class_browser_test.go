package pagetest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/labtest"
	"menace/menace"
)

// classWindow is a window of a browser in a class.
type classWindow struct {
	*window
	room *openClass
}

// openLesson opens a window on a classroom, which it has not joined.
func openLesson(t *testing.T) classWindow {
	t.Helper()
	path := browserPath(t)
	l := newClassroom(t)
	return classWindow{windowOn(l.testSite, l.serve(), path), l}
}

// fromOutside is the address by which other computers reach this one. Browsers trust it less than 127.0.0.1.
const fromOutside = "192.0.2.1"

// elsewhere opens a browser of another computer on the same classroom.
func (w classWindow) elsewhere() classWindow {
	w.Helper()
	address := strings.Replace(w.address, "127.0.0.1", fromOutside, 1)
	return classWindow{windowOn(w.room.testSite, address, browserPath(w.T)), w.room}
}

// become gives the browser of the window the cookie of somebody.
func (w classWindow) become(who person) {
	w.Helper()
	w.do(call(network.ClearBrowserCookies, cdp.Empty{}))
	if who.cookie != "" {
		w.do(call(network.SetCookie, network.SetCookieParams{Name: who.cookie, Value: who.key, URL: w.address}))
	}
}

// playGame plays a game on a pupil's page over HTTP, always with the first or always with the last possible move, and returns its last
// page.
func playGame(t testing.TB, browser *http.Client, home string, which int) (page string) {
	t.Helper()
	_, page, _ = visit(t, browser, home, nil)
	for {
		can := labtest.Moves(page)
		if len(can) == 0 {
			_, page, _ = visit(t, browser, home+"/new", url.Values{})
			can = labtest.Moves(page)
		}
		_, page, _ = visit(t, browser, home+"/move", url.Values{"move": {can[which*(len(can)-1)]}})
		if len(labtest.Moves(page)) == 0 {
			return page
		}
	}
}

// arrive waits until the window shows the page at a path, possibly after redirects, and its stream is open if it has
// one.
func (w *window) arrive(path string) {
	w.Helper()
	there := fmt.Sprintf(`location.pathname == %q && document.readyState == "complete" && `+
		`(document.querySelector("[data-live]")?.dataset.live ?? "on") == "on"`, path)
	for began := time.Now(); time.Since(began) < labtest.Patience; time.Sleep(20 * time.Millisecond) {
		// an error between two pages
		if is, err := chromedp.Run(w.context, chromedp.Evaluate[bool](there)); err == nil && is {
			return
		}
	}
	w.Fatalf("the window does not arrive at %s", path)
}

// comeIn joins as a pupil, by the link and with a nickname.
func (w classWindow) comeIn(name string) {
	w.Helper()
	w.joinBy(w.room.class.Code(), name)
}

// joinBy joins a class as a pupil, by the link with a code and with a nickname.
func (w *window) joinBy(code, name string) {
	w.Helper()
	w.do(call(network.Enable, network.EnableParams{}), chromedp.Navigate(w.address+"/join/"+code))
	w.nickname(name)
}

// updates is true when a page is complete and receives updates.
const updates = `document.readyState == "complete" && document.querySelector("[data-live]")?.dataset.live == "on"`

// nickname enters a nickname in the form for joining, and waits for the pupil's page.
func (w *window) nickname(name string) {
	w.Helper()
	w.until(`document.readyState == "complete" && !!document.querySelector('[name="nickname"]')`)
	w.do(chromedp.SendKeys(chromedp.CSS(`[name="nickname"]`), name+"\r"))
	w.until(updates)
}

// TestBrowserClass checks a class in which thirty pupils play at the same time, two of them in windows of a browser,
// one with the mouse and one with the keyboard, while the machine trains. The machine must learn from every game, and
// the screen must show them all.
func TestBrowserClass(t *testing.T) {
	t.Parallel()
	const pupils, games = 30, 3
	screen := openLesson(t)
	screen.become(screen.room.teacher())
	screen.visit(screen.room.at("/projector"))
	tabs := map[string]classWindow{}
	for _, name := range []string{"mouse", "keyboard"} {
		tab := screen.elsewhere()
		tab.comeIn(name)
		tabs[name] = tab
	}
	screen.room.Ask("POST", "/agents/a/train", url.Values{"opponent": {"perfect"}, "games": {"1000000000"},
		"pace": {"games"}}, carrying(screen.room.teacher()))
	var all sync.WaitGroup
	for n := range pupils - len(tabs) {
		browser := browserOf(t)
		home := screen.room.comeIn(browser, screen.address, fmt.Sprint("pupil ", n))
		all.Go(func() {
			for range games {
				playGame(t, browser, home, n%2)
			}
		})
	}
	for name, move := range map[string]func(string){
		"mouse":    tabs["mouse"].click,
		"keyboard": func(square string) { tabs["keyboard"].do(chromedp.KeyEvent(square)) },
	} {
		for range games {
			tabs[name].until("!(" + over + ")")
			tabs[name].playOut(move)
			tabs[name].until(`document.querySelector('[role="status"]').textContent.includes("MENACE now loses")`)
			tabs[name].press("New game")
		}
	}
	all.Wait()
	screen.until(fmt.Sprintf(`[...document.querySelectorAll(".score dd")].reduce((sum, n) => sum + `+
		`Number(n.textContent), 0) == %d`, pupils*games))
	tabs["mouse"].do(chromedp.Reload())
	tabs["mouse"].until(updates)
	if score := ask[string](tabs["mouse"].window,
		`document.querySelector('[data-part="score"]').textContent`); score == "" {
		t.Error("a reload loses the score")
	}
	screen.server.Close()
	doc, err := screen.DB.Export(t.Context(), "a")
	if err != nil || doc.Check("") != nil {
		t.Fatal(err, doc.Check(""))
	}
	sum, trained := int64(0), int64(0)
	for _, p := range screen.room.class.Standing(false).Pupils {
		sum += p.Score.Games()
	}
	for _, s := range doc.Sessions {
		trained += s.Games
	}
	if sum != pupils*games || len(doc.Games) != pupils*games || doc.Tally.Games() != trained+pupils*games {
		t.Errorf("pupils have %d games, %d are stored, the machine has %d, of which %d are training games",
			sum, len(doc.Games),
			doc.Tally.Games(), trained)
	}
}

// TestBrowserPause checks that pupils see at once that a teacher pauses, with the keyboard, the class or one of them.
func TestBrowserPause(t *testing.T) {
	t.Parallel()
	teacher := openLesson(t)
	ann := teacher.elsewhere()
	teacher.become(teacher.room.teacher())
	teacher.visit(teacher.room.at(""))
	ann.comeIn("Ann")
	teacher.until(`!!document.querySelector(".roster")?.textContent.includes("Otter")`)
	if page := ask[string](teacher.window, "document.body.innerHTML"); strings.Contains(page, "Ann") {
		t.Errorf("a nickname is shown without being switched on: %s", page)
	}
	teacher.press("Show nicknames")
	const board = `JSON.stringify(document.querySelector(".board.large").getBoundingClientRect())`
	ann.press("Hint")
	ann.until(`!!document.querySelector("[data-square] span")?.textContent.match(/[a-z]/)`)
	before := ask[string](ann.window, board)
	for _, button := range []string{`[name="all"]`, `[aria-label="Pause Ann"]`} {
		teacher.until(fmt.Sprintf("!!document.querySelector('%s')", button))
		teacher.do(chromedp.Focus(chromedp.CSS(button)), chromedp.KeyEvent("\r"))
		ann.until(`document.querySelector('[data-part="notice"]').textContent.includes("A pause.") && ` + over)
		if now, says := ask[string](ann.window, board),
			ask[string](ann.window, `document.querySelector(".board.large").textContent`); now != before || says != "" {
			t.Errorf("a pause moves the board from %s to %s, and it shows %q", before, now, says)
		}
		teacher.until(`/^(Let all play|Resume)$/.test(document.activeElement.textContent)`)
		teacher.do(chromedp.KeyEvent("\r"))
		ann.until(`document.querySelector('[data-part="notice"]').textContent == "" && !(` + over + `)`)
	}
	teacher.until(`!!document.querySelector('[aria-label="Pause Ann"]')`)
	at := ask[[]float64](teacher.window, `(() => { const r = document.querySelector('[aria-label="Pause Ann"]').`+
		`getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	mouse := func(what input.DispatchMouseEventType) {
		teacher.do(call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: what, X: at[0], Y: at[1],
			Button: input.MouseButtonLeft, ClickCount: 1}))
	}
	mouse(input.DispatchMouseEventTypeMousePressed)
	teacher.room.pupil("Aaron")
	teacher.room.class.Owner().Notify()
	teacher.until(`document.querySelector(".roster tbody tr:last-child").textContent.includes("Aaron")`)
	mouse(input.DispatchMouseEventTypeMouseReleased)
	teacher.until(`!!document.querySelector('[aria-label="Resume Ann"]')`)
	teacher.do(chromedp.Click(chromedp.CSS(`[aria-label="More… about Ann"]`)))
	teacher.arrive(teacher.room.at("/pupils/1"))
	teacher.press("Remove Ann")
	teacher.arrive(teacher.room.at(""))
	ann.arrive(ann.room.door())
	if page := ask[string](ann.window, "document.body.textContent"); !strings.Contains(page, "Your teacher has removed Ann from the class.") {
		t.Errorf("a removed pupil sees %s", page)
	}
}

// TestBrowserClassViews checks every page of a class, like [TestBrowserViews].
func TestBrowserClassViews(t *testing.T) {
	t.Parallel()
	w := openLesson(t)
	pawns, _ := menace.Preset("her")
	w.Train("her", pawns, 30)
	for n := range 12 {
		browser := browserOf(t)
		playGame(t, browser, w.room.comeIn(browser, w.address, fmt.Sprintf("%020d", n)), n%2)
	}
	resting := w.room.pupil("WWWWWWWWWWWWWWWWWWWW")
	w.room.class.Manage(t.Context(), 13, "pause", "")
	w.room.class.Manage(t.Context(), 13, "place", "")
	removed := w.room.removed()
	nobody, pupil, teacher := person{}, w.room.pupil("Ann"), w.room.teacher()
	door, at := w.room.door(), w.room.at
	for _, page := range []struct {
		who  person
		path string
	}{
		{nobody, "/join"}, {nobody, door + "?code=" + w.room.class.Code()}, {pupil, door}, {removed, door},
		{pupil, pupil.home}, {resting, resting.home}, {pupil, pupil.home + "/boxes?position=x../.o./...#found-box"},
		{teacher, "/class"}, {teacher, "/class/phone"}, {teacher, at("")}, {teacher, at("/projector")},
		{teacher, at("/pupils/13")}, {teacher, at("/reset")}, {teacher, at("/delete")}, {teacher, at("/projector/boxes")},
		{teacher, at("/nowhere")}, {teacher, at("/pupils/14")}, {teacher, "/agents/her/projector"},
		{teacher, "/agents/a"}, {teacher, "/"}, {teacher, "/agents/a/projector/boxes"},
		{nobody, "/join/WRONG"}, {pupil, pupil.home + "/nowhere"}, {nobody, "/class"}, {nobody, "/play/99"},
	} {
		w.resize(360)
		w.become(page.who)
		w.visit(page.path)
		for _, width := range []int64{360, 1280} {
			w.resize(width)
			w.fits(page.path, width, without)
			if strings.HasSuffix(page.path, "#found-box") && !ask[bool](w.window, `(() => { `+
				`const last = [...document.querySelectorAll("[data-box]")].at(-1); last.scrollIntoView(); `+
				`const at = last.getBoundingClientRect(); `+
				`return last.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)); })()`) {
				t.Errorf("%s covers the other boxes", page.path)
			}
		}
	}
}
