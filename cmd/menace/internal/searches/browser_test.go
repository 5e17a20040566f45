package searches

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"menace/cmd/menace/internal/site/browsertest"
)

// window opens a window on the pages of searches.
func window(t *testing.T) *browsertest.Window {
	t.Helper()
	browsertest.Launch(t)
	return browsertest.Serve(t, newSite(t), func() {})
}

// TestMain ends the browser.
func TestMain(m *testing.M) { browsertest.Main(m) }

// TestBrowserViews checks pages of searches, narrow and wide, light and dark.
func TestBrowserViews(t *testing.T) {
	t.Parallel()
	w := window(t)
	w.Look(browsertest.With, "/search", "/search?game=tictactoe&step=30",
		"/search/exercise?game=tree&example=russell-norvig&answer1=9&answer2=3", "/search/exercise?game=hexapawn",
		"/search/course/alpha-beta")
	w.Look(browsertest.Without, "/search/course", "/search?game=tree&tree=(", "/search/compare",
		"/search/compare?game=tictactoe&position=.../.X./...", "/search/exercise?game=tree&tree=(",
		"/search/play?game=tictactoe&moves=5", "/search/play?game=connect4")
}

// TestBrowserSteps goes through a search by keys and by a link, goes back, and finds the step again after a reload.
func TestBrowserSteps(t *testing.T) {
	t.Parallel()
	w := window(t)
	w.Visit("/search")
	const at = `document.querySelector(".turns .muted").textContent`
	step := func(want int) {
		t.Helper()
		w.Until(fmt.Sprintf(`%s == "step %d of 15" && `, at, want) + browsertest.DrawnAll)
		if got := browsertest.Ask[string](w, `new URL(document.querySelector(".drawing `+
			`img").src).searchParams.get("step")`); got != fmt.Sprint(want) {
			t.Errorf("at step %d the picture is of step %s", want, got)
		}
	}
	step(1)
	for i, press := range []struct {
		key  string
		want int
	}{{kb.ArrowRight, 2}, {kb.ArrowRight, 3}, {kb.ArrowLeft, 2}, {kb.End, 15}, {kb.ArrowRight, 15},
		{kb.ArrowLeft, 14}, {kb.Home, 1}} {
		w.Do(chromedp.KeyEvent(press.key))
		step(press.want)
		if t.Failed() {
			t.Fatalf("at key %d", i+1)
		}
	}
	w.Do(chromedp.Click(chromedp.CSS(`[data-turn="Next"]`)))
	step(2)
	if held := browsertest.Ask[string](w, `document.activeElement.dataset.turn`); held != "Next" {
		t.Errorf("got the focus at %q", held)
	}
	w.Do(chromedp.Reload())
	step(2)
	w.Do(browsertest.Evaluate("history.back()"))
	step(1)
	w.Do(chromedp.Focus(chromedp.CSS("#depth")), chromedp.KeyEvent(kb.End)) // the key belongs to the field
	step(1)
}

// TestBrowserExercise answers one question right and another one wrong. The page must mark the first and explain the
// second.
func TestBrowserExercise(t *testing.T) {
	t.Parallel()
	w := window(t)
	w.Visit("/search/exercise?game=tree&example=russell-norvig")
	last := browsertest.Ask[string](w, `[...document.querySelectorAll(".questions input[id]")].at(-1).id`)
	w.Do(chromedp.SendKeys(chromedp.CSS("#"+last), "11 7"))
	w.Do(chromedp.SendKeys(chromedp.CSS("#answer1"), "C"+kb.Enter))
	w.Until(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.startsWith("1 of "))`)
	if wrong := browsertest.Ask[string](w, `document.querySelector("#wrong-answer1").textContent`); !strings.Contains(wrong,
		"not the one to C:") {
		t.Errorf("got the explanation %q", wrong)
	}
	w.Fits("the exercise", 1280, browsertest.Without)
}

// TestBrowserAnswersInTree answers all questions of an exercise in its tree: by clicks, and by keys alone.
func TestBrowserAnswersInTree(t *testing.T) {
	t.Parallel()
	w := window(t)
	w.Visit("/search/exercise?game=tree&tree=A(B(8+5)+C(4+9+6)+D(7+2+3))&ask=move,value,cuts,order")
	answer := func(i int) string {
		return browsertest.Ask[string](w, fmt.Sprintf("document.querySelector('#answer%d').value", i))
	}
	spot := func(name string) string {
		return fmt.Sprintf("[...document.querySelectorAll('.spots button')]"+
			".find((b) => b.getAttribute('aria-label').startsWith('%s '))", name)
	}
	next := browsertest.Evaluate("document.querySelector('.now [data-by=\"1\"]').click()")
	w.Until("document.querySelector('.spots button') !== null")
	w.Do(browsertest.Evaluate(spot("B")+".click()"), next)
	w.Do(chromedp.SendKeys(chromedp.CSS(".spots input"), "4"+kb.Enter+"5"+kb.Enter)) // C, then A
	for _, name := range []string{"H", "K", "I", "L", "K"} {                         // K is taken back
		w.Do(browsertest.Evaluate(spot(name) + ".click()"))
	}
	w.Do(next, browsertest.Evaluate("document.querySelector('.spots button[tabindex=\"0\"]').focus()"))
	w.Do(chromedp.KeyEvent(kb.Enter))
	t.Log(browsertest.Ask[string](w, "location.href + document.readyState + document.querySelector('.now')?.textContent+ document.activeElement.outerHTML.slice(0,90)"))
	w.Do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.Enter)) // A B
	t.Log(browsertest.Ask[string](w, "location.href + document.readyState + document.querySelector('.now')?.textContent+ document.activeElement.outerHTML.slice(0,90)"))
	for i, want := range []string{"B", "4", "5", "H I L", "A B"} {
		if got := answer(i + 1); got != want {
			t.Errorf("answer %d is %q, want %q", i+1, got, want)
		}
	}
	if pressed := browsertest.Ask[string](w, spot("B")+".getAttribute('aria-pressed')"); pressed != "true" {
		t.Errorf("B is pressed: %s", pressed)
	}
	const check = "document.querySelector('.questions button.main').click()"
	w.Do(browsertest.Evaluate(check))
	w.Until(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.startsWith("4 of 5"))`)
}

// TestBrowserPlay makes moves by keys and by a click: two squares to the right of the first one, down, and Enter.
func TestBrowserPlay(t *testing.T) {
	t.Parallel()
	w := window(t)
	w.Visit("/search/play?game=tictactoe&depth=1")
	played := func(move string) {
		t.Helper()
		w.Until(fmt.Sprintf(`new URL(location.href).searchParams.get("moves")?.split(" ").at(-1) == %q`, move))
		w.Until(`document.querySelector("[role=status] b") != null`)
	}
	for _, key := range []string{kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowDown, kb.Enter} {
		w.Do(chromedp.KeyEvent(key))
	}
	played("6")
	w.Until(`document.activeElement.matches(".field a")`)
	w.Do(chromedp.Click(`.field tr:nth-child(3) td:nth-child(1) a`))
	played("7")
}
