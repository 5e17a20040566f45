package labtest

import (
	"fmt"

	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/site/browsertest"
)

// Over is an expression: whether no square can be chosen.
const Over = `!document.querySelector("[data-square]:enabled")`

// Pieces is an expression: what is on the squares.
const Pieces = `[...document.querySelectorAll("[data-square]")].map((b) => b.className.replace(/ ` +
	`?(lit|won|last)/g, "")).join(",")`

// Move presses squares until the first possible move is made: one square, or a pawn and its target.
func Move(w *browsertest.Window, press func(square string)) {
	w.Helper()
	before := browsertest.Ask[string](w, Pieces)
	const free = `!!document.querySelector("[name=move]:enabled")`
	if !browsertest.Ask[bool](w, free) {
		press(browsertest.Ask[string](w, `document.querySelector("[name=from]:enabled").dataset.square`))
		w.Until(free)
	}
	press(browsertest.Ask[string](w, `document.querySelector("[name=move]:enabled").dataset.square`))
	w.Until(fmt.Sprintf(`%s != %q`, Pieces, before))
}

// Click clicks on a square.
func Click(w *browsertest.Window, square string) {
	w.Helper()
	w.Do(chromedp.Click(chromedp.CSS(`[data-square="` + square + `"]`)))
}

// Finish makes the first possible move in a window until the game is over.
func Finish(w *browsertest.Window, press func(square string)) {
	w.Helper()
	for !browsertest.Ask[bool](w, Over) {
		Move(w, press)
	}
}
