package pagetest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/site/browsertest"
)

// window is a window of a browser that shows a page of a laboratory.
type window struct {
	*testSite
	*browsertest.Window
}

// windowOn opens a window on a laboratory at an address.
func windowOn(s *testSite, address string) *window {
	return &window{s, browsertest.Open(s.T, address, &s.cut)}
}

// another opens another window of the same browser.
func (w *window) another() *window { return &window{w.testSite, w.Another()} }

// TestMain ends the browser.
func TestMain(m *testing.M) { browsertest.Main(m) }

// TestBrowserRules checks that the rules of the game are wholly visible on a machine's page.
func TestBrowserRules(t *testing.T) {
	t.Parallel()
	w := lessonOf(t, "her")
	w.become(w.room.teacher())
	const cut = `(() => {
		document.querySelector(".stage .rules").open = true;
		const text = document.querySelector(".stage .rules p"), r = text.getBoundingClientRect();
		text.scrollIntoView({ block: "center" });
		const column = text.closest(".stage").getBoundingClientRect();
		return Math.max(r.right - column.right, column.left - r.left, document.documentElement.scrollWidth - innerWidth);
	})()`
	for _, size := range [][2]int64{{390, 844}, {853, 480}, {1280, 720}, {1920, 1080}} {
		w.Do(browsertest.Sized(size[0], size[1], 1, false))
		w.Visit("/agents/her")
		if pixels := browsertest.Ask[float64](w.window, cut); pixels > 0 {
			t.Errorf("in a window of %v, %v pixels of the rules are cut off", size, pixels)
		}
	}
}

// TestBrowserStart checks the start page without machines: the game must be visible at once, all choices below it must
// fit a window, a click anywhere on one must select it, and a click on a square of the board must play there.
func TestBrowserStart(t *testing.T) {
	t.Parallel()
	browsertest.Launch(t)
	s := newSite(t)
	w := browsertest.Serve(t, s, s.server.Close)
	s.Post("/agents/a/delete", nil)
	w.Look(browsertest.Without, "/", "/class")
	w.Resize(1280)
	w.Visit("/")
	leads := browsertest.Ask[[]string](w, `(() => {
		const reached = (e) => {
			const box = e.getBoundingClientRect(), at = document.elementFromPoint(box.x + 5, box.y + box.height / 2);
			return box.top >= 0 && box.bottom <= innerHeight ? at.getAttribute("href") ?? at.textContent : "outside";
		};
		const play = reached(document.querySelector(".begin .main")), cards = [...document.querySelectorAll(".ways > .card")];
		cards[0].scrollIntoView({ block: "center" });
		return [play, ...cards.map((card) => card.offsetWidth > 300 ? reached(card) : "small")];
	})()`)
	if strings.Join(leads, " ") != "Play /class /kit /guide" {
		t.Errorf("the choices lead to %q", leads)
	}
	w.Do(chromedp.Click(chromedp.CSS(`.begin [data-square]:not([aria-disabled])`)))
	w.Until(`location.pathname == "/agents/menace" && document.querySelectorAll("[data-square][aria-disabled]").length == 3`)
}
