package pages_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
)

// TestBrowserOpposite plays a game against the perfect player move by move, first with the mouse and then with keys.
func TestBrowserOpposite(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	w.Visit("/agents/a")
	w.Do(chromedp.SetValue(chromedp.CSS(`input[name="opposite"]`), "perfct"))
	w.Press("New game")
	w.Until(`document.body.textContent.includes("did you mean perfect")`)
	w.Do(chromedp.SetValue(chromedp.CSS(`input[name="opposite"]`), "perfect"))
	w.Press("New game")
	w.Until(`document.querySelector('[role="status"]').textContent == "MENACE moves next."`)
	if wrong := browsertest.Ask[int](w, `document.querySelectorAll(".wrong").length`); wrong != 0 {
		t.Errorf("%d error messages are still shown", wrong)
	}
	w.Press("Move")
	const taken = `document.querySelectorAll(".board.large .x, .board.large .o").length`
	w.Until(taken + " == 1")
	for n := 2; !browsertest.Ask[bool](w, `document.querySelector('[role="status"]').textContent.includes("MENACE now `+
		`loses")`); n++ {
		w.Do(chromedp.KeyEvent(map[bool]string{true: " ", false: "\r"}[n%2 == 0]))
		w.Until(fmt.Sprintf("%s == %d || %s == 9", taken, n, taken))
	}
	if s.Games("a") != 101 {
		t.Errorf("got %d games", s.Games("a"))
	}
	w.Press("New game")
	w.Until(taken + " == 0")
	w.Do(chromedp.KeyEvent(" "), chromedp.KeyEvent(" "))
	w.Until(taken + " == 2")
	w.Press("Undo")
	w.Until(taken + " == 1")
}

// TestBrowserBeads plays games to their ends. As many beads as the rules require must move into or out of the boxes
// used, and nothing may move for users who prefer reduced motion.
func TestBrowserBeads(t *testing.T) {
	t.Parallel()
	_, w := window(t)
	for _, motion := range []string{"no-preference", "reduce"} {
		w.Do(browsertest.Preferring("prefers-reduced-motion", motion))
		w.Visit("/agents/a")
		w.Do(browsertest.Evaluate(`window.motes = 0; new MutationObserver((all) => all.forEach((m) =>
			m.addedNodes.forEach((n) => {
			if (n.classList?.contains("mote")) motes++;
		}))).observe(document.body, { childList: true, subtree: true }); 0`))
		machinestest.Finish(w, func(square string) { w.Do(chromedp.KeyEvent(square)) })
		w.Until(`document.querySelectorAll(".list tbody tr").length > 0`)
		end := w.Says()
		want := map[bool]string{true: "+3", false: "−1"}[strings.Contains(end, "MENACE wins")]
		if strings.Contains(end, "A draw.") {
			want = "+1"
		}
		rows := browsertest.Ask[[]string](w, `[...document.querySelectorAll(".list tbody tr")].map((row) => row.dataset.change)`)
		for _, change := range rows {
			if change != want {
				t.Errorf("%s: a box changes by %s, but the rules require %s", end, change, want)
			}
		}
		if moved := browsertest.Ask[int](w, "motes"); (moved == 0) != (motion == "reduce") {
			t.Errorf("%s: %d beads moved", motion, moved)
		}
		w.Until(`document.querySelectorAll(".mote").length == 0`)
		w.Press("New game")
		w.Until("!(" + machinestest.Over + ")")
	}
}

// TestBrowserBox opens a box by a click, and checks that it stays up to date while the machine trains.
func TestBrowserBox(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	w.Visit("/agents/a")
	other := w.Another()
	other.Visit("/agents/a")
	w.Do(chromedp.Click(chromedp.CSS(`[data-box="1"]`)))
	const open = `document.querySelector("#found-box").open && `
	w.Until(open + `document.querySelector("#found-box h2").textContent == "Box 1" && document.querySelectorAll("#found-box .history path").length > 3`)
	if seen := browsertest.Ask[float64](w, `(() => { const r = document.querySelector("#found-box .tray").getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight ? r.width : 0; })()`); seen < 600 {
		t.Errorf("the box is %v pixels wide", seen)
	}
	for range 2 {
		w.Do(chromedp.NavigateBack())
		w.Until(`!document.querySelector("#found-box").open && location.pathname + location.search == "/agents/a"`)
		w.Do(chromedp.NavigateForward())
		w.Until(open + `location.search != ""`)
	}
	w.Do(chromedp.Click(chromedp.CSS("[data-close]")))
	w.Until(`!document.querySelector("#found-box").open && location.pathname + location.search == "/agents/a"`)
	w.Do(chromedp.Click(chromedp.CSS(`[data-box="1"]`)))
	w.Until(open + `document.querySelectorAll("#found-box [data-beads]").length > 0`)
	s.Post("/agents/a/train", url.Values{ // for minutes, on a busy computer too
		"opponent": {"random"}, "games": {"100000"}, "pace": {"games"},
	})
	seen := map[string]bool{}
	for len(seen) < 4 {
		seen[browsertest.Ask[string](w, `[...document.querySelectorAll("#found-box [data-beads]")].map((row) => `+
			`row.dataset.beads).join(" ")`)] = true
	}
	other.Press("Stop")
	w.Until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Stopped after ")`)
	beads := opening(s)
	w.Until(fmt.Sprintf(`[...document.querySelectorAll("#found-box [data-beads]")].reduce((sum, row) => sum + `+
		`Number(row.dataset.beads), 0) == %d`, beads))
	w.Do(chromedp.Reload())
	w.Until(open + `document.querySelector("#found-box h2").textContent == "Box 1"`)
}

// TestBrowserReplay steps through a stored game with links and with keys.
func TestBrowserReplay(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	s.PlayOut("a")
	w.Visit("/agents/a/games")
	w.Do(chromedp.Click(chromedp.CSS(`.games a`)))
	const at = `document.readyState == "complete" && (document.querySelector(".replay .muted")?.textContent || "")`
	w.Until(at + `.startsWith("Move 0 of ")`)
	for n := 1; n <= 3; n++ {
		w.Do(chromedp.KeyEvent(kb.ArrowRight))
		w.Until(fmt.Sprintf(`%s.startsWith("Move %d of ")`, at, n))
		if pieces := browsertest.Ask[int](w, `document.querySelectorAll(".replay .x, .replay .o").length`); pieces < n {
			t.Errorf("after %d moves: got %d pieces", n, pieces)
		}
	}
	w.Do(chromedp.KeyEvent(kb.ArrowLeft))
	w.Until(at + `.startsWith("Move 2 of ")`)
	w.Do(chromedp.Click(`//a[.="Last"]`))
	w.Until(`/wins|A draw/.test(document.querySelector('[role="status"]')?.textContent)`)
}
