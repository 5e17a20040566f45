package pagetest

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
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
	browsertest.Launch(t)
	l := newClassroom(t)
	return classWindow{windowOn(l.testSite, l.serve()), l}
}

// elsewhere opens a browser of another computer on the same classroom.
func (w classWindow) elsewhere() classWindow {
	w.Helper()
	address := strings.Replace(w.Address, "127.0.0.1", browsertest.Outside, 1)
	return classWindow{windowOn(w.room.testSite, address), w.room}
}

// become gives the browser of the window the cookie of somebody.
func (w classWindow) become(who person) {
	w.Helper()
	w.Do(browsertest.Call(network.ClearBrowserCookies, cdp.Empty{}))
	if who.cookie != "" {
		w.Do(browsertest.Call(network.SetCookie, network.SetCookieParams{Name: who.cookie, Value: who.key, URL: w.Address}))
	}
}

// playGame plays a game on a pupil's page over HTTP, always with the first or always with the last possible move, and returns its last
// page.
func playGame(t testing.TB, browser *http.Client, home string, which int) (page string) {
	t.Helper()
	_, page, _ = visit(t, browser, home, nil)
	for {
		can := machinestest.Moves(page)
		if len(can) == 0 {
			_, page, _ = visit(t, browser, home+"/new", url.Values{})
			can = machinestest.Moves(page)
		}
		_, page, _ = visit(t, browser, home+"/move", url.Values{"move": {can[which*(len(can)-1)]}})
		if len(machinestest.Moves(page)) == 0 {
			return page
		}
	}
}

// comeIn joins as a pupil, by the link and with a nickname.
func (w classWindow) comeIn(name string) {
	w.Helper()
	w.joinBy(w.room.class.Code(), name)
}

// joinBy joins a class as a pupil, by the link with a code and with a nickname.
func (w *window) joinBy(code, name string) {
	w.Helper()
	w.Do(browsertest.Call(network.Enable, network.EnableParams{}), chromedp.Navigate(w.Address+"/join/"+code))
	w.nickname(name)
}

// updates is true when a page is complete and receives updates.
const updates = `document.readyState == "complete" && document.querySelector("[data-live]")?.dataset.live == "on"`

// nickname enters a nickname in the form for joining, and waits for the pupil's page.
func (w *window) nickname(name string) {
	w.Helper()
	w.Until(`document.readyState == "complete" && !!document.querySelector('[name="nickname"]')`)
	w.Do(chromedp.SendKeys(chromedp.CSS(`[name="nickname"]`), name+"\r"))
	w.Until(updates)
}

// TestBrowserFocus checks that whoever opens a page to fill in one field can type at once, also after a mistake.
func TestBrowserFocus(t *testing.T) {
	t.Parallel()
	w := openLesson(t)
	w.become(person{})
	const focused = `document.activeElement.name ?? document.activeElement.localName`
	types := func(where, field string) {
		t.Helper()
		w.Until(`document.readyState == "complete"`)
		if got := browsertest.Ask[string](w.window, focused); got != field {
			t.Errorf("%s: the focus is on %q, want %q", where, got, field)
		}
	}
	w.Do(chromedp.Navigate(w.Address + "/join"))
	types("the form for the code", "code")
	w.Do(chromedp.KeyEvent("12345678\r"))
	w.Until(`!!document.querySelector(".wrong")`)
	types("after a wrong code", "code")
	w.Do(chromedp.Navigate(w.Address + "/join/" + w.room.class.Code()))
	types("the form for joining", "nickname")
	w.Do(chromedp.KeyEvent("\r"))
	w.Until(`!!document.querySelector(".wrong")`)
	types("after no nickname", "nickname")

	w.become(w.room.teacher())
	w.Do(chromedp.Navigate(w.Address + "/class"))
	types("the list of classes", "body")
	w.Do(chromedp.SetValue(chromedp.CSS("#name"), "7a"))
	w.Press("Open the class")
	w.Until(`!!document.querySelector(".wrong")`)
	types("after the name of a class that exists", "name")
	if err := cmp.Or(w.room.server.Classes().Close(t.Context(), 1), w.room.server.Classes().Delete(t.Context(), 1)); err != nil {
		t.Fatal(err)
	}
	w.Do(chromedp.Navigate(w.Address + "/class"))
	types("the first class", "name")
}

// TestBrowserPause checks that pupils see at once that a teacher pauses, with the keyboard, the class or one of them. The
// board stays where it is, with its pieces and beads, and without the hint.
func TestBrowserPause(t *testing.T) {
	t.Parallel()
	teacher := openLesson(t)
	ann := teacher.elsewhere()
	teacher.become(teacher.room.teacher())
	teacher.Visit(teacher.room.at(""))
	ann.comeIn("Ann")
	teacher.Until(`!!document.querySelector(".roster")?.textContent.includes("Otter")`)
	if page := browsertest.Ask[string](teacher.window, "document.body.innerHTML"); strings.Contains(page, "Ann") {
		t.Errorf("a nickname is shown without being switched on: %s", page)
	}
	teacher.Press("Show nicknames")
	const board = `JSON.stringify(document.querySelector(".board.large").getBoundingClientRect())`
	ann.Press("Hint")
	ann.Until(`!!document.querySelector("[data-square] span")?.textContent.match(/[a-z]/)`)
	before := browsertest.Ask[string](ann.window, board)
	drawn := browsertest.Ask[string](ann.window, `[...document.querySelectorAll(".board.large .bead")].map((e) => e.textContent).join("")`)
	for _, button := range []string{`[name="all"]`, `[aria-label="Pause Ann"]`} {
		teacher.Until(fmt.Sprintf("!!document.querySelector('%s')", button))
		teacher.Do(chromedp.Focus(chromedp.CSS(button)), chromedp.KeyEvent("\r"))
		ann.Until(`document.querySelector('[data-part="notice"]').textContent.includes("A pause.") && ` + machinestest.Over)
		if now, says := browsertest.Ask[string](ann.window, board),
			browsertest.Ask[string](ann.window, `document.querySelector(".board.large").textContent`); now != before || says != drawn {
			t.Errorf("a pause moves the board from %s to %s, and it shows %q, not only its beads, %q", before, now, says, drawn)
		}
		if browsertest.Ask[string](ann.window, `getComputedStyle(document.querySelector(".prompt")).visibility`) != "hidden" {
			t.Error("the notice of a pause covers a sentence")
		}
		teacher.Until(`/^(Let all play|Resume)$/.test(document.activeElement.textContent)`)
		teacher.Do(chromedp.KeyEvent("\r"))
		ann.Until(`document.querySelector('[data-part="notice"]').textContent == "" && !(` + machinestest.Over + `)`)
	}
	teacher.Until(`!!document.querySelector('[aria-label="Pause Ann"]')`)
	at := browsertest.Ask[[]float64](teacher.window, `(() => { const r = document.querySelector('[aria-label="Pause Ann"]').`+
		`getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	mouse := func(what input.DispatchMouseEventType) {
		teacher.Do(browsertest.Call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: what, X: at[0], Y: at[1],
			Button: input.MouseButtonLeft, ClickCount: 1}))
	}
	mouse(input.DispatchMouseEventTypeMousePressed)
	teacher.room.pupil("Aaron")
	teacher.room.class.Machine().Notify()
	teacher.Until(`document.querySelector(".roster tbody tr:last-child").textContent.includes("Aaron")`)
	mouse(input.DispatchMouseEventTypeMouseReleased)
	teacher.Until(`!!document.querySelector('[aria-label="Resume Ann"]')`)
	teacher.Do(chromedp.Click(chromedp.CSS(`[aria-label="More… about Ann"]`)))
	teacher.Arrive(teacher.room.at("/pupils/1"))
	teacher.Press("Remove Ann")
	teacher.Arrive(teacher.room.at(""))
	ann.Arrive(ann.room.door())
	if page := browsertest.Ask[string](ann.window, "document.body.textContent"); !strings.Contains(page, "Your teacher has removed Ann from the class.") {
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
		playGame(t, browser, w.room.comeIn(browser, w.Address, fmt.Sprintf("%020d", n)), n%2)
	}
	resting := w.room.pupil("WWWWWWWWWWWWWWWWWWWW")
	w.room.class.Manage(t.Context(), 13, "pause", "")
	w.room.class.Manage(t.Context(), 13, "place", "")
	removed := w.room.removed()
	nobody, pupil, teacher := person{}, w.room.pupil("Ann"), w.room.teacher()
	door, at := w.room.door(), w.room.at
	type seen struct {
		who  person
		path string
	}
	look := func(page seen) {
		w.Resize(360)
		w.become(page.who)
		w.Visit(page.path)
		for _, width := range []int64{360, 1280} {
			w.Resize(width)
			w.Fits(page.path, width, browsertest.Without)
			if strings.HasSuffix(page.path, "#found-box") && !browsertest.Ask[bool](w.window, `(() => { `+
				`const last = [...document.querySelectorAll("[data-box]")].at(-1); last.scrollIntoView(); `+
				`const at = last.getBoundingClientRect(); `+
				`return last.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)); })()`) {
				t.Errorf("%s covers the other boxes", page.path)
			}
		}
	}
	for _, page := range []seen{
		{nobody, "/join"}, {nobody, door + "?code=" + w.room.class.Code()}, {pupil, door}, {removed, door},
		{pupil, pupil.home}, {resting, resting.home}, {pupil, pupil.home + "/boxes?position=x../.o./...#found-box"},
		{teacher, "/class"}, {teacher, "/class/phone"}, {teacher, at("")}, {teacher, at("/projector")},
		{teacher, at("/pupils/13")}, {teacher, at("/reset")}, {teacher, at("/delete")}, {teacher, at("/projector/boxes")},
		{teacher, at("/nowhere")}, {teacher, at("/pupils/14")}, {teacher, "/agents/her/projector"},
		{teacher, "/agents/a"}, {teacher, "/"}, {teacher, "/agents/a/projector/boxes"},
		{nobody, "/join/WRONG"}, {pupil, pupil.home + "/nowhere"}, {nobody, "/class"}, {nobody, "/play/99"},
	} {
		look(page)
	}
	if err := w.room.class.Set(t.Context(), "paper", true); err != nil {
		t.Fatal(err)
	}
	look(seen{pupil, pupil.home})
	look(seen{teacher, at("/projector")})
	if err := w.room.class.Set(t.Context(), "paper", false); err != nil {
		t.Fatal(err)
	}
	look(seen{teacher, at("/trial")})
	if _, err := w.room.class.BeginTrial(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	look(seen{pupil, pupil.home})
	look(seen{teacher, at("/projector")})
}
