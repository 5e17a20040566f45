package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowserOpposite plays a game against the perfect player move by move, first with the mouse and then with keys.
func TestBrowserOpposite(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/agents/a")
	w.do(chromedp.SetValue(chromedp.CSS(`input[name="opposite"]`), "perfct"))
	w.press("New game")
	w.until(`document.body.textContent.includes("did you mean perfect")`)
	w.do(chromedp.SetValue(chromedp.CSS(`input[name="opposite"]`), "perfect"))
	w.press("New game")
	w.until(`document.querySelector('[role="status"]').textContent == "MENACE moves next."`)
	if wrong := ask[int](w, `document.querySelectorAll(".wrong").length`); wrong != 0 {
		t.Errorf("%d error messages are still shown", wrong)
	}
	w.press("Move")
	const taken = `document.querySelectorAll(".board.large .x, .board.large .o").length`
	w.until(taken + " == 1")
	for n := 2; !ask[bool](w, `document.querySelector('[role="status"]').textContent.includes("MENACE now `+
		`loses")`); n++ {
		w.do(chromedp.KeyEvent(map[bool]string{true: " ", false: "\r"}[n%2 == 0]))
		w.until(fmt.Sprintf("%s == %d || %s == 9", taken, n, taken))
	}
	if w.Games("a") != 101 {
		t.Errorf("got %d games", w.Games("a"))
	}
	w.press("New game")
	w.until(taken + " == 0")
	w.do(chromedp.KeyEvent(" "), chromedp.KeyEvent(" "))
	w.until(taken + " == 2")
	w.press("Undo")
	w.until(taken + " == 1")
}

// TestBrowserBeads plays games to their ends. As many beads as the rules require must move into or out of the boxes
// used, and nothing may move for users who prefer reduced motion.
func TestBrowserBeads(t *testing.T) {
	t.Parallel()
	w := open(t)
	for _, motion := range []string{"no-preference", "reduce"} {
		w.do(preferring("prefers-reduced-motion", motion))
		w.visit("/agents/a")
		w.do(evaluate(`window.motes = 0; new MutationObserver((all) => all.forEach((m) =>
			m.addedNodes.forEach((n) => {
			if (n.classList?.contains("mote")) motes++;
		}))).observe(document.body, { childList: true, subtree: true }); 0`))
		w.playOut(func(square string) { w.do(chromedp.KeyEvent(square)) })
		w.until(`document.querySelectorAll(".list tbody tr").length > 0`)
		end := w.says()
		want := map[bool]string{true: "+3", false: "−1"}[strings.Contains(end, "MENACE wins")]
		if strings.Contains(end, "A draw.") {
			want = "+1"
		}
		rows := ask[[]string](w, `[...document.querySelectorAll(".list tbody tr")].map((row) => row.dataset.change)`)
		for _, change := range rows {
			if change != want {
				t.Errorf("%s: a box changes by %s, but the rules require %s", end, change, want)
			}
		}
		if moved := ask[int](w, "motes"); (moved == 0) != (motion == "reduce") {
			t.Errorf("%s: %d beads moved", motion, moved)
		}
		w.until(`document.querySelectorAll(".mote").length == 0`)
		w.press("New game")
		w.until("!(" + over + ")")
	}
}

// TestBrowserBox opens a box by a click, and checks that it stays up to date while the machine trains.
func TestBrowserBox(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/agents/a")
	other := w.another()
	other.visit("/agents/a")
	w.do(chromedp.Click(chromedp.CSS(`[data-box="0"]`)))
	const open = `document.querySelector("#found-box").open && `
	w.until(open + `document.querySelector("#found-box h2").textContent == "Box 1" && document.querySelectorAll("#found-box .history path").length > 3`)
	if seen := ask[float64](w, `(() => { const r = document.querySelector("#found-box .tray").getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight ? r.width : 0; })()`); seen < 600 {
		t.Errorf("the box is %v pixels wide", seen)
	}
	for range 2 {
		w.do(chromedp.NavigateBack())
		w.until(`!document.querySelector("#found-box").open && location.pathname + location.search == "/agents/a"`)
		w.do(chromedp.NavigateForward())
		w.until(open + `location.search != ""`)
	}
	w.do(chromedp.Click(chromedp.CSS("[data-close]")))
	w.until(`!document.querySelector("#found-box").open && location.pathname + location.search == "/agents/a"`)
	w.do(chromedp.Click(chromedp.CSS(`[data-box="0"]`)))
	w.until(open + `document.querySelectorAll("#found-box [data-beads]").length > 0`)
	other.do(chromedp.SetValue(chromedp.CSS(`#train [name="games"]`), "100000"), // for minutes, on a busy computer too
		chromedp.SetValue(chromedp.CSS(`[name="pace"]`), "games"))
	other.press("Train")
	seen := map[string]bool{}
	for len(seen) < 4 {
		seen[ask[string](w, `[...document.querySelectorAll("#found-box [data-beads]")].map((row) => `+
			`row.dataset.beads).join(" ")`)] = true
	}
	other.press("Stop")
	w.until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Stopped after ")`)
	beads := w.opening()
	w.until(fmt.Sprintf(`[...document.querySelectorAll("#found-box [data-beads]")].reduce((sum, row) => sum + `+
		`Number(row.dataset.beads), 0) == %d`, beads))
	w.do(chromedp.Reload())
	w.until(open + `document.querySelector("#found-box h2").textContent == "Box 1"`)
}

// TestBrowserReplay steps through a stored game with links and with keys.
func TestBrowserReplay(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.PlayOut("a")
	w.visit("/agents/a/games")
	w.do(chromedp.Click(chromedp.CSS(`.games a`)))
	const at = `document.readyState == "complete" && (document.querySelector(".replay .muted")?.textContent || "")`
	w.until(at + `.startsWith("Move 0 of ")`)
	for n := 1; n <= 3; n++ {
		w.do(chromedp.KeyEvent(kb.ArrowRight))
		w.until(fmt.Sprintf(`%s.startsWith("Move %d of ")`, at, n))
		if pieces := ask[int](w, `document.querySelectorAll(".replay .x, .replay .o").length`); pieces < n {
			t.Errorf("after %d moves: got %d pieces", n, pieces)
		}
	}
	w.do(chromedp.KeyEvent(kb.ArrowLeft))
	w.until(at + `.startsWith("Move 2 of ")`)
	w.do(chromedp.Click(`//a[.="Last"]`))
	w.until(`/wins|A draw/.test(document.querySelector('[role="status"]')?.textContent)`)
}

// TestBrowserStart checks the start page without machines: all three choices must be visible at once, a click anywhere
// on one must select it, and a click on a square of the board must play there.
func TestBrowserStart(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Post("/agents/a/delete", nil)
	w.look(without, "/")
	w.resize(1280)
	w.visit("/")
	leads := ask[[]string](w, `[...document.querySelectorAll(".starts > .card")].map((card) => {
		const box = card.getBoundingClientRect(), at = document.elementFromPoint(box.x + 5, box.y + box.height / 2);
		return box.bottom <= innerHeight && box.width > 300 ? at.getAttribute("href") ?? at.textContent : "small";
	})`)
	if strings.Join(leads, " ") != "Play /class /kit" {
		t.Errorf("the choices lead to %q", leads)
	}
	w.do(chromedp.Click(chromedp.CSS(`.starts [data-square]:enabled`)))
	w.until(`location.pathname == "/agents/menace" && document.querySelectorAll("[data-square]:disabled").length == 3`)
}
