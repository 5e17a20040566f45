package machinestest

import (
	"fmt"

	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/site/browsertest"
)

// Over is an expression that is true if no square can be chosen.
const Over = `!document.querySelector("[data-square]:not([aria-disabled])")`

// Pieces is an expression for what is on the squares.
const Pieces = `[...document.querySelectorAll("[data-square]")].map((b) => b.className.replace(/ ` +
	`?(lit|won|last)/g, "")).join(",")`

// Move presses squares until the first possible move is made: one square, or a pawn and its target. It does nothing if
// the game has ended in the meantime.
func Move(w *browsertest.Window, press func(square string)) {
	w.Helper()
	const first = `document.querySelector("[name=%s]:not([aria-disabled])")?.dataset.square ?? ""`
	before := browsertest.Ask[string](w, Pieces)
	move := browsertest.Ask[string](w, fmt.Sprintf(first, "move"))
	if pawn := browsertest.Ask[string](w, fmt.Sprintf(first, "from")); move == "" && pawn != "" {
		press(pawn)
		w.Until(fmt.Sprintf("("+first+`) != ""`, "move"))
		move = browsertest.Ask[string](w, fmt.Sprintf(first, "move"))
	}
	if move == "" {
		return
	}
	press(move)
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
