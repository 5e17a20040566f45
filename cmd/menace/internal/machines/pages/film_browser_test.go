package pages_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"menace/cmd/menace/internal/site/browsertest"
	"menace/menace"
)

// tinted is an expression: the classes of all boxes and squares that are tints.
const tinted = `[...document.querySelectorAll(".boxes [data-box]")].map((box) => [box, ...box.children].map((e) =>
	e.className.split(" ").filter((c) => /^([gm]\d|n\d|but|empty)$/.test(c)).join(" ")).join(",")).join("\n")`

// TestBrowserFilm trains a machine by its page, which replays the run: rings mark only boxes whose beads have changed, and
// in the end the page shows the machine as a reload does. Then the film is dragged to other games.
func TestBrowserFilm(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	w.Visit("/agents/a")
	w.Do(browsertest.Evaluate(`window.ringed = []; const animate = Element.prototype.animate;
		Element.prototype.animate = function (...all) {
			if (this.dataset?.box) ringed.push([this.dataset.box, this.dataset.key]);
			return animate.apply(this, all);
		}; 0`))
	w.Do(browsertest.Evaluate(`document.querySelector("#train [name=games]").focus(); 0`))
	w.Until(`typeof player == "object"`)
	w.Press("Train")
	const end = `/^\d+ of 304 boxes changed\. In the average box \d+ of 100 beads are now for mistakes; before, \d+\.$/` +
		`.test(document.querySelector("[data-caption]").textContent)`
	w.Until(end)
	if n := s.Games("a"); n != 3100 {
		t.Errorf("the machine has played %d games", n)
	}
	f := decode(s, "a")
	changed := map[string]bool{}
	at := 0
	for n, box := range f.Boxes {
		for range box.To {
			for i := 1; i < len(f.frames); i++ {
				if f.Games[i] > 100 && f.frames[i][at] != f.frames[i-1][at] {
					changed[strconv.Itoa(n+1)] = true
				}
			}
			at++
		}
	}
	ringed := browsertest.Ask[[]string](w, `ringed.map(([box]) => box)`)
	for _, box := range ringed {
		if !changed[box] {
			t.Errorf("a ring marks box %s, which did not change", box)
		}
	}
	if len(ringed) == 0 {
		t.Error("no ring marks a box")
	}
	after := browsertest.Ask[string](w, tinted)
	finding := browsertest.Ask[string](w, `document.querySelector("h1").textContent`)
	w.Do(chromedp.Reload())
	w.Arrive("/agents/a")
	if now := browsertest.Ask[string](w, tinted); now != after {
		t.Error("after the film the boxes differ from those after a reload")
	}
	if now := browsertest.Ask[string](w, `document.querySelector("h1").textContent`); now != finding {
		t.Errorf("after the film the page said %q, now %q", finding, now)
	}
}

// TestBrowserScrub moves through a film by keys on the curve and by links, and compares the boxes with those of the page
// that the server draws for the same game.
func TestBrowserScrub(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	s.Train("b", menace.Michie(), 3000)
	want := map[string]string{}
	for _, game := range []string{"0", "1000", "2900"} {
		w.Visit("/agents/b/film?game=" + game)
		want[game] = browsertest.Ask[string](w, tinted)
	}
	w.Visit("/agents/b/film?game=2900&box=4")
	w.Until(`player.film !== undefined && player.film?.last > 0`)
	shows := func(game string) {
		t.Helper()
		w.Until(`document.querySelector("[data-game]").textContent.replace(",", "") == "Game ` + game + `"`)
		if browsertest.Ask[string](w, tinted) != want[game] {
			t.Errorf("at game %s the script shows other boxes than the server", game)
		}
	}
	w.Do(browsertest.Evaluate(`document.querySelector(".curve input").focus(); 0`))
	w.Do(chromedp.KeyEvent(kb.Home))
	shows("0")
	w.Do(browsertest.Evaluate(`(() => { const r = document.querySelector(".curve input");
		r.value = Math.log1p(1000) / player.film.axis; r.dispatchEvent(new Event("input")); return 0; })()`))
	shows("1000")
	w.Until(`location.search == "?game=1000&box=4"`)
	w.Until(`document.querySelector("[data-lens] h2").textContent == "Box 4"`)
	w.Do(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.ArrowLeft))
	shows("2900")
	w.Press("▶ Play the film") // from here to the end
	w.Until(`document.querySelector("[data-game]").textContent == "Game 3,000"`)
}

// TestBrowserFirst checks that the film of the start page plays once and rests at its end, and that it does not play for
// those who prefer reduced motion.
func TestBrowserFirst(t *testing.T) {
	t.Parallel()
	_, w := window(t)
	w.Do(browsertest.Preferring("prefers-reduced-motion", "reduce"))
	w.Visit("/")
	w.Until(`typeof player == "object"`)
	w.Do(browsertest.Evaluate(`document.querySelector(".curve input").focus(); 0`), chromedp.KeyEvent(kb.Home))
	w.Until(`document.querySelector("[data-caption]").textContent == "Before the first game the machine prefers no move."`)
	if tints := browsertest.Ask[int](w, `document.querySelectorAll(".hero .boxes > [class^=g], .hero .boxes > [class^=m]").length`); tints != 0 {
		t.Errorf("before the first game %d boxes prefer a move", tints)
	}
	w.Do(browsertest.Preferring("prefers-reduced-motion", "no-preference"))
	w.Visit("/")
	w.Until(`document.body.classList.contains("filming")`)
	w.Until(`!document.body.classList.contains("filming") && document.querySelector(".number").textContent == "83"`)
}
