package pages_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/menace"
)

// window opens a window on a new laboratory.
func window(t *testing.T) (*machinestest.Site, *browsertest.Window) {
	t.Helper()
	browsertest.Launch(t)
	s := machinestest.New(t)
	return s, browsertest.Serve(t, s, s.Close)
}

// TestMain ends the browser.
func TestMain(m *testing.M) { browsertest.Main(m) }

// TestBrowserGame plays a game with the mouse and one with the keyboard. The changes that the page shows must be those
// of the stored boxes.
func TestBrowserGame(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	w.Visit("/agents/a")
	for how, move := range map[string]func(string){
		"mouse":    func(square string) { machinestest.Click(w, square) },
		"keyboard": func(square string) { w.Do(chromedp.KeyEvent(square)) },
	} {
		before := s.Games("a")
		beads := opening(s)
		machinestest.Finish(w, move)
		w.Until(`document.querySelector('[role="status"]').textContent.includes("MENACE now loses")`)
		if n := s.Games("a"); n != before+1 {
			t.Errorf("by %s: %d games after %d", how, n, before)
		}
		a, err := s.DB.Load(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		games, err := s.DB.Games(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		reward := map[string]int64{"win": 3, "draw": 1, "loss": -1}[games[len(games)-1].Result]
		if now := opening(s); now != beads+reward {
			t.Errorf("by %s: the opening box has %d beads, after %d and a game that ended with a %s", how, now, beads,
				games[len(games)-1].Result)
		}
		w.Until(fmt.Sprintf(`document.querySelector('[data-box="1"]').title.endsWith(" %d beads")`, opening(s)))
		w.Press("New game")
		w.Until("!(" + machinestest.Over + ")")
	}
	if n := browsertest.Ask[int](w, `document.querySelectorAll("[data-box].drawn").length`); n != 1 {
		t.Errorf("%d boxes are marked as drawn", n)
	}
}

// opening returns the number of beads in the opening box of the machine a.
func opening(s *machinestest.Site) int64 {
	s.Helper()
	a, err := s.DB.Load(s.Context(), "a")
	if err != nil {
		s.Fatal(err)
	}
	box, _ := a.Machine.Box(0)
	return box.Total()
}

// TestBrowserTraining trains live and stops half-way. After a reload everything must be there, and another window must
// show the same.
func TestBrowserTraining(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	w.Visit("/agents/a")
	other := w.Another()
	other.Visit("/agents/a")
	s.Post("/agents/a/train", url.Values{ // for minutes, on a busy computer too
		"opponent": {"random"}, "games": {"100000"}, "pace": {"games"},
	})
	const games = `document.querySelector(".tiles dd").textContent`
	seen := map[string]bool{}
	for len(seen) < 8 {
		seen[browsertest.Ask[string](w, games)] = true
	}
	other.Press("Stop")
	for _, each := range []*browsertest.Window{w, other} {
		each.Until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Stopped after ")`)
	}
	stored := s.Games("a")
	if stored <= 100 || stored >= 100100 {
		t.Errorf("got %d games", stored)
	}
	for _, each := range []*browsertest.Window{w, other} {
		each.Until(fmt.Sprintf(`%s == (%d).toLocaleString("en")`, games, stored))
	}
	w.Do(chromedp.Reload())
	w.Arrive("/agents/a")
	w.Until(fmt.Sprintf(`%s == (%d).toLocaleString("en")`, games, stored))
	w.Press("Hint")
	other.Until(`document.querySelector('[role="status"]').textContent.includes("The perfect player plays")`)
}

// TestBrowserViews checks every page of machines, narrow and wide, light and dark.
func TestBrowserViews(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	for _, name := range []string{"her", "him"} {
		rules, _ := menace.Preset(name)
		rules.OnEmpty = menace.Restock
		s.Train(name, rules, 30)
	}
	s.PlayOut("a")
	w.Look(browsertest.Without, "/", "/new", "/agents/a", "/agents/her",
		"/agents/him",
		"/agents/a?position=x../.o./...#found-box", "/agents/a/delete",
		"/agents/a/games", "/agents/a/games/1?move=3", "/agents/a/film?game=50&box=1", "/agents/a/share",
		"/agents/a/taught?box=1", "/nowhere")
}

// TestBrowserFigures checks figures, like TestBrowserViews.
func TestBrowserFigures(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	s.Train("b", menace.Michie(), 50)
	w.Look(browsertest.With, "/figures", "/figures/beads?machine=a&machine=b&share=on", "/figures/strength")
	w.Look(browsertest.Without, "/figures/learning?against=nobody")
}

// TestBrowserFits checks that in a window of 1280 by 720 all boxes of a machine and everything beside them are visible,
// and that nothing moves when training is announced.
func TestBrowserFits(t *testing.T) {
	t.Parallel()
	_, w := window(t)
	w.Visit("/agents/a")
	fits := func(when string) {
		t.Helper()
		if hidden := browsertest.Ask[[]string](w, `[...document.querySelectorAll(".bench > *")].filter((c) => c.scrollHeight > `+
			`c.clientHeight).map((c) => c.className)`); len(hidden) > 0 {
			t.Errorf("%s parts are hidden of %v", when, hidden)
		}
	}
	const places = `[...document.querySelectorAll("#training, [name=games], #train .main, #position, ` +
		`[data-part=curve]")].map((e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, ` +
		`r.width].join(" "); }).join("\n")`
	fits("at rest")
	before := browsertest.Ask[string](w, places)
	machinestest.Finish(w, func(square string) { w.Do(chromedp.KeyEvent(square)) })
	w.Until(`document.querySelectorAll(".list tbody tr").length > 0`)
	fits("after a game")
	if now := browsertest.Ask[string](w, places); now != before {
		t.Errorf("after a game the positions are\n%s\nand before they were\n%s", now, before)
	}
	w.Press("Train")
	w.Until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Trained ")`)
	fits("after a training")
	if now := browsertest.Ask[string](w, places); now != before {
		t.Errorf("after training the positions are\n%s\nand before they were\n%s", now, before)
	}
	w.Do(browsertest.Sized(853, 480, 1, false))
	const below = `[...document.querySelectorAll(".bench .board.large, .opened .tray, .opened .counts")].filter((e) => ` +
		`e.getBoundingClientRect().bottom > innerHeight).map((e) => e.className.baseVal ?? e.className)`
	w.Press("New game")
	w.Until(`!!document.querySelector(".opened .tray")`)
	if all := browsertest.Ask[[]string](w, below); len(all) > 0 {
		t.Errorf("enlarged to 150 %%, the page shows %v only after scrolling", all)
	}
}

// TestBrowserOpened checks that a machine's page, on a projector of 1024 by 768 enlarged to 125 %, shows the number of the
// opened box and the chance of its bead without scrolling, and that the square with the keyboard's focus looks unlike
// that of the last move.
func TestBrowserOpened(t *testing.T) {
	t.Parallel()
	_, w := window(t)
	w.Do(browsertest.Sized(819, 614, 1.25, false))
	w.Visit("/agents/a")
	machinestest.Move(w, func(square string) { machinestest.Click(w, square) })
	w.Until(`/^Box \d+, chance \d+ %$/.test(document.querySelector(".opened h2")?.textContent)`)
	if off := browsertest.Ask[float64](w, `document.querySelector(".opened h2").getBoundingClientRect().bottom - innerHeight`); off > 0 {
		t.Errorf("the number of the box is %v pixels below the screen", off)
	}
	want := browsertest.Ask[string](w, `(() => {
		const box = document.querySelector(".boxes .drawn").title.match(/^Box \d+/)[0];
		const beads = [...document.querySelectorAll(".opened .counts li")].map((li) => Number(li.dataset.beads));
		const drawn = Number(document.querySelector(".opened .counts .drawn").dataset.beads);
		return box + ", chance " + Math.round(100 * drawn / beads.reduce((a, b) => a + b)) + " %";
	})()`)
	if got := browsertest.Ask[string](w, `document.querySelector(".opened h2").textContent`); got != want {
		t.Errorf("the page shows %q, want %q", got, want)
	}
	w.Do(chromedp.KeyEvent("\t"))
	const ring = `(() => {
		const square = document.querySelector("[data-square]:not([aria-disabled])");
		square.focus({ focusVisible: true });
		return getComputedStyle(square).outlineStyle;
	})()`
	if style := browsertest.Ask[string](w, ring); style != "dashed" {
		t.Errorf("the ring of the focus is %s, like that of the last move", style)
	}
}
