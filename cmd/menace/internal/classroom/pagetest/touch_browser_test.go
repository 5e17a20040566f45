package pagetest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/menace"
)

// lessonOf opens a window on a classroom that plays against a machine named after its preset.
func lessonOf(t *testing.T, preset string) classWindow {
	browsertest.Launch(t)
	s := newSite(t)
	rules, _ := menace.Preset(preset)
	rules.OnEmpty = menace.Restock
	s.Train(preset, rules, 5)
	l := classroomOf(s, preset)
	return classWindow{windowOn(s, l.serve()), l}
}

// observe starts recording layout shifts on a page that should have none.
func (w *window) observe() {
	w.Helper()
	w.Do(browsertest.Evaluate(`window.shifts = []; new PerformanceObserver((list) => list.getEntries().forEach((e) => shifts.push(e.value + (e.hadRecentInput ? " soon " : " ")
		+ e.sources.map((s) => (s.node?.nodeType == 1 ? s.node.outerHTML : s.node?.textContent ?? "").slice(0, 60) + JSON.stringify(s.previousRect) + JSON.stringify(s.currentRect))))).observe({ type: "layout-shift" }); 0`))
}

// still checks that nothing has moved.
func (w *window) still(where string) {
	w.Helper()
	if shifts := browsertest.Ask[[]string](w, "shifts"); len(shifts) > 0 {
		w.Errorf("layout shifts on %s: %s", where, strings.Join(shifts, "\n"))
	}
}

// keys moves with the keyboard alone: arrows and Enter select a pawn or a square.
func (w *window) keys(square string) {
	w.Helper()
	const focused = `document.activeElement.dataset.square ?? ""`
	to := square[0] - '1'
	for range 60 {
		at, key := browsertest.Ask[string](w, focused), kb.Tab
		switch {
		case at == "":
		case at == square:
			key = "\r"
		case (at[0]-'1')/3 < to/3:
			key = kb.ArrowDown
		case (at[0]-'1')/3 > to/3:
			key = kb.ArrowUp
		case at < square:
			key = kb.ArrowRight
		default:
			key = kb.ArrowLeft
		}
		w.Do(chromedp.KeyEvent(key))
		if at == square {
			return
		}
	}
	w.Errorf("the keys do not lead to square %s, but to %s", square, browsertest.Ask[string](w, focused))
}

// TestBrowserTouch plays every game on a phone by taps, then with the keyboard, beside a machine's page and a
// projector, and checks that nothing moves on any of them.
func TestBrowserTouch(t *testing.T) {
	t.Parallel()
	for preset, game := range map[string]string{"him": "hexapawn", "michie": "tic-tac-toe"} {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			host := lessonOf(t, preset)
			host.become(host.room.teacher())
			host.Do(browsertest.Sized(1280, 720, 1, false))
			host.Visit("/agents/" + preset)
			screen := classWindow{host.another(), host.room}
			screen.Do(browsertest.Sized(1280, 720, 1, false))
			screen.Visit(host.room.at("/projector"))
			ann := host.elsewhere()
			ann.phone()
			ann.comeIn("Ann")
			for _, w := range []*window{host.window, screen.window, ann.window} {
				w.observe()
			}
			machinestest.Move(ann.Window, ann.tap)
			// HIM, which has the first move, can win with its second.
			ann.Until(machinestest.Over + ` || document.querySelector(".prompt").textContent.startsWith("Tap ") && ` +
				`document.querySelector('[formaction$="/resign"]').parentElement.textContent.includes("Resign, new game")`)
			for how, press := range map[string]func(string){"taps": ann.tap, "keys": ann.keys} {
				machinestest.Finish(ann.Window, press)
				ann.Until(`/wins?|draw/.test(document.querySelector(".prompt").textContent) && document.querySelectorAll("[data-change]").length > 0`)
				say := browsertest.Ask[string](ann.window, `document.querySelector(".prompt").textContent`)
				screen.Until(fmt.Sprintf(`document.querySelector('[role="status"]').textContent.endsWith(%q)`, say[strings.LastIndex(say, ". ")+2:]))
				if wide := browsertest.Ask[int](ann.window, "document.documentElement.scrollWidth"); wide > 390 {
					t.Errorf("%s, by %s: the phone's page is %d pixels wide", game, how, wide)
				}
				ann.Press("New game")
				ann.Until("!(" + machinestest.Over + ")")
			}
			machinestest.Finish(host.Window, func(square string) { machinestest.Click(host.Window, square) })
			host.Until(`document.querySelectorAll(".list tbody tr").length > 0`)
			if games := host.Games(preset); games != 8 {
				t.Errorf("got %d games", games)
			}
			host.still("the machine's page")
			ann.still("the phone")
			screen.still("the projector")
		})
	}
}

// TestBrowserProjector checks that the projected page can be read from the back of a room, names nobody, shows that the
// class is paused, and shows all boxes after a key is pressed.
func TestBrowserProjector(t *testing.T) {
	t.Parallel()
	for preset, boxes := range map[string]int{"her": 19, "michie": 304} {
		t.Run(preset, func(t *testing.T) {
			t.Parallel()
			projector(t, preset, boxes)
		})
	}
}

// overlaps lists parts of a projected page that cover each other or are not on the screen.
const overlaps = `(() => {
	const parts = [...document.querySelectorAll("main .board.large, .what p, .tray, .counts, .strips > *, .line > *, main h1, .foot, .shelf, .foot > *, .foot div > *")].map((e) => [e, e.getBoundingClientRect()]);
	const off = ([, r]) => r.right > innerWidth + 1 || r.bottom > innerHeight + 1;
	const cover = ([e, r]) => parts.filter(([other, s]) => e !== other && !e.contains(other) && !other.contains(e) &&
		Math.min(r.right, s.right) > Math.max(r.left, s.left) + 1 && Math.min(r.bottom, s.bottom) > Math.max(r.top, s.top) + 1);
	return parts.filter((part) => off(part) || cover(part).length).map(([e]) => e.className + " " + e.textContent.slice(0, 40));
})()`

// boxAndChance matches the front of a box on the projector.
var boxAndChance = regexp.MustCompile(`^Box \d+,chance \d+ %$`)

// projector checks the projected page of a class against a machine with this preset and number of boxes.
func projector(t *testing.T, preset string, boxes int) {
	w := lessonOf(t, preset)
	w.room.pupil("Nickname")
	w.become(w.room.teacher())
	w.Do(browsertest.Sized(1280, 720, 1, false))
	const small = `[...document.querySelectorAll("main *")].filter((e) => e.checkVisibility() && !e.closest(".away") && [...e.childNodes].some((n) => n.nodeType == 3 && n.data.trim()))
		.map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement?.getScreenCTM().a ?? 1)]).filter(([, size]) => size < 23.99).map(String)`
	readable := func(path string) {
		t.Helper()
		w.Visit(path)
		if all := browsertest.Ask[[]string](w.window, small); len(all) > 0 {
			t.Errorf("%s: the text is too small in %v", path, all)
		}
		if tall := browsertest.Ask[int](w.window,
			"Math.max(document.documentElement.scrollHeight - 720, document.documentElement.scrollWidth - 1280)"); tall > 0 {
			t.Errorf("%s: %d pixels are off the screen", path, tall)
		}
		if browsertest.Ask[bool](w.window, `document.querySelector(".what p")?.getBoundingClientRect().bottom > `+
			`document.querySelector(".in")?.getBoundingClientRect().top`) {
			t.Errorf("%s: the sentence covers the box", path)
		}
		for _, size := range [][2]int64{{1920, 1080}, {1024, 768}, {819, 614}, {800, 600}, {844, 390}} {
			w.Do(browsertest.Sized(size[0], size[1], 1, false))
			if covered := browsertest.Ask[[]string](w.window, overlaps); len(covered) > 0 {
				t.Errorf("%s: on a screen of %v, these overlap or are off it: %v", path, size, covered)
			}
		}
		w.Do(browsertest.Sized(1280, 720, 1, false))
		if size := browsertest.Ask[float64](w.window, `parseFloat(getComputedStyle(document.querySelector("h1:not(.away)") `+
			`?? document.body).fontSize)`); strings.HasSuffix(path, "/projector") && size < 34 {
			t.Errorf("%s: the finding is %v pixels high", path, size)
		}
		w.Check(path, "light", 1280)
	}
	for _, state := range []string{"", "played", "paused", "locked", "names"} {
		if state == "played" {
			m := w.room.class.Machine().Match(1)
			for v := m.View(t.Context()); !v.Game.Over(); v = m.View(t.Context()) {
				if err := m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0]); err != nil {
					t.Fatal(err)
				}
			}
		} else if state != "" {
			w.room.set(state, true)
		}
		readable(w.room.at("/projector"))
		if front := browsertest.Ask[string](w.window, `[...document.querySelectorAll(".tray .front")].map((e) => e.textContent).join()`); state !=
			"" && !boxAndChance.MatchString(front) && !browsertest.Ask[bool](w.window, `document.querySelector(".in").textContent.includes("only one move")`) {
			t.Errorf("the projector does not name the box and the chance: %q", front)
		}
		if state != "names" && strings.Contains(browsertest.Ask[string](w.window, "document.documentElement.outerHTML"), "Nickname") {
			t.Errorf("the projector shows the name of a pupil")
		}
	}
	for _, state := range []string{"paused", "locked", "names"} {
		w.room.set(state, false)
	}
	readable(w.room.at("/projector/boxes"))
	w.Do(chromedp.KeyEvent("b"))
	w.Arrive(w.room.at("/projector"))
	if text := browsertest.Ask[string](w.window, "document.body.textContent"); !strings.Contains(text,
		w.room.class.Code()[:4]+" ") || !strings.Contains(text, "10.0.0.2:1961") {
		t.Errorf("joining with %s fails", text)
	}
	w.room.set("paused", true)
	w.Until(`document.querySelector('[role="status"]').textContent.startsWith("Paused.")`)
	w.Do(chromedp.KeyEvent("b"))
	w.Until(fmt.Sprintf(`document.readyState == "complete" && document.querySelectorAll("[data-box]").length == %d`, boxes))
}

// TestBrowserStill checks that nothing moves on the page of a machine or of a class when More is opened, when a form is
// wrong, or, in a wide window, when the machine goes bankrupt.
func TestBrowserStill(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1280, 720}, {390, 844}} {
		w := lessonOf(t, "her")
		poor := menace.Michie()
		poor.Beads, poor.Loss = [4]int64{1, 1, 1, 1}, -5
		w.Train("poor", poor, 0)
		w.become(w.room.teacher())
		w.Do(browsertest.Sized(size[0], size[1], 1, false))
		where := func(what string) string { return fmt.Sprintf("%s, %d wide", what, size[0]) }

		w.Visit("/agents/poor")
		w.observe()
		const summaries = `[...document.querySelectorAll(".bench .pop > summary")]`
		w.Do(browsertest.Evaluate(summaries + `.forEach((s) => s.click()); 0`))
		w.Until(`document.querySelectorAll(".bench .pop[open]").length == 3`)
		w.still(where("the machine's page with More"))
		w.Do(browsertest.Evaluate(summaries + `.forEach((s) => s.click()); 0`))
		w.Do(chromedp.SetValue(chromedp.CSS(`#train [name="games"]`), "x"))
		w.Press("Train")
		w.Until(`!!document.querySelector("#train .wrong")`)
		w.still(where("the machine's page with an error"))
		w.Do(browsertest.Preferring("prefers-reduced-motion", "reduce"), // without the film, which begins at any moment
			chromedp.SetValue(chromedp.CSS(`#train [name="games"]`), "1000"),
			chromedp.SetValue(chromedp.CSS(`#train [name="opponent"]`), "perfect"))
		w.Press("Train")
		w.Until(`!!document.querySelector('[data-part="bankrupt"] button')`)
		w.Until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Stopped after ")`)
		if size[0] > 1000 { // on a phone the story grows
			w.still(where("the machine's page when it goes bankrupt"))
		}

		w.Visit(w.room.at(""))
		w.observe()
		w.Do(browsertest.Evaluate(`document.querySelectorAll(".invite .pop > summary").forEach((s) => s.click()); 0`))
		w.Until(`document.querySelectorAll(".invite .pop[open]").length >= 2`)
		if browsertest.Ask[bool](w.window, `[...document.querySelectorAll(".invite .pop[open] > div")].some((e) => { `+
			`const r = e.getBoundingClientRect(), s = document.querySelector(".panel").getBoundingClientRect(); `+
			`return r.right > s.left && r.left < s.right && r.bottom > s.top && r.top < s.bottom; })`) {
			t.Errorf("%s cover the pupils", where("the forms of the class"))
		}
		w.still(where("the page of the class with its forms"))
	}
}

// TestBrowserProjectorFits checks that the projector fits the usual screens with a host name of forty letters in every
// language, with a pupil's name beside it, and that the curve keeps its size whatever the sentence.
func TestBrowserProjectorFits(t *testing.T) {
	t.Parallel()
	w := openLesson(t)
	w.room.server.Address = "https://menace.gymnasium-am-schloss.stadtwald.de"
	browser := browserOf(t)
	playGame(t, browser, w.room.comeIn(browser, w.Address, strings.Repeat("W", 20)), 0)
	w.room.set("names", true)
	w.become(w.room.teacher())
	const outside = `[...document.querySelectorAll(".projector .foot *, .projector .what, .projector .line svg")].filter((e) => {
		const r = e.getBoundingClientRect();
		return r.width > 0 && (r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || r.left < 0);
	}).map((e) => e.textContent.trim().slice(0, 40))`
	const curve = `JSON.stringify(document.querySelector(".line svg").getBoundingClientRect())`
	for _, l := range language.All() {
		if err := w.room.class.SetLanguage(t.Context(), l.Tag); err != nil {
			t.Fatal(err)
		}
		for _, size := range [][2]int64{{1024, 768}, {1280, 720}, {1280, 800}, {1366, 768}, {1920, 1080}} {
			w.Do(browsertest.Sized(size[0], size[1], 1, false))
			w.Visit(w.room.at("/projector"))
			if got := browsertest.Ask[[]string](w.window, outside); len(got) > 0 {
				t.Errorf("%s at %v: off the screen are %q", l.Tag, size, got)
			}
			if covered := browsertest.Ask[[]string](w.window, overlaps); len(covered) > 0 {
				t.Errorf("%s at %v: these overlap: %v", l.Tag, size, covered)
			}
			before := browsertest.Ask[string](w.window, curve)
			for _, words := range []int{1, 12, 24} {
				w.Do(browsertest.Evaluate(fmt.Sprintf(`document.querySelector(".what p").className = %d > 12 ? "long" : "";
					document.querySelector(".what p").textContent = "sentence ".repeat(%[1]d); 0`, words)))
				if after := browsertest.Ask[string](w.window, curve); after != before {
					t.Errorf("%s at %v: a sentence of %d words moves the curve from %s to %s", l.Tag, size, words, before, after)
				}
			}
			w.Do(chromedp.KeyEvent("q"))
			w.Until(`location.hash == "#late" && document.querySelector("#late img").naturalWidth > 0`)
			if got := browsertest.Ask[bool](w.window, `(() => { const r = document.querySelector("#late img").getBoundingClientRect();
				const all = document.querySelector("#late"); return r.height > innerHeight / 2 && all.scrollWidth <= innerWidth && all.scrollHeight <= innerHeight; })()`); !got {
				t.Errorf("%s at %v: the QR code for latecomers does not fit", l.Tag, size)
			}
			w.Do(chromedp.KeyEvent("\x1b"))
			w.Until(`location.hash == "" && !document.querySelector("#late").checkVisibility()`)
		}
	}
}

// TestForcedMove checks that the projectors of a class and of its machine, and a pupil's page, show no box of an earlier
// move beside a sentence about a forced one. When a game is over, a pupil sees what happened to each box instead.
func TestForcedMove(t *testing.T) {
	l := newClassroom(t)
	ann := l.pupil("Ann")
	m, seen, forcedMoves := l.class.Machine().Match(1), map[string]int{}, 0
	for turn := 0; turn < 200 && (len(seen) < 3 || forcedMoves < 12); turn++ {
		v := m.View(t.Context())
		if v.Game.Over() {
			if err := m.New(t.Context(), "", true); err != nil {
				t.Fatal(err)
			}
			continue
		}
		moves := v.Game.Graph().MovesFrom(v.Game.Position())
		if err := m.Play(t.Context(), moves[len(moves)-1]); err != nil {
			t.Fatal(err)
		}
		for path, who := range map[string]person{
			l.at("/projector"): l.teacher(), "/agents/a/projector": l.teacher(), ann.home: ann,
		} {
			page := l.Ask("GET", path, nil, carrying(who)).Body.String()
			forced, changes := strings.Contains(page, ", the only move left"), strings.Contains(page, "data-change")
			if forced {
				seen[path]++
				forcedMoves++
			}
			if strings.Contains(page, "had only one move, so it opened no box") != (forced && !changes) ||
				strings.Contains(page, `class="tray`) == (forced || changes) {
				t.Errorf("%s shows %s", path, page)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("moves were forced %v times", seen)
	}
}
