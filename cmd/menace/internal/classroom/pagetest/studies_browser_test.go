package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"menace/menace"
)

// drawnAll reports whether every picture of a page is loaded.
const drawnAll = `document.images.length > 1 && [...document.images].every((image) => image.complete ` +
	`&& image.naturalWidth > 0)`

// TestBrowserStudies checks figures and searches, like TestBrowserViews.
func TestBrowserStudies(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Train("b", menace.Michie(), 50)
	w.look(with, "/figures", "/figures/beads?agent=a&agent=b&share=on",
		"/figures/strength", "/search", "/search?game=tictactoe&step=30",
		"/search/exercise?game=tree&example=russell-norvig&answer1=9&answer2=3", "/search/exercise?game=hexapawn")
	w.look(without, "/figures/learning?against=nobody",
		"/search?game=tree&tree=(", "/search/compare", "/search/compare?game=tictactoe&position=.../.X./...",
		"/search/exercise?game=tree&tree=(")
}

// TestBrowserSteps goes through a search by keys and by a link, goes back, and finds the step again after a reload.
func TestBrowserSteps(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/search")
	const at = `document.querySelector(".turns .muted").textContent`
	step := func(want int) {
		t.Helper()
		w.until(fmt.Sprintf(`%s == "step %d of 15" && `, at, want) + drawnAll)
		if got := ask[string](w, `new URL(document.querySelector(".drawing `+
			`img").src).searchParams.Get("step")`); got != fmt.Sprint(want) {
			t.Errorf("at step %d the picture is of step %s", want, got)
		}
	}
	step(1)
	for i, press := range []struct {
		key  string
		want int
	}{{kb.ArrowRight, 2}, {kb.ArrowRight, 3}, {kb.ArrowLeft, 2}, {kb.End, 15}, {kb.ArrowRight, 15},
		{kb.ArrowLeft, 14}, {kb.Home, 1}} {
		w.do(chromedp.KeyEvent(press.key))
		step(press.want)
		if t.Failed() {
			t.Fatalf("at key %d", i+1)
		}
	}
	w.do(chromedp.Click(chromedp.CSS(`[data-turn="Next"]`)))
	step(2)
	if held := ask[string](w, `document.activeElement.dataset.turn`); held != "Next" {
		t.Errorf("got the focus at %q", held)
	}
	w.do(chromedp.Reload())
	step(2)
	w.do(evaluate("history.back()"))
	step(1)
	w.do(chromedp.Focus(chromedp.CSS("#depth")), chromedp.KeyEvent(kb.End)) // the key belongs to the field
	step(1)
}

// TestBrowserExercise answers one question right and another one wrong. The page must mark the first and explain the
// second.
func TestBrowserExercise(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/search/exercise?game=tree&example=russell-norvig")
	last := ask[string](w, `[...document.querySelectorAll(".questions input[id]")].at(-1).id`)
	w.do(chromedp.SendKeys(chromedp.CSS("#"+last), "11 7"))
	w.do(chromedp.SendKeys(chromedp.CSS("#answer1"), "77"+kb.Enter))
	w.until(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.startsWith("1 of "))`)
	if wrong := ask[string](w, `document.querySelector("#wrong-answer1").textContent`); !strings.Contains(wrong,
		"not 77:") {
		t.Errorf("got the explanation %q", wrong)
	}
	w.fits("the exercise", 1280, without)
}
